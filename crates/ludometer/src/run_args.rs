//! Where a run is kept, whether it goes on, and who adjudicates: alike for every command
//! that plays.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use anyhow::Result;
use clap::Args;
use ludometer_record::folder::RunFolder;

use crate::{commands::Playing, exit::Exit, forecast, study::StudyFile};

/// Options of every command that plays.
#[derive(Debug, Clone, Args)]
pub struct RunArgs {
    /// The run's folder; runs/NAME by default, NAME being the study's.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Go on with a run that was stopped.
    #[arg(long)]
    resume: bool,
    /// Forecast calls, tokens and cost; ask nothing.
    #[arg(long, conflicts_with = "resume")]
    dry_run: bool,
    /// Who adjudicates where the study wants it: Fairy-Stockfish's program, or built-in.
    /// Without this, Fairy-Stockfish is looked for, and the built-in referee stands in.
    #[arg(long, value_name = "PROGRAM|built-in")]
    engine: Option<PathBuf>,
}

impl RunArgs {
    /// Plays a study that is on disk, or in a run's folder, under `path`.
    pub fn play(self, file: StudyFile, path: &Path) -> Result<Exit> {
        let folder = match (&self.out, path.is_dir()) {
            (Some(out), _) => out.clone(),
            (None, true) => path.to_owned(),
            (None, false) => runs(&file),
        };
        let mut go_on = format!("ludometer run {}", path.display());
        if let Some(out) = &self.out {
            let _ = write!(go_on, " --out {}", out.display());
        }
        self.begin(file, folder, go_on)
    }

    /// Plays a study that is on no disk yet. Its copy in the folder is all that it takes to
    /// go on.
    pub fn play_new(self, file: StudyFile) -> Result<Exit> {
        let folder = self.out.clone().unwrap_or_else(|| runs(&file));
        let go_on = format!("ludometer run {}", folder.display());
        self.begin(file, folder, go_on)
    }

    fn begin(self, file: StudyFile, folder: PathBuf, mut go_on: String) -> Result<Exit> {
        if self.dry_run {
            return forecast::show(&file);
        }
        if let Some(engine) = &self.engine {
            let _ = write!(go_on, " --engine {}", engine.display());
        }
        go_on.push_str(" --resume");
        Playing {
            file,
            folder: RunFolder::at(folder),
            resume: self.resume,
            engine: self.engine,
            go_on,
        }
        .run()
    }
}

fn runs(file: &StudyFile) -> PathBuf {
    PathBuf::from("runs").join(file.study.name.as_str())
}
