//! The tools of a served game: names, descriptions, schemas, and how arguments are read.

use ludometer_record::desk::{ToolCall, ToolSpec};
use serde::Deserialize;
use serde_json::{Value, json};

use super::shown::shown;

/// A tool of a served game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tool {
    /// `get_state`: looks.
    GetState,
    /// `play_move`: moves, and waits for the opponent's reply.
    PlayMove,
    /// `resign`: gives up.
    Resign,
}

impl Tool {
    /// Every tool, in the order in which they are listed.
    pub const ALL: [Self; 3] = [Self::GetState, Self::PlayMove, Self::Resign];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::GetState => "get_state",
            Self::PlayMove => "play_move",
            Self::Resign => "resign",
        }
    }

    /// The tool of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.name() == name)
    }
}

/// The tools as an agent is told of them. `notation` says how a move is written.
#[must_use]
pub fn specs(notation: &str) -> Vec<ToolSpec> {
    let spec = |tool: Tool, description: &str, properties: Value, required: Value| ToolSpec {
        name: tool.name().to_owned(),
        description: description.to_owned(),
        parameters: json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        }),
    };
    vec![
        spec(
            Tool::GetState,
            "Shows the present state of your game. Changes nothing.",
            json!({}),
            json!([]),
        ),
        spec(
            Tool::PlayMove,
            "Plays your move, waits for your opponent's reply, and returns the state after both. \
             A move that is not legal changes nothing; you may try another one.",
            json!({ "move": { "type": "string", "description": notation } }),
            json!(["move"]),
        ),
        spec(
            Tool::Resign,
            "Gives up your game. It ends at once, and you lose it.",
            json!({}),
            json!([]),
        ),
    ]
}

/// A call that names a tool and has its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Request {
    GetState,
    PlayMove(String),
    Resign,
}

/// Why a call is none.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadCall {
    #[error("there is no tool {name:?}; there are get_state, play_move and resign")]
    UnknownTool { name: String },
    #[error("the arguments of {} do not fit its schema: {problem}", tool.name())]
    Arguments { tool: Tool, problem: String },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Nothing {}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayMove {
    r#move: String,
}

/// Reads a call. Arguments that are left out are an empty object.
pub(super) fn read(call: &ToolCall) -> Result<Request, BadCall> {
    let tool = Tool::named(&call.tool).ok_or_else(|| BadCall::UnknownTool {
        name: shown(&call.tool),
    })?;
    // serde would take a list for a structure.
    let empty = Value::Object(serde_json::Map::new());
    let arguments = match &call.arguments {
        Value::Null => &empty,
        Value::Object(_) => &call.arguments,
        _ => {
            return Err(BadCall::Arguments {
                tool,
                problem: "they are no JSON object".to_owned(),
            });
        }
    };
    let request = match tool {
        Tool::GetState => Nothing::deserialize(arguments).map(|_| Request::GetState),
        Tool::Resign => Nothing::deserialize(arguments).map(|_| Request::Resign),
        Tool::PlayMove => PlayMove::deserialize(arguments).map(|it| Request::PlayMove(it.r#move)),
    };
    request.map_err(|problem| BadCall::Arguments {
        tool,
        problem: shown(&problem.to_string()),
    })
}
