//! What is derived from a run that is over, written beside its journal.

use anyhow::Result;
use ludometer_record::folder::RunFolder;
use ludometer_report::{
    document::{Detail, markdown},
    json,
};

use crate::{bench::Bench, opened::OpenedRun};

/// What was written.
pub struct WrittenUp<F> {
    pub findings: F,
    /// Whether there are games as PGN.
    pub pgn: bool,
}

/// Measures a run that is over, and writes what it says.
pub fn write_up<B: Bench>(folder: &RunFolder) -> Result<WrittenUp<B::Findings>> {
    let run = OpenedRun::<B>::read(folder.path())?;
    let games = run.games()?;
    let pgn = run.bench.pgn(&run.manifest, &run.contents.games, &games);
    if let Some(pgn) = &pgn {
        folder.write("games.pgn", pgn.as_bytes())?;
    }
    for (game, checked) in run.bench.verifications(&run.contents, &games) {
        folder.write_verification(&game, json::findings(&checked).as_bytes())?;
    }
    let findings = run.measure(games)?;
    folder.write("findings.json", json::findings(&findings).as_bytes())?;
    folder.write(
        "report.md",
        markdown(&B::document(&findings, Detail::Full)).as_bytes(),
    )?;
    folder.write("leaderboard.svg", B::svg(&findings).as_bytes())?;
    Ok(WrittenUp {
        findings,
        pgn: pgn.is_some(),
    })
}
