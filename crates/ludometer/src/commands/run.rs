//! `run`: plays a study, or goes on with it.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use ludometer_record::folder::RunFolder;
use ludometer_report::document::{Detail, terminal};

use crate::{
    bench::{Bench, ForInstrument, for_instrument},
    exit::Exit,
    playing::{End, play},
    prepare::{self, Prepared},
    run_args::RunArgs,
    show::{print, width},
    study::StudyFile,
    written::{WrittenUp, write_up},
};

/// Play a study and print its leaderboard.
#[derive(Debug, Args)]
pub struct Run {
    /// The study file (or, with --resume, the run's folder).
    study: PathBuf,
    #[command(flatten)]
    run: RunArgs,
}

impl Run {
    pub fn run(self) -> Result<Exit> {
        let file = StudyFile::read(&self.study)?;
        self.run.play(file, &self.study)
    }
}

/// A study that is to be played.
#[derive(Debug)]
pub struct Playing {
    pub file: StudyFile,
    pub folder: RunFolder,
    pub resume: bool,
    pub engine: Option<PathBuf>,
    /// The command that goes on with it.
    pub go_on: String,
}

impl Playing {
    /// Plays it.
    pub fn run(self) -> Result<Exit> {
        if let Some(person) = self.file.study.players.iter().find(|one| one.is_person()) {
            bail!(
                "{}: player {} is a person, and people play at the site: ludometer serve, \"Take a seat\"",
                self.file.path.display(),
                person.name()?
            );
        }
        for_instrument(self.file.study.instrument, self)
    }

    fn end<B: Bench>(&self, end: End) -> Result<Exit> {
        let (exit, reasons) = match end {
            End::Done => return finish::<B>(&self.folder),
            End::Stopped(reasons) => (Exit::Stopped, reasons),
            End::Interrupted => (Exit::Interrupted, Vec::new()),
        };
        for reason in reasons {
            note!("ludometer: stopped: {reason}");
        }
        let interrupted = if exit == Exit::Interrupted {
            "Interrupted. "
        } else {
            ""
        };
        note!(
            "{interrupted}Every answer so far is kept in {}. Go on with: {}",
            self.folder.path().display(),
            self.go_on
        );
        Ok(exit)
    }
}

impl ForInstrument for Playing {
    type Output = Result<Exit>;

    fn with<B: Bench>(self) -> Result<Exit> {
        // One thread is enough for thousands of calls a second; the journal has its own,
        // and draws of a tool have theirs.
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let (folder, engine) = (self.folder.clone(), self.engine.as_deref());
            let prepared: Prepared<B> = if self.resume {
                prepare::resume(&self.file, folder, engine).await?
            } else {
                prepare::start(&self.file, folder, engine).await?
            };
            let played = play(prepared).await?;
            self.end::<B>(played.end)
        })
    }
}

/// Measures a run that is over, and writes and prints what it says.
fn finish<B: Bench>(folder: &RunFolder) -> Result<Exit> {
    let WrittenUp { findings, pgn } = write_up::<B>(folder)?;
    print(&terminal(&B::document(&findings, Detail::Short), width()))?;
    print(&format!(
        "\n{0}: report.md, findings.json, leaderboard.svg{1}. All tables: ludometer report {0}\n",
        folder.path().display(),
        if pgn { ", games.pgn" } else { "" }
    ))?;
    Ok(Exit::Done)
}
