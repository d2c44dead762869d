//! A game, turn by turn.

use ludometer_games::{Board, Variant};
use ludometer_instruments::ladder::record::Actor;
use ludometer_record::{
    desk::Question,
    ending::{Ending, VoidCause},
};
use ludometer_site::ladder::shapes::{CallShown, LadderEvent, LadderReplay};
use serde_json::json;

use super::{assigned, called, cut, ladder_of, left, moved, play, plays, says, shown};

const AGENT: [&str; 1] = ["name = \"a\"\nmodel = \"agent:codex\""];
const MODEL: [&str; 1] = ["name = \"m\"\nmodel = \"openai:m\""];

fn calls(replay: &LadderReplay) -> Vec<&CallShown> {
    let events = replay.turns.iter().flat_map(|turn| &turn.events);
    events
        .chain(&replay.after)
        .filter_map(|event| match event {
            LadderEvent::Called(call) => Some(call),
            _ => None,
        })
        .collect()
}

/// The moves of the page lead from position to position, to the record's last.
fn leads(replay: &LadderReplay, final_fen: &str) {
    let mut board = Board::new(Variant::Standard);
    for turn in &replay.turns {
        assert_eq!(turn.fen, board.fen());
        assert_eq!(turn.ply as usize, board.ply());
        if let Some(played) = &turn.played {
            assert_eq!(board.san(&played.text).unwrap(), played.san);
            board.play(&played.text).unwrap();
        }
    }
    assert_eq!(replay.end_fen, final_fen);
    assert_eq!(board.fen(), final_fen);
}

#[test]
fn every_call_of_an_agent_stands_with_what_it_was_told() {
    let ladder = ladder_of(&AGENT, "games = 2\npilot = false");
    let game = play(
        &ladder,
        "a.001.white",
        vec![
            assigned(1320.0),
            ludometer_record::desk::Answer::Started(super::at(0)),
            called("get_state", json!({}), 1),
            plays("e2e5", 3),
            plays("knight \u{202e}f3", 4),
            called("play_move", json!({ "mov": "e2e4" }), 5),
            called("shell", json!({ "command": "stockfish" }), 6),
            plays("e2e4", 7),
            moved("e7e5"),
            called("resign", json!({}), 8),
            plays("d2d4", 9),
            left("Well \u{1b}[31mplayed."),
        ],
    );
    let replay = shown(&ladder, "a.001.white", &game.log);
    leads(&replay, &game.record.final_fen);
    // Every result that the journal's next question carries, letter by letter, in order.
    let results: Vec<&str> = game
        .asked
        .iter()
        .filter_map(|question| match question {
            Question::Serve(serve) => serve.result.as_ref().map(|result| result.text.as_str()),
            _ => None,
        })
        .collect();
    let calls = calls(&replay);
    let answers: Vec<&str> = calls
        .iter()
        .map(|call| call.answer.as_deref().unwrap())
        .collect();
    assert_eq!(answers, results);
    let classes: Vec<&str> = calls.iter().map(|call| call.class.as_str()).collect();
    assert_eq!(
        classes,
        [
            "shown",
            "illegal-move",
            "malformed-move",
            "bad-arguments",
            "unknown-tool",
            "moved",
            "resigned",
            "after-end"
        ]
    );
    // A second and a half of the player's, then one each; the engine's time is not the agent's.
    let took: Vec<u64> = calls.iter().map(|call| call.took_us.unwrap()).collect();
    assert_eq!(took[..4], [1_000_000, 2_000_000, 1_000_000, 1_000_000]);
    // Only what is a move of this board is drawn on it.
    let ghosts: Vec<bool> = calls.iter().map(|call| call.ghost.is_some()).collect();
    assert_eq!(ghosts.iter().filter(|ghost| **ghost).count(), 1);
    let ghost = calls[1].ghost.as_ref().unwrap();
    assert_eq!((ghost.from, ghost.to), ((4, 1), (4, 4)));
    assert_eq!(
        calls[1].reason.as_deref(),
        Some("\"e2e5\" is not a legal move here")
    );
    let refused: u32 = replay.refused.iter().map(|one| one.times).sum();
    assert_eq!(refused, 5);
    assert_eq!(replay.turns[0].events.len(), 7, "started, and six calls");
    // Nothing that steers the eye is left in it.
    assert!(
        calls[2].arguments.contains("⟨U+202E⟩"),
        "{}",
        calls[2].arguments
    );
    let Some(LadderEvent::Left { last_words, .. }) = replay.after.last() else {
        panic!("{:?}", replay.after);
    };
    assert_eq!(last_words.as_deref(), Some("Well ⟨U+001B⟩[31mplayed."));
    // What came after the end stands behind it.
    assert_eq!(replay.after.len(), 2);
    let last = replay.turns.last().unwrap();
    assert_eq!((last.ply, last.played.is_none()), (2, true));
    let tokens = replay.tokens.unwrap();
    assert_eq!((tokens.prompt, tokens.completion), (Some(5_000), Some(700)));
    assert_eq!(replay.player_us, Some(game.record.player_us));
    assert_eq!(replay.opponent_us, game.record.opponent_us);
}

/// An agent may go on calling when the cap of plies has made a draw of its game.
#[test]
fn what_comes_after_the_cap_stands_behind_the_end() {
    let ladder = ladder_of(&AGENT, "games = 2\npilot = false\nply_cap = 2");
    let game = play(
        &ladder,
        "a.001.white",
        vec![
            assigned(1320.0),
            ludometer_record::desk::Answer::Started(super::at(0)),
            plays("e2e4", 1),
            moved("e7e5"),
            called("get_state", json!({}), 2),
            left(""),
        ],
    );
    for log in [&game.log, &cut(&game.log, 5, None)] {
        let replay = shown(&ladder, "a.001.white", log);
        assert_eq!(replay.turns.len(), 2);
        assert_eq!(replay.turns[0].events.len(), 2);
        assert!(matches!(replay.after[0], LadderEvent::Called(_)));
    }
    let whole = shown(&ladder, "a.001.white", &game.log);
    assert_eq!(whole.after.len(), 2);
}

#[test]
fn a_model_that_calls_tools() {
    let ladder = ladder_of(&MODEL, "games = 2\npilot = false");
    let game = play(
        &ladder,
        "m.001.black",
        vec![
            assigned(1320.0),
            moved("f2f3"),
            says(
                "",
                &[("get_state", ""), ("play_move", r#"{"move":"e7e5"}"#)],
            ),
            moved("g2g4"),
            says("I shall mate.", &[]),
            says(
                "",
                &[
                    ("play_move", "not \u{7}JSON"),
                    ("play_move", r#"{"move":"d8h4"}"#),
                    ("get_state", "{}"),
                ],
            ),
        ],
    );
    let replay = shown(&ladder, "m.001.black", &game.log);
    leads(&replay, &game.record.final_fen);
    // What the model was told in its next prompt, by tool messages.
    let Some(Question::Decide(decide)) = game
        .asked
        .iter()
        .rev()
        .find(|one| matches!(one, Question::Decide(_)))
    else {
        panic!("a model is asked");
    };
    let told: Vec<&str> = decide
        .messages
        .iter()
        .filter(|message| message.answers.is_some())
        .map(|message| message.text.as_str())
        .collect();
    let calls = calls(&replay);
    assert_eq!(calls[0].answer.as_deref(), Some(told[0]));
    assert_eq!(calls[1].answer.as_deref(), Some(told[1]));
    assert_eq!(calls.len(), 5);
    assert_eq!(calls[2].arguments, "not ⟨U+0007⟩JSON");
    assert_eq!(calls[2].class, "bad-arguments");
    // Mate ends the game; the look behind it comes after the end.
    assert_eq!(replay.after.len(), 1);
    assert_eq!(replay.turns.len(), 4);
    let said = |turn: usize| {
        let events = replay.turns[turn].events.iter();
        events
            .filter(|event| matches!(event, LadderEvent::Said(_)))
            .count()
    };
    assert_eq!((said(1), said(3)), (1, 2));
    let tokens = replay.tokens.unwrap();
    assert_eq!(tokens.prompt, game.record.tokens.sum.prompt);
    assert_eq!(tokens.answers, 3);
    // Nothing is told twice.
    let told: usize = replay
        .turns
        .iter()
        .flat_map(|turn| &turn.events)
        .filter_map(|event| match event {
            LadderEvent::Said(said) => Some(said.told.len()),
            _ => None,
        })
        .sum();
    assert_eq!(told, decide.messages.len());
}

#[test]
fn a_model_that_answers_in_json() {
    let ladder = ladder_of(&MODEL, "games = 2\npilot = false\nform = \"json\"");
    let game = play(
        &ladder,
        "m.001.white",
        vec![
            assigned(1320.0),
            says(r#"{"move": "e2e5"}"#, &[]),
            says("no move", &[]),
            says(r#"{"move": "e2e4"}"#, &[]),
            moved("e7e5"),
            says(r#"{"move": "resign"}"#, &[]),
        ],
    );
    let replay = shown(&ladder, "m.001.white", &game.log);
    leads(&replay, &game.record.final_fen);
    let calls = calls(&replay);
    let classes: Vec<&str> = calls.iter().map(|call| call.class.as_str()).collect();
    assert_eq!(classes, ["illegal-move", "moved", "resigned"]);
    assert!(
        calls
            .iter()
            .all(|call| !call.is_call && call.answer.is_none())
    );
    assert!(calls[0].ghost.is_some());
}

#[test]
fn moves_of_engines_and_of_chance() {
    let player = ["name = \"e\"\nmodel = \"engine:stockfish?elo=1500&nodes=100\""];
    let ladder = ladder_of(&player, "games = 2\npilot = false\nply_cap = 5");
    // All of the opponent's moves are drawn; the script is the player's.
    let mut script = vec![assigned(200.0)];
    script.extend(["e2e4", "d2d4", "c2c4"].map(moved));
    let game = play(&ladder, "e.001.white", script);
    let replay = shown(&ladder, "e.001.white", &game.log);
    leads(&replay, &game.record.final_fen);
    assert_eq!(replay.turns.len(), game.record.moves.len());
    for (turn, made) in replay.turns.iter().zip(&game.record.moves) {
        let played = turn.played.as_ref().unwrap();
        assert_eq!((&played.text, &played.san), (&made.uci, &made.san));
        assert_eq!(played.took_us, made.took_us);
        assert!(turn.events.is_empty());
        if made.by == Actor::Chance {
            assert_eq!(played.by, "chance, in the opponent's place");
            assert_eq!((played.depth, &played.score), (None, &None));
        } else {
            assert_eq!((played.depth, played.nodes), (Some(9), Some(100)));
        }
    }
    assert_eq!(replay.player_us, Some(750_000));
    assert_eq!(replay.opponent.unwrap().plays, "every move at random");
    assert!(replay.tokens.is_none());
}

#[test]
fn a_score_is_told_from_the_side_that_moved() {
    let ladder = ladder_of(&AGENT, "games = 2\npilot = false");
    let game = play(
        &ladder,
        "a.001.black",
        vec![
            assigned(1320.0),
            ludometer_record::desk::Answer::Started(super::at(0)),
            moved("e2e4"),
            called("resign", json!({}), 1),
            left(""),
        ],
    );
    let replay = shown(&ladder, "a.001.black", &game.log);
    let played = replay.turns[0].played.as_ref().unwrap();
    assert_eq!(played.score.as_deref(), Some("-0.31"));
}

#[test]
fn a_game_without_an_end_is_shown_as_far_as_it_got() {
    let ladder = ladder_of(&AGENT, "games = 2\npilot = false");
    let game = play(
        &ladder,
        "a.001.white",
        vec![
            assigned(1320.0),
            ludometer_record::desk::Answer::Started(super::at(0)),
            plays("e2e4", 1),
            moved("e7e5"),
            plays("g1f4", 2),
            left("Bye."),
        ],
    );
    let after = |moves: &[&str]| Board::replay(Variant::Standard, moves).unwrap().fen();
    for (answers, moves, turns) in [
        (0, &[][..], 0),
        (1, &[], 0),
        (2, &[], 1),
        // The move is on the board; its reply never came.
        (3, &["e2e4"], 1),
        (4, &["e2e4", "e7e5"], 2),
        (5, &["e2e4", "e7e5"], 3),
    ] {
        let replay = shown(&ladder, "a.001.white", &cut(&game.log, answers, None));
        assert_eq!(replay.end_fen, after(moves), "{answers} answers");
        assert_eq!(replay.turns.len(), turns, "{answers} answers");
        assert!(replay.note.is_some());
        assert_eq!(replay.opponent.is_some(), answers > 0);
    }
    // The call whose reply never came says so.
    let replay = shown(&ladder, "a.001.white", &cut(&game.log, 3, None));
    let calls = calls(&replay);
    assert_eq!((calls.len(), &calls[0].answer), (1, &None));
    let void = Ending::Void {
        cause: VoidCause::Engine,
        detail: "it crashed".to_owned(),
    };
    let replay = shown(&ladder, "a.001.white", &cut(&game.log, 4, Some(void)));
    assert!(replay.note.unwrap().contains("void"));
    let whole = shown(&ladder, "a.001.white", &game.log);
    assert!(whole.note.is_none());
    assert_eq!(whole.turns.len(), 3, "the program left in its turn");
}
