//! Games of something that picks moves against itself, after random openings.
//!
//! - `game`: one game, a function of settings, seed and its number alone.
//! - `file`: the file of games, which a later run continues.
//! - `run`: many games at once, written in the order of their numbers.
//!
//! Who picks is behind [`Picker`]; engines live elsewhere.

mod file;
mod game;
mod run;
#[cfg(test)]
mod tests;

use ludometer_games::{Board, EndingKind, Variant};
use serde::{Deserialize, Serialize};

pub use file::{FileError, sidecar};
pub use game::{GameError, Played, play};
pub use run::{Progress, RunError, Summary, run};

/// Picks moves, for both sides. One picker serves one game at a time; for the games to be
/// the same however many there are at once, a game must not depend on those before it.
pub trait Picker: Send {
    /// Why there is no move.
    type Error: std::error::Error + Send + Sync + 'static;

    /// Forgets every game before.
    fn new_game(&mut self) -> Result<(), Self::Error>;

    /// A move for the side to move, in UCI. The game is not over.
    fn pick(&mut self, board: &Board) -> Result<String, Self::Error>;
}

/// What the games are. Another value of any field but `games` is another corpus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// The board.
    pub variant: Variant,
    /// Game `i` is a function of this and `i`.
    pub seed: u64,
    /// Every game begins with so many random legal moves, drawn evenly from least to most.
    pub random_plies: (u32, u32),
    /// A game ends here at the latest.
    pub max_plies: u32,
    /// Who picks, with everything that its choice depends on: name, version, depth.
    pub picker: String,
}

impl Settings {
    /// The shape of the published corpora: at most 150 plies, and openings of 2 to 8
    /// random plies, which on the small board give few games twice.
    #[must_use]
    pub fn new(variant: Variant, seed: u64, picker: impl Into<String>) -> Self {
        Self {
            variant,
            seed,
            random_plies: (2, 8),
            max_plies: 150,
            picker: picker.into(),
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// By the rules, draws claimed: a shuffle ends with its third repetition.
    Board(EndingKind),
    /// By the cap.
    PlyCap,
}

impl std::fmt::Display for End {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Board(kind) => kind.fmt(f),
            Self::PlyCap => f.pad("ply_cap"),
        }
    }
}
