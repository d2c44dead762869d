//! Requests that offer tools and tell of calls, against literal JSON.

use ludometer_record::{
    desk::{Decide, Message, ReplyForm, ToolSpec, ToolUse},
    study::{ModelRef, PlayerTable, Provider},
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{
    super::{
        calls::{sent_name, sent_object, sent_text},
        conversation,
        request::{self, Dialect},
    },
    question,
};

fn call(id: &str, name: &str, arguments: &str) -> ToolUse {
    ToolUse {
        id: id.to_owned(),
        name: name.to_owned(),
        arguments: arguments.to_owned(),
    }
}

fn calling(text: &str, calls: &[ToolUse]) -> Message {
    Message {
        calls: calls.to_vec(),
        ..Message::assistant(text)
    }
}

fn tools() -> Vec<ToolSpec> {
    let spec = |name: &str, description: &str, parameters| ToolSpec {
        name: name.to_owned(),
        description: description.to_owned(),
        parameters,
    };
    vec![
        spec(
            "get_state",
            "Shows the board.",
            json!({ "type": "object", "properties": {} }),
        ),
        spec(
            "play_move",
            "Plays a move.",
            json!({ "type": "object", "properties": { "move": { "type": "string" } }, "required": ["move"] }),
        ),
    ]
}

fn a_game() -> Vec<Message> {
    vec![
        Message::system("rules"),
        Message::user("You are White."),
        calling("I look.", &[call("id1", "get_state", "{}")]),
        Message::tool("id1", r#"{"fen": "8"}"#),
        calling(
            "",
            &[
                call("id2", "play_move", "{\"move\":  \"e2e4\"}"),
                call("id3", "play_move", "{\"move\": \"d2d4\"}"),
            ],
        ),
        Message::tool("id2", "ok"),
        Message::tool("id3", "not your turn"),
        Message::user("Go on."),
    ]
}

fn body(provider: Provider, extra: &Value, messages: Vec<Message>, form: ReplyForm) -> String {
    let mut player = PlayerTable::of(ModelRef::Served {
        provider,
        model: "m".to_owned(),
    });
    player.max_tokens = 100;
    player.extra_body = extra.as_object().unwrap().clone();
    let asked = Decide {
        messages,
        ..question(form)
    };
    let parameters = request::parameters(&player, provider, "m");
    let fields = request::body(Dialect::of(provider), &parameters, &player, &asked);
    serde_json::to_string(&fields).unwrap()
}

#[test]
fn a_game_in_chat_completions() {
    let sent = body(
        Provider::Vllm,
        &json!({}),
        a_game(),
        ReplyForm::Tools(tools()),
    );
    let expected = json!({
        "model": "m",
        "max_tokens": 100,
        "messages": [
            { "role": "system", "content": "rules" },
            { "role": "user", "content": "You are White." },
            { "role": "assistant", "content": "I look.", "tool_calls": [
                { "id": "id1", "type": "function", "function": { "name": "get_state", "arguments": "{}" } }
            ] },
            { "role": "tool", "content": "{\"fen\": \"8\"}", "tool_call_id": "id1" },
            { "role": "assistant", "content": null, "tool_calls": [
                { "id": "id2", "type": "function", "function": { "name": "play_move", "arguments": "{\"move\":  \"e2e4\"}" } },
                { "id": "id3", "type": "function", "function": { "name": "play_move", "arguments": "{\"move\": \"d2d4\"}" } }
            ] },
            { "role": "tool", "content": "ok", "tool_call_id": "id2" },
            { "role": "tool", "content": "not your turn", "tool_call_id": "id3" },
            { "role": "user", "content": "Go on." }
        ],
        "tools": [
            { "type": "function", "function": { "name": "get_state", "description": "Shows the board.",
                "parameters": { "type": "object", "properties": {} } } },
            { "type": "function", "function": { "name": "play_move", "description": "Plays a move.",
                "parameters": { "type": "object", "properties": { "move": { "type": "string" } }, "required": ["move"] } } }
        ]
    });
    assert_eq!(serde_json::from_str::<Value>(&sent).unwrap(), expected);
}

#[test]
fn a_game_in_the_messages_api() {
    let sent = body(
        Provider::Anthropic,
        &json!({}),
        a_game(),
        ReplyForm::Tools(tools()),
    );
    let expected = json!({
        "model": "m",
        "max_tokens": 100,
        "system": "rules",
        "messages": [
            { "role": "user", "content": "You are White." },
            { "role": "assistant", "content": [
                { "type": "text", "text": "I look." },
                { "type": "tool_use", "id": "id1", "name": "get_state", "input": {} }
            ] },
            { "role": "user", "content": [
                { "type": "tool_result", "tool_use_id": "id1", "content": "{\"fen\": \"8\"}" }
            ] },
            { "role": "assistant", "content": [
                { "type": "tool_use", "id": "id2", "name": "play_move", "input": { "move": "e2e4" } },
                { "type": "tool_use", "id": "id3", "name": "play_move", "input": { "move": "d2d4" } }
            ] },
            { "role": "user", "content": [
                { "type": "tool_result", "tool_use_id": "id2", "content": "ok" },
                { "type": "tool_result", "tool_use_id": "id3", "content": "not your turn" },
                { "type": "text", "text": "Go on." }
            ] }
        ],
        "tools": [
            { "name": "get_state", "description": "Shows the board.",
              "input_schema": { "type": "object", "properties": {} } },
            { "name": "play_move", "description": "Plays a move.",
              "input_schema": { "type": "object", "properties": { "move": { "type": "string" } }, "required": ["move"] } }
        ]
    });
    assert_eq!(serde_json::from_str::<Value>(&sent).unwrap(), expected);
}

#[test]
fn results_come_first_whatever_was_said_between() {
    let messages = [
        calling(" \n", &[call("a", "f", "{}"), call("b", "f", "{}")]),
        Message::tool("a", "1"),
        Message::user("Well?"),
        Message::user(" "),
        Message::tool("b", "2"),
        Message::assistant("Done."),
        Message::user("Again."),
    ];
    assert_eq!(
        conversation::messages(&messages),
        json!([
            { "role": "assistant", "content": [
                { "type": "tool_use", "id": "a", "name": "f", "input": {} },
                { "type": "tool_use", "id": "b", "name": "f", "input": {} }
            ] },
            { "role": "user", "content": [
                { "type": "tool_result", "tool_use_id": "a", "content": "1" },
                { "type": "tool_result", "tool_use_id": "b", "content": "2" },
                { "type": "text", "text": "Well?" }
            ] },
            { "role": "assistant", "content": "Done." },
            { "role": "user", "content": "Again." }
        ])
    );
}

#[test]
fn a_choice_of_tools_is_the_players_to_make() {
    for provider in [Provider::OpenAi, Provider::Anthropic] {
        let form = || ReplyForm::Tools(tools());
        let sent = body(provider, &json!({}), a_game(), form());
        assert!(!sent.contains("tool_choice"), "{sent}");
        let extra = json!({ "tool_choice": "required", "tools": [] });
        let sent = body(provider, &extra, a_game(), form());
        let sent: Value = serde_json::from_str(&sent).unwrap();
        assert_eq!(sent["tool_choice"], "required");
        assert_eq!(
            sent["tools"].as_array().map(Vec::len),
            Some(2),
            "the game's tools, not the player's"
        );
    }
}

/// Literal bytes of requests as they were before there were tools.
#[test]
fn a_question_without_tools_is_sent_as_ever() {
    let talk = || {
        vec![
            Message::system("rules"),
            Message::user("11-11?"),
            Message::assistant("café"),
            Message::user("no\n"),
        ]
    };
    assert_eq!(
        body(Provider::Vllm, &json!({}), talk(), ReplyForm::Text),
        r#"{"model":"m","max_tokens":100,"messages":[{"role":"system","content":"rules"},{"role":"user","content":"11-11?"},{"role":"assistant","content":"café"},{"role":"user","content":"no\n"}]}"#
    );
    assert_eq!(
        body(Provider::Anthropic, &json!({}), talk(), ReplyForm::Text),
        r#"{"model":"m","max_tokens":100,"system":"rules","messages":[{"role":"user","content":"11-11?"},{"role":"assistant","content":"café"},{"role":"user","content":"no\n"}]}"#
    );
    let form = ReplyForm::Json {
        name: "move".to_owned(),
        schema: json!({ "type": "object" }),
    };
    assert_eq!(
        body(
            Provider::OpenAi,
            &json!({}),
            vec![Message::user("a"), Message::assistant("")],
            form
        ),
        r#"{"model":"m","max_completion_tokens":100,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":""}],"response_format":{"type":"json_schema","json_schema":{"name":"move","strict":true,"schema":{"type":"object"}}}}"#
    );
}

#[test]
fn a_slip_of_the_model_does_not_spoil_the_conversation() {
    for (written, sent) in [
        ("", "{}"),
        (" \n", "{}"),
        ("{\"move\": ", r#"{"not_an_object":"{\"move\": "}"#),
        ("[\"e2e4\"]", r#"{"not_an_object":"[\"e2e4\"]"}"#),
        ("\"e2e4\"", r#"{"not_an_object":"\"e2e4\""}"#),
        ("null", r#"{"not_an_object":"null"}"#),
        ("{} {}", r#"{"not_an_object":"{} {}"}"#),
        (
            "{\"a\":\"\\ud800\"}",
            r#"{"not_an_object":"{\"a\":\"\\ud800\"}"}"#,
        ),
    ] {
        assert_eq!(sent_text(written), sent);
        assert_eq!(
            Value::Object(sent_object(written)),
            serde_json::from_str::<Value>(sent).unwrap()
        );
    }
    // An object goes back in its own bytes.
    for written in [
        "{ }",
        " {\"move\" : \"e2e4\"}\n",
        r#"{"a":1,"a":2.50}"#,
        r#"{"é":"\u00e9"}"#,
    ] {
        assert_eq!(sent_text(written), written);
    }
    for (written, sent) in [
        ("play_move", "play_move"),
        ("functions.play-move", "functions_play-move"),
        ("", "_"),
        ("a\u{0}\u{1b}[2J\n é", "a___2J___"),
    ] {
        assert_eq!(sent_name(written), sent);
    }
    assert_eq!(sent_name(&"x".repeat(1000)).len(), 64);
}

proptest! {
    /// Whatever a model wrote, what goes back is an object with a name that servers take.
    #[test]
    fn every_call_can_go_back(name in any::<String>(), arguments in any::<String>()) {
        let sent = sent_name(&name);
        prop_assert!((1..=64).contains(&sent.len()));
        prop_assert!(sent.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c)));
        let text = sent_text(&arguments);
        prop_assert!(serde_json::from_str::<Value>(&text).unwrap().is_object());
        prop_assert_eq!(serde_json::from_str::<Value>(&text).unwrap(), Value::Object(sent_object(&arguments)));
    }
}
