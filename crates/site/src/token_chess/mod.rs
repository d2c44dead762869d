//! Token Chess: boards of three sizes, purses, and what was dreamt at every turn.

pub mod replay;
pub mod seat;

use std::collections::BTreeSet;

use ludometer_games::{UciText, Variant};
use ludometer_instruments::{
    seat::OpenGame,
    token_chess::{
        GameRecord, PlannedGame, TokenChess,
        findings::Findings,
        record::{End, MovedBy, SeatTally},
    },
    tool::board_of,
};
use ludometer_record::GameLog;
use ludometer_stats::ladder::Elo;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    Pages, Sitters,
    board::Ties,
    pages::{Sitter, Tied},
    replay::Replay,
    seat::SeatView,
};

/// The p-value, Holm-adjusted, up to which two players count as told apart.
const ALPHA: f64 = 0.05;

/// A board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct BoardFacts {
    /// `chess`, `gardner` or `grand12`.
    pub name: String,
    /// Files.
    pub files: u8,
    /// Ranks.
    pub ranks: u8,
}

impl BoardFacts {
    /// Of a board.
    #[must_use]
    pub fn of(variant: Variant) -> Self {
        let size = variant.size();
        Self {
            name: variant.to_string(),
            files: size.files,
            ranks: size.ranks,
        }
    }
}

/// From where to where: file and rank, both from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Step {
    /// From.
    pub from: (u8, u8),
    /// To.
    pub to: (u8, u8),
}

/// The squares of a move text; none of a drop or a null move.
#[must_use]
pub fn step(text: UciText) -> Option<Step> {
    match text {
        UciText::Step { from, to, .. } => Some(Step {
            from: (from.file, from.rank),
            to: (to.file, to.rank),
        }),
        _ => None,
    }
}

impl Pages for TokenChess {
    fn facet_names(&self) -> Vec<&'static str> {
        vec!["white", "black", "economy", "tier", "condition"]
    }

    fn facets(&self, game: &PlannedGame, _: Option<Elo>) -> Vec<String> {
        let condition = self.condition(game);
        vec![
            game.players.white.to_string(),
            game.players.black.to_string(),
            condition.rules.economy.to_string(),
            format!(
                "{} ({})",
                condition.rules.tier,
                board_of(condition.rules.tier)
            ),
            match condition.name.as_str() {
                "" => "the only one".to_owned(),
                name => name.to_owned(),
            },
        ]
    }

    fn marks(&self, record: &GameRecord) -> BTreeSet<String> {
        let seats = [&record.seats.white, &record.seats.black];
        let some = |count: fn(&SeatTally) -> u32| seats.iter().any(|seat| count(seat) > 0);
        let landed = |by: MovedBy| {
            let mut moves = record.turns.iter().filter_map(|turn| turn.played.as_ref());
            moves.any(|played| played.by == by)
        };
        let stand_in = matches!(&record.end, End::Adjudicated { verdict, .. } if verdict.stand_in);
        [
            ("unusable first reply", some(|seat| seat.parse_failures)),
            ("decided by the rules", some(|seat| seat.fallbacks)),
            ("forced pick", some(|seat| seat.forced_picks)),
            (
                "silent move",
                landed(MovedBy::HarnessSampled) || landed(MovedBy::HarnessUniform),
            ),
            ("note", seats.iter().any(|seat| !seat.notes.is_empty())),
            ("stand-in referee", stand_in),
        ]
        .into_iter()
        .filter(|(_, happened)| *happened)
        .map(|(name, _)| name.to_owned())
        .collect()
    }

    fn sitters(&self, game: &PlannedGame, _: Option<Elo>) -> Sitters {
        let sitter = |word: &str, name: String| Sitter {
            word: word.to_owned(),
            name,
        };
        Sitters {
            first: sitter("White", game.players.white.to_string()),
            second: sitter("Black", game.players.black.to_string()),
        }
    }

    fn tables() -> Vec<crate::tables::Table<Self>> {
        crate::tables::token_chess::tables()
    }

    fn replay(&self, game: &PlannedGame, log: &GameLog) -> Replay {
        Replay::TokenChess(Box::new(replay::replay(self, game, log)))
    }

    fn seat(&self, game: &PlannedGame, open: &OpenGame<GameRecord>) -> SeatView {
        seat::view(self, game, open)
    }
}

impl Tied for Findings {
    fn ties(&self) -> Vec<Ties> {
        let ties = self.groups.iter().map(|group| {
            let players: Vec<String> = group
                .players
                .iter()
                .map(|player| player.player.to_string())
                .collect();
            let told_apart = players
                .windows(2)
                .map(|pair| {
                    group.matches.iter().any(|one| {
                        let names = [one.first.as_str(), one.second.as_str()];
                        let met = names == [pair[0].as_str(), pair[1].as_str()]
                            || names == [pair[1].as_str(), pair[0].as_str()];
                        met && one.p_holm.is_some_and(|p| p <= ALPHA)
                    })
                })
                .collect();
            Ties {
                players,
                told_apart,
                by: "exact sign test on the decisive games of each pair that met, Holm-adjusted over the pairs, at 0.05; neighbours that did not meet are not told apart".to_owned(),
            }
        });
        ties.collect()
    }
}
