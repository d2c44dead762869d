//! A conversation as each interface wants it.

use ludometer_record::desk::{Message, Role, ToolSpec, ToolUse};
use serde_json::{Map, Value, json};

use super::calls::{sent_name, sent_object, sent_text};

/// The messages of Chat Completions.
pub(super) fn chat(messages: &[Message]) -> Value {
    messages.iter().map(chat_message).collect()
}

fn chat_message(message: &Message) -> Value {
    let role = match message.role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Tool => "tool",
    };
    let mut fields = Map::new();
    fields.insert("role".to_owned(), json!(role));
    // Beside calls, servers say null for no text. Older ones of Ollama leave out the calls
    // of a message that has any text, be it empty.
    let silent = !message.calls.is_empty() && is_blank(&message.text);
    let content = (!silent).then_some(&message.text);
    fields.insert("content".to_owned(), json!(content));
    if !message.calls.is_empty() {
        let calls: Vec<Value> = message.calls.iter().map(chat_call).collect();
        fields.insert("tool_calls".to_owned(), Value::Array(calls));
    }
    if let Some(call) = &message.answers {
        fields.insert("tool_call_id".to_owned(), json!(call));
    }
    Value::Object(fields)
}

fn chat_call(call: &ToolUse) -> Value {
    json!({
        "id": call.id,
        "type": "function",
        "function": { "name": sent_name(&call.name), "arguments": sent_text(&call.arguments) }
    })
}

/// The tools of Chat Completions.
pub(super) fn chat_tools(tools: &[ToolSpec]) -> Value {
    tools
        .iter()
        .map(|tool| {
            json!({
                "type": "function",
                "function": {
                    "name": tool.name,
                    "description": tool.description,
                    "parameters": tool.parameters
                }
            })
        })
        .collect()
}

/// The messages of the Messages API, which keeps standing instructions elsewhere.
///
/// It wants the results of all calls of a message in the one message that follows, before
/// any other words of the user's.
pub(super) fn messages(messages: &[Message]) -> Value {
    let mut spoken = Vec::new();
    let mut answering: Option<Answering> = None;
    for message in messages {
        match (message.role, &message.answers) {
            (Role::System, _) => {}
            (Role::Tool, Some(call)) => {
                let answering = answering.get_or_insert_default();
                answering.results.push(
                    json!({ "type": "tool_result", "tool_use_id": call, "content": message.text }),
                );
            }
            (Role::User | Role::Tool, _) => match &mut answering {
                Some(answering) => answering.words.extend(text_block(&message.text)),
                None => spoken.push(json!({ "role": "user", "content": message.text })),
            },
            (Role::Assistant, _) => {
                spoken.extend(answering.take().map(Answering::message));
                spoken.push(assistant(message));
            }
        }
    }
    spoken.extend(answering.map(Answering::message));
    Value::Array(spoken)
}

/// A message of the user's that answers calls.
#[derive(Default)]
struct Answering {
    results: Vec<Value>,
    words: Vec<Value>,
}

impl Answering {
    fn message(mut self) -> Value {
        self.results.append(&mut self.words);
        json!({ "role": "user", "content": self.results })
    }
}

fn assistant(message: &Message) -> Value {
    if message.calls.is_empty() {
        return json!({ "role": "assistant", "content": message.text });
    }
    let calls = message.calls.iter().map(|call| {
        json!({
            "type": "tool_use",
            "id": call.id,
            "name": sent_name(&call.name),
            "input": sent_object(&call.arguments)
        })
    });
    let content: Vec<Value> = text_block(&message.text).into_iter().chain(calls).collect();
    json!({ "role": "assistant", "content": content })
}

/// The API refuses blocks without text.
fn text_block(text: &str) -> Option<Value> {
    (!is_blank(text)).then(|| json!({ "type": "text", "text": text }))
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

/// The tools of the Messages API.
pub(super) fn messages_tools(tools: &[ToolSpec]) -> Value {
    tools
        .iter()
        .map(|tool| {
            json!({
                "name": tool.name,
                "description": tool.description,
                "input_schema": tool.parameters
            })
        })
        .collect()
}
