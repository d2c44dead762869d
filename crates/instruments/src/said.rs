//! What a model really said: replies without their reasoning, and the objects in them.

use ludometer_record::desk::{Message, Reply};
use serde::de::DeserializeOwned;

/// A reply as the conversation goes on with it: without inline reasoning, which
/// servers leave out too. Some servers refuse a message without text, unless it makes calls.
pub(crate) fn said(reply: &Reply) -> Message {
    let text = without_thinking(&reply.text).trim();
    let silent = text.is_empty() && reply.calls.is_empty();
    Message {
        calls: reply.calls.clone(),
        ..Message::assistant(if silent { "(no answer)" } else { text })
    }
}

/// The text behind the last closing mark of inline reasoning. Reasoning that is
/// never closed is the whole rest of the text.
pub(crate) fn without_thinking(text: &str) -> &str {
    const MARKS: [(&str, &str); 3] = [
        ("<think>", "</think>"),
        ("<thinking>", "</thinking>"),
        ("[THINK]", "[/THINK]"),
    ];
    let mut said = text;
    for (open, close) in MARKS {
        if let Some(at) = said.rfind(close) {
            said = &said[at + close.len()..];
        }
        if let Some(at) = said.find(open) {
            said = &said[..at];
        }
    }
    said
}

/// What `read` makes of the last complete JSON object of which it makes something.
///
/// It gives nothing for an object that is not meant, whose inner objects are then tried,
/// and `Some(None)` for one that is meant and says nothing.
///
/// Braces in prose and in strings do not confuse it. Objects that do not close
/// are tried from each of their braces, so the work is held to a multiple of the
/// text's length.
pub(crate) fn last_object<O: DeserializeOwned, T>(
    text: &str,
    read: impl Fn(O) -> Option<Option<T>>,
) -> Option<T> {
    let mut work = 16 * text.len() + (1 << 16);
    let mut found = None;
    let mut from = 0;
    while let Some(open) = text[from..].find('{').map(|at| from + at) {
        let mut objects = serde_json::Deserializer::from_str(&text[open..]).into_iter::<O>();
        let parsed = objects.next();
        let seen = match &parsed {
            Some(Err(problem)) => consumed(&text[open..], problem),
            _ => objects.byte_offset().max(1),
        };
        from = open + 1;
        if let Some(Ok(object)) = parsed
            && let Some(fits) = read(object)
        {
            found = fits.or(found);
            from = open + seen;
        }
        match work.checked_sub(seen) {
            Some(left) => work = left,
            None => break,
        }
    }
    found
}

/// Bytes that the JSON reader saw before it gave up.
fn consumed(text: &str, problem: &serde_json::Error) -> usize {
    let before = problem.line().saturating_sub(1);
    text.split_inclusive('\n')
        .take(before)
        .map(str::len)
        .sum::<usize>()
        + problem.column().max(1)
}

#[cfg(test)]
mod tests {
    use ludometer_record::desk::{Finish, Role, Timing, ToolUse, Usage};

    use super::*;

    fn reply(text: &str, calls: &[ToolUse]) -> Reply {
        Reply {
            text: text.to_owned(),
            reasoning: Some("hm".to_owned()),
            calls: calls.to_vec(),
            finish: Finish::Stop,
            usage: Usage::default(),
            served_model: None,
            timing: Timing {
                sent: "2026-01-01T00:00:00Z".parse().unwrap(),
                wall_us: 0,
            },
            failed: Vec::new(),
            raw: None,
        }
    }

    #[test]
    fn calls_go_on_with_the_conversation() {
        let calls = [ToolUse {
            id: "a".to_owned(),
            name: "play_move".to_owned(),
            arguments: "{\"move\": ".to_owned(),
        }];
        for (text, kept) in [
            ("", ""),
            ("<think>hm</think>\n I play. ", "I play."),
            ("<think>hm", ""),
        ] {
            let message = said(&reply(text, &calls));
            assert_eq!(
                (message.role, message.text.as_str()),
                (Role::Assistant, kept)
            );
            assert_eq!(message.calls, calls);
        }
        for silent in ["", " \n", "<think>hm</think>"] {
            assert_eq!(said(&reply(silent, &[])), Message::assistant("(no answer)"));
        }
    }
}
