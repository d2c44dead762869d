//! The audit file: what was called, what became of it, and what the opponent searched.

use std::{
    fmt::Write as _,
    fs::{File, OpenOptions},
    io::{Read, Seek, SeekFrom, Write},
    path::Path,
    sync::{Mutex, PoisonError},
};

use anyhow::{Context, Result};
use jiff::Timestamp;
use ludometer_instruments::served::{CallClass, Calls, Over};
use ludometer_record::{Seat, desk::EngineMove, hostile::steers};
use serde::Serialize;

/// JSON Lines, written a line at a time. Without a file nothing is written.
#[derive(Debug)]
pub struct Audit {
    file: Option<Mutex<File>>,
}

/// A line: which game it is of, when it was written, and what happened.
#[derive(Serialize)]
struct Line<'a> {
    game: u64,
    at: Timestamp,
    #[serde(flatten)]
    event: Event<'a>,
}

/// What happened.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event<'a> {
    /// A game began.
    Start {
        /// `chess`, `gardner`, `grand12` or `chopsticks`.
        board: &'a str,
        /// The agent's seat; the first is White's.
        you: Seat,
        /// Who sits across.
        opponent: &'a str,
        /// The seed of built-in opponents.
        seed: u64,
        /// This program's version.
        version: &'a str,
    },
    /// The agent's call was answered.
    Call {
        /// Which of the game's calls, from 1.
        n: u64,
        /// When it came.
        came: Timestamp,
        /// The tool, as the agent named it.
        tool: &'a str,
        /// Its arguments as they came.
        arguments: &'a serde_json::Value,
        /// What became of it.
        class: CallClass,
        /// From its coming to its answer, the opponent's reply included.
        wall_us: u64,
        /// Plies played by then.
        ply: u32,
    },
    /// A call that never reached the game.
    Refused {
        /// The tool, as the agent named it.
        tool: &'a str,
        /// Why.
        why: String,
    },
    /// The opponent moved.
    Opponent {
        /// Plies played with it.
        ply: u32,
        /// The move, with its search.
        #[serde(flatten)]
        reply: &'a EngineMove,
    },
    /// The game was over.
    End {
        /// How.
        #[serde(flatten)]
        over: Over,
        /// Plies played.
        plies: u32,
        /// The calls until then.
        calls: &'a Calls,
    },
    /// The game could not go on; it has no result.
    Void {
        /// What failed.
        why: String,
    },
    /// The agent is gone.
    Left {
        /// Plies played.
        plies: u32,
        /// All calls.
        calls: &'a Calls,
    },
}

impl Audit {
    /// Writes behind what `path` holds already.
    pub fn open(path: Option<&Path>) -> Result<Self> {
        let Some(path) = path else {
            return Ok(Self { file: None });
        };
        let cannot = || format!("--audit {}: it cannot be written", path.display());
        let mut options = OpenOptions::new();
        let mut file = options
            .create(true)
            .read(true)
            .append(true)
            .open(path)
            .with_context(cannot)?;
        // A line that a killed program left half written must not swallow the next one.
        if file.seek(SeekFrom::End(0)).with_context(cannot)? > 0 {
            let mut last = [0];
            file.seek(SeekFrom::End(-1)).with_context(cannot)?;
            file.read_exact(&mut last).with_context(cannot)?;
            if last != *b"\n" {
                file.write_all(b"\n").with_context(cannot)?;
            }
        }
        Ok(Self {
            file: Some(Mutex::new(file)),
        })
    }

    /// Writes a line.
    pub fn write(&self, game: u64, event: Event<'_>) -> Result<()> {
        let Some(file) = &self.file else {
            return Ok(());
        };
        let at = Timestamp::now();
        let json = serde_json::to_string(&Line { game, at, event })?;
        let mut line: String = String::with_capacity(json.len() + 1);
        for c in json.chars() {
            // What steers a terminal is an agent's, and within a string of JSON.
            if steers(c) {
                let _ = write!(line, "\\u{:04x}", u32::from(c));
            } else {
                line.push(c);
            }
        }
        line.push('\n');
        // A file behind a poisoned lock is still at the end of a line.
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(line.as_bytes())
            .context("the audit file cannot be written")
    }
}
