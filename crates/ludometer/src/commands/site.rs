//! `site`: the pages of runs as files.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::{
    exit::Exit,
    show::{counted, print},
    site::{
        Shelf,
        export::{Check, Unreadable, export},
    },
};

/// Write the site of some runs as files, for any web host or to be opened as they are.
#[derive(Debug, Args)]
pub struct Site {
    /// Folders of runs or imported archives, or folders that hold such.
    #[arg(required = true)]
    runs: Vec<PathBuf>,
    /// The folder to write: new, empty, or an earlier site.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Leave out what verify says, which replays every game.
    #[arg(long)]
    skip_verify: bool,
    /// Leave out what cannot be shown, and write the site without it.
    #[arg(long)]
    skip_unreadable: bool,
}

impl Site {
    pub fn run(self) -> Result<Exit> {
        let check = if self.skip_verify {
            Check::Skip
        } else {
            Check::Verify
        };
        let unreadable = if self.skip_unreadable {
            Unreadable::LeaveOut
        } else {
            Unreadable::Refuse
        };
        let shelf = Shelf::new(self.runs, false);
        let written = export(&shelf, &self.out, check, unreadable)?;
        for line in shelf.copies() {
            note!("note: {line}");
        }
        for line in &written.left_out {
            note!("left out: {line}");
        }
        print(&format!(
            "{}: {}, {}, {}, {:.1} MB; open index.html\n",
            self.out.display(),
            counted(written.runs as u64, "run"),
            counted(written.games as u64, "game"),
            counted(written.files as u64, "file"),
            written.bytes as f64 / 1e6,
        ))?;
        Ok(Exit::Done)
    }
}
