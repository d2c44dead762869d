//! `report`: what a run says.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use ludometer_report::{
    document::{Detail, markdown, terminal},
    json,
};

use crate::{
    archive,
    bench::{Bench, ForInstrument, for_instrument},
    exit::Exit,
    opened::{OpenedRun, instrument_of},
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
    /// The games as PGN, where they are games of chess.
    Pgn,
}

impl Format {
    /// The same for an imported archive.
    fn of_archive(self) -> Option<archive::Shape> {
        match self {
            Self::Terminal => Some(archive::Shape::Terminal),
            Self::Markdown => Some(archive::Shape::Markdown),
            Self::Json => Some(archive::Shape::Json),
            Self::Pgn => Some(archive::Shape::Pgn),
            Self::Svg => None,
        }
    }
}

impl Report {
    pub fn run(self) -> Result<Exit> {
        if archive::holds(&self.run) {
            return archive::report(&self.run, self.format.of_archive());
        }
        for_instrument(instrument_of(&self.run)?, self)
    }
}

impl ForInstrument for Report {
    type Output = Result<Exit>;

    fn with<B: Bench>(self) -> Result<Exit> {
        let run = OpenedRun::<B>::read(&self.run)?;
        if let Some(note) = run.torn() {
            note!("note: {note}");
        }
        let games = run.games()?;
        if self.format == Format::Pgn {
            let Some(games) = run.bench.pgn(&run.manifest, &run.contents.games, &games) else {
                bail!(
                    "{}: these are no games of chess; expected another --format",
                    self.run.display()
                );
            };
            print(&games)?;
            return Ok(Exit::Done);
        }
        let findings = run.measure(games)?;
        print(&match self.format {
            Format::Terminal => terminal(&B::document(&findings, Detail::Full), width()),
            Format::Markdown => markdown(&B::document(&findings, Detail::Full)),
            Format::Json => json::findings(&findings),
            Format::Svg | Format::Pgn => B::svg(&findings),
        })?;
        Ok(Exit::Done)
    }
}
