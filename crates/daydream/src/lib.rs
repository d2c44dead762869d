//! Daydream, a small character-level GPT over UCI move text: a tool that learned moves, not
//! rules.
//!
//! - [`tier`](Tier), [`config`](Config): the published sizes and any other shape.
//! - [`vocabulary`](Vocabulary): characters and tokens.
//! - [`weights`](Weights): tensors by name, and the file they are kept in.
//! - [`model`](Model): weights made ready; `forward` is what is computed, `kernel` how.
//! - [`dream`](Dream): a model at a point of a game, with all that it computed so far, and
//!   draws of what comes next under a [`setting`](Setting); [`window`](Window): what is
//!   seen of a long game; `tried`: what draws computed.
//! - `number`: elementary functions that are the same on every machine.
//!
//! The same weights, game, setting and random numbers give the same draws on every machine:
//! no result depends on the instructions it has, on what was computed together or on what
//! was kept.
//!
//! No rules of a game live here, no files and no training: bytes come in, text goes out.

#![allow(
    clippy::missing_panics_doc,
    reason = "every expect states an invariant of the type that it stands on"
)]

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
