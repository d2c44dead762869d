//! A game as tools: what an agent may call, what it is told, and what is counted.
//!
//! | module | holds |
//! |---|---|
//! | [`tools`] | the tools, their schemas, and how a call's arguments are read |
//! | [`game`] | one game: calls in, results out, and how it ended |
//! | [`field`] | what it needs of the board or table that is played on |
//! | [`board`] | chess, Gardner and Grand as such a field |
//! | [`chopsticks`] | Chopsticks as such a field |
//! | [`count`] | calls and refused moves, for the record |
//! | `shown` | hostile text, cut and made harmless |
//!
//! Every agent meets the same words here, whether it comes over the Model Context Protocol
//! or as a model that calls functions. Nothing here knows a transport, an engine or a
//! clock: times come with the calls and with the opponent's moves, so that a replay says
//! the same, letter by letter.

pub mod board;
pub mod chopsticks;
pub mod count;
pub mod field;
pub mod game;
mod shown;
pub mod tools;

/// Plies after which a game of the ladder is a draw.
pub const PLY_CAP: u32 = 240;

#[cfg(test)]
mod tests;

pub use board::{BoardMove, BoardState, ServedBoard};
pub use chopsticks::{ChopsticksMove, ChopsticksState, ServedChopsticks};
pub use count::{Attempt, CallClass, Calls};
pub use field::{Field, Refused, Situation};
pub use game::{Actor, Heard, OpponentError, Over, Served, Stamped};
pub use tools::{Tool, specs};
