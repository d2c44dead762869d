//! A trained model as numbers by name, before it is prepared for anything.
//!
//! - [`layout`](Weights::layout): which tensors there are, and their shapes.
//! - `file`: the safetensors file they are kept in.
//!
//! Linear weights are row-major `[out, in]`.

mod file;
#[cfg(test)]
mod tests;

use half::f16;

pub use file::FileError;

use crate::{Config, Tier, Vocabulary};

/// The numbers of one tensor.
#[derive(Debug, Clone, PartialEq)]
pub enum Numbers {
    /// In half precision, as models are shipped.
    Half(Vec<f16>),
    /// In single precision, as models are trained.
    Full(Vec<f32>),
}

/// A named tensor's shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slot {
    /// The name, such as `blocks.0.mlp_up`.
    pub name: String,
    /// Rows and columns, or the one length.
    pub shape: Vec<usize>,
}

/// A model's shape, vocabulary and numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct Weights {
    config: Config,
    vocabulary: Vocabulary,
    tier: Option<Tier>,
    /// In the order of the layout.
    tensors: Vec<Numbers>,
}

/// Why these tensors are no model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WeightsError {
    /// A tensor is not there.
    #[error("tensor {name} is missing, expected shape {expected:?}")]
    Missing {
        /// Its name.
        name: String,
        /// The shape it should have.
        expected: Vec<usize>,
    },
    /// A tensor is there that the model has no use for.
    #[error("tensor {name} has no place in a model of {layers} layers")]
    Unexpected {
        /// Its name.
        name: String,
        /// The layers of the model.
        layers: usize,
    },
    /// A tensor has another shape.
    #[error("tensor {name} has shape {found:?}, expected {expected:?}")]
    Shape {
        /// Its name.
        name: String,
        /// Its shape.
        found: Vec<usize>,
        /// The shape it should have.
        expected: Vec<usize>,
    },
    /// A number is infinite or none at all, perhaps after rounding to half precision.
    #[error("tensor {name}: number {at} is {value}")]
    NotFinite {
        /// The tensor's name.
        name: String,
        /// The number's place in row-major order.
        at: usize,
        /// The number, as text.
        value: String,
    },
}

impl Numbers {
    /// How many.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Half(numbers) => numbers.len(),
            Self::Full(numbers) => numbers.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// In single precision, which loses nothing.
    #[must_use]
    pub fn to_f32(&self) -> Vec<f32> {
        match self {
            Self::Half(numbers) => numbers.iter().map(|x| x.to_f32()).collect(),
            Self::Full(numbers) => numbers.clone(),
        }
    }

    /// In half precision, rounded to nearest.
    #[must_use]
    pub fn to_f16(&self) -> Vec<f16> {
        match self {
            Self::Half(numbers) => numbers.clone(),
            Self::Full(numbers) => numbers.iter().map(|&x| f16::from_f32(x)).collect(),
        }
    }

    fn check_finite(&self, name: &str) -> Result<(), WeightsError> {
        let odd = match self {
            Self::Half(numbers) => numbers
                .iter()
                .position(|x| !x.is_finite())
                .map(|at| (at, numbers[at].to_f32())),
            Self::Full(numbers) => numbers
                .iter()
                .position(|x| !x.is_finite())
                .map(|at| (at, numbers[at])),
        };
        match odd {
            None => Ok(()),
            Some((at, value)) => Err(WeightsError::NotFinite {
                name: name.to_owned(),
                at,
                value: value.to_string(),
            }),
        }
    }
}

impl Weights {
    /// The tensors of a model and their shapes, in the order in which
    /// [`tensors`](Self::tensors) gives them.
    #[must_use]
    pub fn layout(config: Config, vocabulary: usize) -> Vec<Slot> {
        let (width, mlp) = (config.width(), config.mlp_width());
        let slot = |name: String, shape: &[usize]| Slot {
            name,
            shape: shape.to_vec(),
        };
        let mut slots = vec![
            slot("embedding".to_owned(), &[vocabulary, width]),
            slot("norm".to_owned(), &[width]),
        ];
        for i in 0..config.layers() {
            let block = |part: &str, shape: &[usize]| slot(format!("blocks.{i}.{part}"), shape);
            slots.extend([
                block("attention_norm", &[width]),
                block("query_key_value", &[3 * width, width]),
                block("attention_out", &[width, width]),
                block("mlp_norm", &[width]),
                block("mlp_up", &[mlp, width]),
                block("mlp_down", &[width, mlp]),
            ]);
        }
        slots
    }

    /// A model from its tensors, given with their shapes in any order.
    pub fn new(
        config: Config,
        vocabulary: Vocabulary,
        tier: Option<Tier>,
        tensors: impl IntoIterator<Item = (Slot, Numbers)>,
    ) -> Result<Self, WeightsError> {
        let layout = Self::layout(config, vocabulary.len());
        let mut places: Vec<Option<Numbers>> = vec![None; layout.len()];
        for (Slot { name, shape }, numbers) in tensors {
            let Some(place) = layout.iter().position(|slot| slot.name == name) else {
                let layers = config.layers();
                return Err(WeightsError::Unexpected { name, layers });
            };
            let expected = &layout[place].shape;
            let count: usize = expected.iter().product();
            if shape != *expected || numbers.len() != count {
                return Err(WeightsError::Shape {
                    name,
                    found: if shape == *expected {
                        vec![numbers.len()]
                    } else {
                        shape
                    },
                    expected: expected.clone(),
                });
            }
            numbers.check_finite(&name)?;
            places[place] = Some(numbers);
        }
        let tensors = layout
            .into_iter()
            .zip(places)
            .map(|(slot, numbers)| {
                numbers.ok_or(WeightsError::Missing {
                    name: slot.name,
                    expected: slot.shape,
                })
            })
            .collect::<Result<_, _>>()?;
        Ok(Self {
            config,
            vocabulary,
            tier,
            tensors,
        })
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

    /// The tier it was made for, if the file says so.
    #[must_use]
    pub fn tier(&self) -> Option<Tier> {
        self.tier
    }

    /// Every tensor, in the order of the [`layout`](Self::layout).
    pub fn tensors(&self) -> impl Iterator<Item = (Slot, &Numbers)> {
        Self::layout(self.config, self.vocabulary.len())
            .into_iter()
            .zip(&self.tensors)
    }

    /// The tensor of a name.
    #[must_use]
    pub fn tensor(&self, name: &str) -> Option<&Numbers> {
        self.tensors()
            .find_map(|(slot, numbers)| (slot.name == name).then_some(numbers))
    }

    /// The same in half precision, rounded to nearest; fails where a number is beyond
    /// its range.
    pub fn to_half(&self) -> Result<Self, WeightsError> {
        let tensors: Vec<(Slot, Numbers)> = self
            .tensors()
            .map(|(slot, numbers)| (slot, Numbers::Half(numbers.to_f16())))
            .collect();
        Self::new(self.config, self.vocabulary.clone(), self.tier, tensors)
    }
}
