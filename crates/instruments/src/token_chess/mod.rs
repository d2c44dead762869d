//! Token Chess: how well does a player steer a small, fallible tool under a budget?
//!
//! Neither side may author a move. Every move is a sample of Daydream, drawn as a tool
//! under a budget of tokens.
//!
//! | module | holds |
//! |---|---|
//! | [`table`] | the instrument's keys in a study file |
//! | [`rules`] | the economies: what a token buys, and what happens without one |
//! | [`memory`] | what a player remembers from turn to turn |
//! | [`decision`] | what a player decides, and how a reply says it |
//! | [`mock`] | players that steer by a rule |
//! | [`prompt`] | what a model is told |
//! | [`plan`] | pairs, colours and conditions of all games |
//! | [`seat`] | a person's choice, as a reply |
//! | `ask`, `play`, `stand` | a model asked; one game, straight through; how things stand in a question |
//! | [`record`] | what a game leaves |
//! | [`findings`] | what the games of a run say |
//! | [`archive`] | the published games, and the report's numbers from them |

pub mod archive;
mod ask;
mod bench;
pub mod decision;
pub mod findings;
pub mod memory;
pub mod mock;
pub mod plan;
mod play;
pub mod prompt;
pub mod record;
pub mod rules;
pub mod seat;
mod stand;
pub mod table;

#[cfg(test)]
mod tests;

pub use bench::{SetUpError, TokenChess};
pub use memory::{Choice, Memory, MemoryRule, MemoryTable};
pub use plan::PlannedGame;
pub use play::winner;
pub use record::GameRecord;
pub use rules::{Economy, Rules};
pub use stand::{Stand, StandError};
pub use table::{Adjudicator, Condition, TokenChessTable};
