//! What a study will ask for: calls, tokens, money. Nothing is asked.
//!
//! The study is played through twice with built-in play in place of the models:
//! once at random among the legal moves, once perfectly. How long games last
//! depends on how well they are played, so the two give a range, not bounds; a
//! model that moves illegally ends its games sooner.

use std::collections::BTreeMap;

use anyhow::Result;
use futures_util::FutureExt;
use ludometer_arena::budget::prompt_estimate;
use ludometer_instruments::{
    Instrument,
    chop_bench::ChopBench,
    desk::{Desk, DeskError, ScriptedDesk},
};
use ludometer_record::{
    PicoUsd, PlayerName,
    desk::{Answer, Finish, Question, Usage},
    study::{BuiltIn, ModelRef},
};
use ludometer_report::document::{Block, Table, terminal};

use crate::{
    exit::Exit,
    show::{print, width},
    study::StudyFile,
};

/// Calls and tokens of one player.
#[derive(Debug, Clone, Copy, Default)]
struct Load {
    calls: u64,
    prompt_tokens: u64,
    completion_cap: u64,
    money: PicoUsd,
}

/// Prints the forecast of a study.
pub fn show(file: &StudyFile) -> Result<Exit> {
    let bench = ChopBench::new(&file.study, &file.templates)?;
    let random = forecast(file, &bench, BuiltIn::Random)?;
    let perfect = forecast(file, &bench, BuiltIn::Solver)?;
    let mut table = Table::new(&[
        "player",
        ">calls",
        ">prompt tokens",
        ">completion tokens, at most",
        ">cost, at most",
    ]);
    let mut built_in = Vec::new();
    for player in &file.study.players {
        let name = player.name()?;
        let (low, high) = (
            random.get(&name).copied().unwrap_or_default(),
            perfect.get(&name).copied().unwrap_or_default(),
        );
        if let ModelRef::BuiltIn(_) = player.model {
            built_in.push(name.to_string());
            continue;
        }
        let money = if player.price.is_some() {
            range(&low.money, &high.money)
        } else {
            "no price given".to_owned()
        };
        table.rows.push(vec![
            name.to_string(),
            range(&low.calls, &high.calls),
            range(&low.prompt_tokens, &high.prompt_tokens),
            range(&low.completion_cap, &high.completion_cap),
            money,
        ]);
    }
    let mut blocks = vec![
        Block::Heading(format!("{}: forecast, nothing asked", file.study.name)),
        Block::Text(format!("{} games.", bench.plan().len())),
    ];
    if !table.rows.is_empty() {
        blocks.push(Block::Table(table));
        blocks.push(Block::Text(
            "From random legal play to perfect play in the models' place; illegal moves end games sooner. Prompt \
             tokens at three bytes each, which is on the high side; completions at max_tokens."
                .to_owned(),
        ));
    }
    if !built_in.is_empty() {
        blocks.push(Block::Text(format!(
            "Built-in players that need no calls: {}.",
            built_in.join(", ")
        )));
    }
    print(&terminal(&blocks, width()))?;
    Ok(Exit::Done)
}

fn range<T: PartialOrd + ToString>(a: &T, b: &T) -> String {
    let (low, high) = if a <= b { (a, b) } else { (b, a) };
    let (low, high) = (low.to_string(), high.to_string());
    if low == high {
        low
    } else {
        format!("{low} to {high}")
    }
}

fn forecast(
    file: &StudyFile,
    bench: &ChopBench,
    play: BuiltIn,
) -> Result<BTreeMap<PlayerName, Load>> {
    let mut desk = ForecastDesk {
        bench,
        play,
        asked: BTreeMap::new(),
    };
    for game in bench.plan() {
        // The desk answers at once, so no game waits on it.
        if let Some(outcome) = bench.play(game, &mut desk).now_or_never() {
            outcome?;
        }
    }
    let mut loads = desk.asked;
    for (name, load) in &mut loads {
        if let Some(player) = file.study.player(name) {
            load.completion_cap = load.calls * u64::from(player.max_tokens);
            let usage = Usage {
                prompt: Some(load.prompt_tokens),
                completion: Some(load.completion_cap),
                ..Usage::default()
            };
            load.money = player.price.map_or(PicoUsd::ZERO, |price| price.of(&usage));
        }
    }
    Ok(loads)
}

/// Plays for every model, and counts what it is asked.
struct ForecastDesk<'a> {
    bench: &'a ChopBench,
    play: BuiltIn,
    asked: BTreeMap<PlayerName, Load>,
}

impl Desk for ForecastDesk<'_> {
    fn ask(
        &mut self,
        question: Question,
    ) -> impl Future<Output = Result<Answer, DeskError>> + Send {
        let Question::Decide(decide) = question;
        let load = self.asked.entry(decide.player.clone()).or_default();
        load.calls += 1;
        load.prompt_tokens += prompt_estimate(&decide.messages);
        let text = self.bench.reply_of(self.play, &decide);
        std::future::ready(
            text.map(|text| ScriptedDesk::reply(&text, Finish::Stop))
                .ok_or_else(|| DeskError::halted("a position without moves")),
        )
    }
}
