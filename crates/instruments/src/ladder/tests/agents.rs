//! Programs that play over the game's server.

use ludometer_record::{
    desk::{Answer, Leaving, Question, Serve, ToolResult},
    ending::{GameResult, Termination},
};
use serde_json::{Value, json};

use super::{assigned, at, called, ladder, left, lost, moved, play, plays, stopped, ucis};
use crate::ladder::{GameRecord, record::Actor};

const AGENT: [&str; 1] = ["name = \"a\"\nmodel = \"agent:codex\""];

fn started() -> [Answer; 2] {
    [assigned(1320.0), Answer::Started(at(0))]
}

fn script(rest: impl IntoIterator<Item = Answer>) -> Vec<Answer> {
    started().into_iter().chain(rest).collect()
}

fn served(asked: &[Question]) -> Vec<&Serve> {
    asked
        .iter()
        .filter_map(|question| match question {
            Question::Serve(serve) => Some(serve),
            _ => None,
        })
        .collect()
}

fn state(result: &ToolResult) -> Value {
    serde_json::from_str(&result.text).unwrap()
}

/// Fool's mate: the agent has Black and mates.
#[test]
fn a_whole_game_to_mate() {
    let ladder = ladder(&AGENT, "games = 2");
    let (record, asked) = play(
        &ladder,
        "a.001.black",
        script([
            moved("f2f3"),
            called("get_state", json!({}), 1),
            plays("e7e5", 2),
            moved("g2g4"),
            plays("d8h4", 5),
            called("get_state", json!({}), 6),
            left(Leaving::Done),
        ]),
    );
    assert_eq!(ucis(&record), "f2f3 e7e5 g2g4 d8h4");
    assert_eq!(record.moves[3].san, "Qh4#");
    assert_eq!(
        record.ending,
        lost(Termination::Checkmate, GameResult::SecondWins)
    );
    assert_eq!(
        record.outcome(),
        Some(ludometer_stats::ladder::Outcome::Win)
    );
    assert_eq!(record.calls.get_state, 2);
    assert_eq!(record.tokens.sum.cached, Some(4_000));
    assert!(record.tokens.is_whole());
    assert_eq!(record.player_us, 9_000_000);
    assert_eq!(record.opponent_us, 500_000);
    assert_eq!(record.last_words.as_deref(), Some("Well played."));
    let makers: Vec<Actor> = record.moves.iter().map(|made| made.by).collect();
    assert_eq!(
        makers,
        [
            Actor::Opponent,
            Actor::Player,
            Actor::Opponent,
            Actor::Player
        ]
    );
    let served = served(&asked);
    // The prompt first, alone; the first state has the opponent's move on the board.
    let prompt = served[0].prompt.as_deref().unwrap();
    assert!(prompt.contains("with the black pieces"), "{prompt}");
    assert!(
        !prompt.contains("1320"),
        "the opponent is not told: {prompt}"
    );
    assert!(served[1].prompt.is_none() && served[1].result.is_none());
    let first = state(served[2].result.as_ref().unwrap());
    assert_eq!(first["ply"], 1);
    assert_eq!(first["last_moves"][0]["engine_seconds"], 0.25);
    let last = state(served[4].result.as_ref().unwrap());
    assert_eq!(last["termination"], "checkmate");
    let over: Vec<bool> = served.iter().map(|serve| serve.over).collect();
    assert_eq!(over, [false, false, false, false, true, true]);
}

#[test]
fn refused_moves_are_counted_and_change_nothing() {
    let ladder = ladder(&AGENT, "games = 2");
    let (record, asked) = play(
        &ladder,
        "a.001.white",
        script([
            plays("e2e5", 1),
            plays("knight f3", 2),
            called("play_move", json!({ "mov": "e2e4" }), 3),
            called("shell", json!({ "command": "stockfish" }), 4),
            plays("e2e4", 5),
            moved("e7e5"),
            called("resign", json!({}), 6),
            plays("d2d4", 7),
            left(Leaving::Done),
        ]),
    );
    assert_eq!(ucis(&record), "e2e4 e7e5");
    assert_eq!(
        record.ending,
        lost(Termination::Resignation, GameResult::SecondWins)
    );
    let calls = &record.calls;
    assert_eq!(
        (
            calls.illegal,
            calls.malformed,
            calls.bad_arguments,
            calls.unknown_tool,
            calls.after_end
        ),
        (1, 1, 1, 1, 1)
    );
    assert_eq!(calls.attempts[0].text, "e2e5");
    let told = served(&asked)[2].result.clone().unwrap();
    assert!(told.is_error);
    assert_eq!(state(&told)["state"]["ply"], 0);
}

#[test]
fn who_leaves_early_or_late_loses() {
    let ladder = ladder(&AGENT, "games = 2");
    let by = |why| {
        let (record, _) = play(
            &ladder,
            "a.001.white",
            script([plays("e2e4", 1), moved("e7e5"), left(why)]),
        );
        record.ending
    };
    assert_eq!(
        by(Leaving::Done),
        lost(Termination::WalkedAway, GameResult::SecondWins)
    );
    assert_eq!(
        by(Leaving::OutOfTime),
        lost(Termination::TimeLimit, GameResult::SecondWins)
    );
}

/// A program that has to be killed after its game has played it all the same.
#[test]
fn the_end_stands_however_it_leaves() {
    let ladder = ladder(&AGENT, "games = 2");
    let ended = |why| -> GameRecord {
        play(
            &ladder,
            "a.001.white",
            script([called("resign", json!({}), 1), left(why)]),
        )
        .0
    };
    for why in [Leaving::Done, Leaving::Killed] {
        assert_eq!(
            ended(why).ending,
            lost(Termination::Resignation, GameResult::SecondWins)
        );
    }
}

#[test]
fn calls_are_limited() {
    let ladder = ladder(&AGENT, "games = 2\nmax_calls = 3");
    let look = |second| called("get_state", json!({}), second);
    let (record, asked) = play(
        &ladder,
        "a.001.white",
        script([
            look(1),
            look(2),
            look(3),
            plays("e2e4", 4),
            left(Leaving::Done),
        ]),
    );
    assert_eq!(
        record.ending,
        lost(Termination::CallLimit, GameResult::SecondWins)
    );
    assert!(
        record.moves.is_empty(),
        "the call behind the limit plays nothing"
    );
    let told = served(&asked)[5].result.clone().unwrap();
    assert_eq!(state(&told)["state"]["termination"], "call-limit");
}

#[test]
fn an_answer_of_another_kind_stops_the_run() {
    let ladder = ladder(&AGENT, "games = 2");
    let said = stopped(&ladder, "a.001.white", [assigned(1320.0), moved("e2e4")]);
    assert!(said.contains("an engine's move came where"), "{said}");
    let said = stopped(&ladder, "a.001.white", [assigned(1234.0)]);
    assert!(
        said.contains("no opponent of this study has 1234 Elo"),
        "{said}"
    );
    let illegal = script([plays("e2e4", 1), moved("e2e4")]);
    let said = stopped(&ladder, "a.001.white", illegal);
    assert!(
        said.contains("the opponent's move cannot be played"),
        "{said}"
    );
}
