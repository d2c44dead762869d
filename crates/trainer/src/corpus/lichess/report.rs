//! What became of the games of a dump.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Why a game was not kept; the first of these that applies.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Dropped {
    /// Its Event does not begin with `Rated`.
    #[error("not rated")]
    NotRated,
    /// Another variant, or from a set-up position.
    #[error("not standard chess from its start")]
    NotStandard,
    /// A player has no rating, or one out of range.
    #[error("a rating out of range or missing")]
    Rating,
    /// A rating changed too much.
    #[error("a provisional rating")]
    Provisional,
    /// It ended by something else than a player's doing. `Abandoned` has moves that say
    /// nothing, `Rules infraction` moves that were not the player's own, `Unterminated`
    /// no end; only `Normal` and `Time forfeit` are kept, or no such tag.
    #[error("a termination that is neither normal nor by time")]
    Termination,
    /// It cannot be read.
    #[error("broken: {0}")]
    Broken(#[from] Broken),
    /// Its result is `*`.
    #[error("unfinished")]
    Unfinished,
    /// Too few plies.
    #[error("too short")]
    Short,
}

/// How a game is broken.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Broken {
    /// More than a game can have.
    #[error("longer than any game")]
    TooLong,
    /// pgn-reader's word.
    #[error("{0}")]
    Unreadable(String),
    /// A move that is illegal, ambiguous, or a null move.
    #[error("ply {ply}: {san}: {problem}")]
    Move {
        /// From 1.
        ply: usize,
        /// As written.
        san: String,
        /// In shakmaty's words.
        problem: String,
    },
    /// Words in the movetext that are no moves. Passed over, they could leave a legal
    /// game that was never played.
    #[error("{words} words where {moves} moves were read")]
    Words {
        /// That look like moves or names.
        words: usize,
        /// Read as moves.
        moves: usize,
    },
    /// A move after the result: two games run into one.
    #[error("moves after the result")]
    AfterResult,
    /// It stops without a result, as the last game of a cut file does.
    #[error("no result at its end")]
    NoResult,
}

/// What became of the games of a dump.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Report {
    /// Games read.
    pub seen: u64,
    /// Games kept.
    pub kept: u64,
    /// Dropped as not rated.
    pub not_rated: u64,
    /// Dropped as another variant or from a set-up position.
    pub not_standard: u64,
    /// Dropped for a rating.
    pub rating: u64,
    /// Dropped for a change of rating.
    pub provisional: u64,
    /// Dropped for the termination.
    pub termination: u64,
    /// Dropped as broken.
    pub broken: u64,
    /// Dropped as unfinished.
    pub unfinished: u64,
    /// Dropped as too short.
    pub short: u64,
    /// The first broken ones: number in the dump, from 1, and why.
    pub broken_examples: Vec<(u64, String)>,
    /// PGN read.
    pub bytes: u64,
    /// Why the input ended before its end.
    pub input_error: Option<String>,
}

impl Report {
    const EXAMPLES: usize = 5;

    pub(super) fn count(&mut self, dropped: Option<&Dropped>) {
        self.seen += 1;
        let Some(dropped) = dropped else {
            self.kept += 1;
            return;
        };
        *match dropped {
            Dropped::NotRated => &mut self.not_rated,
            Dropped::NotStandard => &mut self.not_standard,
            Dropped::Rating => &mut self.rating,
            Dropped::Provisional => &mut self.provisional,
            Dropped::Termination => &mut self.termination,
            Dropped::Broken(_) => &mut self.broken,
            Dropped::Unfinished => &mut self.unfinished,
            Dropped::Short => &mut self.short,
        } += 1;
        if let Dropped::Broken(how) = dropped
            && self.broken_examples.len() < Self::EXAMPLES
        {
            self.broken_examples.push((self.seen, how.to_string()));
        }
    }
}
