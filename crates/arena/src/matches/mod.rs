//! Matches between engines, and players made of an engine and random moves.
//!
//! | module | holds |
//! |---|---|
//! | [`contestant`] | who plays: an engine in a line, with a share of random moves |
//! | [`schedule`] | which games there are: pairings, colours, seeds |
//! | [`game`] | one game on the chess board |
//! | [`file`](mod@file) | games as lines of JSON, which a later run goes on from |
//! | [`run`](mod@run) | many games at once |
//!
//! A game opens with random plies, the same for two games with changed colours: so it begins
//! as near to the start as an examinee's games do, no list of openings has to be believed in,
//! and what an opening gives to one side the other side has in the next game. Where engines
//! would play the same game again, another opening keeps them from it.
//!
//! What the results mean is known elsewhere: `ludometer_instruments::ladder::rung`.

pub mod contestant;
pub mod file;
pub mod game;
pub mod run;
pub mod schedule;
#[cfg(test)]
mod tests;

pub use contestant::{Contestant, ContestantError};
pub use file::{FileError, Header, Line};
pub use game::{End, GameError, Played, Rules};
pub use run::{Field, MatchError, Progress, Summary, run};
pub use schedule::{GameKey, Pairing};
