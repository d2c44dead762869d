//! Rules, notation and outcomes of the games that Ludometer measures by.
//!
//! - [`game`]: what every game offers ([`Game`]): a start, an end, successors, a notation.
//! - [`finite`]: what an exhaustive solver needs on top ([`FiniteGame`],
//!   [`Reversible`], [`Symmetric`]): an index space, predecessors, symmetry.
//! - [`outcome`]: win, lose, draw.
//! - [`list`](mod@list): the list of games, one line each; `tests/conformance.rs`
//!   runs over it.
//! - one folder a game: [`chopsticks`].
//!
//! No players, prompts, scores or values live here: a game knows its rules and
//! nothing about who plays it. Nothing here touches files, clocks or processes.

pub mod chopsticks;
pub mod finite;
pub mod game;
pub mod list;
pub mod outcome;

pub use finite::{FiniteGame, Reversible, Symmetric, reachable_count};
pub use game::{Game, perft};
pub use outcome::Outcome;
