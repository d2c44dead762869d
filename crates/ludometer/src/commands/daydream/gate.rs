//! `daydream gate`: whole games against a weak engine.

use anyhow::Result;
use clap::Args;
use ludometer_instruments::probe::{
    game::{Draws, Rules},
    legality::Legality,
};
use ludometer_report::{
    daydream::legality,
    document::{Block, terminal},
};
use serde_json::json;

use super::{
    Format,
    many::Match,
    model::ModelArgs,
    sampler::{SettingArgs, words},
    sparring::EngineArgs,
};
use crate::{
    exit::Exit,
    show::{print, width},
};

/// Play whole games against Fairy-Stockfish at Skill Level 3, depth 4, and measure legality.
#[derive(Debug, Args)]
pub struct Gate {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    setting: SettingArgs,
    #[command(flatten)]
    engine: EngineArgs,
    /// Games, colours alternating.
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
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

impl Gate {
    pub fn run(self) -> Result<Exit> {
        let loaded = self.model.load()?;
        let setting = self.setting.setting()?;
        let sparring = self.engine.choose(loaded.board)?;
        let opponent = sparring.seat()?.name();
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
            purpose: "gate",
        }
        .play(&|done| note!("{done}/{} games", self.games))?;
        let found = Legality::of(&games);
        if self.format == Format::Json {
            let value = json!({
                "tier": loaded.tier, "weights": loaded.source, "window": loaded.window, "opponent": opponent,
                "stand_in": sparring.is_stand_in(), "rules": rules, "seed": self.seed,
                "clean": found.clean, "first_try": found.first_try, "attempts": found.attempts,
                "forced": found.forced,
                "by_ply": found.by_ply.iter().map(|(_, f)| f).collect::<Vec<_>>(),
                "repeats": found.repeats.iter().map(|(_, f)| f).collect::<Vec<_>>(),
                "games": games,
            });
            print(&format!("{value}\n"))?;
            return Ok(Exit::Done);
        }
        let mut blocks = vec![Block::Text(format!(
            "{}, {}, seed {}; {} games of at most {} plies, up to {} samples a move.",
            loaded.name(),
            words(setting),
            self.seed,
            self.games,
            self.plies,
            self.attempts
        ))];
        blocks.extend(sparring.introduced(&opponent));
        blocks.extend(legality(&found));
        print(&terminal(&blocks, width()))?;
        Ok(Exit::Done)
    }
}
