//! The forward pass of some characters at once.

use crate::kernel::attention::{Attend, Seen, Tails, View, room};
use crate::kernel::matmul::{Into, Matmul, Rows};
use crate::kernel::panels::{Linear, PANEL};
use crate::kernel::rows::{Gelu, Normalise, Rotate};
use crate::model::Model;

/// Characters that pass at once. More would share a load of the weights, but their rows
/// would leave the second-level cache.
pub(crate) const CHUNK: usize = 96;

/// Rows of the pass that is under way.
#[derive(Debug)]
pub(crate) struct Scratch {
    /// What stands for the characters between blocks.
    x: Vec<f32>,
    /// The same normalised.
    normed: Vec<f32>,
    three: Vec<f32>,
    attended: Vec<f32>,
    mlp: Vec<f32>,
    scores: Vec<f32>,
    /// Rows of `shape.logits`.
    pub(crate) logits: Vec<f32>,
}

/// Where the characters stand.
pub(crate) enum Place<'a> {
    /// In the shared sequence from `first` on. Logits are for the last one only, and
    /// only if they are asked for.
    Sequence {
        seen: &'a mut [Seen],
        first: usize,
        logits: bool,
    },
    /// Being tried after `shared` positions.
    Tried {
        seen: &'a [Seen],
        shared: usize,
        /// By layer.
        keys: &'a mut [Vec<f32>],
        values: &'a mut [Vec<f32>],
        /// Of each character its ancestors, itself the last.
        ancestors: &'a [Vec<usize>],
    },
}

impl Scratch {
    pub(crate) fn new(model: &Model) -> Self {
        let shape = model.shape;
        let rows = |stride: usize| vec![0.0; CHUNK * stride];
        Self {
            x: rows(shape.row),
            normed: rows(shape.row),
            three: rows(shape.three),
            attended: rows(shape.heads.all()),
            mlp: rows(shape.mlp),
            scores: vec![0.0; room(shape.heads)],
            logits: rows(shape.logits),
        }
    }
}

impl Model {
    /// Passes at most [`CHUNK`] characters through the model.
    pub(crate) fn pass(&self, scratch: &mut Scratch, tokens: &[u8], mut place: Place<'_>) {
        let row = self.shape.row;
        for (x, &token) in scratch.x.chunks_exact_mut(row).zip(tokens) {
            let from = usize::from(token) * row;
            x.copy_from_slice(&self.embedding[from..from + row]);
        }
        let mut count = tokens.len();
        for layer in 0..self.blocks.len() {
            // Of the last block's output only the last character's is ever used.
            let last = layer + 1 == self.blocks.len();
            count = self.attend(scratch, layer, last, count, &mut place);
            if count == 0 {
                return;
            }
            self.perceive(scratch, layer, count);
        }
        self.normalise(scratch, &self.norm, count);
        let normed = &scratch.normed;
        let (logits, stride) = (&mut scratch.logits, self.shape.logits);
        self.multiply(
            &self.head,
            normed,
            row,
            count,
            logits,
            stride,
            Into::Replace,
        );
    }

    /// Passes a stretch of a sequence through the model, after the `first` characters that
    /// `seen` has. Gives the logits after the last.
    pub(crate) fn run<'a>(
        &self,
        scratch: &'a mut Scratch,
        seen: &mut [Seen],
        first: usize,
        tokens: &[u8],
    ) -> &'a [f32] {
        let chunks = tokens.len().div_ceil(CHUNK);
        let mut done = 0;
        for chunk in 0..chunks {
            let count = (tokens.len() - done).div_ceil(chunks - chunk);
            let place = Place::Sequence {
                seen: &mut *seen,
                first: first + done,
                logits: chunk + 1 == chunks,
            };
            self.pass(scratch, &tokens[done..done + count], place);
            done += count;
        }
        &scratch.logits[..self.vocabulary.len()]
    }

    /// Attention of one block. Gives how many rows go on.
    fn attend(
        &self,
        scratch: &mut Scratch,
        layer: usize,
        last: bool,
        mut count: usize,
        place: &mut Place<'_>,
    ) -> usize {
        let (shape, block) = (self.shape, &self.blocks[layer]);
        let (row, all, three) = (shape.row, shape.heads.all(), shape.three);
        self.normalise(scratch, &block.attention_norm, count);
        let linear = &block.query_key_value;
        let normed = &scratch.normed;
        let to = &mut scratch.three;
        let lone = last && matches!(place, Place::Sequence { .. }) && count > 1;
        if lone && all.is_multiple_of(PANEL) {
            // Keys and values of all, the query of the last.
            let middle = all / PANEL;
            self.multiply_panels(
                linear,
                middle..linear.panels(),
                normed,
                row,
                count,
                &mut to[all..],
                three,
                Into::Replace,
            );
            let from = count - 1;
            self.multiply_panels(
                linear,
                0..middle,
                &normed[from * row..],
                row,
                1,
                &mut to[from * three..],
                three,
                Into::Replace,
            );
        } else {
            self.multiply(linear, normed, row, count, to, three, Into::Replace);
        }
        let scale = 1.0 / (self.config.head_width() as f32).sqrt();
        for (r, row) in scratch
            .three
            .chunks_exact_mut(three)
            .take(count)
            .enumerate()
        {
            let position = match place {
                Place::Sequence { first, .. } => *first + r,
                Place::Tried {
                    shared, ancestors, ..
                } => *shared + ancestors[r].len() - 1,
            };
            let (query, rest) = row.split_at_mut(all);
            let (key, rest) = rest.split_at_mut(all);
            let value = &rest[..all];
            self.rotate(query, position, scale);
            self.rotate(key, position, 1.0);
            match place {
                Place::Sequence { seen, .. } => {
                    seen[layer].put(shape.heads, position, key, value);
                }
                Place::Tried {
                    keys,
                    values,
                    ancestors,
                    ..
                } => {
                    let own = ancestors[r]
                        .last()
                        .expect("a character is its own ancestor");
                    keys[layer][own * all..][..all].copy_from_slice(key);
                    values[layer][own * all..][..all].copy_from_slice(value);
                }
            }
        }
        let mut from = 0;
        if last && let Place::Sequence { logits, .. } = place {
            if !*logits {
                return 0;
            }
            from = count - 1;
            scratch.x.copy_within(from * row..count * row, 0);
            count = 1;
        }
        let (seen, view) = match place {
            Place::Sequence { seen, first, .. } => {
                let first = *first + from;
                (&seen[layer], View::Sequence { first })
            }
            Place::Tried {
                seen,
                shared,
                keys,
                values,
                ancestors,
            } => {
                let tails = Tails {
                    of: ancestors,
                    keys: &keys[layer],
                    values: &values[layer],
                };
                let shared = *shared;
                (&seen[layer], View::Tails { shared, tails })
            }
        };
        self.kernel.run(Attend {
            heads: shape.heads,
            seen,
            view,
            queries: Rows {
                numbers: &scratch.three[from * three..],
                stride: three,
                count,
            },
            out: &mut scratch.attended,
            out_stride: all,
            scores: &mut scratch.scores,
        });
        let (attended, x) = (&scratch.attended, &mut scratch.x);
        self.multiply(
            &block.attention_out,
            attended,
            all,
            count,
            x,
            row,
            Into::Add,
        );
        count
    }

    /// The perceptron of one block.
    fn perceive(&self, scratch: &mut Scratch, layer: usize, count: usize) {
        let (row, mlp, block) = (self.shape.row, self.shape.mlp, &self.blocks[layer]);
        self.normalise(scratch, &block.mlp_norm, count);
        let Scratch {
            x,
            normed,
            mlp: inner,
            ..
        } = scratch;
        self.multiply(&block.mlp_up, normed, row, count, inner, mlp, Into::Replace);
        self.kernel.run(Gelu(&mut inner[..count * mlp]));
        self.multiply(&block.mlp_down, inner, mlp, count, x, row, Into::Add);
    }

    fn normalise(&self, scratch: &mut Scratch, weight: &[f32], count: usize) {
        let stride = self.shape.row;
        self.kernel.run(Normalise {
            x: &scratch.x[..count * stride],
            out: &mut scratch.normed,
            stride,
            width: self.config.width(),
            weight,
        });
    }

    fn rotate(&self, heads: &mut [f32], position: usize, scale: f32) {
        let half = self.shape.heads.width / 2;
        self.kernel.run(Rotate {
            heads,
            cos: &self.cos[position * half..][..half],
            sin: &self.sin[position * half..][..half],
            scale,
        });
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "two matrices, each with its shape"
    )]
    fn multiply(
        &self,
        linear: &Linear,
        numbers: &[f32],
        stride: usize,
        count: usize,
        out: &mut [f32],
        out_stride: usize,
        into: Into,
    ) {
        let panels = 0..linear.panels();
        self.multiply_panels(
            linear, panels, numbers, stride, count, out, out_stride, into,
        );
    }

    #[allow(
        clippy::too_many_arguments,
        reason = "two matrices, each with its shape"
    )]
    fn multiply_panels(
        &self,
        linear: &Linear,
        panels: std::ops::Range<usize>,
        numbers: &[f32],
        stride: usize,
        count: usize,
        out: &mut [f32],
        out_stride: usize,
        into: Into,
    ) {
        self.kernel.run(Matmul {
            linear,
            panels,
            rows: Rows {
                numbers,
                stride,
                count,
            },
            out,
            out_stride,
            into,
        });
    }
}
