//! Daydream, a small character-level GPT over UCI move text.

mod config;
mod dream;
mod forward;
mod kernel;
mod model;
mod number;
mod setting;
mod tier;
mod tried;
mod vocabulary;
mod weights;
mod window;

pub use config::{Config, ConfigError};
pub use dream::{Draw, DrawEnd, Dream, Work};
pub use kernel::Kernel;
pub use model::Model;
pub use setting::{Setting, SettingError, SoftCap, Temperature};
pub use tier::{Tier, UnknownTier};
pub use vocabulary::{UnknownCharacter, Vocabulary, VocabularyError};
pub use weights::{FileError, Numbers, Slot, Weights, WeightsError};
pub use window::{LONGEST_DRAW, Window};
