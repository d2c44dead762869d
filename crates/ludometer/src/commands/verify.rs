//! `verify`: plays every game of a run again and derives every finding anew.

use std::{fmt::Write, path::PathBuf};

use anyhow::Result;
use clap::Args;

use crate::{archive, exit::Exit, show::print, verified::verified};

/// Differences that are listed one by one.
const SHOWN: usize = 20;

/// Check a run: replay every game from the journal, derive every finding anew.
#[derive(Debug, Args)]
pub struct Verify {
    /// The run's folder.
    run: PathBuf,
    /// The engine that adjudications are asked for again: Fairy-Stockfish's program, or
    /// built-in. Without this, Fairy-Stockfish is looked for.
    #[arg(long, value_name = "PROGRAM|built-in")]
    engine: Option<PathBuf>,
}

impl Verify {
    pub fn run(self) -> Result<Exit> {
        if archive::holds(&self.run) {
            return archive::verify(&self.run, self.engine.as_deref());
        }
        let verified = verified(&self.run, self.engine.as_deref())?;
        let problems = &verified.problems;
        let mut text = format!("{}: {}\n", self.run.display(), verified.summary);
        for note in &verified.notes {
            let _ = writeln!(text, "note: {note}");
        }
        for problem in problems.iter().take(SHOWN) {
            let _ = writeln!(text, "differs: {problem}");
        }
        if problems.len() > SHOWN {
            let _ = writeln!(text, "differs: and {} more", problems.len() - SHOWN);
        }
        if problems.is_empty() {
            text.push_str("verified: every game replays, every finding follows from the journal\n");
        }
        print(&text)?;
        Ok(if problems.is_empty() {
            Exit::Done
        } else {
            Exit::Differs
        })
    }
}
