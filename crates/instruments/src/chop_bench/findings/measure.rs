//! From game records to findings.

use std::collections::BTreeMap;

use ludometer_record::PlayerName;
use ludometer_stats::{Estimate, Level};

use super::{
    CellFindings, Findings, GameCounts, MeasureError, Standing, VoidGame,
    ranking::ranked,
    share::share,
    standing::standing,
    tally::{counted, reply_kind, tallies},
};
use crate::{
    Instrument, ReadBack,
    chop_bench::{Cell, ChopBench, GameRecord},
    measured::who_is_no_model,
};

/// The level of every interval.
pub(super) const LEVEL: Level = Level::P95;

pub(super) fn measure(
    bench: &ChopBench,
    games: Vec<ReadBack<GameRecord>>,
) -> Result<Findings, MeasureError> {
    let mut counts = GameCounts::default();
    let mut by_cell: BTreeMap<Cell, (GameCounts, Vec<GameRecord>)> = BTreeMap::new();
    let mut voids = Vec::new();
    for (planned, game) in bench.plan().iter().zip(games) {
        let (cell_counts, records) = by_cell.entry(planned.cell.clone()).or_default();
        for counts in [&mut counts, cell_counts] {
            counts.add(&game);
        }
        voids.extend(VoidGame::of(&planned.id, &game));
        match game {
            ReadBack::Scored(record) => records.push(record),
            ReadBack::Void { .. } | ReadBack::Unfinished { .. } => {}
        }
    }
    let mut notes = notes(bench, counts);
    let mut models: Vec<(Standing, Option<Estimate>)> = Vec::new();
    let mut names: Vec<PlayerName> = Vec::new();
    for cell in by_cell.keys() {
        if !names.contains(&cell.model) {
            names.push(cell.model.clone());
        }
    }
    for model in names {
        let cells: Vec<(&Cell, &[GameRecord])> = by_cell
            .iter()
            .filter(|(cell, _)| cell.model == model)
            .map(|(cell, (_, records))| (cell, records.as_slice()))
            .collect();
        models.push(standing(bench, &model, &cells, &mut notes)?);
    }
    let (leaderboard, separability) = ranked(models)?;
    let cells = by_cell
        .into_iter()
        .map(|(cell, (games, records))| cell_findings(cell, games, &records))
        .collect();
    let mut study = bench.study.clone();
    study.structured = bench
        .families()
        .filter(|family| family.structured)
        .map(|family| family.name().to_owned())
        .collect();
    Ok(Findings {
        format: "ludometer-findings".to_owned(),
        version: 1,
        study,
        games: counts,
        notes,
        leaderboard,
        separability,
        cells,
        voids,
    })
}

fn notes(bench: &ChopBench, counts: GameCounts) -> Vec<String> {
    let mut notes = who_is_no_model(&bench.study.models);
    notes.extend(counts.notes());
    notes
}

fn cell_findings(cell: Cell, games: GameCounts, records: &[GameRecord]) -> CellFindings {
    let legal = tallies(records, |_| true, |verdict| verdict.is_legal());
    let optimal = tallies(records, |_| true, |verdict| verdict.is_optimal());
    CellFindings {
        games,
        legality: share(
            "legality",
            "share of moves whose reply was a legal move",
            &legal,
            &legal,
        ),
        optimality: share(
            "optimality",
            "share of moves that were optimal",
            &optimal,
            &optimal,
        ),
        replies: counted(records, |turn| Some(reply_kind(turn))),
        cell,
    }
}
