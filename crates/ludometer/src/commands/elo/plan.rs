//! `elo plan`: what to play next.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use ludometer_instruments::ladder::{Width, WidthOf};
use ludometer_report::{
    document::{Block, Table, terminal},
    elo::{Moment, elo, narrowing_svg},
};
use ludometer_stats::{
    Level,
    ladder::{
        Colour, EProcess, Elo, Game, Outcome,
        planning::{Belief, Ladder},
    },
};
use serde_json::{Map, Value, json};

use super::{
    Format,
    games_file::{GamesFile, write_svg},
    number::{key, line, number, rating},
    settings::{self, ForRating},
};
use crate::show::{print, width};

/// Choose the next opponent: the least variance of the rating to be expected after a colour pair.
#[derive(Debug, Args)]
pub struct Plan {
    /// Games so far, without the pilot; without any, the distribution after the pilot.
    #[arg(long, value_name = "FILE")]
    games: Option<PathBuf>,
    /// Leave out the pilot, a win as White against 1320.
    #[arg(long)]
    no_pilot: bool,
    /// Ratings to choose from, as in 1350,1500,1700; 1320, 1400, 1500 … 3100, 3190 without.
    #[arg(long, value_delimiter = ',', value_parser = settings::rating)]
    ladder: Vec<Elo>,
    /// What a pair at a rating costs, as in 1500=0.8, for every rating of the ladder: the choice
    /// is then the largest expected gain for its price.
    #[arg(long, value_name = "RATING=PRICE")]
    price: Vec<ForRating>,
    /// Say so when this many games were played.
    #[arg(long, value_name = "GAMES")]
    stop_games: Option<usize>,
    /// Say so when the anytime-valid set is at most this wide, in Elo.
    #[arg(long, value_name = "ELO")]
    stop_width: Option<f64>,
    /// Say so when the next pair costs more than what is left.
    #[arg(long, value_name = "LEFT", requires = "price")]
    stop_budget: Option<f64>,
    /// How to write the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Write a plot of what was known game by game.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

impl Plan {
    pub fn run(self) -> Result<()> {
        let ladder = if self.ladder.is_empty() {
            Ladder::published()
        } else {
            Ladder::new(&self.ladder)?
        };
        let file = self.games.as_deref().map(GamesFile::read).transpose()?;
        let games = file.map_or_else(Vec::new, |file| file.all());
        let mut belief = Belief::before_any_game();
        if !self.no_pilot {
            belief.observe(&[Game {
                opponent: Elo::new(1_320.0)?,
                colour: Colour::White,
                outcome: Outcome::Win,
            }]);
        }
        if let Some(path) = &self.svg {
            let name = path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            write_svg(
                path,
                &narrowing_svg(
                    &format!("{name}: the rating, game by game"),
                    &moments(&belief, &games),
                ),
            )?;
        }
        belief.observe(&games);
        let next = self.next(&ladder, &belief)?;
        let variances = ladder.expected_variances(&belief);
        let stop = self.stop(&games, next);
        if self.format == Format::Json {
            let expected: Map<String, Value> = ladder
                .ratings()
                .map(key)
                .zip(variances.into_iter().map(number))
                .collect();
            let mut answer = json!({
                "next": rating(next),
                "mean": belief.mean(),
                "sd": belief.deviation(),
                "expected_variance": expected,
            });
            if self.stop_games.is_some() || self.stop_width.is_some() || self.stop_budget.is_some()
            {
                answer["stop"] = stop.into();
            }
            return print(&line(&answer));
        }
        let mut table = Table::new(&[">rating", ">expected SD after a pair", ""]);
        for (rating, variance) in ladder.ratings().zip(variances) {
            table.rows.push(vec![
                elo(rating.get()),
                format!("{:.2}", variance.sqrt()),
                if rating == next {
                    "next".to_owned()
                } else {
                    String::new()
                },
            ]);
        }
        let mut document = Vec::new();
        if let Some(reason) = stop {
            document.push(Block::Text(format!("Stop: the {reason} is reached.")));
        }
        document.extend([
            Block::Text(format!(
                "Next: a colour pair at {}. The planning distribution has mean {:.1} and standard \
                 deviation {:.1} after {} games{}; it chooses opponents and is no confidence set.",
                elo(next.get()),
                belief.mean(),
                belief.deviation(),
                games.len(),
                if self.no_pilot { "" } else { " and the pilot" },
            )),
            Block::Table(table),
        ]);
        print(&terminal(&document, width()))
    }

    /// The first rule that ends the games, in a word.
    fn stop(&self, games: &[Game], next: Elo) -> Option<&'static str> {
        if self.stop_games.is_some_and(|most| games.len() >= most) {
            return Some("games");
        }
        let width = self.stop_width.map(|at_most| Width {
            at_most,
            level: Level::P95,
            of: WidthOf::Anytime,
        });
        if width.is_some_and(|width| width.is_reached_by(games)) {
            return Some("width");
        }
        let left = self.stop_budget?;
        let price = self.price.iter().find(|given| given.rating == next)?;
        (price.value > left).then_some("budget")
    }

    fn next(&self, ladder: &Ladder, belief: &Belief) -> Result<Elo> {
        if self.price.is_empty() {
            return Ok(ladder.next(belief));
        }
        let price = |rating| self.price.iter().find(|given| given.rating == rating);
        if let Some(rating) = ladder.ratings().find(|rating| price(*rating).is_none()) {
            bail!("--price is missing for rating {rating}");
        }
        Ok(ladder.next_for_money(belief, |rating| {
            price(rating).map_or(f64::NAN, |given| given.value)
        })?)
    }
}

fn moments(before: &Belief, games: &[Game]) -> Vec<Moment> {
    let mut belief = before.clone();
    let mut process = EProcess::new();
    let moment = |game: Option<Game>, belief: &Belief, process: &EProcess| Moment {
        game,
        mean: belief.mean(),
        deviation: belief.deviation(),
        anytime: process.set(Level::P95).interval,
    };
    let mut moments = vec![moment(None, &belief, &process)];
    for game in games {
        belief.observe(std::slice::from_ref(game));
        process.observe(std::slice::from_ref(game));
        moments.push(moment(Some(*game), &belief, &process));
    }
    moments
}
