//! What an instrument offers to have pages of its own.

use std::collections::BTreeSet;

use ludometer_instruments::seat::{OpenGame, Seated};
use ludometer_record::{GameLog, Seat, desk::Answer};
use ludometer_stats::ladder::Elo;

use crate::{
    board::Ties,
    replay::{Replay, transcript},
    seat::SeatView,
    tables::{self, Table},
};

/// Who sits in a seat, by a word of the game and by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sitter {
    /// As `White`, or `the examinee`.
    pub word: String,
    /// The player.
    pub name: String,
}

/// Who sits where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sitters {
    /// Who moves first.
    pub first: Sitter,
    /// Who moves second.
    pub second: Sitter,
}

impl Sitters {
    /// Who sits in a seat.
    #[must_use]
    pub fn at(&self, seat: Seat) -> &Sitter {
        match seat {
            Seat::First => &self.first,
            Seat::Second => &self.second,
        }
    }
}

/// An instrument with pages.
///
/// All of it has a default: an instrument without a module here is shown by its report and
/// by the transcripts of its games.
pub trait Pages: Seated + Sized {
    /// By what games can be filtered, as `model`; [`Pages::facets`] has their values.
    fn facet_names(&self) -> Vec<&'static str> {
        Vec::new()
    }

    /// A game's values, one each of [`Pages::facet_names`]. `opponent` is the rating of the
    /// one that was chosen when the game began, where one is chosen.
    fn facets(&self, _game: &Self::Game, _opponent: Option<Elo>) -> Vec<String> {
        Vec::new()
    }

    /// What happened in a game that was played: classes of replies, and whatever else the
    /// findings count and a reader may want to see.
    fn marks(&self, _record: &Self::Record) -> BTreeSet<String> {
        BTreeSet::new()
    }

    /// Who sits where in a game; `opponent` as for [`Pages::facets`].
    fn sitters(&self, game: &Self::Game, _opponent: Option<Elo>) -> Sitters {
        let players = self.players(game);
        let sitter = |word: &str, at: usize| Sitter {
            word: word.to_owned(),
            name: players.get(at).map(ToString::to_string).unwrap_or_default(),
        };
        Sitters {
            first: sitter("the first", 0),
            second: sitter("the second", 1),
        }
    }

    /// A game as it was played, as far as the journal has it.
    fn replay(&self, game: &Self::Game, log: &GameLog) -> Replay {
        Replay::Transcript(transcript(self, game, log))
    }

    /// Its games as tables, `games` first.
    #[must_use]
    fn tables() -> Vec<Table<Self>> {
        vec![tables::games::table(&[])]
    }

    /// What a person in its seat sees of a game.
    fn seat(&self, _game: &Self::Game, _open: &OpenGame<Self::Record>) -> SeatView {
        SeatView::Nothing
    }

    /// What a person plays against, where a person can take the benchmark.
    fn exam(&self) -> Option<crate::chop_bench::exam::Exam> {
        None
    }
}

/// Rating of the opponent that was chosen when a game began, where one is chosen.
#[must_use]
pub fn opponent_in(log: &GameLog) -> Option<Elo> {
    log.exchanges.iter().find_map(|exchange| {
        let Answer::Assigned(assigned) = &exchange.answer else {
            return None;
        };
        Elo::new(assigned.rating).ok()
    })
}

/// Findings that say who can be told apart.
pub trait Tied {
    /// One for each leaderboard of the findings, in their order.
    fn ties(&self) -> Vec<Ties> {
        Vec::new()
    }
}
