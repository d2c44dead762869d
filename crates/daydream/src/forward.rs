//! The forward pass of some characters at once.

use std::ops::Range;

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
            count = self.attend(scratch, layer, count, &mut place);
            if count == 0 {
                return;
            }
            self.perceive(scratch, layer, count);
        }
        self.normalise(scratch, &self.norm, count);
        let normed = Rows {
            numbers: &scratch.normed,
            stride: row,
            count,
        };
        let logits = (&mut scratch.logits[..], self.shape.logits);
        self.multiply(&self.head, normed, logits, Into::Replace);
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
        count: usize,
        place: &mut Place<'_>,
    ) -> usize {
        let (row, all, three) = (self.shape.row, self.shape.heads.all(), self.shape.three);
        // Of the last block's output only the last character's is ever used.
        let last = layer + 1 == self.blocks.len();
        let going_on = match place {
            Place::Sequence { logits: false, .. } if last => 0,
            Place::Sequence { .. } if last => 1,
            _ => count,
        };
        self.project(scratch, layer, count, going_on);
        self.keep(scratch, layer, count, place);
        if going_on == 0 {
            return 0;
        }
        let from = count - going_on;
        scratch.x.copy_within(from * row..count * row, 0);
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
            heads: self.shape.heads,
            seen,
            view,
            queries: Rows {
                numbers: &scratch.three[from * three..],
                stride: three,
                count: going_on,
            },
            out: &mut scratch.attended,
            out_stride: all,
            scores: &mut scratch.scores,
        });
        let linear = &self.blocks[layer].attention_out;
        let attended = Rows {
            numbers: &scratch.attended,
            stride: all,
            count: going_on,
        };
        self.multiply(linear, attended, (&mut scratch.x, row), Into::Add);
        going_on
    }

    /// Keys and values of all rows, queries of those that go on.
    fn project(&self, scratch: &mut Scratch, layer: usize, count: usize, going_on: usize) {
        let (row, all, three) = (self.shape.row, self.shape.heads.all(), self.shape.three);
        let block = &self.blocks[layer];
        self.normalise(scratch, &block.attention_norm, count);
        let linear = &block.query_key_value;
        let rows = |from: usize| Rows {
            numbers: &scratch.normed[from * row..],
            stride: row,
            count: count - from,
        };
        let to = &mut scratch.three;
        if going_on < count && all.is_multiple_of(PANEL) {
            let middle = all / PANEL;
            let from = count - going_on;
            let panels = middle..linear.panels();
            self.multiply_some(linear, panels, rows(0), (&mut to[all..], three));
            // No query at all goes on from a chunk that is not the last one.
            if going_on > 0 {
                self.multiply_some(
                    linear,
                    0..middle,
                    rows(from),
                    (&mut to[from * three..], three),
                );
            }
        } else {
            self.multiply(linear, rows(0), (to, three), Into::Replace);
        }
    }

    /// Turns queries and keys, and keeps keys and values.
    fn keep(&self, scratch: &mut Scratch, layer: usize, count: usize, place: &mut Place<'_>) {
        let heads = self.shape.heads;
        let all = heads.all();
        let scale = 1.0 / (self.config.head_width() as f32).sqrt();
        let rows = scratch.three.chunks_exact_mut(self.shape.three);
        for (r, row) in rows.take(count).enumerate() {
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
                Place::Sequence { seen, .. } => seen[layer].put(heads, position, key, value),
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
    }

    /// The perceptron of one block.
    fn perceive(&self, scratch: &mut Scratch, layer: usize, count: usize) {
        let (row, mlp, block) = (self.shape.row, self.shape.mlp, &self.blocks[layer]);
        self.normalise(scratch, &block.mlp_norm, count);
        let normed = Rows {
            numbers: &scratch.normed,
            stride: row,
            count,
        };
        self.multiply(
            &block.mlp_up,
            normed,
            (&mut scratch.mlp, mlp),
            Into::Replace,
        );
        self.kernel.run(Gelu(&mut scratch.mlp[..count * mlp]));
        let inner = Rows {
            numbers: &scratch.mlp,
            stride: mlp,
            count,
        };
        self.multiply(&block.mlp_down, inner, (&mut scratch.x, row), Into::Add);
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

    /// Into rows of a buffer with its stride.
    fn multiply(&self, linear: &Linear, rows: Rows<'_>, out: (&mut [f32], usize), into: Into) {
        let (out, out_stride) = out;
        self.kernel.run(Matmul {
            linear,
            panels: 0..linear.panels(),
            rows,
            out,
            out_stride,
            into,
        });
    }

    /// Of some panels' outputs.
    fn multiply_some(
        &self,
        linear: &Linear,
        panels: Range<usize>,
        rows: Rows<'_>,
        (out, out_stride): (&mut [f32], usize),
    ) {
        self.kernel.run(Matmul {
            linear,
            panels,
            rows,
            out,
            out_stride,
            into: Into::Replace,
        });
    }
}
