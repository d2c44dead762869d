//! Counting moves, game by game.

use std::collections::BTreeMap;

use ludometer_stats::{GameTallies, GameTally};

use super::super::{GameRecord, Turn, Verdict};
use crate::measured::word;

/// Which moves count, and which of them are hits.
pub(super) fn tallies<'a>(
    games: impl IntoIterator<Item = &'a GameRecord>,
    counts: impl Fn(&Turn) -> bool,
    hit: impl Fn(Verdict) -> bool,
) -> GameTallies {
    games
        .into_iter()
        .filter_map(|game| {
            let moves: Vec<&Turn> = game.turns.iter().filter(|turn| counts(turn)).collect();
            let hits = moves.iter().filter(|turn| hit(graded(turn))).count();
            let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
            GameTally::new(count(hits), count(moves.len())).ok()
        })
        .collect()
}

/// The verdict that a move is graded by: that of its first try.
pub(super) fn graded(turn: &Turn) -> Verdict {
    // A turn is kept only once it was answered.
    turn.tries.first().map_or(
        Verdict::Unusable(super::super::UnusableClass::NoState),
        |first| first.grade.verdict,
    )
}

/// Moves by what the reply was.
pub(super) fn replies<'a>(
    games: impl IntoIterator<Item = &'a GameRecord>,
) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for turn in games.into_iter().flat_map(|game| &game.turns) {
        let kind = match graded(turn) {
            Verdict::Legal { .. } => "legal".to_owned(),
            Verdict::Illegal(class) => word(class),
            Verdict::Unusable(class) => word(class),
        };
        *counts.entry(kind).or_default() += 1;
    }
    counts
}

/// Legal moves by what they did to the value; `slower` and `sooner` are those that
/// kept it but not the best distance.
pub(super) fn value_changes<'a>(
    games: impl IntoIterator<Item = &'a GameRecord>,
) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for turn in games.into_iter().flat_map(|game| &game.turns) {
        if let Verdict::Legal {
            change, plies_lost, ..
        } = graded(turn)
        {
            let kind = match (plies_lost, turn.value.outcome) {
                (0, _) => word(change),
                (_, ludometer_games::Outcome::Win) => "win-slower".to_owned(),
                _ => "loss-sooner".to_owned(),
            };
            *counts.entry(kind).or_default() += 1;
        }
    }
    counts
}
