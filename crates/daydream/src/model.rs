//! A model prepared for inference: weights packed for a kernel, angles in a table.

use std::fmt;

use crate::kernel::Kernel;
use crate::kernel::attention::Heads;
use crate::kernel::panels::{Linear, PANEL};
use crate::{Config, Numbers, Tier, Vocabulary, Weights, number};

/// A model that runs. Nothing in it changes, so that any number of dreams share one.
pub struct Model {
    pub(crate) kernel: Kernel,
    pub(crate) config: Config,
    pub(crate) vocabulary: Vocabulary,
    pub(crate) tier: Option<Tier>,
    pub(crate) shape: Shape,
    pub(crate) blocks: Vec<Block>,
    /// By token, rows of `shape.row`.
    pub(crate) embedding: Vec<f32>,
    pub(crate) norm: Vec<f32>,
    pub(crate) head: Linear,
    /// By position, half a head each.
    pub(crate) cos: Vec<f32>,
    pub(crate) sin: Vec<f32>,
}

/// Lengths of rows with padding.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) heads: Heads,
    /// A character's numbers between blocks.
    pub(crate) row: usize,
    /// Query, key and value of all heads.
    pub(crate) three: usize,
    pub(crate) mlp: usize,
    /// Logits.
    pub(crate) logits: usize,
}

pub(crate) struct Block {
    pub(crate) attention_norm: Vec<f32>,
    pub(crate) query_key_value: Linear,
    pub(crate) attention_out: Linear,
    pub(crate) mlp_norm: Vec<f32>,
    pub(crate) mlp_up: Linear,
    pub(crate) mlp_down: Linear,
}

impl Shape {
    fn new(config: Config, vocabulary: usize) -> Self {
        let pad = |x: usize| x.next_multiple_of(PANEL);
        let heads = Heads {
            count: config.heads(),
            // Even and odd numbers of a head apart, each half full vectors.
            width: 2 * (config.head_width() / 2).next_multiple_of(16),
            panels: config.context().div_ceil(PANEL),
        };
        Self {
            heads,
            row: pad(config.width()),
            three: pad(3 * heads.all()),
            mlp: pad(config.mlp_width()),
            logits: pad(vocabulary),
        }
    }
}

impl Model {
    /// Prepares weights for this machine's fastest kernel.
    #[must_use]
    pub fn new(weights: &Weights) -> Self {
        Self::with_kernel(weights, Kernel::fastest())
    }

    /// Prepares weights for a kernel.
    #[must_use]
    pub fn with_kernel(weights: &Weights, kernel: Kernel) -> Self {
        let config = weights.config();
        let vocabulary = weights.vocabulary().clone();
        let shape = Shape::new(config, vocabulary.len());
        let tensor = |name: &str| weights.tensor(name).expect("every tensor of the layout");
        let padded = |name: &str| {
            let mut row = tensor(name).to_f32();
            row.resize(shape.row, 0.0);
            row
        };
        let halves = kernel.has_halves();
        let blocks = (0..config.layers()).map(|layer| {
            let name = |part: &str| format!("blocks.{layer}.{part}");
            let linear = |part: &str| Matrix::new(tensor(&name(part)), halves);
            Block {
                attention_norm: padded(&name("attention_norm")),
                query_key_value: query_key_value(config, shape, &linear("query_key_value")),
                attention_out: attention_out(config, shape, &linear("attention_out")),
                mlp_norm: padded(&name("mlp_norm")),
                mlp_up: linear("mlp_up").pack(config.mlp_width()),
                mlp_down: linear("mlp_down").pack(config.width()),
            }
        });
        let rows = tensor("embedding").to_f32();
        let embedding = rows.chunks_exact(config.width()).flat_map(|row| {
            let padding = shape.row - row.len();
            row.iter().copied().chain(std::iter::repeat_n(0.0, padding))
        });
        let (cos, sin) = angles(config, shape);
        Self {
            kernel,
            config,
            tier: weights.tier(),
            shape,
            blocks: blocks.collect(),
            embedding: embedding.collect(),
            norm: padded("norm"),
            head: Matrix::new(tensor("embedding"), halves).pack(vocabulary.len()),
            cos,
            sin,
            vocabulary,
        }
    }

    /// The model's shape.
    #[must_use]
    pub fn config(&self) -> Config {
        self.config
    }

    /// The model's characters.
    #[must_use]
    pub fn vocabulary(&self) -> &Vocabulary {
        &self.vocabulary
    }

    /// The tier it was made for, if its file says so.
    #[must_use]
    pub fn tier(&self) -> Option<Tier> {
        self.tier
    }

    /// The kernel it runs on.
    #[must_use]
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Bytes of weights that one character reads by itself, and that several characters
    /// read together.
    #[must_use]
    pub fn weight_bytes(&self) -> (usize, usize) {
        let blocks = self.blocks.iter().flat_map(|block| {
            [
                &block.query_key_value,
                &block.attention_out,
                &block.mlp_up,
                &block.mlp_down,
            ]
        });
        blocks
            .chain([&self.head])
            .map(Linear::bytes)
            .fold((0, 0), |sum, bytes| (sum.0 + bytes.0, sum.1 + bytes.1))
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model")
            .field("tier", &self.tier)
            .field("config", &self.config)
            .field("kernel", &self.kernel)
            .finish_non_exhaustive()
    }
}

/// A linear weight, row-major.
struct Matrix {
    numbers: Vec<f32>,
    halves: bool,
}

impl Matrix {
    fn new(numbers: &Numbers, halves: bool) -> Self {
        Self {
            numbers: numbers.to_f32(),
            halves: halves && matches!(numbers, Numbers::Half(_)),
        }
    }

    fn pack(&self, outputs: usize) -> Linear {
        let inputs = self.numbers.len() / outputs;
        Linear::pack(outputs, inputs, self.halves, |output, input| {
            self.numbers[output * inputs + input]
        })
    }
}

/// Rows into the kernel's order of heads: queries and keys with even numbers first.
fn query_key_value(config: Config, shape: Shape, matrix: &Matrix) -> Linear {
    let (width, head_width, heads) = (config.width(), config.head_width(), shape.heads);
    let half = heads.width / 2;
    Linear::pack(3 * heads.all(), width, matrix.halves, |output, input| {
        let (part, place) = (output / heads.all(), output % heads.all());
        let (head, place) = (place / heads.width, place % heads.width);
        let number = if part == 2 {
            place
        } else {
            // Padding goes beyond the head's width.
            2 * (place % half) + place / half
        };
        if number < head_width {
            matrix.numbers[(part * width + head * head_width + number) * width + input]
        } else {
            0.0
        }
    })
}

/// Columns into the kernel's order of heads.
fn attention_out(config: Config, shape: Shape, matrix: &Matrix) -> Linear {
    let (width, head_width, heads) = (config.width(), config.head_width(), shape.heads);
    Linear::pack(width, heads.all(), matrix.halves, |output, input| {
        let (head, number) = (input / heads.width, input % heads.width);
        if number < head_width {
            matrix.numbers[output * width + head * head_width + number]
        } else {
            0.0
        }
    })
}

/// Cosine and sine of position · 10000^(-2i / head width), by turning step by step.
fn angles(config: Config, shape: Shape) -> (Vec<f32>, Vec<f32>) {
    /// ln 10000
    const BASE: f64 = 9.210_340_371_976_184;
    let half = shape.heads.width / 2;
    let count = config.context() * half;
    let (mut cos, mut sin) = (vec![1.0; count], vec![0.0; count]);
    for i in 0..config.head_width() / 2 {
        let step = number::exp(-BASE * (2 * i) as f64 / config.head_width() as f64);
        let (step_cos, step_sin) = number::cos_sin(step);
        let (mut x, mut y) = (1.0, 0.0);
        for position in 0..config.context() {
            let place = position * half + i;
            #[allow(clippy::cast_possible_truncation, reason = "rounded to nearest")]
            {
                (cos[place], sin[place]) = (x as f32, y as f32);
            }
            (x, y) = (x * step_cos - y * step_sin, y * step_cos + x * step_sin);
        }
    }
    (cos, sin)
}
