//! Token Chess with the tool itself: once with a player that picks its first candidate, once
//! with one that spends a second token on every move as long as it has one.

use std::collections::BTreeMap;

use anyhow::Result;
use futures_util::FutureExt;
use ludometer_arena::{
    adjudicator::stand_in,
    toolbox::{Bench, Toolbox},
};
use ludometer_instruments::{
    Instrument,
    desk::{Desk, DeskError, ScriptedDesk},
    referee::Referee,
    token_chess::TokenChess,
};
use ludometer_record::desk::{Answer, Decide, Finish, Judge, Question};

use super::{Forecast, Loads};
use crate::{equipment::Equipment, study::StudyFile};

/// Games that are played through of each pair in each condition; the rest is taken to be
/// like them.
const TRIED: usize = 2;

/// Games that are played through at most.
const TRIED_AT_MOST: usize = 48;

pub(super) fn forecast(file: &StudyFile) -> Result<Forecast> {
    let bench = TokenChess::new(&file.study, &file.templates)?;
    let mut tiers: Vec<_> = bench
        .conditions()
        .iter()
        .map(|one| one.rules.tier)
        .collect();
    tiers.sort_unstable();
    tiers.dedup();
    let mut equipment = Equipment::default();
    equipment.bring_tools(&tiers)?;
    // A game is as like another as its pair and its condition are.
    let mut groups: BTreeMap<_, Vec<usize>> = BTreeMap::new();
    for (place, game) in bench.plan().iter().enumerate() {
        let mut players = bench.players(game);
        players.sort();
        groups
            .entry((players, game.condition))
            .or_default()
            .push(place);
    }
    let each = (TRIED_AT_MOST / groups.len().max(1)).clamp(1, TRIED);
    let mut tried = 0;
    let mut one = Loads::new();
    let mut other = Loads::new();
    for places in groups.values().take(TRIED_AT_MOST) {
        let some = &places[..places.len().min(each)];
        tried += some.len();
        for (shops, loads) in [(false, &mut one), (true, &mut other)] {
            let asked = played(&bench, &equipment.toolbox, some, shops)?;
            for (player, load) in asked {
                let sum = loads.entry(player).or_default();
                let scaled = |count: u64| count * places.len() as u64 / some.len() as u64;
                sum.calls += scaled(load.calls);
                sum.prompt_tokens += scaled(load.prompt_tokens);
            }
        }
    }
    Ok(Forecast {
        games: bench.plan().len(),
        one,
        other,
        how: format!(
            "From two simple players in the models' place, {tried} games played through with Daydream itself; replies that cannot be used add to it."
        ),
    })
}

fn played(bench: &TokenChess, toolbox: &Toolbox, places: &[usize], shops: bool) -> Result<Loads> {
    let mut asked = Loads::new();
    for place in places {
        let mut desk = ForecastDesk {
            tool: toolbox.bench(),
            shops,
            asked: std::mem::take(&mut asked),
        };
        // The desk answers at once, so no game waits on it.
        if let Some(outcome) = bench.play(&bench.plan()[*place], &mut desk).now_or_never() {
            outcome?;
        }
        asked = desk.asked;
    }
    Ok(asked)
}

/// Decides for every model, and counts what it is asked.
struct ForecastDesk {
    tool: Bench,
    /// Whether it looks for a second candidate.
    shops: bool,
    asked: Loads,
}

impl ForecastDesk {
    fn answer(&mut self, question: Question) -> Result<Answer, DeskError> {
        match question {
            Question::Decide(decide) => {
                let player = decide.player.clone();
                self.asked.entry(player).or_default().add(&decide);
                Ok(ScriptedDesk::reply(&self.decision(&decide), Finish::Stop))
            }
            Question::Draw(draw) => {
                let texts = self.tool.draw(&draw);
                let texts = texts.map_err(|problem| DeskError::halted(problem.to_string()))?;
                Ok(Answer::Samples(texts))
            }
            Question::Judge(judge) => judged(&judge),
            Question::Move(_) | Question::Serve(_) | Question::Assign(_) => {
                Err(DeskError::halted("Token Chess asks no such thing"))
            }
        }
    }

    fn decision(&self, decide: &Decide) -> String {
        let situation = &decide.situation.position;
        let Some((before, candidates)) = situation.split_once(" candidates ") else {
            return r#"{"tool": "none"}"#.to_owned();
        };
        let candidates: Vec<&str> = candidates
            .split(' ')
            .filter(|text| *text != "none")
            .collect();
        let dry = before.ends_with(" tokens 0");
        match candidates.as_slice() {
            [only] if !self.shops || dry => pick(only),
            [first, _, ..] => pick(first),
            _ => r#"{"action": "sample", "temperature": 0.9, "soft_cap": null}"#.to_owned(),
        }
    }
}

fn pick(text: &str) -> String {
    format!(r#"{{"action": "pick", "move": "{text}"}}"#)
}

fn judged(judge: &Judge) -> Result<Answer, DeskError> {
    let halted = |problem: String| DeskError::halted(problem);
    let board = judge
        .board
        .parse()
        .map_err(|_| halted(format!("no board {}", judge.board)))?;
    let verdict = stand_in(Referee::new(1, 1_000), board, &judge.moves);
    verdict
        .map(Answer::Verdict)
        .map_err(|problem| halted(problem.to_string()))
}

impl Desk for ForecastDesk {
    fn ask(
        &mut self,
        question: Question,
    ) -> impl Future<Output = Result<Answer, DeskError>> + Send {
        std::future::ready(self.answer(question))
    }
}
