//! The interfaces: what a request says, and how an answer is dressed.

use ludometer_games::chess::Position;
use serde_json::{Value, json};

use crate::player::{Call, Said};

/// Whose words a client speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Chat Completions.
    Chat,
    /// The Anthropic Messages API.
    Messages,
    /// Responses, whose answers are scripted, and never dressed here.
    Responses,
}

impl Dialect {
    /// A whole answer. `digest` is the request's, and makes its ids.
    pub(crate) fn dress(
        self,
        said: &Said,
        request: &Value,
        digest: &str,
        usage: Option<Usage>,
    ) -> Value {
        match self {
            Self::Chat => chat(said, request, digest, usage),
            Self::Messages | Self::Responses => messages(said, request, digest, usage),
        }
    }
}

/// Tokens, roughly.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usage {
    prompt: usize,
    completion: usize,
}

impl Usage {
    /// A token for four bytes.
    pub(crate) fn of(request: &Value, said: &Said) -> Self {
        let tools = request
            .get("tools")
            .map_or(0, |tools| tools.to_string().len());
        let called: usize = said
            .calls
            .iter()
            .map(|call| call.name.len() + call.arguments.len())
            .sum();
        Self {
            prompt: (request["messages"].to_string().len() + tools) / 4,
            completion: (said.text.len() + called) / 4 + 1,
        }
    }
}

fn chat(said: &Said, request: &Value, digest: &str, usage: Option<Usage>) -> Value {
    let mut message = json!({ "role": "assistant", "content": said.text });
    let mut finish = said.finish;
    if !said.calls.is_empty() {
        if said.text.is_empty() {
            message["content"] = Value::Null;
        }
        message["tool_calls"] = said
            .calls
            .iter()
            .enumerate()
            .map(|(n, Call { name, arguments })| {
                json!({
                    "id": format!("call_{}_{n}", &digest[..12]), "type": "function",
                    "function": { "name": name, "arguments": arguments }
                })
            })
            .collect();
        finish = "tool_calls";
    }
    let usage = usage.map(|Usage { prompt, completion }| {
        json!({
            "prompt_tokens": prompt, "completion_tokens": completion, "total_tokens": prompt + completion,
            "prompt_tokens_details": { "cached_tokens": 0 },
            "completion_tokens_details": { "reasoning_tokens": 0 }
        })
    });
    json!({
        "id": format!("chatcmpl-{digest}"), "object": "chat.completion", "model": request["model"],
        "choices": [{ "index": 0, "message": message, "finish_reason": finish }],
        "usage": usage,
    })
}

fn messages(said: &Said, request: &Value, digest: &str, usage: Option<Usage>) -> Value {
    let text = (!said.text.is_empty() || said.calls.is_empty())
        .then(|| json!({ "type": "text", "text": said.text }));
    // This interface reads its models' arguments itself, and gives an object.
    let calls = said.calls.iter().enumerate().map(|(n, call)| {
        let input = serde_json::from_str::<Value>(&call.arguments).ok();
        json!({
            "type": "tool_use", "id": format!("toolu_{}_{n}", &digest[..12]), "name": call.name,
            "input": input.filter(Value::is_object).unwrap_or_else(|| json!({}))
        })
    });
    let content: Vec<Value> = text.into_iter().chain(calls).collect();
    let stop = match said.finish {
        "length" => "max_tokens",
        _ if said.calls.is_empty() => "end_turn",
        _ => "tool_use",
    };
    let usage = usage.map(|Usage { prompt, completion }| {
        json!({ "input_tokens": prompt, "output_tokens": completion, "cache_read_input_tokens": 7 })
    });
    let mut answer = json!({
        "id": format!("msg_{digest}"), "type": "message", "role": "assistant", "model": request["model"],
        "content": content, "stop_reason": stop,
    });
    if let Some(usage) = usage {
        answer["usage"] = usage;
    }
    answer
}

/// What a request says to a player who calls tools, in either interface.
#[derive(Debug)]
pub(crate) struct Asked<'a> {
    tools: Vec<(&'a str, &'a Value)>,
    /// Whether the player has called a tool before.
    pub(crate) has_called: bool,
    /// What was said to it since it last spoke.
    heard: Vec<&'a str>,
}

impl<'a> Asked<'a> {
    pub(crate) fn read(request: &'a Value) -> Self {
        let tools = list(&request["tools"]).iter().filter_map(|tool| {
            let function = tool.get("function").unwrap_or(tool);
            let schema = function
                .get("parameters")
                .or(function.get("input_schema"))?;
            Some((function["name"].as_str()?, schema))
        });
        let all = list(&request["messages"]);
        let own = all
            .iter()
            .rposition(|message| message["role"] == "assistant");
        let calls = |message: &Value| {
            !list(&message["tool_calls"]).is_empty()
                || list(&message["content"])
                    .iter()
                    .any(|block| block["type"] == "tool_use")
        };
        let mut heard = Vec::new();
        for message in &all[own.map_or(0, |at| at + 1)..] {
            gather(&message["content"], &mut heard);
        }
        Self {
            tools: tools.collect(),
            has_called: all.iter().any(calls),
            heard,
        }
    }

    pub(crate) fn offers(&self, tool: &str) -> bool {
        self.tools.iter().any(|(name, _)| *name == tool)
    }

    /// The first argument of a tool.
    pub(crate) fn argument(&self, tool: &str) -> Option<&'a str> {
        let (_, schema) = self.tools.iter().find(|(name, _)| *name == tool)?;
        let first = schema["properties"].as_object()?.keys().next()?;
        Some(first)
    }

    /// The last position of chess that it was told of.
    pub(crate) fn position(&self) -> Option<Position> {
        self.heard.iter().rev().find_map(|text| last_position(text))
    }
}

/// The texts of a message's content, in blocks or not.
fn gather<'a>(content: &'a Value, into: &mut Vec<&'a str>) {
    match content {
        Value::String(text) => into.push(text),
        Value::Array(blocks) => {
            for block in blocks {
                into.extend(block["text"].as_str());
                gather(&block["content"], into);
            }
        }
        _ => {}
    }
}

/// The last FEN in a text, which may be JSON.
fn last_position(text: &str) -> Option<Position> {
    let pieces = text.rsplit(['"', '\\', '\n']);
    pieces.into_iter().find_map(|piece| {
        let words: Vec<&str> = piece.split_whitespace().collect();
        let boards = (0..words.len()).rev();
        boards
            .filter(|at| words[*at].matches('/').count() == 7)
            .find_map(|at| {
                let rest = &words[at..];
                [6, 4].into_iter().find_map(|fields| {
                    let fen = rest.get(..fields)?.join(" ");
                    Position::from_fen(fen.trim_matches(['.', ',', '(', ')'])).ok()
                })
            })
    })
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_found_wherever_it_stands() {
        let after = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
        let state = json!({ "turn": "black", "fen": after, "path": "a/b" }).to_string();
        let quoted = json!({ "result": state }).to_string();
        let prose = format!("It stands ({after}).");
        for text in [after, &state, &quoted, &prose] {
            let found = last_position(text).unwrap_or_else(|| panic!("none in {text}"));
            assert_eq!(found.fen(), after);
        }
        let start = Position::start().fen();
        let two = format!("before {start} and now {after}");
        assert_eq!(last_position(&two).unwrap().fen(), after);
        for text in ["", "1/2/3/4/5/6/7/8 w - - 0 1", "////// w KQkq - 0 1"] {
            assert_eq!(last_position(text), None);
        }
    }
}
