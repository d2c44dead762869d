//! One model's place on the leaderboard, before it is ranked.

use std::collections::BTreeMap;

use ludometer_record::{
    PlayerName,
    ending::{Ending, GameResult, TerminationKind},
};
use ludometer_stats::Estimate;

use super::{
    MeasureError, Results, Standing,
    carried::{Table, carried, family_range, structure_gain},
    share::strata,
    spending::{cost, tokens},
    tally::{change_kind, counted, reply_kind, tallies},
};
use crate::{
    Unit,
    chop_bench::{Cell, ChopBench, GameRecord, Verdict},
};

/// One model's standing, and its headline as an estimate.
pub(super) fn standing(
    bench: &ChopBench,
    model: &PlayerName,
    cells: &[(&Cell, &[GameRecord])],
    notes: &mut Vec<String>,
) -> Result<(Standing, Option<Estimate>), MeasureError> {
    let empty: Vec<String> = cells
        .iter()
        .filter(|(_, records)| records.iter().all(|record| record.turns.is_empty()))
        .map(|(cell, _)| cell.to_string())
        .collect();
    if !empty.is_empty() {
        notes.push(format!(
            "{model} has no headline: no scored move in {} of its {} cells ({}).",
            empty.len(),
            cells.len(),
            empty.join(", ")
        ));
    }
    let table = |hit: fn(&Verdict) -> bool| -> Option<Table> {
        let filled = cells.iter().map(|(cell, records)| {
            (
                (cell.mode, cell.family.clone()),
                tallies(*records, |_| true, |verdict| hit(&verdict)),
            )
        });
        empty.is_empty().then(|| Table::new(filled).ok()).flatten()
    };
    let (optimal, legal) = (table(Verdict::is_optimal), table(Verdict::is_legal));
    let games: Vec<&GameRecord> = cells.iter().flat_map(|(_, records)| *records).collect();
    let headline =
        "mean over the prompt families within each mode, then over the modes, of the share of ";
    let (optimality, estimate) = carried(
        "optimality",
        &format!("{headline}optimal moves"),
        Unit::Share,
        optimal.as_ref(),
        Table::headline,
        games.len(),
    )?;
    let (legality, _) = carried(
        "legality",
        &format!("{headline}legal moves"),
        Unit::Share,
        legal.as_ref(),
        Table::headline,
        games.len(),
    )?;
    let standing = Standing {
        rank: None,
        model: model.clone(),
        kind: bench
            .study
            .models
            .get(model.as_str())
            .map_or(String::new(), |facts| facts.kind.clone()),
        optimality,
        legality,
        structure_gain: structure_gain(bench, optimal.as_ref(), games.len())?,
        family_range: family_range(optimal.as_ref(), games.len())?,
        strata: strata(&games),
        results: results(&games),
        terminations: terminations(&games),
        replies: counted(games.iter().copied(), |turn| Some(reply_kind(turn))),
        value_changes: counted(games.iter().copied(), change_kind),
        tokens_per_move: tokens(&games)?,
        cost_per_move: cost(&games, bench.prices.get(model))?,
    };
    Ok((standing, estimate))
}

fn results(games: &[&GameRecord]) -> Results {
    let mut results = Results::default();
    for game in games {
        match &game.ending {
            Ending::Scored {
                result: GameResult::Draw,
                ..
            } => results.drawn += 1,
            Ending::Scored { result, .. } if *result == GameResult::won_by(game.examinee) => {
                results.won += 1;
            }
            Ending::Scored { .. } => results.lost += 1,
            Ending::Void { .. } => {}
        }
    }
    results
}

/// Why a scored game ended, with the side that brought a protocol ending about.
#[must_use]
pub fn ending_kind(game: &GameRecord) -> Option<String> {
    let Ending::Scored {
        result,
        termination,
    } = &game.ending
    else {
        return None;
    };
    let by_opponent = *result == GameResult::won_by(game.examinee)
        && termination.kind() == TerminationKind::Protocol;
    let whose = if by_opponent { " (opponent)" } else { "" };
    Some(format!("{termination}{whose}"))
}

fn terminations(games: &[&GameRecord]) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for kind in games.iter().filter_map(|game| ending_kind(game)) {
        *counts.entry(kind).or_default() += 1;
    }
    counts
}
