//! Studies, opponents and games of the ladder. What they come to is under `findings`.

mod agents;
mod assigning;
mod design;
mod models;
mod plans;
mod seats;

use std::{fmt::Write as _, path::Path};

use futures_util::FutureExt;
use jiff::Timestamp;
use ludometer_record::{
    GameId,
    desk::{
        Answer, Assigned, Departure, EngineMove, Finish, Leaving, Question, Timing, ToolCall,
        ToolUse, Usage,
    },
    ending::{Ending, GameResult, Termination},
    journal::{Asked, Exchange},
    manifest::OpponentRecord,
};
use serde_json::{Value, json};

use super::{EloLadder, GameRecord, PlannedGame};
use crate::{
    Instrument, Study,
    desk::{DeskError, ScriptedDesk},
    replay,
};

/// A study of these players, each a line `model = …`, with these lines in `[ladder]`.
fn study(players: &[&str], lines: &str) -> Result<Study, String> {
    let mut text = "name = \"s\"\ninstrument = \"elo-ladder\"\nseed = 7\n".to_owned();
    for player in players {
        let _ = writeln!(text, "[[player]]\n{player}");
    }
    let _ = writeln!(text, "[ladder]\n{lines}");
    Study::parse(&text, Path::new("study.toml")).map_err(|error| error.to_string())
}

fn opponent(rating: f64, engine: Option<&str>, random: f64) -> OpponentRecord {
    OpponentRecord {
        name: format!("opponent {rating}"),
        rating,
        standard_error: 0.0,
        engine: engine.map(str::to_owned),
        random,
    }
}

/// The published ratings.
fn published() -> Vec<OpponentRecord> {
    let ratings = ludometer_stats::ladder::planning::Ladder::published();
    let engine = |rating: f64| format!("stockfish?elo={rating}");
    ratings
        .ratings()
        .map(|rating| opponent(rating.get(), Some(&engine(rating.get())), 0.0))
        .collect()
}

fn ladder(players: &[&str], lines: &str) -> EloLadder {
    let study = study(players, lines).unwrap_or_else(|problem| panic!("{problem}"));
    EloLadder::new(&study, &[], &published()).unwrap()
}

fn named<'a>(ladder: &'a EloLadder, id: &str) -> &'a PlannedGame {
    let found = ladder.plan().iter().find(|game| game.id.as_str() == id);
    found.unwrap_or_else(|| panic!("no game {id}"))
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_800_000_000 + second).unwrap()
}

fn assigned(rating: f64) -> Answer {
    Answer::Assigned(Assigned {
        rating,
        after: Vec::new(),
    })
}

fn moved(uci: &str) -> Answer {
    Answer::Moved(EngineMove {
        uci: uci.to_owned(),
        timing: Timing {
            sent: at(0),
            wall_us: 250_000,
        },
        score: None,
        depth: None,
        nodes: None,
    })
}

fn called(tool: &str, arguments: Value, second: i64) -> Answer {
    Answer::Called(ToolCall {
        tool: tool.to_owned(),
        arguments,
        at: at(second),
    })
}

fn plays(uci: &str, second: i64) -> Answer {
    called("play_move", json!({ "move": uci }), second)
}

fn left(why: Leaving) -> Answer {
    Answer::Left(Departure {
        why,
        timing: Timing {
            sent: at(0),
            wall_us: 9_000_000,
        },
        usage: Usage {
            prompt: Some(5_000),
            completion: Some(700),
            reasoning: Some(600),
            cached: Some(4_000),
        },
        usage_is_partial: false,
        last_words: Some("Well played.".to_owned()),
    })
}

/// A reply that calls tools, each with its arguments as text.
fn calling(calls: &[(&str, &str)]) -> Answer {
    let Answer::Reply(mut reply) = ScriptedDesk::reply("", Finish::Stop) else {
        unreachable!("a reply")
    };
    reply.usage.prompt = Some(100);
    reply.usage.completion = Some(10);
    reply.calls = calls
        .iter()
        .enumerate()
        .map(|(n, (name, arguments))| ToolUse {
            id: format!("call{n}"),
            name: (*name).to_owned(),
            arguments: (*arguments).to_owned(),
        })
        .collect();
    Answer::Reply(reply)
}

fn lost(termination: Termination, by: GameResult) -> Ending {
    Ending::Scored {
        result: by,
        termination,
    }
}

/// Plays a game from a script, which must be used up, and once more from what a journal
/// would hold of it.
fn play(
    ladder: &EloLadder,
    game: &str,
    script: impl IntoIterator<Item = Answer>,
) -> (GameRecord, Vec<Question>) {
    let game = named(ladder, game);
    let answers: Vec<Answer> = script.into_iter().collect();
    let mut desk = ScriptedDesk::answers(answers.iter().cloned().map(Ok));
    let played = ladder.play(game, &mut desk).now_or_never().unwrap();
    let record = played.unwrap_or_else(|problem| panic!("{problem}"));
    assert_eq!(desk.asked.len(), answers.len(), "the script is used up");
    let mut before = Vec::new();
    let mut kept = Vec::new();
    for ((n, question), answer) in (0..).zip(&desk.asked).zip(answers) {
        kept.push(Exchange {
            game: game.id.clone(),
            n,
            asked: Asked::keep(question, &before),
            answer,
        });
        if let Question::Decide(decide) = question {
            before.clone_from(&decide.messages);
        }
    }
    let again = replay(ladder, game, &kept, &mut |_: &GameId, _, _| ());
    assert_eq!(again.unwrap(), record, "a replay is the same game");
    (record, desk.asked)
}

/// How a game that cannot be played on says so.
fn stopped(ladder: &EloLadder, game: &str, script: impl IntoIterator<Item = Answer>) -> String {
    let mut desk = ScriptedDesk::answers(script.into_iter().map(Ok));
    let played = ladder.play(named(ladder, game), &mut desk).now_or_never();
    match played.unwrap() {
        Err(DeskError::Halted { reason, .. }) => reason,
        other => panic!("{other:?}"),
    }
}

fn ucis(record: &GameRecord) -> String {
    let moves: Vec<&str> = record.moves.iter().map(|made| made.uci.as_str()).collect();
    moves.join(" ")
}
