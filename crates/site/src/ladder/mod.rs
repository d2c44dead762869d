//! The Elo ladder: who sat across, what was called and answered, who can be told apart.
//!
//! | module | holds |
//! |---|---|
//! | [`shapes`] | what the page of a game shows |
//! | `scene` | what is seen of a game while it is played again |
//! | `replay` | the page, from that |

mod replay;
mod scene;
pub mod shapes;

use std::collections::BTreeSet;

use ludometer_instruments::{
    ladder::{
        EloLadder, GameRecord, Place, PlannedGame, Then,
        findings::{Difference, Findings},
    },
    seat::OpenGame,
};
use ludometer_record::{GameLog, Seat};
use ludometer_stats::ladder::Elo;

use crate::{
    Pages, Sitters,
    board::Ties,
    pages::{Sitter, Tied},
    replay::Replay,
    seat::{SeatView, board},
    tables::{self, Table},
};

/// The p-value, Holm-adjusted, up to which two players count as told apart.
const ALPHA: f64 = 0.05;

/// What stands for an opponent that nobody chose yet.
const NOBODY: &str = "not chosen yet";

impl Pages for EloLadder {
    fn facet_names(&self) -> Vec<&'static str> {
        vec!["player", "colour", "opponent", "opponent-elo", "part"]
    }

    fn facets(&self, game: &PlannedGame, opponent: Option<Elo>) -> Vec<String> {
        vec![
            game.player.to_string(),
            game.place.color().to_string(),
            across(self, opponent),
            opponent.map_or("—".to_owned(), |rating| format!("{:.0}", rating.get())),
            part(self, game.place),
        ]
    }

    fn seat(&self, game: &PlannedGame, open: &OpenGame<GameRecord>) -> SeatView {
        board::view(self, game, open)
    }

    fn tables() -> Vec<Table<Self>> {
        tables::ladder::tables()
    }

    fn marks(&self, record: &GameRecord) -> BTreeSet<String> {
        let calls = &record.calls;
        [
            ("illegal move", calls.illegal),
            ("no move text", calls.malformed),
            (
                "bad call",
                calls.unknown_tool + calls.bad_arguments + calls.after_end,
            ),
            ("unusable reply", record.unusable),
        ]
        .into_iter()
        .filter(|(_, times)| *times > 0)
        .map(|(name, _)| name.to_owned())
        .collect()
    }

    /// Who sits across is known only when a game begins.
    fn sitters(&self, game: &PlannedGame, opponent: Option<Elo>) -> Sitters {
        let sitter = |word: &str, seat: Seat| Sitter {
            word: word.to_owned(),
            name: if seat == game.place.seat() {
                game.player.to_string()
            } else {
                across(self, opponent)
            },
        };
        Sitters {
            first: sitter("White", Seat::First),
            second: sitter("Black", Seat::Second),
        }
    }

    fn replay(&self, game: &PlannedGame, log: &GameLog) -> Replay {
        Replay::Ladder(Box::new(replay::replay(self, game, log)))
    }
}

/// Who sits across, by name.
fn across(ladder: &EloLadder, opponent: Option<Elo>) -> String {
    opponent.map_or(NOBODY.to_owned(), |rating| {
        ladder
            .opponent(rating.get())
            .map_or_else(|| format!("{rating} Elo"), |known| known.name.clone())
    })
}

/// The part of the design that a game belongs to.
fn part(ladder: &EloLadder, place: Place) -> String {
    let Some(pair) = place.pair() else {
        return "pilot".to_owned();
    };
    let design = ladder.roster().design();
    let pair = usize::try_from(pair).unwrap_or(usize::MAX);
    let Some(further) = pair.checked_sub(design.adaptive_pairs) else {
        return "one by one".to_owned();
    };
    match design.then {
        Then::Waves { pairs } => format!("wave {}", further / pairs.max(1) + 1),
        Then::Refill { .. } => "refilled".to_owned(),
    }
}

impl Tied for Findings {
    fn ties(&self) -> Vec<Ties> {
        let told_apart = self.players.windows(2).map(|pair| {
            let names = [&pair[0].player, &pair[1].player];
            let met = |one: &&Difference| {
                [&one.first, &one.second] == names || [&one.second, &one.first] == names
            };
            let found = self.differences.iter().find(met);
            found.is_some_and(|one| one.p_holm <= ALPHA)
        });
        vec![Ties {
            told_apart: told_apart.collect(),
            players: self
                .players
                .iter()
                .map(|player| player.player.to_string())
                .collect(),
            by: "likelihood ratio of the two players' ratings, opponents' ratings taken as known, \
                 Holm-adjusted over all pairs of players, at 0.05"
                .to_owned(),
        }]
    }
}
