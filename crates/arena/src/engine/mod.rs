//! Chess engines over UCI, as child processes.
//!
//! | module | holds |
//! |---|---|
//! | [`mod@find`] | where an engine is on this machine |
//! | [`spec`] | what to start and how: options, strength, variant, deadlines |
//! | [`client`] | one engine: handshake, search, audit of its position |
//! | [`pool`] | engines that serve one game after the other |
//! | [`mod@reference`] | an engine in a line, as users name it |
//! | [`calibrate`] | the nodes that match a time |
//! | [`identity`] | which engine it was, for the manifest |
//! | [`option`], [`strength`] | what may be set, checked before it is sent |
//! | [`protocol`], [`lines`] | reading what engines write; pure |
//!
//! Engines ignore most mistakes without a word: a rating out of range, an unknown option,
//! an illegal move with all that follow it. Everything is therefore checked on this side,
//! and [`Engine::audit`] asks the engine where it stands.

pub mod calibrate;
pub mod client;
pub mod error;
pub mod find;
pub mod identity;
pub mod lines;
pub mod option;
pub mod pool;
pub mod position;
mod process;
pub mod protocol;
pub mod reference;
pub mod spec;
pub mod strength;
#[cfg(test)]
mod tests;
mod variant;
pub mod words;

pub use client::{Engine, Search};
pub use error::{EngineError, Problem};
pub use find::{EngineKind, FindError, find, find_node};
pub use identity::Identity;
pub use option::{EngineOption, OptionError, OptionKind, OptionTable};
pub use pool::{Lease, Pool};
pub use position::Position;
pub use reference::{EngineRef, EngineRefError};
pub use spec::{Deadlines, EngineSpec};
pub use strength::{Strength, StrengthError, elo_range, skill_range};
pub use words::{Centipawns, Depth, Limit, Nodes, Score};
