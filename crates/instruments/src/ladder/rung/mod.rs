//! Opponents below an engine's floor: rungs, each a stated mixture of the engine's moves and
//! random ones, rated by this program's own matches.
//!
//! - [`share`]: whether a ply is random, and which move; the one piece of code by which the
//!   ladder's games and the rungs' own matches play a rung.
//! - [`table`](mod@table): a table of rungs as a file, with where its ratings come from.
//! - [`build`](mod@build): from the results of matches to a table.
//! - [`rate`](mod@rate): a player's rating from games against rungs.
//!
//! The scale is the engine's own: its floor is taken at the rating that it states for itself,
//! and everything below hangs from there. It is neither FIDE's scale nor CCRL's.

pub mod build;
pub mod rate;
pub mod share;
pub mod table;

pub use build::{BuildError, Provenance, Result};
pub use share::{RandomShare, ShareError};
pub use table::{Pairing, Play, Rung, RungTable, TableEngine, TableError};

#[cfg(test)]
mod tests;
