//! What `verify` looks at: papers, replays, draws and verdicts made again, findings.

use std::path::Path;

use anyhow::Result;
use ludometer_instruments::{MeasureError, read_back_shown};
use ludometer_record::{
    Digest, GameId,
    desk::{Answer, Question},
    ending::Ending,
};
use ludometer_report::json;

use crate::{
    bench::{Bench, ForInstrument, for_instrument},
    opened::{OpenedRun, instrument_of},
    recheck::Recheck,
    show::counted,
};

/// What came of it.
#[derive(Debug)]
pub struct Verified {
    /// What was looked at.
    pub summary: String,
    /// What a reader should know.
    pub notes: Vec<String>,
    /// What is not as it should be.
    pub problems: Vec<String>,
}

/// Checks a run. `engine` is who is asked for adjudications again.
pub fn verified(run: &Path, engine: Option<&Path>) -> Result<Verified> {
    for_instrument(instrument_of(run)?, Verify { run, engine })
}

struct Verify<'a> {
    run: &'a Path,
    engine: Option<&'a Path>,
}

impl ForInstrument for Verify<'_> {
    type Output = Result<Verified>;

    fn with<B: Bench>(self) -> Result<Verified> {
        let run = OpenedRun::<B>::read(self.run)?;
        let mut notes: Vec<String> = run.torn().into_iter().collect();
        let mut problems = Vec::new();
        check_papers(&run, &mut notes, &mut problems);
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let recheck = Recheck::of(&run.study, &run.manifest, self.engine);
        let mut recheck = runtime.block_on(recheck)?;
        let mut see = |game: &GameId, question: &Question, answer: &Answer| {
            recheck.see(game, question, answer);
        };
        let played = read_back_shown(&run.bench, &run.contents, &mut see);
        let rechecked = runtime.block_on(recheck.finish(&run.bench));
        notes.extend(rechecked.notes);
        problems.extend(rechecked.problems);
        match played {
            Err(differences) => problems.extend(differences),
            Ok(games) => {
                for (game, checked) in run.bench.verifications(&run.contents, &games) {
                    let failed = checked.checks.iter().filter(|check| !check.passed);
                    problems.extend(failed.map(|check| {
                        let (was, is) = (&check.recorded, &check.derived);
                        format!("game {game}: {} {was}, derived again {is}", check.id)
                    }));
                }
                match run.measure(games) {
                    Err(problem) => match problem.downcast::<MeasureError>() {
                        Ok(MeasureError::Audit(lines)) => problems.extend(lines),
                        Ok(other) => problems.push(other.to_string()),
                        Err(other) => problems.push(other.to_string()),
                    },
                    Ok(findings) => check_findings(&findings, &run, &mut notes, &mut problems)?,
                }
            }
        }
        let logs = run.contents.games.values();
        let ended = |void: bool| {
            logs.clone()
                .filter(|log| matches!(&log.ended, Some(ending) if matches!(ending, Ending::Void { .. }) == void))
                .count()
        };
        let summary = format!(
            "{}, {}, {} scored, {} void, {}, {}",
            counted(run.reading.records, "journal record"),
            counted(run.contents.answers().count() as u64, "answer"),
            counted(ended(false) as u64, "game"),
            ended(true),
            counted(run.contents.sessions.len() as u64, "session"),
            counted(run.contents.amendments.len() as u64, "amendment"),
        );
        Ok(Verified {
            summary,
            notes,
            problems,
        })
    }
}

/// The study file and the templates are what the manifest says they are.
fn check_papers<B: Bench>(run: &OpenedRun<B>, notes: &mut Vec<String>, problems: &mut Vec<String>) {
    let manifest = &run.manifest;
    match std::fs::read(run.folder.study()) {
        Ok(bytes) if Digest::of(&bytes) != manifest.study.blake3 => {
            problems.push("study.toml is not the file that the run was started with".to_owned());
        }
        Ok(_) => {}
        Err(error) => problems.push(format!("study.toml cannot be read: {error}")),
    }
    if let Some(opened) = run
        .contents
        .opened
        .as_ref()
        .filter(|opened| opened.run != manifest.run)
    {
        problems.push(format!(
            "the journal belongs to run {}, the manifest to run {}",
            opened.run, manifest.run
        ));
    }
    for prompt in &manifest.prompts {
        if Digest::of(prompt.text.as_bytes()) != prompt.blake3 {
            problems.push(format!(
                "the template of {:?} in the manifest is not the one it names",
                prompt.family
            ));
        }
        let built_in = B::built_in_templates()
            .iter()
            .find(|(name, _)| *name == prompt.family);
        if built_in.is_some_and(|(_, text)| *text != prompt.text) {
            notes.push(format!(
                    "the family {:?} was asked in the words of the run's own manifest, not of this version",
                    prompt.family
                ));
        }
    }
}

fn check_findings<B: Bench>(
    findings: &B::Findings,
    run: &OpenedRun<B>,
    notes: &mut Vec<String>,
    problems: &mut Vec<String>,
) -> Result<()> {
    let path = run.folder.findings();
    let Ok(kept) = std::fs::read_to_string(&path) else {
        notes.push("there is no findings.json yet, so there was none to compare".to_owned());
        return Ok(());
    };
    let derived: serde_json::Value = serde_json::from_str(&json::findings(findings))?;
    match serde_json::from_str::<serde_json::Value>(&kept) {
        Err(error) => problems.push(format!("findings.json does not read: {error}")),
        Ok(kept) => {
            for difference in ludometer_record::manifest::differences(&kept, &derived) {
                problems.push(format!(
                    "findings.json says {} = {}, the journal says {}",
                    difference.key,
                    short(&difference.was),
                    short(&difference.is)
                ));
            }
        }
    }
    Ok(())
}

/// A value as a message can hold it: a whole table has no end.
fn short(value: &serde_json::Value) -> String {
    const SHOWN: usize = 160;
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
