//! Causal attention of one micro-batch, forward and backward, in blocks of rows.
//!
//! A block of rows looks at no column after its last row, which saves almost half of
//! the work that a full square with a mask would take.

#![allow(
    clippy::inline_always,
    reason = "what is not inlined is not compiled for the wider vectors"
)]

use super::kernels::{causal_softmax, rotate, softmax_backward};
use super::matmul::{Matrix, MatrixMut, multiply};

const BLOCK: usize = 64;

/// The shape of a micro-batch's attention.
#[derive(Debug, Clone)]
pub(super) struct Attention {
    pub(super) batch: usize,
    pub(super) length: usize,
    pub(super) heads: usize,
    pub(super) dim: usize,
    /// `[length, dim / 2]`.
    cos: Vec<f32>,
    /// `[length, dim / 2]`.
    sin: Vec<f32>,
}

impl Attention {
    pub(super) fn new(batch: usize, length: usize, heads: usize, dim: usize) -> Self {
        let angles: Vec<f64> = (0..length * dim / 2)
            .map(|i| {
                let (position, pair) = (i / (dim / 2), i % (dim / 2));
                position as f64 * 10_000_f64.powf(-2.0 * pair as f64 / dim as f64)
            })
            .collect();
        #[allow(
            clippy::cast_possible_truncation,
            reason = "tables are single precision"
        )]
        let table = |f: fn(f64) -> f64| angles.iter().map(|&a| f(a) as f32).collect();
        Self {
            batch,
            length,
            heads,
            dim,
            cos: table(f64::cos),
            sin: table(f64::sin),
        }
    }

    fn width(&self) -> usize {
        self.heads * self.dim
    }

    /// Entries of the attention weights: `[batch, heads, length, length]`.
    pub(super) fn weights_len(&self) -> usize {
        self.batch * self.heads * self.length * self.length
    }

    /// Turns queries and keys of `qkv` `[rows, 3 * width]` by their positions, or back.
    pub(super) fn rotate(&self, qkv: &mut [f32], direction: f32) {
        let (width, half) = (self.width(), self.dim / 2);
        pulp::Arch::new().dispatch(
            #[inline(always)]
            || {
                for (r, row) in qkv.chunks_exact_mut(3 * width).enumerate() {
                    let at = r % self.length * half;
                    let (cos, sin) = (&self.cos[at..at + half], &self.sin[at..at + half]);
                    for head in row[..2 * width].chunks_exact_mut(self.dim) {
                        rotate(head, cos, sin, direction);
                    }
                }
            },
        );
    }

    /// Where (sequence, head) has its query in `qkv`; keys and values follow at
    /// `width` and `2 * width`.
    fn origin(&self, sequence: usize, head: usize) -> usize {
        sequence * self.length * 3 * self.width() + head * self.dim
    }

    fn each(&self, mut f: impl FnMut(usize, usize, usize)) {
        for sequence in 0..self.batch {
            for head in 0..self.heads {
                f(
                    sequence,
                    head,
                    (sequence * self.heads + head) * self.length * self.length,
                );
            }
        }
    }

    /// Fills `weights` and `mixed` `[rows, width]` from rotated `qkv`.
    pub(super) fn forward(&self, qkv: &[f32], weights: &mut [f32], mixed: &mut [f32]) {
        let (n, dim, width) = (self.length, self.dim, self.width());
        let wide = 3 * width;
        self.each(|sequence, head, square| {
            let at = self.origin(sequence, head);
            for first in (0..n).step_by(BLOCK) {
                let rows = BLOCK.min(n - first);
                let columns = first + rows;
                let p = &mut weights[square + first * n..square + columns * n];
                multiply(
                    MatrixMut::new(p, rows, columns, n),
                    0.0,
                    1.0 / (dim as f32).sqrt(),
                    Matrix::new(&qkv[at + first * wide..], rows, dim, wide),
                    Matrix::new(&qkv[at + width..], columns, dim, wide).transposed(),
                );
                causal_softmax(p, columns, n, first);
                let to = (sequence * n + first) * width + head * dim;
                multiply(
                    MatrixMut::new(&mut mixed[to..], rows, dim, width),
                    0.0,
                    1.0,
                    Matrix::new(p, rows, columns, n),
                    Matrix::new(&qkv[at + 2 * width..], columns, dim, wide),
                );
            }
        });
    }

    /// Fills `dqkv` from `dmixed`; `square` is scratch of `BLOCK * length` entries.
    pub(super) fn backward(
        &self,
        qkv: &[f32],
        weights: &[f32],
        dmixed: &[f32],
        dqkv: &mut [f32],
        square: &mut Vec<f32>,
    ) {
        let (n, dim, width) = (self.length, self.dim, self.width());
        let wide = 3 * width;
        square.resize(BLOCK * n, 0.0);
        dqkv.fill(0.0);
        self.each(|sequence, head, at_weights| {
            let at = self.origin(sequence, head);
            for first in (0..n).step_by(BLOCK) {
                let rows = BLOCK.min(n - first);
                let columns = first + rows;
                let p = &weights[at_weights + first * n..at_weights + columns * n];
                let d = &mut square[..rows * columns];
                let from = (sequence * n + first) * width + head * dim;
                let dmixed = Matrix::new(&dmixed[from..], rows, dim, width);
                let p_view = Matrix::new(p, rows, columns, n);
                multiply(
                    MatrixMut::dense(d, rows, columns),
                    0.0,
                    1.0,
                    dmixed,
                    Matrix::new(&qkv[at + 2 * width..], columns, dim, wide).transposed(),
                );
                multiply(
                    MatrixMut::new(&mut dqkv[at + 2 * width..], columns, dim, wide),
                    1.0,
                    1.0,
                    p_view.transposed(),
                    dmixed,
                );
                softmax_backward(d, p, columns, n, 1.0 / (dim as f32).sqrt());
                let d = Matrix::dense(d, rows, columns);
                multiply(
                    MatrixMut::new(&mut dqkv[at + first * wide..], rows, dim, wide),
                    0.0,
                    1.0,
                    d,
                    Matrix::new(&qkv[at + width..], columns, dim, wide),
                );
                multiply(
                    MatrixMut::new(&mut dqkv[at + width..], columns, dim, wide),
                    1.0,
                    1.0,
                    d.transposed(),
                    Matrix::new(&qkv[at + first * wide..], rows, dim, wide),
                );
            }
        });
    }
}
