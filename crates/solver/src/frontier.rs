//! The positions decided at one distance, as bits in the order of expansion.
//!
//! Each block has words of its own, so that blocks can be scanned apart, and a flag
//! that tells whether there is anything to scan.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

pub(crate) struct Frontier {
    words: Vec<AtomicU64>,
    touched: Vec<AtomicBool>,
    block_len: usize,
    words_per_block: usize,
}

impl Frontier {
    pub(crate) fn new(positions: usize, block_len: usize) -> Self {
        let blocks = positions.div_ceil(block_len);
        let words_per_block = block_len.div_ceil(64);
        Self {
            words: (0..blocks * words_per_block)
                .map(|_| AtomicU64::new(0))
                .collect(),
            touched: (0..blocks).map(|_| AtomicBool::new(false)).collect(),
            block_len,
            words_per_block,
        }
    }

    pub(crate) fn blocks(&self) -> usize {
        self.touched.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.words.len() * size_of::<AtomicU64>() + self.touched.len() * size_of::<AtomicBool>()
    }

    /// Adds the position that stands at `order`.
    pub(crate) fn insert(&self, order: u32) {
        let (block, offset) = (
            order as usize / self.block_len,
            order as usize % self.block_len,
        );
        let word = &self.words[block * self.words_per_block + offset / 64];
        let bit = 1 << (offset % 64);
        if word.load(Relaxed) & bit == 0 {
            word.fetch_or(bit, Relaxed);
        }
        if !self.touched[block].load(Relaxed) {
            self.touched[block].store(true, Relaxed);
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.touched.iter().any(|touched| touched.load(Relaxed))
    }

    pub(crate) fn has_block(&self, block: usize) -> bool {
        self.touched[block].load(Relaxed)
    }

    /// Visits the places, in the order of expansion, of the positions in a block.
    pub(crate) fn for_each(&self, block: usize, mut visit: impl FnMut(u32)) {
        if !self.has_block(block) {
            return;
        }
        let first = u32::try_from(block * self.block_len).expect("positions fit 32 bits");
        for (word, offset) in self.block_words(block).iter().zip((first..).step_by(64)) {
            let mut left = word.load(Relaxed);
            while left != 0 {
                visit(offset + left.trailing_zeros());
                left &= left - 1;
            }
        }
    }

    pub(crate) fn clear(&mut self) {
        let blocks = self.words.chunks_mut(self.words_per_block);
        for (touched, words) in self.touched.iter_mut().zip(blocks) {
            if std::mem::take(touched.get_mut()) {
                words.fill_with(AtomicU64::default);
            }
        }
    }

    fn block_words(&self, block: usize) -> &[AtomicU64] {
        &self.words[block * self.words_per_block..][..self.words_per_block]
    }
}
