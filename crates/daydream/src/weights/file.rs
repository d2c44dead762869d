//! The weights file: safetensors, with the model's shape and vocabulary in the header.

use half::f16;
use safetensors::{Dtype, SafeTensors};
use serde_json::{Value, json};

use super::{Numbers, Slot, Weights, WeightsError};
use crate::{Config, Tier, Vocabulary};

/// The value of `format` in the header.
const FORMAT: &str = "ludometer-daydream-1";

/// Why these bytes are no model.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// Not a safetensors file, or a damaged one.
    #[error("this is no safetensors file: {problem}")]
    Damaged {
        /// What the reader of such files says.
        problem: String,
    },
    /// The header lacks an entry.
    #[error("the header has no {key:?}, which a Daydream file has")]
    NoEntry {
        /// The entry's name.
        key: &'static str,
    },
    /// The file is of another kind or of a later version.
    #[error("the format is {found:?}, expected {FORMAT:?}")]
    Format {
        /// What the header says.
        found: String,
    },
    /// An entry of the header cannot be used.
    #[error("{key:?} in the header is {text:?}: {problem}")]
    Entry {
        /// The entry's name.
        key: &'static str,
        /// The entry, cut where it is long.
        text: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A tensor has another type of number.
    #[error("tensor {name} holds {found:?}, expected F16 or F32")]
    Type {
        /// The tensor's name.
        name: String,
        /// Its type.
        found: Dtype,
    },
    /// The tensors are not those of the model that the header describes.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

impl Weights {
    /// Reads a weights file.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FileError> {
        let damaged = |error: safetensors::SafeTensorError| FileError::Damaged {
            problem: error.to_string(),
        };
        let (_, header) = SafeTensors::read_metadata(bytes).map_err(damaged)?;
        let file = SafeTensors::deserialize(bytes).map_err(damaged)?;
        let entry = |key: &'static str| {
            let entries = header.metadata().as_ref();
            entries
                .and_then(|entries| entries.get(key))
                .ok_or(FileError::NoEntry { key })
        };
        let format = entry("format")?;
        if format != FORMAT {
            return Err(FileError::Format {
                found: shortened(format),
            });
        }
        let config: Config = parsed("config", entry("config")?)?;
        let vocabulary: Vocabulary = parsed("vocabulary", entry("vocabulary")?)?;
        let tier = match entry("tier") {
            Err(_) => None,
            Ok(name) => Some(name.parse::<Tier>().map_err(|error| FileError::Entry {
                key: "tier",
                text: shortened(name),
                problem: error.to_string(),
            })?),
        };
        // Every number copied here stands in the file, whatever the header claims, so a
        // file cannot make its reader take much more memory than it has bytes.
        let tensors = file.iter().map(|(name, view)| {
            let slot = Slot {
                name: name.to_owned(),
                shape: view.shape().to_vec(),
            };
            let numbers = match view.dtype() {
                Dtype::F16 => Numbers::Half(halves(view.data())),
                Dtype::F32 => Numbers::Full(singles(view.data())),
                found => {
                    let name = slot.name;
                    return Err(FileError::Type { name, found });
                }
            };
            Ok((slot, numbers))
        });
        let tensors: Vec<(Slot, Numbers)> = tensors.collect::<Result<_, _>>()?;
        Ok(Self::new(config, vocabulary, tier, tensors)?)
    }

    /// Writes a weights file. The same weights always give the same bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut entries = serde_json::Map::new();
        entries.insert("format".to_owned(), FORMAT.into());
        entries.insert("config".to_owned(), text(&json!(self.config())).into());
        let vocabulary = text(&json!(self.vocabulary()));
        entries.insert("vocabulary".to_owned(), vocabulary.into());
        if let Some(tier) = self.tier() {
            entries.insert("tier".to_owned(), tier.name().into());
        }
        // The writer of the safetensors crate keeps entries in a hash map, so its bytes
        // would differ from run to run; the header is short enough to be written here.
        let mut header = serde_json::Map::new();
        header.insert("__metadata__".to_owned(), entries.into());
        let mut data = Vec::new();
        for (slot, numbers) in self.tensors() {
            let start = data.len();
            let dtype = match numbers {
                Numbers::Half(numbers) => {
                    data.extend(numbers.iter().flat_map(|x| x.to_le_bytes()));
                    "F16"
                }
                Numbers::Full(numbers) => {
                    data.extend(numbers.iter().flat_map(|x| x.to_le_bytes()));
                    "F32"
                }
            };
            let offsets = [start, data.len()];
            header.insert(
                slot.name,
                json!({ "dtype": dtype, "shape": slot.shape, "data_offsets": offsets }),
            );
        }
        let mut header = text(&Value::Object(header)).into_bytes();
        header.resize(header.len().next_multiple_of(8), b' ');
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend(header);
        bytes.extend(data);
        bytes
    }
}

fn text(value: &Value) -> String {
    value.to_string()
}

fn parsed<T: serde::de::DeserializeOwned>(key: &'static str, text: &str) -> Result<T, FileError> {
    serde_json::from_str(text).map_err(|error| FileError::Entry {
        key,
        text: shortened(text),
        problem: error.to_string(),
    })
}

fn shortened(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}

fn halves(bytes: &[u8]) -> Vec<f16> {
    let (numbers, _) = bytes.as_chunks();
    numbers.iter().map(|&x| f16::from_le_bytes(x)).collect()
}

fn singles(bytes: &[u8]) -> Vec<f32> {
    let (numbers, _) = bytes.as_chunks();
    numbers.iter().map(|&x| f32::from_le_bytes(x)).collect()
}
