//! Parameters as one flat vector, and where each tensor lies in it.

use std::ops::Range;

use ludometer_daydream::{Config, Numbers, Tier, Vocabulary, Weights, WeightsError};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A tensor of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// `[vocabulary, width]`, the output map too.
    Embedding,
    /// `[width]`: the norm before the output.
    Norm,
    /// `[width]` of a block.
    AttentionNorm(usize),
    /// `[3 * width, width]` of a block.
    QueryKeyValue(usize),
    /// `[width, width]` of a block.
    AttentionOut(usize),
    /// `[width]` of a block.
    MlpNorm(usize),
    /// `[4 * width, width]` of a block.
    MlpUp(usize),
    /// `[width, 4 * width]` of a block.
    MlpDown(usize),
}

impl Part {
    /// The tensor's name in a weights file.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Embedding => "embedding".to_owned(),
            Self::Norm => "norm".to_owned(),
            Self::AttentionNorm(i) => format!("blocks.{i}.attention_norm"),
            Self::QueryKeyValue(i) => format!("blocks.{i}.query_key_value"),
            Self::AttentionOut(i) => format!("blocks.{i}.attention_out"),
            Self::MlpNorm(i) => format!("blocks.{i}.mlp_norm"),
            Self::MlpUp(i) => format!("blocks.{i}.mlp_up"),
            Self::MlpDown(i) => format!("blocks.{i}.mlp_down"),
        }
    }

    /// Whether the tensor is a norm's weight.
    #[must_use]
    pub fn is_norm(self) -> bool {
        matches!(self, Self::Norm | Self::AttentionNorm(_) | Self::MlpNorm(_))
    }
}

/// One tensor's place: `rows` × `columns`, row-major, from `offset`.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// Which tensor.
    pub part: Part,
    /// Outputs of a linear map; 1 for a vector.
    pub rows: usize,
    /// Inputs of a linear map; a vector's length.
    pub columns: usize,
    /// Its first entry in the flat vector.
    pub offset: usize,
}

impl Place {
    /// Its entries in the flat vector.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.offset..self.offset + self.rows * self.columns
    }
}

/// Where every tensor of a model lies.
#[derive(Debug, Clone)]
pub struct Layout {
    places: Vec<Place>,
}

const BEFORE_BLOCKS: usize = 2;
const IN_BLOCK: usize = 6;

impl Layout {
    /// The layout of a model of `config` with `vocabulary` characters.
    #[must_use]
    pub fn new(config: &Config, vocabulary: usize) -> Self {
        let w = config.width();
        let mut places: Vec<Place> = Vec::new();
        let mut offset = 0;
        let mut add = |part, rows: usize, columns: usize| {
            places.push(Place {
                part,
                rows,
                columns,
                offset,
            });
            offset += rows * columns;
        };
        add(Part::Embedding, vocabulary, w);
        add(Part::Norm, 1, w);
        for i in 0..config.layers() {
            add(Part::AttentionNorm(i), 1, w);
            add(Part::QueryKeyValue(i), 3 * w, w);
            add(Part::AttentionOut(i), w, w);
            add(Part::MlpNorm(i), 1, w);
            add(Part::MlpUp(i), 4 * w, w);
            add(Part::MlpDown(i), w, 4 * w);
        }
        Self { places }
    }

    /// Every tensor, in the order of the flat vector.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// Number of parameters.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "no model is empty")]
    pub fn len(&self) -> usize {
        self.places.last().map_or(0, |place| place.range().end)
    }

    /// Number of characters.
    #[must_use]
    pub fn vocabulary(&self) -> usize {
        self.places[0].rows
    }

    /// Where a tensor stands in [`Layout::places`].
    #[must_use]
    pub fn index(&self, part: Part) -> usize {
        let block = |i: usize, within: usize| BEFORE_BLOCKS + IN_BLOCK * i + within;
        match part {
            Part::Embedding => 0,
            Part::Norm => 1,
            Part::AttentionNorm(i) => block(i, 0),
            Part::QueryKeyValue(i) => block(i, 1),
            Part::AttentionOut(i) => block(i, 2),
            Part::MlpNorm(i) => block(i, 3),
            Part::MlpUp(i) => block(i, 4),
            Part::MlpDown(i) => block(i, 5),
        }
    }

    /// The place of a tensor that the model has.
    #[must_use]
    pub fn place(&self, part: Part) -> Place {
        self.places[self.index(part)]
    }
}

/// Weights to begin with: normal with standard deviation 0.02, the maps back into the
/// residual stream smaller with the depth, norms at 1.
#[must_use]
pub fn initial(layout: &Layout, seed: u64) -> Vec<f32> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(u64::MAX);
    let blocks = (layout.places.len() - BEFORE_BLOCKS) / IN_BLOCK;
    let back = 0.02 / (2.0 * blocks as f64).sqrt();
    let mut parameters = Vec::with_capacity(layout.len());
    for place in &layout.places {
        let deviation = match place.part {
            Part::AttentionOut(_) | Part::MlpDown(_) => back,
            _ => 0.02,
        };
        for _ in place.range() {
            parameters.push(if place.part.is_norm() {
                1.0
            } else {
                normal(&mut rng, deviation)
            });
        }
    }
    parameters
}

/// A normal number by Box and Muller.
#[allow(
    clippy::cast_possible_truncation,
    reason = "single precision throughout"
)]
fn normal(rng: &mut ChaCha8Rng, deviation: f64) -> f32 {
    let (u, v): (f64, f64) = (1.0 - rng.random::<f64>(), rng.random());
    (deviation * (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()) as f32
}

/// Flat parameters as a weights file's contents, in single precision.
pub fn to_weights(
    config: Config,
    vocabulary: &Vocabulary,
    tier: Option<Tier>,
    parameters: &[f32],
) -> Result<Weights, WeightsError> {
    let layout = Layout::new(&config, vocabulary.len());
    let slots = Weights::layout(config, vocabulary.len());
    let tensors = slots.into_iter().map(|slot| {
        let place = layout
            .places
            .iter()
            .find(|place| place.part.name() == slot.name);
        let range = place.expect("both layouts name the same tensors").range();
        (slot, Numbers::Full(parameters[range].to_vec()))
    });
    Weights::new(
        config,
        vocabulary.clone(),
        tier,
        tensors.collect::<Vec<_>>(),
    )
}

/// A weights file's numbers as flat parameters.
#[must_use]
pub fn of_weights(weights: &Weights) -> Vec<f32> {
    let layout = Layout::new(&weights.config(), weights.vocabulary().len());
    let numbers = |place: &Place| {
        let numbers = weights.tensor(&place.part.name());
        numbers
            .expect("both layouts name the same tensors")
            .to_f32()
    };
    layout.places.iter().flat_map(numbers).collect()
}
