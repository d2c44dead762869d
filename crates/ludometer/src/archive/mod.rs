//! Runs that were imported, not played: reported and verified by their records.

mod adjudicator;

use std::{fmt::Write as _, path::Path};

use anyhow::{Result, bail};
use ludometer_instruments::token_chess::archive::{
    Findings,
    check::{
        Checked,
        adjudication::{Agreement, Case, Review},
        check,
    },
    games::Archive,
    played::ArchivedGame,
};
use ludometer_record::archive::{ArchiveFolder, folder::Archived};
use ludometer_report::{
    document::{markdown, terminal},
    pgn::archive_game,
    token_chess_archive,
};

use crate::{
    exit::Exit,
    show::{print, width},
    verified::Verified,
};
use adjudicator::Adjudicator;

/// Differences and notes that are listed one by one.
const SHOWN: usize = 60;

/// How a report is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Terminal,
    Markdown,
    Json,
    Pgn,
}

/// Whether a folder is an imported run.
pub fn holds(path: &Path) -> bool {
    ArchiveFolder::at(path).holds_import()
}

/// Prints what an imported run says. `None` is a shape that it has not.
pub fn report(path: &Path, shape: Option<Shape>) -> Result<Exit> {
    let Some(shape) = shape else {
        bail!(
            "an imported archive has no leaderboard: use --format terminal, markdown, json or pgn"
        );
    };
    let folder = ArchiveFolder::at(path);
    if shape == Shape::Pgn {
        print(&pgn(&folder)?)?;
        return Ok(Exit::Done);
    }
    let archived = folder.read()?;
    if !archived.is_as_imported {
        note!("note: records.jsonl was changed after the import");
    }
    let findings = Findings::measure(&archived.import, &archived.records);
    print(&match shape {
        Shape::Terminal => terminal(&token_chess_archive::document(&findings), width()),
        Shape::Markdown => markdown(&token_chess_archive::document(&findings)),
        Shape::Json | Shape::Pgn => token_chess_archive::json(&findings),
    })?;
    Ok(Exit::Done)
}

/// The games of an imported run as PGN, one behind the other.
pub fn pgn(folder: &ArchiveFolder) -> Result<String> {
    let mut games = Vec::new();
    folder.each_record(|_, record| {
        games.extend(ArchivedGame::of(&record).map(|game| archive_game(&game)));
    })?;
    Ok(games.join("\n"))
}

/// Prints what [`verified`] finds.
pub fn verify(path: &Path, engine: Option<&Path>) -> Result<Exit> {
    let verified = verified(path, engine)?;
    let mut text = format!("{}: {}\n", path.display(), verified.summary);
    listed(&mut text, "note", &verified.notes);
    listed(&mut text, "differs", &verified.problems);
    if verified.problems.is_empty() {
        text.push_str("verified: every game replays, every tally and verdict is as recorded\n");
    }
    print(&text)?;
    Ok(if verified.problems.is_empty() {
        Exit::Done
    } else {
        Exit::Differs
    })
}

/// Replays every game of an imported run, and asks an engine for its verdicts again.
pub fn verified(path: &Path, engine: Option<&Path>) -> Result<Verified> {
    let archived = ArchiveFolder::at(path).read()?;
    let archive = Archive::of(&archived.records);
    let (mut checked, cases) = check(&archive);
    let mut notes = checked.notes.clone();
    let reviews = review(&cases, engine, &mut checked, &mut notes)?;
    let mut problems = papers(&archived);
    problems.extend(checked.differences.iter().map(ToString::to_string));
    Ok(Verified {
        summary: summary(&checked, cases.len(), reviews),
        notes,
        problems,
    })
}

/// What the import itself says against the run.
fn papers(archived: &Archived) -> Vec<String> {
    let mut problems = Vec::new();
    if !archived.is_as_imported {
        problems.push("records.jsonl: not the records that import.json names".to_owned());
    }
    for left in archived
        .import
        .left_out
        .iter()
        .filter(|left| left.is_evidence)
    {
        let (path, reason) = (left.path.escape_debug(), left.reason.escape_debug());
        problems.push(format!("{path}: left out of the import: {reason}"));
    }
    problems
}

/// Every adjudicated position decided again.
fn review(
    cases: &[Case<'_>],
    engine: Option<&Path>,
    checked: &mut Checked,
    notes: &mut Vec<String>,
) -> Result<usize> {
    if cases.is_empty() {
        return Ok(0);
    }
    let mut adjudicator = Adjudicator::choose(engine)?;
    let mut reviews: Vec<Review> = Vec::with_capacity(cases.len());
    for case in cases {
        reviews.push(case.review(adjudicator.judge(case)?));
    }
    notes.push(format!("adjudicated by {}", adjudicator.name()));
    notes.push(token_chess_archive::agreement(&Agreement::of(&reviews)));
    for review in &reviews {
        let Some(difference) = review.difference() else {
            continue;
        };
        // A stand-in's word is no evidence against an engine's.
        if adjudicator.is_stand_in() {
            notes.push(format!("the stand-in says otherwise: {difference}"));
        } else {
            checked.differences.push(difference);
        }
    }
    Ok(reviews.len())
}

fn summary(checked: &Checked, cases: usize, reviews: usize) -> String {
    format!(
        "{} games replayed, {} attempts and candidates checked for legality, {} final positions, {} endings on the board, {} of {cases} adjudications decided again, {} files without moves checked by their sums",
        checked.games, checked.flags, checked.final_fens, checked.endings, reviews, checked.tables,
    )
}

fn listed(text: &mut String, word: &str, all: &[String]) {
    for line in all.iter().take(SHOWN) {
        let _ = writeln!(text, "{word}: {line}");
    }
    if all.len() > SHOWN {
        let _ = writeln!(text, "{word}: and {} more", all.len() - SHOWN);
    }
}

/// A path that says `built-in`.
fn is_built_in(engine: &Path) -> bool {
    engine.as_os_str() == "built-in"
}
