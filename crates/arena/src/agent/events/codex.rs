//! Events of `codex exec --json`.

use ludometer_record::desk::Usage;
use serde_json::Value;

use super::{Account, count, text};
use crate::agent::template::SERVER;

pub(super) fn read(account: &mut Account, event: &Value) {
    match text(event, "type") {
        "turn.completed" => {
            // The sum over the thread so far; reasoning is a part of the output.
            let usage = &event["usage"];
            account.usage = Usage {
                prompt: count(usage, "input_tokens"),
                completion: count(usage, "output_tokens"),
                reasoning: count(usage, "reasoning_output_tokens"),
                cached: count(usage, "cached_input_tokens"),
            };
            account.closes_well();
        }
        "turn.failed" => account.fails(text(&event["error"], "message")),
        "error" => account.fails(text(event, "message")),
        "item.completed" => item(account, &event["item"]),
        _ => {}
    }
}

fn item(account: &mut Account, item: &Value) {
    match text(item, "type") {
        "agent_message" => account.says(text(item, "text")),
        "mcp_tool_call" if text(item, "server") == SERVER && text(item, "status") == "failed" => {
            account.call_failed(text(item, "tool"), text(&item["error"], "message"));
        }
        _ => {}
    }
}
