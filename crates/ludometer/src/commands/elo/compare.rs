//! `elo compare`: differences between players.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use ludometer_report::{
    document::{Block, terminal},
    elo::{PlayerLine, difference_table, rating_table, ratings_svg},
};
use ludometer_stats::{
    Level, Method,
    ladder::{EProcess, Evidence, compare, fit, simultaneous},
};
use serde_json::json;

use super::{
    Format,
    games_file::{GamesFile, write_svg},
    number::{ends, line, place},
    settings,
};
use crate::show::{print, width};

/// Compare players: differences with intervals, tests with Holm's adjustment, all intervals at once.
#[derive(Debug, Args)]
pub struct Compare {
    /// Two or more files of games, one a player.
    #[arg(required = true, num_args = 2..)]
    games: Vec<PathBuf>,
    /// How to write the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Level of the intervals.
    #[arg(long, default_value = "0.95", value_parser = settings::level)]
    level: Level,
    /// Write a plot of the ratings with both intervals.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Compare {
    pub fn run(self) -> Result<()> {
        let files: Vec<GamesFile> = self
            .games
            .iter()
            .map(|path| GamesFile::read_some(path))
            .collect::<Result<_>>()?;
        let evidence: Vec<Evidence> = files.iter().map(GamesFile::evidence).collect();
        let pairs = compare(&evidence, self.level);
        let lines: Vec<PlayerLine> = files
            .iter()
            .zip(&evidence)
            .map(|(file, evidence)| {
                let mut process = EProcess::new();
                process.observe(&file.all());
                PlayerLine {
                    name: file.name.clone(),
                    fit: fit(evidence, self.level),
                    conservative: process.set(self.level),
                }
            })
            .collect();
        if let Some(path) = &self.svg {
            write_svg(path, &ratings_svg("Ratings", &lines))?;
        }
        let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
        if self.format == Format::Json {
            let players: Vec<_> = lines
                .iter()
                .zip(&evidence)
                .map(|(player, evidence)| {
                    let at_once = fit(evidence, simultaneous(self.level, files.len()));
                    let mut value = super::fit::json(&player.fit);
                    value["simultaneous"] = ends(at_once.interval);
                    value["name"] = json!(player.name);
                    value["conservative"] = ends(player.conservative.interval);
                    value
                })
                .collect();
            let pairs: Vec<_> = pairs
                .iter()
                .map(|((a, b), pair)| {
                    json!({
                        "a": names[*a],
                        "b": names[*b],
                        "difference": place(pair.place),
                        "interval": ends(pair.interval),
                        "simultaneous": ends(pair.simultaneous),
                        "likelihood_ratio": pair.likelihood_ratio,
                        "common_rating": place(pair.common),
                        "p": pair.p,
                        "p_holm": pair.p_holm,
                    })
                })
                .collect();
            return print(&line(&json!({
                "level": self.level,
                "simultaneous_level": simultaneous(self.level, pairs.len()),
                "method": Method::ProfileDifference,
                "players": players,
                "pairs": pairs,
            })));
        }
        let notes = vec![
            format!("profile: {}", Method::Profile.definition()),
            format!("mixture: {}", Method::AnytimeMixture.definition()),
            format!("difference: {}", Method::ProfileDifference.definition()),
            format!(
                "all at once: each at {:.4}, so that all {} hold together with at least {} \
                 (Bonferroni); p, Holm: adjusted for all {}",
                simultaneous(self.level, pairs.len()).get(),
                pairs.len(),
                self.level.get(),
                pairs.len(),
            ),
        ];
        let document = [
            Block::Table(rating_table(&lines)),
            Block::Table(difference_table(&names, &pairs)),
            Block::List(notes),
        ];
        print(&terminal(&document, width()))
    }
}
