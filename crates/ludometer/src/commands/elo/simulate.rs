//! `elo simulate`: coverage and width when the truth is known.

use std::time::Instant;

use anyhow::{Result, bail};
use clap::Args;
use ludometer_instruments::ladder::{
    Design, LookSummary, Scenario, SetSummary, Summary, Then, simulate,
};
use ludometer_record::Seed;
use ludometer_report::{
    document::{Block, markdown, terminal},
    elo::simulation_table,
};
use ludometer_stats::{
    Level,
    ladder::{Davidson, Elo, planning::Ladder},
};
use rayon::prelude::*;
use serde_json::{Value, json};

use super::{Format, number::line, settings};
use crate::show::{print, width};

/// Play whole adaptive studies with a known truth, and count how often each interval holds it.
#[derive(Debug, Args)]
pub struct Simulate {
    /// True ratings.
    #[arg(long, value_delimiter = ',', default_value = "1500", value_parser = settings::rating)]
    rating: Vec<Elo>,
    /// True draw parameters.
    #[arg(long, value_delimiter = ',', default_value = "0", value_parser = settings::not_negative)]
    draw_parameter: Vec<f64>,
    /// True colour advantages in Elo; the analysis takes none.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "0",
        allow_negative_numbers = true,
        value_parser = settings::advantage
    )]
    colour_advantage: Vec<f64>,
    /// Numbers of games at which the intervals are looked at.
    #[arg(long, value_delimiter = ',', default_value = "10,20,40")]
    games: Vec<u32>,
    /// Studies for each combination.
    #[arg(long, default_value_t = 2000)]
    studies: u64,
    /// Seed of all randomness.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games that only weight the split mixture set.
    #[arg(long, default_value_t = 10)]
    split: u32,
    /// Level of the intervals.
    #[arg(long, default_value = "0.95", value_parser = settings::level)]
    level: Level,
    /// Ratings to choose from; 1320, 1400, 1500 … 3100, 3190 without.
    #[arg(long, value_delimiter = ',', value_parser = settings::rating)]
    ladder: Vec<Elo>,
    /// Choose every pair by itself instead of in waves of three.
    #[arg(long)]
    refill: bool,
    /// How to write the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Write the table as Markdown.
    #[arg(long, conflicts_with = "format")]
    markdown: bool,
}

impl Simulate {
    pub fn run(self) -> Result<()> {
        if let Some(odd) = self
            .games
            .iter()
            .chain([&self.split])
            .find(|games| *games % 2 == 1)
        {
            bail!("games are played in colour pairs: {odd} is odd");
        }
        if self.games.is_empty() || self.games.contains(&0) || self.studies == 0 {
            bail!("nothing to simulate: --games and --studies must be positive");
        }
        let clock = Instant::now();
        let mut rows = Vec::new();
        for scenario in self.scenarios()? {
            let studies: Result<Vec<_>, _> = (0..self.studies)
                .into_par_iter()
                .map(|index| simulate(&scenario, Seed(self.seed), index))
                .collect();
            rows.push((scenario.truth, Summary::new(&scenario, &studies?)));
        }
        let seconds = clock.elapsed().as_secs_f64();
        if self.format == Format::Json {
            let cells: Vec<Value> = rows
                .iter()
                .map(|(truth, summary)| cell(truth, summary))
                .collect();
            return print(&line(&json!({
                "studies": self.studies,
                "seed": self.seed,
                "level": self.level,
                "cells": cells,
                "seconds": seconds,
            })));
        }
        let shown: Vec<_> = rows
            .into_iter()
            .map(|(truth, summary)| {
                let words = [truth.rating, truth.draw_parameter, truth.colour_advantage];
                (words.map(|word| word.to_string()), summary)
            })
            .collect();
        let error = 100.0 * (0.05 * 0.95 / self.studies as f64).sqrt();
        let blocks = [
            Block::Table(simulation_table(&shown)),
            Block::Text(format!(
                "{} studies a cell, seed {}; standard error {error:.2} points at 95%. Analysis \
                 with h = 0. profile: approximate; mixture and anytime: conservative. width: mean \
                 of the bounded intervals, in Elo; at every look: the truth was inside at every \
                 pair boundary so far (profile and mixture from game {}).",
                self.studies, self.seed, self.split
            )),
        ];
        if self.markdown {
            return print(&markdown(&blocks));
        }
        print(&terminal(&blocks, width()))?;
        note!("{seconds:.1} s");
        Ok(())
    }

    fn scenarios(&self) -> Result<Vec<Scenario>> {
        let mut design = Design::published();
        if !self.ladder.is_empty() {
            design.ladder = Ladder::new(&self.ladder)?;
        }
        if self.refill {
            design.then = Then::Refill { at_once: 1 };
        }
        let mut looks = self.games.clone();
        looks.sort_unstable();
        looks.dedup();
        let mut scenarios = Vec::new();
        for rating in &self.rating {
            for &draw_parameter in &self.draw_parameter {
                for &colour_advantage in &self.colour_advantage {
                    scenarios.push(Scenario {
                        truth: Davidson {
                            rating: rating.get(),
                            draw_parameter,
                            colour_advantage,
                        },
                        design: design.clone(),
                        looks: looks.clone(),
                        split: self.split,
                        level: self.level,
                    });
                }
            }
        }
        Ok(scenarios)
    }
}

fn cell(truth: &Davidson, summary: &Summary) -> Value {
    let set = |set: SetSummary| {
        json!({
            "coverage": set.coverage,
            "truth_below": set.truth_below,
            "truth_above": set.truth_above,
            "covered_at_every_look": set.always,
            "unbounded": set.unbounded,
            "mean_width": set.width,
        })
    };
    let look = |look: &LookSummary| {
        json!({
            "games": look.games,
            "profile": set(look.profile),
            "profile_after_split": set(look.new_profile),
            "mixture": set(look.mixture),
            "anytime": set(look.anytime),
            "finite": look.finite,
            "bias": look.bias,
            "sd": look.deviation,
        })
    };
    json!({
        "rating": truth.rating,
        "draw_parameter": truth.draw_parameter,
        "colour_advantage": truth.colour_advantage,
        "looks": summary.looks.iter().map(look).collect::<Vec<_>>(),
    })
}
