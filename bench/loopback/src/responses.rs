//! The Responses interface: a stream of events that plays a script of tool calls.

use serde_json::{Value, json};

/// What the endpoint does with one request.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    /// Has the model call a tool.
    Call {
        /// The tool, without its server.
        tool: String,
        /// Its arguments.
        arguments: Value,
    },
    /// Has the model say something and be done.
    Say(String),
    /// Never answers.
    Hang,
}

impl Step {
    /// A call of a tool.
    #[must_use]
    pub fn call(tool: &str, arguments: Value) -> Self {
        Self::Call {
            tool: tool.to_owned(),
            arguments,
        }
    }
}

/// Tokens that each answer is said to have cost.
pub const INPUT: u64 = 100;
/// Those of the input that were cached.
pub const CACHED: u64 = 10;
/// Tokens of each answer.
pub const OUTPUT: u64 = 20;
/// Those of the output that were reasoning.
pub const REASONING: u64 = 5;

/// The stream that takes this step. `id` tells its items from others'.
pub(crate) fn stream(step: &Step, request: &Value, id: &str) -> String {
    let item = match step {
        Step::Call { tool, arguments } => {
            let mut item = json!({
                "type": "function_call", "id": format!("fc_{id}"), "call_id": format!("call_{id}"),
                "name": tool, "arguments": arguments.to_string(), "status": "completed",
            });
            if let Some(namespace) = namespace(request, tool) {
                item["namespace"] = namespace.into();
            }
            item
        }
        Step::Say(text) => json!({
            "type": "message", "id": format!("msg_{id}"), "role": "assistant", "status": "completed",
            "content": [{ "type": "output_text", "text": text, "annotations": [] }],
        }),
        Step::Hang => Value::Null,
    };
    let response = |status: &str, output: Value| {
        json!({
            "id": format!("resp_{id}"), "object": "response", "status": status, "output": output,
            "usage": {
                "input_tokens": INPUT, "input_tokens_details": { "cached_tokens": CACHED },
                "output_tokens": OUTPUT, "output_tokens_details": { "reasoning_tokens": REASONING },
                "total_tokens": INPUT + OUTPUT,
            },
        })
    };
    let mut text = String::new();
    for mut event in [
        json!({ "type": "response.created", "response": response("in_progress", json!([])) }),
        json!({ "type": "response.output_item.done", "output_index": 0, "item": item.clone() }),
        json!({ "type": "response.completed", "response": response("completed", json!([item])) }),
    ] {
        let name = event["type"].take();
        event["type"] = name.clone();
        let name = name.as_str().unwrap_or_default();
        text.push_str(&format!("event: {name}\ndata: {event}\n\n"));
    }
    text
}

/// The group of tools that has this one; where tools are only found by a search, the one
/// that a server named ludometer would be in.
fn namespace(request: &Value, tool: &str) -> Option<String> {
    let tools = request["tools"].as_array()?;
    let holds = |group: &&Value| {
        let members = group["tools"].as_array();
        members.is_some_and(|members| members.iter().any(|one| one["name"] == tool))
    };
    let name = tools.iter().find(holds).map(|group| &group["name"]);
    let searched = tools
        .iter()
        .any(|one| one["type"] == "tool_search" || one["name"] == "tool_search");
    match name {
        Some(name) => name.as_str().map(str::to_owned),
        None => searched.then(|| "mcp__ludometer".to_owned()),
    }
}
