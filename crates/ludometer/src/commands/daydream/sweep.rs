//! `daydream sweep`: legality over a grid of settings.

use anyhow::{Context, Result};
use clap::Args;
use ludometer_daydream::SoftCap;
use ludometer_instruments::probe::{
    game::{Draws, Rules},
    legality::Legality,
    sweep::{CAPS, TEMPERATURES, grid, name},
};
use ludometer_report::{
    daydream::{SweepCell, sweep},
    document::{Block, terminal},
};
use serde_json::{Map, json};

use super::{Format, many::Match, model::ModelArgs, sampler::Cap, sparring::EngineArgs};
use crate::{
    exit::Exit,
    show::{print, width},
};

/// Measure legality at every temperature and soft cap of a grid.
#[derive(Debug, Args)]
pub struct Sweep {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Temperatures, with commas between.
    #[arg(long, value_delimiter = ',', default_values_t = TEMPERATURES)]
    temperatures: Vec<f64>,
    /// Soft caps, with commas between; none is no cap.
    #[arg(long, value_delimiter = ',', default_values_t = CAPS.map(Cap))]
    caps: Vec<Cap>,
    /// Games at each setting, colours alternating.
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// Samples a move before a legal one is drawn evenly.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    attempts: u32,
    /// Plies after which a game is over.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    plies: u32,
    /// Decides the draws.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How to write the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Sweep {
    pub fn run(self) -> Result<Exit> {
        let loaded = self.model.load()?;
        let sparring = self.engine.choose(loaded.board)?;
        let opponent = sparring.seat()?.name();
        let caps: Vec<Option<f64>> = self.caps.iter().map(|cap| cap.0).collect();
        let settings = grid(&self.temperatures, &caps).context("--temperatures")?;
        let mut cells = Vec::new();
        let mut json_cells = Map::new();
        for setting in settings {
            let name = name(setting);
            let rules = Rules {
                setting,
                attempts: self.attempts as usize,
                ply_cap: self.plies as usize,
                draws: Draws::Claimed,
            };
            let games = Match {
                loaded: &loaded,
                sparring: &sparring,
                rules,
                games: self.games as usize,
                seed: self.seed,
                purpose: &name,
            }
            .play(&|_| ())?;
            let found = Legality::of(&games);
            note!("{name}: {} games", self.games);
            json_cells.insert(
                name,
                json!({
                    "setting": setting, "clean": found.clean, "first_try": found.first_try,
                    "attempts": found.attempts, "forced": found.forced,
                    "by_ply": found.by_ply.iter().map(|(_, f)| f).collect::<Vec<_>>(),
                    "games": games,
                }),
            );
            cells.push(SweepCell {
                temperature: setting.temperature.get(),
                soft_cap: setting.soft_cap.map(SoftCap::get),
                legality: found,
            });
        }
        if self.format == Format::Json {
            let value = json!({
                "tier": loaded.tier, "weights": loaded.source, "window": loaded.window, "opponent": opponent,
                "stand_in": sparring.is_stand_in(), "seed": self.seed, "cells": json_cells,
            });
            print(&format!("{value}\n"))?;
            return Ok(Exit::Done);
        }
        let mut blocks = vec![Block::Text(format!(
            "{}; {} games a setting.",
            loaded.name(),
            self.games
        ))];
        blocks.extend(sparring.introduced(&opponent));
        blocks.extend(sweep(&cells));
        print(&terminal(&blocks, width()))?;
        Ok(Exit::Done)
    }
}
