//! What is sent.

use ludometer_record::{
    desk::{Decide, ReplyForm, Role},
    study::{PlayerTable, Provider, StructuredOutput},
};
use serde_json::{Map, Value, json};

use super::conversation;

/// Whose words a server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Dialect {
    Chat,
    Messages,
}

impl Dialect {
    pub(super) fn of(provider: Provider) -> Self {
        match provider {
            Provider::Anthropic => Self::Messages,
            _ => Self::Chat,
        }
    }

    pub(super) fn path(self) -> &'static str {
        match self {
            Self::Chat => "/chat/completions",
            Self::Messages => "/messages",
        }
    }
}

/// The fields of a player's requests that are the same in all of them.
pub(super) fn parameters(
    player: &PlayerTable,
    provider: Provider,
    model: &str,
) -> Map<String, Value> {
    let mut fields = Map::new();
    fields.insert("model".to_owned(), json!(model));
    // OpenAI's newer models refuse the old name, and its older ones take the new one.
    let cap = if provider == Provider::OpenAi {
        "max_completion_tokens"
    } else {
        "max_tokens"
    };
    fields.insert(cap.to_owned(), json!(player.max_tokens));
    if let Some(temperature) = player.temperature {
        fields.insert("temperature".to_owned(), json!(temperature));
    }
    if let Some(top_p) = player.top_p {
        fields.insert("top_p".to_owned(), json!(top_p));
    }
    if let Some(effort) = &player.reasoning_effort {
        match Dialect::of(provider) {
            Dialect::Chat => fields.insert("reasoning_effort".to_owned(), json!(effort)),
            Dialect::Messages => {
                fields.insert("output_config".to_owned(), json!({ "effort": effort }))
            }
        };
    }
    for (key, value) in &player.extra_body {
        if key == "max_tokens" || key == "max_completion_tokens" {
            fields.shift_remove(cap);
        }
        fields.insert(key.clone(), value.clone());
    }
    fields
}

/// One request's body.
pub(super) fn body(
    dialect: Dialect,
    parameters: &Map<String, Value>,
    player: &PlayerTable,
    question: &Decide,
) -> Map<String, Value> {
    let mut fields = parameters.clone();
    match dialect {
        Dialect::Chat => {
            fields.insert(
                "messages".to_owned(),
                conversation::chat(&question.messages),
            );
            if let Some(base) = player.seed {
                fields.insert(
                    "seed".to_owned(),
                    json!(call_seed(base, question.situation.seed)),
                );
            }
        }
        Dialect::Messages => {
            let system: Vec<&str> = question
                .messages
                .iter()
                .filter(|message| message.role == Role::System)
                .map(|message| message.text.as_str())
                .collect();
            if !system.is_empty() {
                fields.insert("system".to_owned(), json!(system.join("\n\n")));
            }
            fields.insert(
                "messages".to_owned(),
                conversation::messages(&question.messages),
            );
        }
    }
    match &question.form {
        ReplyForm::Text => {}
        ReplyForm::Json { name, schema } => {
            structured(dialect, player.structured_output, name, schema, &mut fields);
        }
        // Which tool, and whether any, is left to the model: no `tool_choice`.
        ReplyForm::Tools(tools) => {
            let tools = match dialect {
                Dialect::Chat => conversation::chat_tools(tools),
                Dialect::Messages => conversation::messages_tools(tools),
            };
            fields.insert("tools".to_owned(), tools);
        }
    }
    fields
}

fn structured(
    dialect: Dialect,
    wish: StructuredOutput,
    name: &str,
    schema: &Value,
    fields: &mut Map<String, Value>,
) {
    match (dialect, wish) {
        (Dialect::Chat, StructuredOutput::Auto | StructuredOutput::JsonSchema) => {
            let form = json!({
                "type": "json_schema",
                "json_schema": { "name": name, "strict": true, "schema": schema }
            });
            fields.insert("response_format".to_owned(), form);
        }
        (Dialect::Chat, StructuredOutput::JsonObject) => {
            fields.insert(
                "response_format".to_owned(),
                json!({ "type": "json_object" }),
            );
        }
        (Dialect::Messages, StructuredOutput::JsonSchema) => {
            let format = json!({ "type": "json_schema", "schema": schema });
            let config = fields.entry("output_config").or_insert_with(|| json!({}));
            if let Some(config) = config.as_object_mut() {
                config.insert("format".to_owned(), format);
            }
        }
        // The Messages API has no form that is only "some object", and older
        // models there know no schemas, so `auto` leaves it to the prompt.
        (Dialect::Messages, StructuredOutput::Auto | StructuredOutput::JsonObject)
        | (_, StructuredOutput::Off) => {}
    }
}

/// A seed for one call, of 31 bits, which every server takes.
fn call_seed(base: u64, decision: u64) -> u64 {
    let mixed = (base ^ decision).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed >> 33
}
