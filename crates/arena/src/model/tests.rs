//! What servers really send, in the shapes that broke other tools.

use ludometer_record::{
    PlayerName,
    desk::{Decide, Finish, Message, ReplyForm, Situation, Usage},
    study::{ModelRef, PlayerTable, Provider, StructuredOutput},
};
use reqwest::StatusCode;
use serde_json::{Map, Value, json};

use super::{
    Completion, Failure, FailureKind,
    calls::Calls,
    chat, messages,
    request::{self, Dialect},
};

mod calls_read;
mod calls_sent;

/// Reads a completion where no tools were offered.
fn read_chat(body: &str) -> Result<Completion, Failure> {
    chat::read(body, Calls::NotOffered)
}

/// Reads a message where no tools were offered.
fn read_message(body: &str) -> Result<Completion, Failure> {
    messages::read(body, Calls::NotOffered)
}

fn completion(choice: &Value, usage: &Value) -> String {
    json!({ "model": "m-1", "choices": [choice], "usage": usage }).to_string()
}

#[test]
fn a_plain_completion() {
    let body = completion(
        &json!({ "message": { "content": "café ♞ 11-21" }, "finish_reason": "stop" }),
        &json!({
            "prompt_tokens": 10, "completion_tokens": 5,
            "prompt_tokens_details": { "cached_tokens": 4 },
            "completion_tokens_details": { "reasoning_tokens": 3 }
        }),
    );
    let read = read_chat(&body).unwrap();
    assert_eq!(read.text, "café ♞ 11-21");
    assert_eq!(read.finish, Finish::Stop);
    assert_eq!(read.served_model.as_deref(), Some("m-1"));
    let usage = Usage {
        prompt: Some(10),
        completion: Some(5),
        reasoning: Some(3),
        cached: Some(4),
    };
    assert_eq!(read.usage, usage);
}

#[test]
fn what_is_not_counted_is_unknown_and_not_zero() {
    for usage in [
        json!({ "prompt_tokens": 10, "completion_tokens": 5, "prompt_tokens_details": null }),
        json!({ "prompt_tokens": 10, "completion_tokens": 5 }),
    ] {
        let read = read_chat(&completion(
            &json!({ "message": { "content": "x" } }),
            &usage,
        ))
        .unwrap();
        assert_eq!(read.usage.cached, None);
        assert_eq!(read.usage.reasoning, None);
    }
    let read = read_chat(&completion(
        &json!({ "message": { "content": "x" } }),
        &Value::Null,
    ))
    .unwrap();
    assert_eq!(read.usage, Usage::default());
}

#[test]
fn every_reason_to_finish() {
    for (reason, finish) in [
        (Value::Null, Finish::Unknown),
        (json!(""), Finish::Unknown),
        (json!("stop"), Finish::Stop),
        (json!("eos"), Finish::Stop),
        (json!("length"), Finish::Length),
        (json!("max_tokens"), Finish::Length),
        (json!("content_filter"), Finish::Refusal),
        (json!("tool_calls"), Finish::Other("tool_calls".to_owned())),
    ] {
        let choice = json!({ "message": { "content": "x" }, "finish_reason": reason });
        assert_eq!(
            read_chat(&completion(&choice, &Value::Null))
                .unwrap()
                .finish,
            finish
        );
    }
}

#[test]
fn content_in_parts_reasoning_apart_and_refusals() {
    let read = |message: Value| {
        read_chat(&completion(
            &json!({ "message": message, "finish_reason": "stop" }),
            &Value::Null,
        ))
        .unwrap()
    };
    let parts = read(
        json!({ "content": [{ "type": "text", "text": "11-" }, { "type": "image" }, { "text": "21" }] }),
    );
    assert_eq!(parts.text, "11-21");
    assert_eq!(read(json!({ "content": null })).text, "");
    assert_eq!(
        read(json!({ "content": "a", "reasoning_content": "b" }))
            .reasoning
            .as_deref(),
        Some("b")
    );
    assert_eq!(
        read(json!({ "content": "a", "reasoning": "c" }))
            .reasoning
            .as_deref(),
        Some("c")
    );
    let refused = read(json!({ "content": null, "refusal": "No." }));
    assert_eq!(
        (refused.text.as_str(), refused.finish),
        ("No.", Finish::Refusal)
    );
    assert_eq!(
        read(json!({ "content": "a", "refusal": "" })).finish,
        Finish::Stop
    );
}

#[test]
fn what_is_no_completion_is_not_an_empty_reply() {
    for body in [
        "",
        "{",
        "[]",
        "null",
        "{}",
        r#"{"choices":[]}"#,
        "<html>Bad gateway</html>",
    ] {
        let failure = read_chat(body).unwrap_err();
        assert_eq!(failure.kind, FailureKind::Malformed, "{body}");
        assert_eq!(
            failure.partial.as_deref(),
            (!body.is_empty()).then_some(body)
        );
    }
    let body = r#"{"choices":[],"error":{"code":502,"message":"upstream capacity"}}"#;
    let failure = read_chat(body).unwrap_err();
    assert_eq!(
        (failure.kind, failure.status),
        (FailureKind::Server, Some(502))
    );
    assert!(failure.problem.contains("upstream capacity"));
}

#[test]
fn what_a_status_means() {
    let of = |status: u16, body: &str| {
        Failure::of_status(StatusCode::from_u16(status).unwrap(), body, None)
    };
    for (status, body, kind) in [
        (
            400,
            r#"{"error":{"message":"bad","param":"temperature"}}"#,
            FailureKind::Refused,
        ),
        (401, "", FailureKind::Unauthorized),
        (402, "", FailureKind::Quota),
        (404, r#"{"error":"model not found"}"#, FailureKind::NotFound),
        (
            429,
            r#"{"error":{"type":"insufficient_quota"}}"#,
            FailureKind::Quota,
        ),
        (
            429,
            r#"{"error":{"code":"rate_limit_exceeded"}}"#,
            FailureKind::RateLimited,
        ),
        (500, "oops", FailureKind::Server),
        (
            529,
            r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#,
            FailureKind::Server,
        ),
    ] {
        assert_eq!(of(status, body).kind, kind, "{status} {body}");
    }
    assert_eq!(
        of(400, r#"{"error":{"message":"bad","param":"temperature"}}"#)
            .parameter
            .as_deref(),
        Some("temperature")
    );
    let hostile = of(400, "{\"error\":\"a\\u001b[31m\\nb\"}");
    assert_eq!(
        hostile.problem, "HTTP 400: a [31m b",
        "no control characters reach a terminal"
    );
}

#[test]
fn the_messages_api() {
    let body = json!({
        "model": "c-1", "stop_reason": "end_turn",
        "content": [{ "type": "thinking", "thinking": "hm" }, { "type": "text", "text": "11-" }, { "type": "text", "text": "21" }],
        "usage": { "input_tokens": 10, "output_tokens": 5, "cache_read_input_tokens": 100, "cache_creation_input_tokens": 20 }
    });
    let read = read_message(&body.to_string()).unwrap();
    assert_eq!(
        (read.text.as_str(), read.reasoning.as_deref()),
        ("11-21", Some("hm"))
    );
    assert_eq!(read.finish, Finish::Stop);
    let usage = Usage {
        prompt: Some(130),
        completion: Some(5),
        reasoning: None,
        cached: Some(100),
    };
    assert_eq!(read.usage, usage);
    assert_eq!(read_message("{}").unwrap_err().kind, FailureKind::Malformed);
}

fn question(form: ReplyForm) -> Decide {
    Decide {
        seat: ludometer_record::Seat::First,
        player: PlayerName::new("p").unwrap(),
        messages: vec![Message::system("rules"), Message::user("11-11?")],
        form,
        situation: Situation {
            position: "11-11".to_owned(),
            family: "plain".to_owned(),
            seed: 9,
        },
    }
}

fn body(
    provider: Provider,
    change: impl Fn(&mut PlayerTable),
    form: ReplyForm,
) -> Map<String, Value> {
    let mut player = PlayerTable::of(ModelRef::Served {
        provider,
        model: "m".to_owned(),
    });
    change(&mut player);
    let parameters = request::parameters(&player, provider, "m");
    request::body(Dialect::of(provider), &parameters, &player, &question(form))
}

fn wants_json() -> ReplyForm {
    ReplyForm::Json {
        name: "move".to_owned(),
        schema: json!({ "type": "object" }),
    }
}

#[test]
fn a_cap_has_the_name_that_the_server_knows() {
    let keys = |provider, change: &dyn Fn(&mut PlayerTable)| -> Vec<String> {
        body(provider, change, ReplyForm::Text)
            .keys()
            .cloned()
            .collect()
    };
    assert_eq!(
        keys(Provider::OpenAi, &|_| {}),
        ["model", "max_completion_tokens", "messages"]
    );
    assert_eq!(
        keys(Provider::LmStudio, &|_| {}),
        ["model", "max_tokens", "messages"]
    );
    let renamed = |player: &mut PlayerTable| {
        player
            .extra_body
            .insert("max_completion_tokens".to_owned(), json!(7));
    };
    assert_eq!(
        keys(Provider::Vllm, &renamed),
        ["model", "max_completion_tokens", "messages"]
    );
}

#[test]
fn system_messages_stand_where_the_interface_wants_them() {
    let chat = body(Provider::Vllm, |_| {}, ReplyForm::Text);
    assert_eq!(
        chat["messages"][0],
        json!({ "role": "system", "content": "rules" })
    );
    let anthropic = body(Provider::Anthropic, |_| {}, ReplyForm::Text);
    assert_eq!(anthropic["system"], "rules");
    assert_eq!(
        anthropic["messages"],
        json!([{ "role": "user", "content": "11-11?" }])
    );
}

#[test]
fn json_is_asked_for_as_wished() {
    let form = |provider, wish| {
        let body = body(
            provider,
            |player| player.structured_output = wish,
            wants_json(),
        );
        let format = body
            .get("response_format")
            .or_else(|| body.get("output_config")?.get("format"));
        format.map(|format| format["type"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(
        form(Provider::Vllm, StructuredOutput::Auto).as_deref(),
        Some("json_schema")
    );
    assert_eq!(
        form(Provider::Vllm, StructuredOutput::JsonObject).as_deref(),
        Some("json_object")
    );
    assert_eq!(form(Provider::Vllm, StructuredOutput::Off), None);
    assert_eq!(form(Provider::Anthropic, StructuredOutput::Auto), None);
    assert_eq!(
        form(Provider::Anthropic, StructuredOutput::JsonSchema).as_deref(),
        Some("json_schema")
    );
}

#[test]
fn seeds_are_sent_only_when_wished_and_fit_31_bits() {
    assert!(
        body(Provider::Vllm, |_| {}, ReplyForm::Text)
            .get("seed")
            .is_none()
    );
    for base in [0, 1, u64::MAX] {
        let seed = body(
            Provider::Vllm,
            |player| player.seed = Some(base),
            ReplyForm::Text,
        )["seed"]
            .as_u64();
        assert!(seed.is_some_and(|seed| seed < 1 << 31));
    }
}
