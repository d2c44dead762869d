//! Clients of model servers.
//!
//! Answers are read whole, never as a stream: a game needs the whole reply, and
//! a body that is whole or broken off leaves no doubt about usage and finish.
//!
//! | module | holds |
//! |---|---|
//! | `client` | one player's client: tries, waits, gives up |
//! | `request` | what is sent |
//! | `conversation` | the messages and tools of it, as each interface wants them |
//! | `calls` | calls of tools: found in an answer, and sent back |
//! | `chat` | what Chat Completions servers send back |
//! | `messages` | what the Anthropic Messages API sends back |
//! | `failure` | what can go wrong, and what is safe to repeat |
//! | `wait` | how long to wait before repeating |

mod calls;
mod chat;
mod client;
mod conversation;
mod failure;
mod messages;
mod request;
mod wait;

#[cfg(test)]
mod tests;

pub use client::{CallError, ModelClient, SetUpError, base_url};
pub(crate) use failure::one_line;
pub use failure::{Failure, FailureKind};

/// The API version that is asked of Anthropic.
pub(crate) const ANTHROPIC_VERSION: &str = "2023-06-01";

/// What a body says, once it is a completion.
#[derive(Debug, Clone, PartialEq)]
struct Completion {
    text: String,
    reasoning: Option<String>,
    calls: Vec<ludometer_record::desk::ToolUse>,
    finish: ludometer_record::desk::Finish,
    usage: ludometer_record::desk::Usage,
    served_model: Option<String>,
}
