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

/// What the reply of a move was: `legal`, or a class of error.
#[must_use]
pub fn reply_kind(turn: &Turn) -> String {
    match graded(turn) {
        Verdict::Legal { .. } => "legal".to_owned(),
        Verdict::Illegal(class) => word(class),
        Verdict::Unusable(class) => word(class),
    }
}

/// What a legal move did to the value: `win-slower` and `loss-sooner` are those that kept it
/// but not the best distance. None of a move that is not legal.
#[must_use]
pub fn change_kind(turn: &Turn) -> Option<String> {
    let Verdict::Legal {
        change, plies_lost, ..
    } = graded(turn)
    else {
        return None;
    };
    Some(match (plies_lost, turn.value.outcome) {
        (0, _) => word(change),
        (_, ludometer_games::Outcome::Win) => "win-slower".to_owned(),
        _ => "loss-sooner".to_owned(),
    })
}

/// Moves by kind.
pub(super) fn counted<'a>(
    games: impl IntoIterator<Item = &'a GameRecord>,
    kind: impl Fn(&Turn) -> Option<String>,
) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for kind in games
        .into_iter()
        .flat_map(|game| &game.turns)
        .filter_map(kind)
    {
        *counts.entry(kind).or_default() += 1;
    }
    counts
}
