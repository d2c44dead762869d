//! What a study will ask for: calls, tokens, money. Nothing is asked.
//!
//! The study is played through with built-in play in place of the models. How long games
//! last depends on how well they are played, so what comes of it is a range, not a bound.

mod chop_bench;
mod ladder;
mod probe;
mod token_chess;

use std::{collections::BTreeMap, fmt};

use anyhow::Result;
use ludometer_arena::budget::question_estimate;
use ludometer_instruments::InstrumentName;
use ludometer_record::{
    PicoUsd, PlayerName,
    desk::{Decide, Usage},
    study::ModelRef,
};
use ludometer_report::document::{Block, Table, terminal};

use crate::{
    exit::Exit,
    show::{print, width},
    study::StudyFile,
};

/// Calls and prompt tokens of one player.
#[derive(Debug, Clone, Copy, Default)]
struct Load {
    calls: u64,
    prompt_tokens: u64,
}

impl Load {
    /// Counts a call.
    fn add(&mut self, decide: &Decide) {
        self.calls += 1;
        self.prompt_tokens += question_estimate(decide);
    }
}

/// What each player is asked.
type Loads = BTreeMap<PlayerName, Load>;

/// The same study played in two ways.
struct Forecast {
    games: usize,
    one: Loads,
    other: Loads,
    /// How it was made.
    how: String,
}

/// Prints the forecast of a study.
pub fn show(file: &StudyFile) -> Result<Exit> {
    let forecast = match file.study.instrument {
        InstrumentName::ChopBench => chop_bench::forecast(file)?,
        InstrumentName::TokenChess => token_chess::forecast(file)?,
        InstrumentName::DaydreamProbe => probe::forecast(file)?,
        InstrumentName::EloLadder => ladder::forecast(file)?,
    };
    let mut table = Table::new(&[
        "player",
        ">calls",
        ">prompt tokens",
        ">completion tokens, at most",
        ">cost, at most",
    ]);
    let (mut built_in, mut agents) = (Vec::new(), Vec::new());
    for player in &file.study.players {
        let name = player.name()?;
        match player.model {
            ModelRef::BuiltIn(_) | ModelRef::Engine(_) => {
                built_in.push(name.to_string());
                continue;
            }
            // Nothing is sent anywhere, and no token is counted.
            ModelRef::Person => continue,
            ModelRef::Agent(_) => {
                agents.push(name.to_string());
                continue;
            }
            ModelRef::Served { .. } => {}
        }
        let load = |loads: &Loads| loads.get(&name).copied().unwrap_or_default();
        let (low, high) = (load(&forecast.one), load(&forecast.other));
        let completion = |load: Load| load.calls * u64::from(player.max_tokens);
        let money = player.price.map(|price| {
            let cost = |load: Load| -> PicoUsd {
                price.of(&Usage {
                    prompt: Some(load.prompt_tokens),
                    completion: Some(completion(load)),
                    ..Usage::default()
                })
            };
            range(&cost(low), &cost(high))
        });
        table.rows.push(vec![
            name.to_string(),
            range(&low.calls, &high.calls),
            range(&low.prompt_tokens, &high.prompt_tokens),
            range(&completion(low), &completion(high)),
            money.unwrap_or_else(|| "no price given".to_owned()),
        ]);
    }
    let mut blocks = vec![
        Block::Heading(format!("{}: forecast, nothing asked", file.study.name)),
        Block::Text(format!("{} games.", forecast.games)),
    ];
    if !table.rows.is_empty() {
        blocks.push(Block::Table(table));
        blocks.push(Block::Text(format!(
            "{} Prompt tokens at three bytes each, which is on the high side; completions at max_tokens.",
            forecast.how
        )));
    }
    if !agents.is_empty() {
        blocks.push(Block::Text(format!(
            "Agent programs, whose calls, tokens and cost are not known beforehand: {}.",
            agents.join(", ")
        )));
    }
    if !built_in.is_empty() {
        blocks.push(Block::Text(format!(
            "Players that need no calls: {}.",
            built_in.join(", ")
        )));
    }
    print(&terminal(&blocks, width()))?;
    Ok(Exit::Done)
}

fn range<T: PartialOrd + fmt::Display>(a: &T, b: &T) -> String {
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    let (low, high) = (low.to_string(), high.to_string());
    if low == high {
        low
    } else {
        format!("{low} to {high}")
    }
}
