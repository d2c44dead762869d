//! Events of `claude -p --output-format stream-json`.

use ludometer_record::desk::Usage;
use serde_json::Value;

use super::{Account, count, text};
use crate::agent::template::SERVER;

pub(super) fn read(account: &mut Account, event: &Value) {
    match text(event, "type") {
        "system" => init(account, event),
        "user" => results(account, &event["message"]["content"]),
        "assistant" => {
            for part in parts(&event["message"]["content"]) {
                if text(part, "type") == "text" {
                    account.says(text(part, "text"));
                }
            }
        }
        "result" => result(account, event),
        _ => {}
    }
}

/// The servers that it could not connect.
fn init(account: &mut Account, event: &Value) {
    for server in parts(&event["mcp_servers"]) {
        let status = text(server, "status");
        // "pending" is a server that it is still connecting.
        if text(server, "name") == SERVER && matches!(status, "failed" | "needs-auth") {
            account.call_failed("connecting", status);
        }
    }
}

fn results(account: &mut Account, content: &Value) {
    for part in parts(content) {
        if text(part, "type") == "tool_result" && part["is_error"] == true {
            let said = match &part["content"] {
                Value::String(said) => said.as_str(),
                other => text(&other[0], "text"),
            };
            account.call_failed("a call", said);
        }
    }
}

fn result(account: &mut Account, event: &Value) {
    account.usage = usage(event);
    account.closes_well();
    let said = text(event, "result");
    if event["is_error"] == true {
        let subtype = text(event, "subtype");
        account.fails(if said.is_empty() { subtype } else { said });
    } else if !said.is_empty() {
        account.says(said);
    }
}

/// Of all models that it used, where it says so; otherwise of its own conversation. Prompt
/// tokens that were cached or written to the cache are counted apart from the others.
fn usage(event: &Value) -> Usage {
    let models = event["modelUsage"].as_object();
    let models: Vec<&Value> = models.into_iter().flat_map(|map| map.values()).collect();
    let (objects, keys) = if models.is_empty() {
        let keys = [
            "input_tokens",
            "cache_creation_input_tokens",
            "cache_read_input_tokens",
            "output_tokens",
        ];
        (vec![&event["usage"]], keys)
    } else {
        let keys = [
            "inputTokens",
            "cacheCreationInputTokens",
            "cacheReadInputTokens",
            "outputTokens",
        ];
        (models, keys)
    };
    let sum = |key: &str| {
        let counts: Vec<u64> = objects.iter().filter_map(|one| count(one, key)).collect();
        (!counts.is_empty()).then(|| counts.iter().fold(0_u64, |sum, n| sum.saturating_add(*n)))
    };
    let [fresh, written, cached, output] = keys.map(sum);
    let prompt = fresh.map(|fresh| {
        fresh
            .saturating_add(written.unwrap_or(0))
            .saturating_add(cached.unwrap_or(0))
    });
    Usage {
        prompt,
        completion: output,
        reasoning: None,
        cached,
    }
}

fn parts(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}
