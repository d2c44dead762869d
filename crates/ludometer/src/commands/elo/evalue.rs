//! `elo evalue`: the conservative sets.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use ludometer_report::{
    document::{Block, Table, terminal},
    elo::{Word, ends as shown},
};
use ludometer_stats::{
    Interval, Level,
    ladder::{EProcess, MixtureSet},
};
use serde_json::{Value, json};

use super::{
    Format,
    games_file::GamesFile,
    number::{ends, line, number},
    settings,
};
use crate::show::{print, width};

/// Ratings that a likelihood-mixture e-value does not reject.
#[derive(Debug, Args)]
pub struct Evalue {
    /// Games that only weight the mixture; with --anytime, games that were played first.
    #[arg(long, value_name = "FILE", required_unless_present = "anytime")]
    old: Option<PathBuf>,
    /// Games that test.
    #[arg(long, value_name = "FILE")]
    new: PathBuf,
    /// Test with all games, in their order, and at every look: the anytime-valid e-process.
    #[arg(long)]
    anytime: bool,
    /// Whatever the colour advantage is, as long as it is constant; needs --anytime.
    #[arg(long, requires = "anytime")]
    free_colour: bool,
    /// How to write the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Level of the set.
    #[arg(long, default_value = "0.95", value_parser = settings::level)]
    level: Level,
}

/// The set after so many games.
struct Look {
    games: usize,
    set: MixtureSet,
    /// What all sets so far have in common; it keeps the level too.
    running: Interval,
}

impl Evalue {
    pub fn run(self) -> Result<()> {
        let old = self.old.as_deref().map(GamesFile::read).transpose()?;
        let old = old.map_or_else(Vec::new, |file| file.all());
        let new = GamesFile::read(&self.new)?.all();
        let mut process = EProcess::new();
        process.observe(&old);
        let (set, looks) = if self.anytime {
            let all: Vec<_> = old.iter().chain(&new).copied().collect();
            let looks = self.looks(&all);
            let process = all.iter().fold(EProcess::new(), |mut process, game| {
                process.observe(std::slice::from_ref(game));
                process
            });
            (self.set(&process), looks)
        } else {
            process.split_here();
            process.observe(&new);
            (process.split_set(self.level), Vec::new())
        };
        if self.format == Format::Json {
            return print(&line(&json(&set, &looks)));
        }
        let percent = self.level.get() * 100.0;
        let mut blocks = vec![Block::Text(format!(
            "{percent}% set: {} ({}); ln mixture {:.6}",
            shown(set.interval),
            Word::of(set.method),
            set.log_mixture
        ))];
        if !looks.is_empty() {
            let mut table = Table::new(&[
                ">games",
                ">set",
                ">what all so far have in common",
                ">ln mixture",
            ]);
            for look in &looks {
                table.rows.push(vec![
                    look.games.to_string(),
                    shown(look.set.interval),
                    shown(look.running),
                    format!("{:.4}", look.set.log_mixture),
                ]);
            }
            blocks.push(Block::Table(table));
        }
        blocks.push(Block::List(vec![set.method.definition().to_owned()]));
        print(&terminal(&blocks, width()))
    }

    fn set(&self, process: &EProcess) -> MixtureSet {
        if self.free_colour {
            process.set_free_colour(self.level)
        } else {
            process.set(self.level)
        }
    }

    fn looks(&self, games: &[ludometer_stats::ladder::Game]) -> Vec<Look> {
        let mut process = EProcess::new();
        let mut running = Interval {
            lo: f64::NEG_INFINITY,
            hi: f64::INFINITY,
        };
        let look = |(index, game): (usize, &ludometer_stats::ladder::Game)| {
            process.observe(std::slice::from_ref(game));
            let set = self.set(&process);
            running.lo = running.lo.max(set.interval.lo);
            running.hi = running.hi.min(set.interval.hi);
            Look {
                games: index + 1,
                set,
                running,
            }
        };
        games.iter().enumerate().map(look).collect()
    }
}

fn json(set: &MixtureSet, looks: &[Look]) -> Value {
    let mut value = json!({
        "interval": ends(set.interval),
        "log_mixture": number(set.log_mixture),
        "level": set.level,
        "method": set.method,
    });
    if let Some(last) = looks.last() {
        value["running_interval"] = ends(last.running);
        value["looks"] = looks
            .iter()
            .map(|look| {
                json!({
                    "games": look.games,
                    "interval": ends(look.set.interval),
                    "running_interval": ends(look.running),
                    "log_mixture": number(look.set.log_mixture),
                })
            })
            .collect();
    }
    value
}
