//! `elo fit`: the estimate with its profile interval.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use ludometer_report::{
    document::{Block, terminal},
    elo::{PlayerLine, rating_table, ratings_svg},
};
use ludometer_stats::{
    Level, Method,
    ladder::{
        EProcess, Evidence, Fit as Fitted, Game, MixtureSet, fit, fit_free_colour, fit_uncertain,
    },
};
use serde_json::{Value, json};

use super::{
    Format,
    games_file::{GamesFile, write_svg},
    number::{ends, line, optional, place},
    settings::{self, ForRating},
};
use crate::show::{print, width};

/// Estimate a rating from games against rated opponents.
#[derive(Debug, Args)]
pub struct Fit {
    /// Games as JSON: [[opponent, 1 | -1, "W" | "D" | "L"], …], 1 for White. A fourth part may
    /// say how the game ended: "board", "protocol" or "infrastructure".
    games: PathBuf,
    /// How to write the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Level of the intervals.
    #[arg(long, default_value = "0.95", value_parser = settings::level)]
    level: Level,
    /// Let White be worth something to the player, and profile that out.
    #[arg(long)]
    free_colour: bool,
    /// The standard error of an opponent's own rating, as in 1320=40; may be repeated.
    #[arg(long, value_name = "RATING=SE", conflicts_with = "free_colour")]
    opponent_se: Vec<ForRating>,
    /// Write a plot of the rating with both intervals.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Fit {
    pub fn run(self) -> Result<()> {
        let file = GamesFile::read_some(&self.games)?;
        let fitted = self.fitted(&file.evidence())?;
        let board = file
            .says_endings
            .then(|| self.fitted(&Evidence::new(&file.by_board())))
            .transpose()?;
        let mut lines = vec![PlayerLine {
            name: file.name.clone(),
            fit: fitted,
            conservative: self.conservative(&file.all()),
        }];
        if let Some(path) = &self.svg {
            write_svg(
                path,
                &ratings_svg(&format!("{}: rating", file.name), &lines),
            )?;
        }
        if self.format == Format::Json {
            let mut value = json(&fitted);
            if let Some(board) = board {
                value["void"] = json!(file.void);
                value["without_protocol"] = json(&board);
            }
            return print(&line(&value));
        }
        if let Some(board) = board {
            lines.push(PlayerLine {
                name: format!("{}, without protocol terminations", file.name),
                fit: board,
                conservative: self.conservative(&file.by_board()),
            });
        }
        print(&terminal(&self.document(&file, &fitted, &lines), width()))
    }

    fn fitted(&self, evidence: &Evidence) -> Result<Fitted> {
        Ok(if self.free_colour {
            fit_free_colour(evidence, self.level)
        } else if self.opponent_se.is_empty() {
            fit(evidence, self.level)
        } else {
            let error = |rating| {
                let given = self.opponent_se.iter().find(|given| given.rating == rating);
                given.map_or(0.0, |given| given.value)
            };
            fit_uncertain(evidence, error, self.level)?
        })
    }

    fn conservative(&self, games: &[Game]) -> MixtureSet {
        let mut process = EProcess::new();
        process.observe(games);
        if self.free_colour {
            process.set_free_colour(self.level)
        } else {
            process.set(self.level)
        }
    }

    fn document(&self, file: &GamesFile, fitted: &Fitted, lines: &[PlayerLine]) -> Vec<Block> {
        let mut blocks = vec![Block::Table(rating_table(lines))];
        let mut notes = Vec::new();
        if let Some(reason) = fitted.reason() {
            notes.push(format!("{}: {reason}.", file.name));
        }
        if let Some(advantage) = fitted.colour_advantage {
            notes.push(format!("White is worth {advantage:.1} Elo to the player."));
        }
        if file.void > 0 {
            notes.push(format!("{} void games are not scored.", file.void));
        }
        notes.push(format!("log likelihood {:.6}", fitted.log_likelihood));
        let percent = self.level.get() * 100.0;
        for (name, method) in [
            ("profile", fitted.method),
            ("mixture", Method::AnytimeMixture),
        ] {
            notes.push(format!("{name}, {percent}%: {}", method.definition()));
        }
        blocks.push(Block::List(notes));
        blocks
    }
}

/// The fit as the commands write it.
pub fn json(fitted: &Fitted) -> Value {
    let mut value = json!({
        "rating": place(fitted.place),
        "draw_parameter": optional(fitted.draw_parameter),
        "interval": ends(fitted.interval),
        "log_likelihood": fitted.log_likelihood,
        "games": fitted.score.games(),
        "wins": fitted.score.wins,
        "draws": fitted.score.draws,
        "losses": fitted.score.losses,
        "reason": fitted.reason(),
        "level": fitted.level,
        "method": fitted.method,
    });
    if fitted.method == Method::ProfileFreeColour {
        value["colour_advantage"] = optional(fitted.colour_advantage);
    }
    value
}
