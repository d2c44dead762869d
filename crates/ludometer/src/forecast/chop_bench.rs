//! Chop-Bench, once at random among the legal moves and once perfectly.

use anyhow::Result;
use futures_util::FutureExt;
use ludometer_instruments::{
    Instrument,
    chop_bench::ChopBench,
    desk::{Desk, DeskError, ScriptedDesk},
};
use ludometer_record::{
    desk::{Answer, Finish, Question},
    study::BuiltIn,
};

use super::{Forecast, Loads};
use crate::study::StudyFile;

pub(super) fn forecast(file: &StudyFile) -> Result<Forecast> {
    let bench = ChopBench::new(&file.study, &file.templates)?;
    Ok(Forecast {
        games: bench.plan().len(),
        one: played(&bench, BuiltIn::Random)?,
        other: played(&bench, BuiltIn::Solver)?,
        how: "From random legal play to perfect play in the models' place; illegal moves end games sooner."
            .to_owned(),
    })
}

fn played(bench: &ChopBench, play: BuiltIn) -> Result<Loads> {
    let mut desk = ForecastDesk {
        bench,
        play,
        asked: Loads::new(),
    };
    for game in bench.plan() {
        // The desk answers at once, so no game waits on it.
        if let Some(outcome) = bench.play(game, &mut desk).now_or_never() {
            outcome?;
        }
    }
    Ok(desk.asked)
}

/// Plays for every model, and counts what it is asked.
struct ForecastDesk<'a> {
    bench: &'a ChopBench,
    play: BuiltIn,
    asked: Loads,
}

impl Desk for ForecastDesk<'_> {
    fn ask(
        &mut self,
        question: Question,
    ) -> impl Future<Output = Result<Answer, DeskError>> + Send {
        let Question::Decide(decide) = question else {
            return std::future::ready(Err(DeskError::halted("there is no tool here")));
        };
        self.asked
            .entry(decide.player.clone())
            .or_default()
            .add(&decide);
        let text = self.bench.reply_of(self.play, &decide);
        std::future::ready(
            text.map(|text| ScriptedDesk::reply(&text, Finish::Stop))
                .ok_or_else(|| DeskError::halted("a position without moves")),
        )
    }
}
