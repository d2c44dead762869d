//! The whole state of a training as a safetensors file.

use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use ludometer_daydream::{Config, Tier, Vocabulary};
use safetensors::tensor::{Dtype, SafeTensors, TensorView};
use serde::{Deserialize, Serialize};

use crate::optimizer::Moments;
use crate::recipe::Recipe;

/// One look at the held-out games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Look {
    /// Steps done.
    pub step: u64,
    /// Mean training loss since the look before, in nats a character.
    pub training: f64,
    /// Held-out loss in nats a character.
    pub held_out: f64,
}

/// Everything but the numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// The model's shape.
    pub config: Config,
    /// Its characters.
    pub vocabulary: Vocabulary,
    /// The tier it is trained for, if it is one of the three.
    pub tier: Option<Tier>,
    /// What is being done.
    pub recipe: Recipe,
    /// Hash of the corpus that it is done with.
    pub corpus: String,
    /// Steps done.
    pub step: u64,
    /// Training loss summed since the last look, and over how many steps.
    pub since: (f64, u64),
    /// The looks so far.
    pub looks: Vec<Look>,
}

/// A training that can go on from here.
#[derive(Debug, Clone, PartialEq)]
pub struct Checkpoint {
    /// Everything but the numbers.
    pub state: State,
    /// The weights.
    pub parameters: Vec<f32>,
    /// The optimiser's moments.
    pub moments: Moments,
}

/// Why a checkpoint cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The disk said no.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        error: std::io::Error,
    },
    /// The file is not a checkpoint of this version.
    #[error("{}: {problem}; expected a checkpoint of a Daydream training", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        problem: String,
    },
}

const STATE: &str = "ludometer-daydream-training-1";
const TENSORS: [&str; 3] = ["parameters", "first", "second"];

impl Checkpoint {
    /// Writes the file so that at every instant either the old or the new one is there.
    pub fn write(&self, path: &Path) -> Result<(), CheckpointError> {
        let state = serde_json::to_string(&self.state).expect("plain data");
        let numbers = [&self.parameters, &self.moments.first, &self.moments.second];
        let bytes: Vec<Vec<u8>> = numbers
            .map(|n| n.iter().flat_map(|x| x.to_le_bytes()).collect())
            .to_vec();
        let views = TENSORS.iter().zip(&bytes).map(|(name, bytes)| {
            let view = TensorView::new(Dtype::F32, vec![bytes.len() / 4], bytes);
            (*name, view.expect("four bytes a number"))
        });
        let metadata = HashMap::from([(STATE.to_owned(), state)]);
        let file = safetensors::serialize(views, Some(metadata)).expect("distinct names");
        replace(path, &file).map_err(|error| CheckpointError::File {
            path: path.to_owned(),
            error,
        })
    }

    /// Reads what [`Checkpoint::write`] wrote.
    pub fn read(path: &Path) -> Result<Self, CheckpointError> {
        let damaged = |problem: String| CheckpointError::Damaged {
            path: path.to_owned(),
            problem,
        };
        let bytes = std::fs::read(path).map_err(|error| CheckpointError::File {
            path: path.to_owned(),
            error,
        })?;
        let (_, header) = SafeTensors::read_metadata(&bytes).map_err(|e| damaged(e.to_string()))?;
        let state = header.metadata().as_ref().and_then(|m| m.get(STATE));
        let state = state.ok_or_else(|| damaged(format!("no {STATE} in its header")))?;
        let state: State = serde_json::from_str(state).map_err(|e| damaged(e.to_string()))?;
        let file = SafeTensors::deserialize(&bytes).map_err(|e| damaged(e.to_string()))?;
        let expected = state.config.parameters(state.vocabulary.len());
        let numbers = |name: &str| {
            let view = file.tensor(name).map_err(|e| damaged(e.to_string()))?;
            if view.dtype() != Dtype::F32 || view.data().len() != 4 * expected {
                return Err(damaged(format!(
                    "{name} is not {expected} numbers in single precision"
                )));
            }
            let (chunks, _) = view.data().as_chunks::<4>();
            Ok(chunks
                .iter()
                .map(|c| f32::from_le_bytes(*c))
                .collect::<Vec<f32>>())
        };
        let [parameters, first, second] = TENSORS;
        Ok(Self {
            parameters: numbers(parameters)?,
            moments: Moments {
                first: numbers(first)?,
                second: numbers(second)?,
            },
            state,
        })
    }
}

/// Writes a file beside its place, syncs it, and moves it there.
pub fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let beside = path.with_extension("new");
    let mut file = std::fs::File::create(&beside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&beside, path)
}
