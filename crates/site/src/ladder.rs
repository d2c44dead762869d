//! The Elo ladder has no pages of its own yet: its report and its transcripts are shown.

use ludometer_instruments::ladder::{EloLadder, PlannedGame, findings::Findings};
use ludometer_record::Seat;

use crate::{
    Pages,
    pages::{Sitter, Sitters, Tied},
};

impl Pages for EloLadder {
    fn facet_names(&self) -> Vec<&'static str> {
        vec!["player", "colour"]
    }

    fn facets(&self, game: &PlannedGame) -> Vec<String> {
        vec![game.player.to_string(), game.place.color().to_string()]
    }

    fn tables() -> Vec<crate::tables::Table<Self>> {
        crate::tables::ladder::tables()
    }

    /// Who sits across is known only when a game begins.
    fn sitters(&self, game: &PlannedGame) -> Sitters {
        let sitter = |word: &str, seat: Seat| Sitter {
            word: word.to_owned(),
            name: if seat == game.place.seat() {
                game.player.to_string()
            } else {
                "the opponent".to_owned()
            },
        };
        Sitters {
            first: sitter("White", Seat::First),
            second: sitter("Black", Seat::Second),
        }
    }
}

impl Tied for Findings {}
