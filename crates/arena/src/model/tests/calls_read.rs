//! Calls in answers, as servers write them: the interfaces' own references, and the ways in
//! which local servers differ.

use ludometer_record::desk::{Decide, Finish, Message, ReplyForm, ToolUse};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::{super::calls::Calls, Completion, FailureKind, chat, completion, messages, question};

const OFFERED: Calls = Calls::Offered { before: 0 };

fn call(id: &str, name: &str, arguments: &str) -> ToolUse {
    ToolUse {
        id: id.to_owned(),
        name: name.to_owned(),
        arguments: arguments.to_owned(),
    }
}

/// Reads a message of Chat Completions.
fn said(message: &Value, finish: &str) -> Completion {
    let choice = json!({ "index": 0, "message": message, "finish_reason": finish });
    chat::read(&completion(&choice, &Value::Null), OFFERED).unwrap()
}

fn calls(tool_calls: &Value) -> Vec<ToolUse> {
    let message = json!({ "role": "assistant", "content": null, "tool_calls": tool_calls });
    said(&message, "tool_calls").calls
}

#[test]
fn a_call_as_openai_answers_it() {
    let body = r#"{
      "id": "chatcmpl-abc123", "object": "chat.completion", "created": 1699896916, "model": "gpt-4o-mini",
      "choices": [{
        "index": 0,
        "message": {
          "role": "assistant", "content": null, "refusal": null, "annotations": [],
          "tool_calls": [{
            "id": "call_abc123", "type": "function",
            "function": { "name": "play_move", "arguments": "{\n\"move\": \"e2e4\"\n}" }
          }]
        },
        "logprobs": null, "finish_reason": "tool_calls"
      }],
      "usage": { "prompt_tokens": 82, "completion_tokens": 17, "total_tokens": 99,
                 "completion_tokens_details": { "reasoning_tokens": 0 } }
    }"#;
    let read = chat::read(body, OFFERED).unwrap();
    assert_eq!(read.text, "");
    assert_eq!(
        read.calls,
        [call("call_abc123", "play_move", "{\n\"move\": \"e2e4\"\n}")]
    );
    assert_eq!(read.finish, Finish::Stop);
    assert_eq!(
        (read.usage.prompt, read.usage.completion),
        (Some(82), Some(17))
    );
}

#[test]
fn a_call_as_anthropic_answers_it() {
    let body = r#"{
      "id": "msg_01Aq9w938a90dw8q", "type": "message", "role": "assistant", "model": "claude-opus-4-1",
      "content": [
        { "type": "thinking", "thinking": "Look first.", "signature": "EqQB" },
        { "type": "text", "text": "I look at the board." },
        { "type": "tool_use", "id": "toolu_01A09q90qw90lq917835lq9", "name": "play_move",
          "input": {"move": "e2e4",  "depth": 1.0} },
        { "type": "tool_use", "id": "toolu_02", "name": "get_state", "input": {} }
      ],
      "stop_reason": "tool_use", "stop_sequence": null,
      "usage": { "input_tokens": 472, "output_tokens": 89 }
    }"#;
    let read = messages::read(body, OFFERED).unwrap();
    assert_eq!(read.text, "I look at the board.");
    assert_eq!(read.reasoning.as_deref(), Some("Look first."));
    let first = call(
        "toolu_01A09q90qw90lq917835lq9",
        "play_move",
        r#"{"move": "e2e4",  "depth": 1.0}"#,
    );
    assert_eq!(
        read.calls,
        [first, call("toolu_02", "get_state", "{}")],
        "the arguments stand as the server wrote them"
    );
    assert_eq!(read.finish, Finish::Stop);
}

#[test]
fn text_and_reasoning_stand_beside_calls() {
    let read = said(
        &json!({
            "content": "I play.", "reasoning_content": "hm",
            "tool_calls": [{ "id": "a", "function": { "name": "f", "arguments": "{}" } }]
        }),
        "tool_calls",
    );
    assert_eq!(
        (read.text.as_str(), read.reasoning.as_deref()),
        ("I play.", Some("hm"))
    );
    assert_eq!(read.calls, [call("a", "f", "{}")]);
}

#[test]
fn the_ways_in_which_local_servers_differ() {
    // No id, an empty one, null, a number.
    for id in [Value::Null, json!(""), json!(" "), json!(7)] {
        let function = json!({ "name": "f", "arguments": "{}" });
        let read = calls(&json!([{ "id": id, "type": "function", "function": function }]));
        assert_eq!(read, [call("call00000", "f", "{}")]);
    }
    assert_eq!(
        calls(&json!([{ "function": { "name": "f", "arguments": "{}" } }])),
        [call("call00000", "f", "{}")]
    );
    // An object in place of text; null, none, blank.
    for (arguments, kept) in [
        (
            json!({ "move": "e2e4", "n": [1] }),
            r#"{"move":"e2e4","n":[1]}"#,
        ),
        (json!([1, "a"]), r#"[1,"a"]"#),
        (json!(12), "12"),
        (Value::Null, ""),
        (json!(""), ""),
        (json!("{\"move\": "), "{\"move\": "),
    ] {
        let function = json!({ "name": "f", "arguments": arguments });
        assert_eq!(
            calls(&json!([{ "id": "a", "function": function }])),
            [call("a", "f", kept)]
        );
    }
    assert_eq!(
        calls(&json!([{ "id": "a", "function": { "name": "f" } }])),
        [call("a", "f", "")]
    );
    // The interface that came before this one.
    let legacy = said(
        &json!({ "content": null, "function_call": { "name": "f", "arguments": "{}" } }),
        "function_call",
    );
    assert_eq!(
        (legacy.calls, legacy.finish),
        (vec![call("call00000", "f", "{}")], Finish::Stop)
    );
}

#[test]
fn every_reason_to_finish_beside_a_call() {
    for (reason, finish) in [
        ("tool_calls", Finish::Stop),
        ("tool_call", Finish::Stop),
        ("tool_calling", Finish::Stop),
        ("tool_use", Finish::Stop),
        ("function_call", Finish::Stop),
        ("function_calls", Finish::Stop),
        ("stop", Finish::Stop),
        ("length", Finish::Length),
        ("content_filter", Finish::Refusal),
        ("", Finish::Unknown),
        ("tired", Finish::Other("tired".to_owned())),
    ] {
        let message =
            json!({ "content": "", "tool_calls": [{ "id": "a", "function": { "name": "f" } }] });
        let read = said(&message, reason);
        assert_eq!((read.finish, read.calls.len()), (finish, 1), "{reason}");
    }
    // Without a call, such a reason is not the one that is known.
    let none = said(&json!({ "content": "x" }), "tool_calls");
    assert_eq!(none.finish, Finish::Other("tool_calls".to_owned()));
    for (reason, finish) in [
        ("tool_use", Finish::Stop),
        ("max_tokens", Finish::Length),
        ("pause_turn", Finish::Other("pause_turn".to_owned())),
    ] {
        let body = json!({ "content": [{ "type": "tool_use", "id": "a", "name": "f", "input": {} }], "stop_reason": reason });
        assert_eq!(
            messages::read(&body.to_string(), OFFERED).unwrap().finish,
            finish
        );
    }
}

#[test]
fn a_call_that_is_only_printed_is_text() {
    for text in [
        r#"{"name": "play_move", "arguments": {"move": "e2e4"}}"#,
        r#"<tool_call>{"name": "play_move", "arguments": {}}</tool_call>"#,
        r#"[TOOL_CALLS][{"name": "play_move", "arguments": {}}]"#,
    ] {
        let read = said(&json!({ "content": text, "tool_calls": [] }), "stop");
        assert_eq!((read.text.as_str(), read.calls.len()), (text, 0));
        let body =
            json!({ "content": [{ "type": "text", "text": text }], "stop_reason": "end_turn" });
        let read = messages::read(&body.to_string(), OFFERED).unwrap();
        assert_eq!((read.text.as_str(), read.calls.len()), (text, 0));
    }
    // Tools of the server's own are none of ours.
    let body = json!({ "content": [{ "type": "server_tool_use", "id": "a", "name": "web_search", "input": {} }] });
    assert_eq!(
        messages::read(&body.to_string(), OFFERED).unwrap().calls,
        []
    );
}

#[test]
fn nothing_is_a_call_where_no_tools_were_offered() {
    let choice = json!({
        "message": { "content": "11-21", "tool_calls": [{ "id": "a", "function": { "name": "f", "arguments": "{}" } }] },
        "finish_reason": "tool_calls"
    });
    let read = chat::read(&completion(&choice, &Value::Null), Calls::NotOffered).unwrap();
    assert_eq!(read.calls, []);
    assert_eq!(read.finish, Finish::Other("tool_calls".to_owned()));
    assert_eq!(Calls::of(&question(ReplyForm::Text)), Calls::NotOffered);
}

#[test]
fn what_is_no_call_harms_nothing() {
    for nonsense in [
        Value::Null,
        json!("play_move"),
        json!({ "id": "a" }),
        json!(3),
        json!([]),
        json!([null, 1, "x", ["y"]]),
    ] {
        assert_eq!(calls(&nonsense), [], "{nonsense}");
    }
    // A server's own failed reading of a call: the model did try one.
    for nameless in [
        json!([{ "id": "", "type": "function" }]),
        json!([{ "function": null }]),
        json!([{ "function": { "name": null } }]),
    ] {
        assert_eq!(calls(&nameless), [call("call00000", "", "")], "{nameless}");
    }
    let mixed = calls(&json!([null, { "id": "b", "function": { "name": "f" } }]));
    assert_eq!(mixed, [call("b", "f", "")]);
    let body = json!({ "content": [{ "type": "tool_use", "id": null, "name": 3, "input": null }, { "type": 9 }] });
    assert_eq!(
        messages::read(&body.to_string(), OFFERED).unwrap().calls,
        [call("call00000", "", "")]
    );
}

#[test]
fn ids_are_one_of_a_kind() {
    let named = |id: &str| json!({ "id": id, "function": { "name": "f", "arguments": "{}" } });
    let ids = |calls: &[ToolUse]| -> Vec<String> {
        calls.iter().map(|call| call.id.clone()).collect::<Vec<_>>()
    };
    let read = calls(&json!([
        named("a"),
        named("a"),
        named(""),
        named("call00000")
    ]));
    assert_eq!(ids(&read), ["a", "call00001", "call00002", "call00000"]);

    // The next answer's do not repeat those of the conversation.
    let asked = Decide {
        messages: vec![
            Message::user("play"),
            Message {
                calls: read,
                ..Message::assistant("")
            },
        ],
        ..question(ReplyForm::Tools(Vec::new()))
    };
    let body = completion(
        &json!({ "message": { "tool_calls": [named(""), named("")] } }),
        &Value::Null,
    );
    let next = chat::read(&body, Calls::of(&asked)).unwrap().calls;
    assert_eq!(ids(&next), ["call00004", "call00005"]);
    assert!(
        next.iter()
            .all(|call| call.id.len() == 9 && call.id.chars().all(|c| c.is_ascii_alphanumeric())),
        "Mistral's templates take no other ids"
    );
}

#[test]
fn a_flood_of_calls_is_kept_whole() {
    let many: Vec<Value> = (0..1000)
        .map(|n| json!({ "id": if n % 2 == 0 { "same" } else { "" }, "function": { "name": format!("f{n}"), "arguments": "{}" } }))
        .collect();
    let read = calls(&Value::Array(many));
    assert_eq!(read.len(), 1000);
    assert_eq!(read[999].name, "f999");
    let ids: std::collections::HashSet<&str> = read.iter().map(|call| call.id.as_str()).collect();
    assert_eq!(ids.len(), 1000);

    let huge = format!("{{\"move\": \"{}\"}}", "e".repeat(4 << 20));
    let name = "a\u{0}b\u{1b}[31m\n\u{202e}";
    let read = calls(&json!([{ "id": "a", "function": { "name": name, "arguments": huge } }]));
    assert_eq!(read, [call("a", name, &huge)], "kept as it is");

    let deep = "[".repeat(100_000);
    let read = calls(&json!([{ "id": "a", "function": { "name": "f", "arguments": deep } }]));
    assert_eq!(read, [call("a", "f", &deep)]);
    let body = format!(
        r#"{{"choices":[{{"message":{{"tool_calls":[{{"function":{{"arguments":{deep}}}}}]}}}}]}}"#
    );
    assert_eq!(
        chat::read(&body, OFFERED).unwrap_err().kind,
        FailureKind::Malformed
    );
}

proptest! {
    /// Whatever stands in place of calls, the text is read, and only what stands there is.
    #[test]
    fn no_shape_of_calls_breaks_an_answer(
        id in any_json(), name in any_json(), arguments in any_json(), beside in any_json(),
    ) {
        let call = json!({ "id": id, "type": beside, "function": { "name": name, "arguments": arguments } });
        for tool_calls in [json!([call, beside]), call.clone(), beside.clone()] {
            let message = json!({ "content": "x", "tool_calls": tool_calls, "function_call": beside });
            let read = said(&message, "tool_calls");
            prop_assert_eq!(&read.text, "x");
            let most = tool_calls.as_array().map_or(1, Vec::len).max(1);
            prop_assert!(read.calls.len() <= most);
        }
        let block = json!({ "type": "tool_use", "id": id, "name": name, "input": arguments });
        let body = json!({ "content": [block, { "type": "text", "text": "x" }, { "type": beside }] });
        let read = messages::read(&body.to_string(), OFFERED).unwrap();
        prop_assert_eq!((read.text.as_str(), read.calls.len()), ("x", 1));
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec((any::<String>(), inner), 0..4)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}
