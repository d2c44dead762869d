//! What Chat Completions servers send back.

use ludometer_record::desk::{Finish, Usage};
use serde::Deserialize;
use serde_json::{Value, value::RawValue};

use super::{
    Completion, Failure, FailureKind,
    calls::{self, Calls},
};

#[derive(Deserialize)]
struct Body {
    #[serde(default)]
    model: Option<String>,
    #[serde(default)]
    choices: Option<Vec<Choice>>,
    #[serde(default)]
    usage: Option<BodyUsage>,
    #[serde(default)]
    error: Value,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    message: Option<Said>,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize, Default)]
struct Said {
    #[serde(default)]
    content: Option<Content>,
    #[serde(default)]
    refusal: Option<String>,
    #[serde(default)]
    reasoning_content: Option<String>,
    #[serde(default)]
    reasoning: Option<Value>,
    #[serde(default)]
    tool_calls: Option<Box<RawValue>>,
    #[serde(default)]
    function_call: Option<Box<RawValue>>,
}

/// Text, or parts of which some are text.
#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

#[derive(Deserialize)]
struct Part {
    #[serde(default)]
    text: Option<String>,
}

#[derive(Deserialize, Default)]
struct BodyUsage {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
    prompt_tokens_details: Option<PromptDetails>,
    completion_tokens_details: Option<CompletionDetails>,
}

#[derive(Deserialize)]
struct PromptDetails {
    cached_tokens: Option<u64>,
}

#[derive(Deserialize)]
struct CompletionDetails {
    reasoning_tokens: Option<u64>,
}

/// Reads a body that came with status 200. A call that is only printed in the text stays
/// text.
pub(super) fn read(body: &str, wanted: Calls) -> Result<Completion, Failure> {
    let malformed =
        |problem: &str| Failure::new(FailureKind::Malformed, problem).with_partial(body);
    let read: Body = serde_json::from_str(body)
        .map_err(|error| malformed(&format!("the answer is no completion: {error}")))?;
    if !read.error.is_null() {
        return Err(Failure::in_body(&read.error, body));
    }
    let choice = read.choices.and_then(|choices| choices.into_iter().next());
    let choice =
        choice.ok_or_else(|| malformed("the answer is no completion: it has no choices"))?;
    let said = choice.message.unwrap_or_default();
    let refusal = said.refusal.filter(|text| !text.is_empty());
    let text = match said.content {
        Some(Content::Text(text)) => text,
        Some(Content::Parts(parts)) => parts.into_iter().filter_map(|part| part.text).collect(),
        None => String::new(),
    };
    let calls = wanted.identified(calls::of_chat(
        said.tool_calls.as_deref(),
        said.function_call.as_deref(),
    ));
    let finish = match (&refusal, choice.finish_reason.as_deref()) {
        (Some(_), _) => Finish::Refusal,
        // The model is done where it wants its calls answered. Servers have many words for
        // that; without a call, such a word says something else.
        (None, Some(reason)) if !calls.is_empty() && for_calls(reason) => Finish::Stop,
        (None, reason) => finish(reason),
    };
    Ok(Completion {
        text: if text.is_empty() {
            refusal.unwrap_or_default()
        } else {
            text
        },
        reasoning: said
            .reasoning_content
            .or_else(|| {
                said.reasoning
                    .as_ref()
                    .and_then(Value::as_str)
                    .map(str::to_owned)
            })
            .filter(|text| !text.is_empty()),
        calls,
        finish,
        usage: usage(read.usage.unwrap_or_default()),
        served_model: read.model,
    })
}

fn for_calls(reason: &str) -> bool {
    reason.starts_with("tool") || reason.starts_with("function_call")
}

fn finish(reason: Option<&str>) -> Finish {
    match reason {
        None | Some("") => Finish::Unknown,
        Some("stop" | "eos" | "eos_token" | "stop_sequence" | "end_turn") => Finish::Stop,
        Some("length" | "max_tokens" | "model_length" | "max_output_tokens") => Finish::Length,
        Some("content_filter" | "refusal") => Finish::Refusal,
        Some(other) => Finish::Other(other.to_owned()),
    }
}

fn usage(body: BodyUsage) -> Usage {
    Usage {
        prompt: body.prompt_tokens,
        completion: body.completion_tokens,
        reasoning: body
            .completion_tokens_details
            .and_then(|details| details.reasoning_tokens),
        cached: body
            .prompt_tokens_details
            .and_then(|details| details.cached_tokens),
    }
}
