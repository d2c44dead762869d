//! Events of `gemini -p --output-format stream-json`.

use ludometer_record::desk::Usage;
use serde_json::Value;

use super::{Account, LAST_WORDS, count, text};

pub(super) fn read(account: &mut Account, event: &Value) {
    match text(event, "type") {
        "message" if text(event, "role") == "assistant" => message(account, event),
        // What is said after a call is a new message.
        "tool_use" => account.last_words = None,
        "tool_result" if text(event, "status") == "error" => {
            let why = text(&event["error"], "message");
            account.call_failed(
                "a call",
                if why.is_empty() {
                    text(event, "output")
                } else {
                    why
                },
            );
        }
        "error" if text(event, "severity") == "error" => account.fails(text(event, "message")),
        "result" => {
            account.usage = usage(&event["stats"]);
            account.closes_well();
            if text(event, "status") == "error" {
                account.fails(text(&event["error"], "message"));
            }
        }
        _ => {}
    }
}

/// A message comes in pieces.
fn message(account: &mut Account, event: &Value) {
    let piece = text(event, "content");
    if event["delta"] != true {
        account.says(piece);
        return;
    }
    let mut whole = account.last_words.take().unwrap_or_default();
    let room = LAST_WORDS.saturating_sub(whole.chars().count());
    whole.extend(piece.chars().take(room));
    account.last_words = Some(whole);
}

/// Thoughts are in the total, and in nothing else.
fn usage(stats: &Value) -> Usage {
    let prompt = count(stats, "input_tokens");
    let output = count(stats, "output_tokens");
    let rest = count(stats, "total_tokens").zip(prompt.zip(output));
    let thoughts =
        rest.and_then(|(total, (prompt, output))| total.checked_sub(prompt.saturating_add(output)));
    Usage {
        prompt,
        completion: output.map(|output| output.saturating_add(thoughts.unwrap_or(0))),
        reasoning: thoughts,
        cached: count(stats, "cached"),
    }
}
