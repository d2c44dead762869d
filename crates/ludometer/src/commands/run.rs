//! `run`: plays a study, or goes on with it.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use ludometer_record::folder::RunFolder;
use ludometer_report::{
    chop_bench::{Detail, document},
    document::{markdown, terminal},
    json, leaderboard,
};

use crate::{
    exit::Exit,
    forecast,
    opened::OpenedRun,
    playing::{End, play},
    prepare::{self, Prepared},
    show::{print, width},
    study::StudyFile,
};

/// Play a study and print its leaderboard.
#[derive(Debug, Args)]
#[expect(clippy::struct_field_names, reason = "the name of the option")]
pub struct Run {
    /// The study file (or, with --resume, the run's folder).
    study: PathBuf,
    /// The run's folder; runs/NAME by default.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with a run that was stopped.
    #[arg(long)]
    resume: bool,
    /// Forecast calls, tokens and cost; ask nothing.
    #[arg(long, conflicts_with = "resume")]
    dry_run: bool,
}

impl Run {
    pub fn run(self) -> Result<Exit> {
        let file = StudyFile::read(&self.study)?;
        if self.dry_run {
            return forecast::show(&file);
        }
        let folder = RunFolder::at(match (&self.out, self.study.is_dir()) {
            (Some(out), _) => out.clone(),
            (None, true) => self.study.clone(),
            (None, false) => PathBuf::from("runs").join(file.study.name.as_str()),
        });
        // One thread is enough for thousands of calls a second; the journal has its own.
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let prepared = if self.resume {
                prepare::resume(&file, folder).await?
            } else {
                prepare::start(&file, folder).await?
            };
            self.play(prepared).await
        })
    }

    async fn play(&self, prepared: Prepared) -> Result<Exit> {
        let folder = prepared.folder.clone();
        let played = play(prepared).await?;
        let resume = match &self.out {
            Some(out) => format!(
                "ludometer run {} --out {} --resume",
                self.study.display(),
                out.display()
            ),
            None => format!("ludometer run {} --resume", self.study.display()),
        };
        match played.end {
            End::Done => finish(&folder),
            End::Stopped(reasons) => {
                for reason in reasons {
                    eprintln!("ludometer: stopped: {reason}");
                }
                eprintln!(
                    "Every answer so far is kept in {}. Go on with: {resume}",
                    folder.path().display()
                );
                Ok(Exit::Stopped)
            }
            End::Interrupted => {
                eprintln!(
                    "Interrupted. Every answer so far is kept in {}. Go on with: {resume}",
                    folder.path().display()
                );
                Ok(Exit::Interrupted)
            }
        }
    }
}

/// Measures a run that is over, and writes and prints what it says.
fn finish(folder: &RunFolder) -> Result<Exit> {
    let findings = OpenedRun::read(folder.path())?.measure()?;
    folder.write("findings.json", json::findings(&findings).as_bytes())?;
    folder.write(
        "report.md",
        markdown(&document(&findings, Detail::Full)).as_bytes(),
    )?;
    folder.write("leaderboard.svg", leaderboard::svg(&findings).as_bytes())?;
    print(&terminal(&document(&findings, Detail::Short), width()))?;
    print(&format!(
        "\n{0}: report.md, findings.json, leaderboard.svg. All tables: ludometer report {0}\n",
        folder.path().display()
    ))?;
    Ok(Exit::Done)
}
