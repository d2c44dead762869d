//! `import`: other people's games as a run.

use std::{fmt::Write as _, path::PathBuf};

use anyhow::Result;
use clap::{Args, Subcommand};
use ludometer_record::archive::{ArchiveFolder, Import as Imported, gather};

use crate::{exit::Exit, show::print};

/// Files that are listed one by one.
const SHOWN: usize = 20;

/// Make a run of games that were played elsewhere.
#[derive(Debug, Args)]
pub struct Import {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    TokenChess(TokenChess),
}

/// Import a folder of Token Chess evidence: JSON files, told apart by their keys.
#[derive(Debug, Args)]
struct TokenChess {
    /// The folder, looked through however deep.
    folder: PathBuf,
    /// The run's folder; it must not be there, or be empty.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

impl Import {
    pub fn run(self) -> Result<Exit> {
        let What::TokenChess(what) = self.what;
        let gathered = gather(&what.folder)?;
        let program = concat!("ludometer ", env!("CARGO_PKG_VERSION"));
        let now = jiff::Timestamp::now().to_string();
        let imported = ArchiveFolder::at(&what.out).write(&gathered, program, &now)?;
        print(&told(&imported, &what.out.display().to_string()))?;
        Ok(Exit::Done)
    }
}

fn told(imported: &Imported, out: &str) -> String {
    let kinds: Vec<String> = imported
        .kinds
        .iter()
        .map(|(kind, records)| format!("{records} {kind}"))
        .collect();
    let mut text = format!(
        "{out}: {} records ({})\n",
        imported.files.len(),
        kinds.join(", ")
    );
    // What is lost comes first.
    let mut left: Vec<_> = imported.left_out.iter().collect();
    left.sort_by_key(|left| !left.is_evidence);
    for left in left.iter().take(SHOWN) {
        let (path, reason) = (left.path.escape_debug(), left.reason.escape_debug());
        let _ = writeln!(text, "left out: {path}: {reason}");
    }
    if left.len() > SHOWN {
        let _ = writeln!(
            text,
            "left out: and {} more, see import.json",
            left.len() - SHOWN
        );
    }
    let others: Vec<String> = imported
        .other_files
        .iter()
        .map(|(end, files)| match end.as_str() {
            "" => format!("{files} without an ending"),
            end => format!("{files} .{}", end.escape_debug()),
        })
        .collect();
    if !others.is_empty() {
        let _ = writeln!(text, "not JSON: {}", others.join(", "));
    }
    text
}
