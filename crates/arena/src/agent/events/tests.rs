use super::*;

fn account(events: AgentEvents, text: &str) -> Account {
    let mut account = Account::default();
    for line in text.lines() {
        account.read(events, line);
    }
    account
}

fn usage(prompt: u64, completion: u64, reasoning: Option<u64>, cached: u64) -> Usage {
    Usage {
        prompt: Some(prompt),
        completion: Some(completion),
        reasoning,
        cached: Some(cached),
    }
}

/// The endpoint behind each fixture counted two requests of its own dialect: codex 100
/// input, 10 of them cached, 20 output, 5 of them reasoning; claude 50 fresh, 20 written to
/// the cache, 30 read from it, 12 output; gemini 50 prompt, 10 of them cached, 12 output, 4
/// thoughts.
#[test]
fn the_tokens_are_those_that_the_endpoint_counted() {
    for (events, text, expected) in [
        (
            AgentEvents::Codex,
            include_str!("fixtures/codex.jsonl"),
            usage(2 * 100, 2 * 20, Some(2 * 5), 2 * 10),
        ),
        (
            AgentEvents::Claude,
            include_str!("fixtures/claude.jsonl"),
            usage(2 * (50 + 20 + 30), 2 * 12, None, 2 * 30),
        ),
        (
            AgentEvents::Gemini,
            include_str!("fixtures/gemini.jsonl"),
            usage(2 * 50, 2 * (12 + 4), Some(2 * 4), 2 * 10),
        ),
    ] {
        let whole = account(events, text);
        assert_eq!(whole.usage, expected, "{events:?}");
        assert_eq!(whole.last_words.as_deref(), Some("done"), "{events:?}");
        assert_eq!((&whole.failed_call, &whole.fault), (&None, &None));
        assert!(whole.closed);
        // Everything but the last event: an account that is not closed.
        let (most, _) = text.trim_end().rsplit_once('\n').unwrap();
        assert!(!account(events, most).closed, "{events:?}");
        // Another program's events say nothing.
        assert_eq!(account(AgentEvents::None, text), Account::default());
    }
}

#[test]
fn calls_that_never_reached_the_game_are_known() {
    for (events, text, expected) in [
        (
            AgentEvents::Codex,
            include_str!("fixtures/codex-cancelled.jsonl"),
            "make_move: MCP tool call requires approval, but approval policy is never",
        ),
        (
            AgentEvents::Gemini,
            include_str!("fixtures/gemini-no-tools.jsonl"),
            "a call: Tool \"mcp_ludometer_make_move\" not found.",
        ),
        (
            AgentEvents::Claude,
            r#"{"type":"system","subtype":"init","mcp_servers":[{"name":"other","status":"failed"},{"name":"ludometer","status":"failed"}]}"#,
            "connecting: failed",
        ),
        (
            AgentEvents::Claude,
            r#"{"type":"user","message":{"content":[{"type":"tool_result","is_error":true,"content":"No such tool"}]}}"#,
            "a call: No such tool",
        ),
    ] {
        let account = account(events, text);
        assert_eq!(account.failed_call.as_deref(), Some(expected));
        assert_eq!(account.fault, None);
    }
    let other = r#"{"type":"item.completed","item":{"type":"mcp_tool_call","server":"mine","tool":"t","status":"failed","error":{"message":"no"}}}"#;
    assert_eq!(account(AgentEvents::Codex, other).failed_call, None);
}

#[test]
fn trouble_that_was_got_over_is_forgotten() {
    let trouble = r#"{"type":"error","message":"Reconnecting... 1/5\u001b[31m"}"#;
    let mut one = account(AgentEvents::Codex, trouble);
    assert_eq!(one.trouble().as_deref(), Some("Reconnecting... 1/5 [31m"));
    one.read(
        AgentEvents::Codex,
        r#"{"type":"turn.completed","usage":{}}"#,
    );
    assert_eq!(one.fault, None);
    one.read(
        AgentEvents::Codex,
        r#"{"type":"turn.failed","error":{"message":"unexpected status 401"}}"#,
    );
    assert_eq!(one.fault.as_deref(), Some("unexpected status 401"));
    let refused = r#"{"type":"result","subtype":"success","is_error":true,"result":"Invalid API key","usage":{"input_tokens":0,"output_tokens":0}}"#;
    let claude = account(AgentEvents::Claude, refused);
    assert_eq!(claude.fault.as_deref(), Some("Invalid API key"));
    assert_eq!(claude.last_words, None);
}

#[test]
fn junk_is_passed_over() {
    let deep = "[".repeat(100_000);
    let odd = [
        "",
        "{",
        "null",
        "[]",
        "\"turn.completed\"",
        deep.as_str(),
        r#"{"type":7}"#,
        r#"{"type":"turn.completed"}"#,
        r#"{"type":"turn.completed","usage":{"input_tokens":-3,"output_tokens":"many"}}"#,
        r#"{"type":"item.completed","item":[1]}"#,
        r#"{"type":"result","modelUsage":{"a":{"inputTokens":18446744073709551615},"b":{"inputTokens":1}}}"#,
        r#"{"type":"result","stats":{"input_tokens":9,"output_tokens":9,"total_tokens":1}}"#,
    ];
    for events in [AgentEvents::Codex, AgentEvents::Claude, AgentEvents::Gemini] {
        for line in odd {
            let read = account(events, line);
            assert!(read.usage.reasoning.is_none(), "{events:?} {line}");
            assert!(read.last_words.is_none() && read.failed_call.is_none());
        }
    }
    let long = "x".repeat(50_000);
    let event =
        format!(r#"{{"type":"item.completed","item":{{"type":"agent_message","text":"{long}"}}}}"#);
    let words = account(AgentEvents::Codex, &event).last_words.unwrap();
    assert_eq!(words.len(), LAST_WORDS);
}
