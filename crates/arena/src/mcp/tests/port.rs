use futures_util::FutureExt;
use ludometer_record::desk::ToolResult;
use serde_json::{Value, json};

use super::super::{Refusal, channel, port::MOST_LEVELS};

fn said(text: &str) -> ToolResult {
    ToolResult {
        text: text.to_owned(),
        is_error: false,
    }
}

#[tokio::test]
async fn a_second_call_is_refused_while_the_first_waits() {
    let (caller, mut port) = channel();
    let first = tokio::spawn({
        let caller = caller.clone();
        async move { caller.call("play_move", json!({ "move": "e2e4" })).await }
    });
    let call = port.next().await.unwrap();
    assert_eq!(
        (call.tool.as_str(), &call.arguments),
        ("play_move", &json!({ "move": "e2e4" }))
    );
    let second = caller.call("get_state", json!({})).await;
    assert_eq!(second, Err(Refusal::Busy));
    port.answer(said("1"));
    assert_eq!(first.await.unwrap(), Ok(said("1")));
}

#[tokio::test]
async fn a_call_that_is_abandoned_stands_and_the_next_one_gets_its_own_answer() {
    let (caller, mut port) = channel();
    let gone = tokio::spawn({
        let caller = caller.clone();
        async move { caller.call("play_move", json!({})).await }
    });
    assert_eq!(port.next().await.unwrap().tool, "play_move");
    gone.abort();
    assert!(gone.await.unwrap_err().is_cancelled());
    let next = tokio::spawn(async move { caller.call("get_state", json!({})).await });
    tokio::task::yield_now().await;
    port.answer(said("for nobody"));
    assert_eq!(port.next().await.unwrap().tool, "get_state");
    port.answer(said("2"));
    assert_eq!(next.await.unwrap(), Ok(said("2")));
}

#[tokio::test]
async fn both_ends_notice_that_the_other_is_gone() {
    let (caller, port) = channel();
    drop(port);
    let call = caller.call("get_state", json!({})).await;
    assert_eq!(call, Err(Refusal::Closed));
    let (caller, mut port) = channel();
    drop(caller);
    assert_eq!(port.next().await, None);
    let (caller, mut port) = channel();
    let waiting = tokio::spawn(async move { caller.call("get_state", json!({})).await });
    port.next().await.unwrap();
    drop(port);
    assert_eq!(waiting.await.unwrap(), Err(Refusal::Closed));
}

#[tokio::test]
async fn the_end_answers_who_waits_and_who_comes_later() {
    let (caller, mut port) = channel();
    let waiting = tokio::spawn({
        let caller = caller.clone();
        async move { caller.call("play_move", json!({})).await }
    });
    port.next().await.unwrap();
    port.end(said("over"));
    assert_eq!(waiting.await.unwrap(), Ok(said("over")));
    assert_eq!(caller.call("get_state", json!({})).await, Ok(said("over")));
    assert_eq!(port.next().await, None);
}

#[tokio::test]
async fn what_could_not_be_kept_does_not_come_through() {
    let (caller, mut port) = channel();
    let nested = |levels| (1..levels).fold(json!({}), |inner, _| json!({ "a": inner }));
    let long = Value::from("x".repeat(5000));
    for arguments in [
        nested(MOST_LEVELS + 1),
        nested(100),
        json!({ "move": long }),
    ] {
        // One that came through would wait.
        let call = caller.call("play_move", arguments).now_or_never();
        assert_eq!(call, Some(Err(Refusal::TooLarge)));
    }
    let deep = nested(MOST_LEVELS);
    let name = "n".repeat(10_000);
    let fits = tokio::spawn({
        let deep = deep.clone();
        async move { caller.call(&name, deep).await }
    });
    let call = port.next().await.unwrap();
    assert_eq!((call.tool.len(), call.arguments), (128, deep));
    port.answer(said("ok"));
    assert_eq!(fits.await.unwrap(), Ok(said("ok")));
}
