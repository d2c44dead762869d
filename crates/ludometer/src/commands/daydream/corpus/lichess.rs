//! `daydream corpus lichess`: games of people.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, IsTerminal as _, Write as _};
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::Args;
use ludometer_trainer::corpus::{
    lichess::{Filter, Report, extract},
    open,
};

use crate::exit::Exit;

/// Take games of people from a dump of the Lichess open database, of any size.
#[derive(Debug, Args)]
pub struct Lichess {
    /// PGN, plain or as .zst.
    dump: PathBuf,
    /// The lowest rating, of both players.
    #[arg(long, default_value_t = 1400)]
    min_elo: u16,
    /// The highest rating, of both players.
    #[arg(long, default_value_t = 1800)]
    max_elo: u16,
    /// Drop games after which a rating changed by more: such ratings are provisional.
    #[arg(long, value_name = "POINTS")]
    max_rating_change: Option<u16>,
    /// Shorter games are dropped.
    #[arg(long, default_value_t = 10)]
    min_plies: usize,
    /// Stop after so many games; 0 takes all.
    #[arg(long, default_value_t = 15_000)]
    games: u64,
    /// Where the games go.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Lichess {
    pub fn run(self) -> Result<Exit> {
        if self.min_elo > self.max_elo {
            bail!(
                "--min-elo {} is above --max-elo {}",
                self.min_elo,
                self.max_elo
            );
        }
        let input =
            open(&self.dump).with_context(|| format!("cannot read {}", self.dump.display()))?;
        // The whole file or none: a rename at the end.
        let mut beside = self.out.clone().into_os_string();
        beside.push(".part");
        let beside = PathBuf::from(beside);
        let file =
            File::create(&beside).with_context(|| format!("cannot write {}", beside.display()))?;
        let mut out = BufWriter::new(file);
        let terminal = std::io::stderr().is_terminal();
        let filter = Filter {
            min_elo: self.min_elo,
            max_elo: self.max_elo,
            max_rating_change: self.max_rating_change,
            min_plies: self.min_plies,
            games: (self.games > 0).then_some(self.games),
        };
        let report = extract(input, filter, &mut out, |report| {
            if terminal {
                eprint!("\r{} of {} games kept", report.kept, report.seen);
            }
        })
        .and_then(|report| out.flush().map(|()| report))
        .with_context(|| format!("cannot write {}", beside.display()))?;
        note!("{}{}", if terminal { "\r" } else { "" }, summary(&report));
        if report.kept == 0 {
            std::fs::remove_file(&beside).ok();
            bail!(
                "no game of {} was kept; nothing is written",
                self.dump.display()
            );
        }
        std::fs::rename(&beside, &self.out)
            .with_context(|| format!("cannot write {}", self.out.display()))?;
        if let Some(error) = &report.input_error {
            note!(
                "ludometer: {}: {error}; the games before it were kept",
                self.dump.display()
            );
            return Ok(Exit::Input);
        }
        Ok(Exit::Done)
    }
}

/// What became of the games, in lines; nothing is said of what did not happen.
fn summary(report: &Report) -> String {
    let mut text = format!("{} of {} games kept", report.kept, report.seen);
    for (what, count) in [
        ("not rated", report.not_rated),
        ("no standard chess from its start", report.not_standard),
        ("a rating out of range", report.rating),
        ("a provisional rating", report.provisional),
        ("abandoned or the like", report.termination),
        ("broken", report.broken),
        ("unfinished", report.unfinished),
        ("too short", report.short),
    ] {
        if count > 0 {
            let _ = write!(text, "; {what}: {count}");
        }
    }
    for (number, how) in &report.broken_examples {
        let _ = write!(text, "\nbroken game {number}: {how}");
    }
    text
}
