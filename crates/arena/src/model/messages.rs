//! What the Anthropic Messages API sends back.

use ludometer_record::desk::{Finish, Usage};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use super::{
    Completion, Failure, FailureKind,
    calls::{Calls, Found},
};

#[derive(Deserialize)]
struct Body {
    #[serde(default)]
    model: Option<String>,
    #[serde(default)]
    content: Option<Vec<Block>>,
    #[serde(default)]
    stop_reason: Option<String>,
    #[serde(default)]
    usage: BodyUsage,
    #[serde(default)]
    error: Value,
}

#[derive(Deserialize)]
struct Block {
    #[serde(default, rename = "type")]
    kind: Value,
    #[serde(default)]
    text: Option<String>,
    #[serde(default)]
    thinking: Option<String>,
    #[serde(default)]
    id: Option<Box<RawValue>>,
    #[serde(default)]
    name: Option<Box<RawValue>>,
    #[serde(default)]
    input: Option<Box<RawValue>>,
}

#[derive(Deserialize, Default)]
#[expect(clippy::struct_field_names, reason = "the names of the interface")]
struct BodyUsage {
    input_tokens: Option<u64>,
    output_tokens: Option<u64>,
    cache_read_input_tokens: Option<u64>,
    cache_creation_input_tokens: Option<u64>,
}

/// Reads a body that came with status 200.
pub(super) fn read(body: &str, wanted: Calls) -> Result<Completion, Failure> {
    let malformed =
        |problem: &str| Failure::new(FailureKind::Malformed, problem).with_partial(body);
    let read: Body = serde_json::from_str(body)
        .map_err(|error| malformed(&format!("the answer is no message: {error}")))?;
    if !read.error.is_null() {
        return Err(Failure::in_body(&read.error, body));
    }
    let blocks = read
        .content
        .ok_or_else(|| malformed("the answer is no message: it has no content"))?;
    let all = |pick: fn(&Block) -> Option<&String>| -> String {
        blocks.iter().filter_map(pick).map(String::as_str).collect()
    };
    let reasoning = all(|block| block.thinking.as_ref());
    let calls = wanted.identified(
        blocks
            .iter()
            .filter(|block| block.kind == "tool_use")
            .map(|block| {
                Found::new(
                    block.id.as_deref(),
                    block.name.as_deref(),
                    block.input.as_deref(),
                )
            })
            .collect(),
    );
    Ok(Completion {
        text: all(|block| block.text.as_ref()),
        reasoning: (!reasoning.is_empty()).then_some(reasoning),
        finish: match read.stop_reason.as_deref() {
            None | Some("") => Finish::Unknown,
            Some("end_turn" | "stop_sequence") => Finish::Stop,
            // The model is done where it wants its calls answered.
            Some("tool_use") if !calls.is_empty() => Finish::Stop,
            Some("max_tokens" | "model_context_window_exceeded") => Finish::Length,
            Some("refusal") => Finish::Refusal,
            Some(other) => Finish::Other(other.to_owned()),
        },
        calls,
        usage: usage(&read.usage),
        served_model: read.model,
    })
}

/// This API counts cached prompt tokens apart from the others; here `prompt` has them all.
fn usage(body: &BodyUsage) -> Usage {
    let cached = [
        body.cache_read_input_tokens,
        body.cache_creation_input_tokens,
    ];
    Usage {
        prompt: body.input_tokens.map(|tokens| {
            cached
                .iter()
                .flatten()
                .fold(tokens, |sum, more| sum.saturating_add(*more))
        }),
        completion: body.output_tokens,
        reasoning: None,
        cached: body.cache_read_input_tokens,
    }
}
