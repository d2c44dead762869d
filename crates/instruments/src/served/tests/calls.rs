use ludometer_games::Color;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{answered, call, chess, object, play, played};
use crate::served::{Attempt, CallClass, Calls, Tool};

#[test]
fn a_refused_move_says_what_was_tried_and_leaves_all_as_it_was() {
    let mut game = chess(Color::White);
    let before = game.state();
    for (text, class) in [
        ("e2e5", CallClass::IllegalMove),
        ("pawn to e4", CallClass::MalformedMove),
    ] {
        let (got, result) = answered(game.call(&play(text)));
        assert_eq!(got, class);
        assert!(result.is_error);
        let error = object(&result);
        assert_eq!(error["attempt"], text);
        assert!(error["error"].as_str().unwrap().contains(text));
        assert_eq!(error["state"], object(&before));
        assert_eq!(game.state(), before);
    }
    played(&mut game, "e2e4 e7e5");
    let calls = game.calls();
    assert_eq!((calls.play_move, calls.illegal, calls.malformed), (3, 1, 1));
    let attempt = |text: &str, class| Attempt {
        ply: 0,
        text: text.to_owned(),
        class,
    };
    assert_eq!(
        calls.attempts,
        [
            attempt("e2e5", CallClass::IllegalMove),
            attempt("pawn to e4", CallClass::MalformedMove)
        ]
    );
}

#[test]
fn arguments_are_held_to_the_schema() {
    let mut game = chess(Color::White);
    let before = game.state();
    for (tool, arguments) in [
        ("play_move", json!({})),
        ("play_move", Value::Null),
        ("play_move", json!({ "move": 5 })),
        ("play_move", json!({ "move": null })),
        ("play_move", json!({ "move": ["e2e4"] })),
        ("play_move", json!({ "move": "e2e4", "promote": "q" })),
        ("play_move", json!(["e2e4"])),
        ("play_move", json!("e2e4")),
        ("get_state", json!({ "verbose": true })),
        ("resign", json!([])),
        ("resign", json!({ "sure": true })),
    ] {
        let (class, result) = answered(game.call(&call(tool, arguments.clone())));
        assert_eq!(class, CallClass::BadArguments, "{tool} {arguments}");
        assert!(result.is_error);
        assert!(object(&result)["error"].as_str().unwrap().contains(tool));
        assert_eq!(game.state(), before);
    }
    let looked = answered(game.call(&call("get_state", Value::Null)));
    assert_eq!(looked, (CallClass::Shown, before));
    let calls = game.calls();
    assert_eq!((calls.bad_arguments, calls.total()), (11, 12));
}

#[test]
fn hostile_texts_are_cut_and_made_harmless() {
    let mut game = chess(Color::White);
    let huge = "\u{1b}[2J\u{202e}".repeat(100_000);
    for call in [
        play(&huge),
        call(&huge, json!({})),
        call("get_state", json!({ huge.as_str(): 1 })),
    ] {
        let (class, result) = answered(game.call(&call));
        assert!(class.is_error() && result.is_error);
        assert!(result.text.len() < 2000, "{} bytes", result.text.len());
        let said = object(&result).to_string();
        assert!(!said.contains("\\u001b") && !said.contains('\u{202e}'));
    }
    assert_eq!(game.calls().attempts[0].text.chars().count(), 65);
    for _ in 0..2 * Calls::KEPT {
        game.call(&play("e2e5"));
    }
    assert_eq!(game.calls().attempts.len(), Calls::KEPT);
    assert_eq!(game.calls().illegal as usize, 2 * Calls::KEPT);
}

#[test]
fn after_the_end_one_may_look_and_nothing_else() {
    let mut game = chess(Color::White);
    played(&mut game, "f2f3 e7e5 g2g4 d8h4");
    let end = game.state();
    for again in [play("e2e4"), call("resign", json!({}))] {
        let (class, result) = answered(game.call(&again));
        assert_eq!(class, CallClass::AfterEnd);
        let error = object(&result);
        assert_eq!(error["error"], "the game is over");
        assert_eq!(error["state"], object(&end));
    }
    let looked = answered(game.call(&call("get_state", json!({}))));
    assert_eq!(looked, (CallClass::Shown, end));
    assert_eq!(game.calls().after_end, 2);
}

#[test]
fn tools_are_listed_with_closed_schemas() {
    let tools = chess(Color::White).tools();
    let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    assert_eq!(names, Tool::ALL.map(Tool::name));
    for tool in &tools {
        assert_eq!(tool.parameters["type"], "object");
        assert_eq!(tool.parameters["additionalProperties"], false);
        let properties = tool.parameters["properties"].as_object().unwrap();
        let required: Vec<&str> = properties.keys().map(String::as_str).collect();
        assert_eq!(tool.parameters["required"], json!(required));
    }
    assert_eq!(Tool::named("undo"), None);
}

proptest! {
    /// Whatever is said, a call that is refused leaves all as it was and answers in bounds.
    #[test]
    fn no_text_harms_a_game(tool in "get_state|play_move|resign|\\PC*", text in "\\PC{0,200}|[a-h1-8qrbn@=]{4,6}") {
        let mut game = chess(Color::White);
        played(&mut game, "e2e4 e7e5");
        let before = game.state();
        for arguments in [json!({ "move": text }), json!({ text.as_str(): 1 }), json!(text)] {
            let heard = game.call(&call(&tool, arguments));
            if !heard.class().is_error() {
                return Ok(());
            }
            let (_, result) = answered(heard);
            prop_assert!(result.is_error && result.text.len() < 4000);
            prop_assert_eq!(&object(&result)["state"], &object(&before));
            prop_assert_eq!(game.state(), before.clone());
        }
    }
}
