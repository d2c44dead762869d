//! Scores by colour, by who ran out, by who spent more; and how games ended.

use std::{cmp::Ordering, collections::BTreeMap};

use ludometer_games::Color;
use ludometer_record::ending::{Ending, Termination};

use super::{
    compared::{SideFindings, TerminationCount},
    numbers::score,
    seats::{Seats, by_stand_in, half_points},
    shapes::Adjudications,
};
use crate::{
    MeasureError,
    measured::{Results, word},
    token_chess::{
        GameRecord,
        record::{End, MovedBy},
    },
};

/// What nobody should read into the scores of sides.
const CAUTION: &str = "Who spends more and who runs out are not independent of each other, nor of the result: \
    a side runs out because it spent, a longer game costs both sides more, and a side in trouble \
    may spend more for that reason. None of these scores is an effect of spending.";

/// The side that first had neither a token nor a candidate in its turn.
fn ran_out(game: &GameRecord) -> Option<Color> {
    let silent = game.turns.iter().find(|turn| {
        let by = turn.played.as_ref().map(|played| played.by);
        matches!(by, Some(MovedBy::HarnessSampled | MovedBy::HarnessUniform))
    });
    silent
        .map(|turn| turn.side)
        .or_else(|| game.end.exhausted())
}

/// The side that spent more tokens; none where both spent the same.
fn spent_more(game: &GameRecord) -> Option<Color> {
    match game.seats.white.spent.cmp(&game.seats.black.spent) {
        Ordering::Greater => Some(Color::White),
        Ordering::Less => Some(Color::Black),
        Ordering::Equal => None,
    }
}

/// Scores of sides of the board.
pub(super) fn sides(games: &[&GameRecord]) -> Result<SideFindings, MeasureError> {
    let of = |id: &str, definition: &str, which: &dyn Fn(&GameRecord) -> Option<Color>| {
        let seats = Seats::of(games, |game, side| which(game) == Some(side));
        Ok(score(id, definition, &seats.half_points()?))
    };
    Ok(SideFindings {
        white: of("white-score", "points of White / games", &|_| {
            Some(Color::White)
        })?,
        ran_out: of(
            "ran-out-score",
            "points of the side that first had neither a token nor a candidate in its turn / such games",
            &ran_out,
        )?,
        spent_more: of(
            "spent-more-score",
            "points of the side that spent more tokens / games in which one did",
            &spent_more,
        )?,
        spent_alike: games
            .iter()
            .filter(|game| spent_more(game).is_none())
            .count(),
        caution: CAUTION.to_owned(),
    })
}

/// Games by termination, the most frequent first.
pub(super) fn terminations(games: &[&GameRecord]) -> Vec<TerminationCount> {
    let mut counts: BTreeMap<&'static str, (Termination, Results, usize)> = BTreeMap::new();
    for game in games {
        let Ending::Scored { termination, .. } = &game.ending else {
            continue;
        };
        let entry = counts.entry(termination.words());
        let (_, results, stand_in) = entry.or_insert((*termination, Results::default(), 0));
        match half_points(game, Color::White) {
            Some(2) => results.won += 1,
            Some(1) => results.drawn += 1,
            _ => results.lost += 1,
        }
        *stand_in += usize::from(by_stand_in(game));
    }
    let mut counts: Vec<TerminationCount> = counts
        .into_values()
        .map(|(termination, results, stand_in)| TerminationCount {
            termination: termination.words().to_owned(),
            kind: word(termination.kind()),
            results,
            stand_in,
        })
        .collect();
    let all = |one: &TerminationCount| one.results.won + one.results.drawn + one.results.lost;
    counts.sort_by_key(|one| std::cmp::Reverse(all(one)));
    counts
}

/// Who adjudicated.
pub(super) fn adjudications(games: &[&GameRecord]) -> Adjudications {
    let mut adjudications = Adjudications::default();
    for game in games {
        if let End::Adjudicated { verdict, .. } = &game.end {
            let engine = adjudications.engines.entry(verdict.engine.clone());
            *engine.or_default() += 1;
            adjudications.stand_in += usize::from(verdict.stand_in);
        }
    }
    adjudications
}
