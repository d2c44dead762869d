//! The subtraction game: take one to `most` from a heap; who cannot take has lost.

use ludometer_games::{FiniteGame, Game, Outcome, Reversible};

/// Heaps of up to `largest`, from which one to `most` are taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subtraction {
    pub(crate) largest: u32,
    pub(crate) most: u32,
}

impl Game for Subtraction {
    type Position = u32;
    type NotationError = std::num::ParseIntError;

    fn id(&self) -> String {
        format!("subtraction largest={} most={}", self.largest, self.most)
    }

    fn start(&self) -> u32 {
        self.largest
    }

    fn terminal(&self, heap: &u32) -> Option<Outcome> {
        (*heap == 0).then_some(Outcome::Lose)
    }

    fn for_each_successor(&self, heap: &u32, visit: impl FnMut(u32)) {
        (1..=self.most.min(*heap))
            .map(|taken| heap - taken)
            .for_each(visit);
    }

    fn notation(&self, heap: &u32) -> String {
        heap.to_string()
    }

    fn parse(&self, text: &str) -> Result<u32, Self::NotationError> {
        text.parse()
    }
}

impl FiniteGame for Subtraction {
    fn position_count(&self) -> usize {
        self.largest as usize + 1
    }

    fn index(&self, heap: u32) -> u32 {
        heap
    }

    fn position(&self, index: u32) -> u32 {
        index
    }
}

impl Reversible for Subtraction {
    fn for_each_predecessor_index(&self, heap: u32, visit: impl FnMut(u32)) {
        (heap + 1..=(heap + self.most).min(self.largest)).for_each(visit);
    }
}
