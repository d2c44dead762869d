//! Shared by the tests of this folder: a bench, journals in memory, scripted games.

mod audits;
mod games;
mod grades;
mod hostile_replies;
mod measured;
mod plans;
mod prompts;
mod replies;
mod rules;
mod templates;
mod vectors;

use std::path::Path;

use futures_util::FutureExt;
use ludometer_games::chopsticks::{Position, Rules};
use ludometer_record::{
    desk::{Answer, Finish, Message, Question, Reply, Usage},
    journal::{Asked, Exchange},
};

use super::{ChopBench, GameRecord, PlannedGame};
use crate::{
    Instrument, Study,
    desk::{DeskError, ScriptedDesk},
};

/// A study of one served model "m" with these lines in its `[chop_bench]` table.
fn study(lines: &str) -> Study {
    let text = format!(
        "name = \"s\"\ninstrument = \"chop-bench\"\nseed = 7\n\
         [[player]]\nmodel = \"openai:m\"\n[[player]]\nmodel = \"openai:other\"\n\
         [[player]]\nmodel = \"random\"\n[chop_bench]\nmodels = [\"m\"]\n{lines}\n"
    );
    Study::parse(&text, Path::new("study.toml")).unwrap_or_else(|error| panic!("{error}"))
}

fn bench(lines: &str) -> ChopBench {
    ChopBench::new(&study(lines), &[]).unwrap()
}

fn at(text: &str) -> Position {
    Rules::default().parse(text).unwrap()
}

#[expect(clippy::unnecessary_wraps, reason = "as a script has it")]
fn stop(text: &str) -> Result<Answer, DeskError> {
    Ok(ScriptedDesk::reply(text, Finish::Stop))
}

/// A reply with counted tokens.
#[expect(clippy::unnecessary_wraps, reason = "as a script has it")]
fn counted(text: &str, prompt: u64, completion: u64) -> Result<Answer, DeskError> {
    let Ok(Answer::Reply(reply)) = stop(text) else {
        unreachable!()
    };
    let usage = Usage {
        prompt: Some(prompt),
        completion: Some(completion),
        ..Usage::default()
    };
    Ok(Answer::Reply(Box::new(Reply { usage, ..*reply })))
}

/// Plays a game from a script; a scripted desk answers at once.
fn play(
    bench: &ChopBench,
    game: &PlannedGame,
    script: impl IntoIterator<Item = Result<Answer, DeskError>>,
) -> (Result<GameRecord, DeskError>, ScriptedDesk) {
    let mut desk = ScriptedDesk::answers(script);
    let record = bench
        .play(game, &mut desk)
        .now_or_never()
        .expect("the script answers at once");
    (record, desk)
}

/// What a journal would hold of a scripted game: only answers, no failures.
fn exchanges(game: &PlannedGame, asked: &[Question], answers: &[Answer]) -> Vec<Exchange> {
    let mut before: Vec<Message> = Vec::new();
    let mut kept = Vec::new();
    for ((n, question), answer) in (0..).zip(asked).zip(answers) {
        kept.push(Exchange {
            game: game.id.clone(),
            n,
            asked: Asked::keep(question, &before),
            answer: answer.clone(),
        });
        let Question::Decide(decide) = question else {
            unreachable!("a decision")
        };
        before.clone_from(&decide.messages);
    }
    kept
}
