//! Games as PGN, for every program that reads chess.
//!
//! | module | holds |
//! |---|---|
//! | `game` | [`PgnGame`], any game: tags, moves, comments; its text |
//! | `facts` | what a game of Token Chess has to say in tags and comments |
//! | `ladder` | the same of a game on the Elo ladder |
//! | `archive` | the same of a game of an imported archive |
//! | `clean` | texts of models made harmless |
//!
//! The text is in PGN's export format: the Seven Tag Roster, further tags by name, minimal
//! algebraic notation, lines of at most 79 columns (a tag is never broken). It is ASCII but
//! for names and notes, which are UTF-8.
//!
//! On boards other than chess's the tags `Variant`, `SetUp` and `FEN` stand as cutechess and
//! Fairy-Stockfish's tools write and read them; Grand12 is known to nobody without its
//! `variants.ini`.

mod archive;
mod clean;
mod facts;
mod game;
mod ladder;

#[cfg(test)]
mod tests;

use std::fmt;

use ludometer_games::ByColor;
use ludometer_instruments::token_chess::GameRecord;

pub use archive::archive_game;
pub use game::{PgnGame, PgnResult};
pub use ladder::{LadderSeats, ladder_game, ladder_games, ladder_void};

/// What a game's record does not know of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PgnHead {
    /// The study.
    pub event: String,
    /// Where it was played; `?` when empty.
    pub site: String,
    /// When.
    pub date: Option<PgnDate>,
    /// Its number among the games of the export.
    pub round: Option<u32>,
    /// What sits behind the names, as in `openai:gpt` or `mock:random`, so that no mock
    /// passes for a model.
    pub models: ByColor<Option<String>>,
}

/// A day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PgnDate {
    /// Of our era.
    pub year: u16,
    /// From 1.
    pub month: u8,
    /// From 1.
    pub day: u8,
}

impl fmt::Display for PgnDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}.{:02}.{:02}", self.year, self.month, self.day)
    }
}

/// A game of Token Chess, with what each move cost. A void game has no result: `*`.
///
/// # Panics
/// Where the record holds a move that is not legal, which no game that was played does.
#[must_use]
pub fn game(record: &GameRecord, head: &PgnHead) -> String {
    facts::of(record, head).text()
}

/// Games, one behind the other.
///
/// # Panics
/// As [`game`].
#[must_use]
pub fn games<'a>(games: impl IntoIterator<Item = (&'a GameRecord, PgnHead)>) -> String {
    let texts: Vec<String> = games
        .into_iter()
        .map(|(record, head)| game(record, &head))
        .collect();
    texts.join("\n")
}
