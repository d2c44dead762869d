//! Calls of tools: what is read from an answer, and how a call that was made goes back.
//!
//! A [`ToolUse`] holds what the model wrote, whatever that is, and so does the journal.
//! What goes back to a server is held to what servers take. Most take only arguments that
//! are a JSON object and names of letters, digits, `_` and `-`, and fail the whole
//! conversation for one call that is not so; the model's slip would then end the game as
//! the server's failure.

use std::collections::{HashMap, HashSet};

use ludometer_record::desk::{Decide, ReplyForm, ToolUse};
use serde_json::{Map, Value, json, value::RawValue};

/// Longest name of a tool that every server takes, in characters.
const LONGEST_NAME: usize = 64;

/// Whether calls are read from an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Calls {
    /// No tools were offered, so that nothing in the answer is a call.
    NotOffered,
    /// Tools were offered.
    Offered {
        /// Calls that the conversation held already.
        before: usize,
    },
}

/// A call as it stands in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    id: Option<String>,
    name: String,
    arguments: String,
}

impl Calls {
    /// What a question offers.
    pub(super) fn of(question: &Decide) -> Self {
        match &question.form {
            ReplyForm::Tools(_) => Self::Offered {
                before: question.messages.iter().map(|said| said.calls.len()).sum(),
            },
            ReplyForm::Text | ReplyForm::Json { .. } => Self::NotOffered,
        }
    }

    /// The calls with their ids. A call without an id, or with that of a call before it in
    /// the same answer, gets one of this program's own: `call` and its place among the
    /// calls of the conversation, in nine letters and digits, since Mistral's templates
    /// refuse any others.
    pub(super) fn identified(self, found: Vec<Found>) -> Vec<ToolUse> {
        let Self::Offered { before } = self else {
            return Vec::new();
        };
        let given: HashSet<String> = found.iter().filter_map(|call| call.id.clone()).collect();
        let mut used = HashSet::new();
        let mut place = before;
        let mut make_up = || loop {
            let id = format!("call{place:05}");
            place += 1;
            if !given.contains(&id) {
                return id;
            }
        };
        found
            .into_iter()
            .map(|call| {
                let own = call.id.filter(|id| used.insert(id.clone()));
                ToolUse {
                    id: own.unwrap_or_else(&mut make_up),
                    name: call.name,
                    arguments: call.arguments,
                }
            })
            .collect()
    }
}

impl Found {
    /// A call from its parts as they stand in the body. Arguments are a text, or, from some
    /// servers, the object itself, which is then kept as it stands there.
    pub(super) fn new(
        id: Option<&RawValue>,
        name: Option<&RawValue>,
        arguments: Option<&RawValue>,
    ) -> Self {
        let arguments = arguments.filter(|raw| raw.get() != "null");
        Self {
            id: id.and_then(text).filter(|id| !id.trim().is_empty()),
            name: name.and_then(text).unwrap_or_default(),
            arguments: arguments
                .map(|raw| text(raw).unwrap_or_else(|| raw.get().to_owned()))
                .unwrap_or_default(),
        }
    }
}

/// The calls of a Chat Completions message: `tool_calls`, or the `function_call` that came
/// before it. What is no object there is no call; a call without a name is one.
pub(super) fn of_chat(tool_calls: Option<&RawValue>, legacy: Option<&RawValue>) -> Vec<Found> {
    let listed: Vec<&RawValue> = tool_calls.and_then(parsed).unwrap_or_default();
    let found: Vec<Found> = listed
        .into_iter()
        .filter_map(|call| {
            let call = fields(call)?;
            let function = call.get("function").and_then(|raw| fields(raw));
            Some(called(
                call.get("id").copied(),
                &function.unwrap_or_default(),
            ))
        })
        .collect();
    if !found.is_empty() {
        return found;
    }
    legacy
        .and_then(fields)
        .map(|function| called(None, &function))
        .into_iter()
        .collect()
}

fn called(id: Option<&RawValue>, function: &HashMap<String, &RawValue>) -> Found {
    let field = |name: &str| function.get(name).copied();
    Found::new(id, field("name"), field("arguments"))
}

fn fields(raw: &RawValue) -> Option<HashMap<String, &RawValue>> {
    parsed(raw)
}

fn text(raw: &RawValue) -> Option<String> {
    parsed(raw)
}

fn parsed<'a, T: serde::Deserialize<'a>>(raw: &'a RawValue) -> Option<T> {
    serde_json::from_str(raw.get()).ok()
}

/// A tool's name as it goes back: what servers do not take becomes `_`.
pub(super) fn sent_name(name: &str) -> String {
    let fit = |c: char| {
        if c.is_ascii_alphanumeric() || c == '-' {
            c
        } else {
            '_'
        }
    };
    let name: String = name.chars().take(LONGEST_NAME).map(fit).collect();
    if name.is_empty() {
        "_".to_owned()
    } else {
        name
    }
}

/// The arguments as they go back where text is wanted: as the model wrote them, byte for
/// byte, if they are an object; otherwise as in [`sent_object`].
pub(super) fn sent_text(arguments: &str) -> String {
    match object(arguments) {
        Some(_) => arguments.to_owned(),
        None => Value::Object(sent_object(arguments)).to_string(),
    }
}

/// The arguments as they go back where an object is wanted. Blank ones are an empty
/// object. Others that are no object stand in one, as the text `not_an_object`.
pub(super) fn sent_object(arguments: &str) -> Map<String, Value> {
    object(arguments).unwrap_or_else(|| {
        let mut fields = Map::new();
        if !arguments.trim().is_empty() {
            fields.insert("not_an_object".to_owned(), json!(arguments));
        }
        fields
    })
}

fn object(arguments: &str) -> Option<Map<String, Value>> {
    serde_json::from_str(arguments).ok()
}
