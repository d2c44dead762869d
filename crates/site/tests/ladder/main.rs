//! Games and findings of the Elo ladder as their pages show them. What a page says is held to
//! the journal's own questions and to the game's record, which other code makes.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod findings;
mod replays;

use std::fmt::Write as _;

use futures_util::FutureExt;
use jiff::Timestamp;
use ludometer_instruments::{
    Instrument, Study,
    desk::ScriptedDesk,
    ladder::{EloLadder, GameRecord, PlannedGame},
};
use ludometer_record::{
    GameLog,
    desk::{
        Answer, Assigned, Departure, EngineMove, Leaving, Question, Score, Timing, ToolCall,
        ToolUse, Usage,
    },
    ending::Ending,
    journal::{Asked, Exchange},
    manifest::OpponentRecord,
};
use ludometer_site::{Pages, ladder::shapes::LadderReplay, replay::Replay};
use serde_json::{Value, json};

const ENGINE: &str = "stockfish?elo=1320&nodes=100";

/// An engine, and one that draws half of its moves.
fn opponents() -> Vec<OpponentRecord> {
    let opponent =
        |name: &str, rating: f64, error: f64, engine: Option<&str>, random: f64| OpponentRecord {
            name: name.to_owned(),
            rating,
            standard_error: error,
            engine: engine.map(str::to_owned),
            random,
        };
    vec![
        opponent("dice", 200.0, 0.0, None, 1.0),
        opponent("half", 700.0, 40.0, Some(ENGINE), 0.5),
        opponent("floor", 1320.0, 0.0, Some(ENGINE), 0.0),
    ]
}

fn ladder_of(players: &[&str], lines: &str) -> EloLadder {
    ladder_against(players, lines, &opponents())
}

fn ladder_against(players: &[&str], lines: &str, opponents: &[OpponentRecord]) -> EloLadder {
    let mut text = "name = \"s\"\ninstrument = \"elo-ladder\"\nseed = 7\n".to_owned();
    for player in players {
        let _ = writeln!(text, "[[player]]\n{player}");
    }
    let _ = writeln!(text, "[ladder]\n{lines}");
    let study = Study::parse(&text, "study.toml".as_ref()).unwrap();
    EloLadder::new(&study, &[], opponents).unwrap()
}

fn named<'a>(ladder: &'a EloLadder, id: &str) -> &'a PlannedGame {
    let mut plan = ladder.plan().iter();
    plan.find(|game| game.id.as_str() == id).unwrap()
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
        score: Some(Score::Cp(-31)),
        depth: Some(9),
        nodes: Some(100),
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

fn left(last_words: &str) -> Answer {
    Answer::Left(Departure {
        why: Leaving::Done,
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
        last_words: Some(last_words.to_owned()),
    })
}

/// A reply of a model, with calls by name and arguments.
fn says(text: &str, calls: &[(&str, &str)]) -> Answer {
    let Answer::Reply(mut reply) = ScriptedDesk::reply(text, ludometer_record::desk::Finish::Stop)
    else {
        unreachable!("a reply")
    };
    reply.usage.prompt = Some(100);
    reply.usage.completion = Some(10);
    let calls = calls.iter().enumerate();
    reply.calls = calls
        .map(|(n, (name, arguments))| ToolUse {
            id: format!("call{n}"),
            name: (*name).to_owned(),
            arguments: (*arguments).to_owned(),
        })
        .collect();
    Answer::Reply(reply)
}

/// A game that was played, and what the journal has of it.
struct Played {
    record: GameRecord,
    asked: Vec<Question>,
    log: GameLog,
}

/// Plays a game from a script.
fn play(ladder: &EloLadder, id: &str, script: Vec<Answer>) -> Played {
    let game = named(ladder, id);
    let mut desk = ScriptedDesk::answers(script.iter().cloned().map(Ok));
    let played = ladder.play(game, &mut desk).now_or_never().unwrap();
    let record = played.unwrap_or_else(|problem| panic!("{id}: {problem}"));
    assert_eq!(desk.asked.len(), script.len(), "the script is used up");
    let mut log = kept(game, &desk.asked, script);
    log.ended = Some(record.ending.clone());
    Played {
        record,
        asked: desk.asked,
        log,
    }
}

fn kept(game: &PlannedGame, asked: &[Question], answers: Vec<Answer>) -> GameLog {
    let mut before = Vec::new();
    let mut log = GameLog::default();
    for ((n, question), answer) in (0..).zip(asked).zip(answers) {
        log.exchanges.push(Exchange {
            game: game.id.clone(),
            n,
            asked: Asked::keep(question, &before),
            answer,
        });
        if let Question::Decide(decide) = question {
            before.clone_from(&decide.messages);
        }
    }
    log
}

fn shown(ladder: &EloLadder, id: &str, log: &GameLog) -> LadderReplay {
    match ladder.replay(named(ladder, id), log) {
        Replay::Ladder(replay) => *replay,
        other => panic!("{other:?}"),
    }
}

/// The same as far as the first `answers` answers.
fn cut(log: &GameLog, answers: usize, ended: Option<Ending>) -> GameLog {
    GameLog {
        exchanges: log.exchanges[..answers].to_vec(),
        failures: Vec::new(),
        ended,
    }
}
