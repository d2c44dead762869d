//! `report`: what a run says.

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, ValueEnum};
use ludometer_report::{
    chop_bench::{Detail, document},
    document::{markdown, terminal},
    json, leaderboard,
};

use crate::{
    exit::Exit,
    opened::OpenedRun,
    show::{print, width},
};

/// Print what a run says, from its journal alone.
#[derive(Debug, Args)]
pub struct Report {
    /// The run's folder.
    run: PathBuf,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Terminal)]
    format: Format,
}

/// How a report is printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Tables for the terminal.
    Terminal,
    /// Markdown, as in report.md.
    Markdown,
    /// JSON, as in findings.json.
    Json,
    /// The leaderboard as SVG.
    Svg,
}

impl Report {
    pub fn run(self) -> Result<Exit> {
        let run = OpenedRun::read(&self.run)?;
        if let Some(note) = run.torn() {
            eprintln!("note: {note}");
        }
        let findings = run.measure()?;
        print(&match self.format {
            Format::Terminal => terminal(&document(&findings, Detail::Full), width()),
            Format::Markdown => markdown(&document(&findings, Detail::Full)),
            Format::Json => json::findings(&findings),
            Format::Svg => leaderboard::svg(&findings),
        })?;
        Ok(Exit::Done)
    }
}
