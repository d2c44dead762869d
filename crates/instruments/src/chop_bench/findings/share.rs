//! Plain shares of moves, with their intervals.

use ludometer_games::Outcome;
use ludometer_stats::{DesignEffect, GameTallies};

use super::{Stratum, measure::LEVEL, tally::tallies};
use crate::{
    Finding,
    chop_bench::{GameRecord, Turn},
};

/// Bands of distance to the end, in plies.
const BANDS: [(u16, u16); 5] = [(1, 1), (2, 5), (6, 11), (12, 17), (18, u16::MAX)];

/// A share with the interval that takes moves as independent and the one that
/// takes games as clusters. `pooled` lends its design effect where the games of
/// `tallies` show no spread.
pub(super) fn share(
    id: &str,
    definition: &str,
    tallies: &GameTallies,
    pooled: &GameTallies,
) -> Finding {
    let effect = DesignEffect::pooled([pooled]);
    Finding::share(id, definition, tallies, LEVEL, effect)
}

/// Optimality by value of the position and distance to the end.
pub(super) fn strata(games: &[&GameRecord]) -> Vec<Stratum> {
    let all = tallies(
        games.iter().copied(),
        |_| true,
        |verdict| verdict.is_optimal(),
    );
    let mut strata = Vec::new();
    let mut add = |value: Outcome, plies: Option<(u16, u16)>| {
        let counts = |turn: &Turn| {
            turn.value.outcome == value
                && plies.is_none_or(|(from, to)| {
                    turn.value
                        .distance
                        .is_some_and(|d| (from..=to).contains(&d))
                })
        };
        let tallies = tallies(games.iter().copied(), counts, |verdict| {
            verdict.is_optimal()
        });
        if tallies.games() > 0 {
            let optimality = share(
                "optimality",
                "share of moves that were optimal",
                &tallies,
                &all,
            );
            strata.push(Stratum {
                value,
                plies,
                optimality,
            });
        }
    };
    for band in BANDS {
        add(Outcome::Win, Some(band));
    }
    add(Outcome::Draw, None);
    for band in BANDS {
        add(Outcome::Lose, Some(band));
    }
    strata
}
