//! Refuses what real servers refuse in a conversation with calls: a call without its
//! answer, an answer without its call, arguments that are no object, names that are none.

use serde_json::Value;

use crate::dialect::{Dialect, list};

/// What a server would object to, if anything.
pub(crate) fn objection(request: &Value, dialect: Dialect) -> Option<String> {
    // Scripted answers are for a program whose requests are its own.
    if dialect == Dialect::Responses {
        return None;
    }
    tools(request, dialect)
        .and_then(|()| match dialect {
            Dialect::Chat => chat(request),
            Dialect::Messages | Dialect::Responses => messages(request),
        })
        .err()
}

fn tools(request: &Value, dialect: Dialect) -> Result<(), String> {
    for tool in list(&request["tools"]) {
        let (name, schema) = match dialect {
            Dialect::Chat if tool["type"] != "function" => return wrong("a tool is no function"),
            Dialect::Chat => (&tool["function"]["name"], &tool["function"]["parameters"]),
            Dialect::Messages | Dialect::Responses => (&tool["name"], &tool["input_schema"]),
        };
        is_name(name)?;
        if schema["type"] != "object" {
            return wrong("a tool's schema is of no object");
        }
    }
    Ok(())
}

fn chat(request: &Value) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    for message in list(&request["messages"]) {
        if message["role"] == "tool" {
            let call = message["tool_call_id"].as_str().unwrap_or_default();
            let Some(at) = open.iter().position(|id| *id == call) else {
                return wrong("a tool's message answers no call of the message before");
            };
            open.remove(at);
            continue;
        }
        closed(&open)?;
        let calls = list(&message["tool_calls"]);
        if message["content"].is_null() && calls.is_empty() {
            return wrong("a message has neither content nor calls");
        }
        for call in calls {
            is_name(&call["function"]["name"])?;
            let text = call["function"]["arguments"].as_str().unwrap_or_default();
            if !serde_json::from_str::<Value>(text).is_ok_and(|read| read.is_object()) {
                return wrong("failed to parse tool call arguments as JSON");
            }
            open.push(id(&call["id"], &open)?);
        }
    }
    closed(&open)
}

fn messages(request: &Value) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    let mut all: Vec<&str> = Vec::new();
    for message in list(&request["messages"]) {
        let blocks = list(&message["content"]);
        let results = blocks
            .iter()
            .take_while(|block| block["type"] == "tool_result");
        for result in results.clone() {
            let call = result["tool_use_id"].as_str().unwrap_or_default();
            let Some(at) = open.iter().position(|id| *id == call) else {
                return wrong("a tool_result answers no tool_use of the message before");
            };
            open.remove(at);
        }
        closed(&open)?;
        for block in &blocks[results.count()..] {
            match block["type"].as_str() {
                Some("text")
                    if block["text"]
                        .as_str()
                        .is_some_and(|text| !text.trim().is_empty()) => {}
                Some("text") => return wrong("text content blocks must be non-empty"),
                Some("tool_use") if message["role"] == "assistant" => {
                    is_name(&block["name"])?;
                    if !block["input"].is_object() {
                        return wrong("the input of a tool_use is no object");
                    }
                    let id = id(&block["id"], &all)?;
                    all.push(id);
                    open.push(id);
                }
                _ => return wrong("a block is out of place"),
            }
        }
    }
    closed(&open)
}

fn closed(open: &[&str]) -> Result<(), String> {
    match open.first() {
        Some(call) => Err(format!("no answer to the call {call}")),
        None => Ok(()),
    }
}

fn id<'a>(id: &'a Value, known: &[&str]) -> Result<&'a str, String> {
    let id = id.as_str().filter(|id| !id.is_empty());
    let id = id.ok_or("a call has no id")?;
    if known.contains(&id) {
        return Err(format!("two calls have the id {id}"));
    }
    Ok(id)
}

fn is_name(name: &Value) -> Result<(), String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    match name.as_str() {
        Some(name) if (1..=64).contains(&name.len()) && name.chars().all(fits) => Ok(()),
        _ => Err(format!("{name} is no name of a tool")),
    }
}

fn wrong(problem: &str) -> Result<(), String> {
    Err(problem.to_owned())
}
