//! What can go wrong with a call, and what is safe to repeat.

use std::time::Duration;

use ludometer_record::hostile::steers;
use reqwest::StatusCode;
use serde_json::Value;

/// What went wrong with one try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureKind {
    /// No connection came about: nothing was sent.
    Connect,
    /// The connection broke before the answer was whole.
    Transport,
    /// No whole answer within the player's time limit.
    Timeout,
    /// Too many requests; the server asks to wait.
    RateLimited,
    /// The account has no money or quota left.
    Quota,
    /// The server's fault, by its own word (5xx, or an error in place of a completion).
    Server,
    /// The request as such is refused (400 and the like).
    Refused,
    /// The key is missing or wrong.
    Unauthorized,
    /// There is no such model or path.
    NotFound,
    /// An answer that is no completion.
    Malformed,
}

impl FailureKind {
    /// Repeating cannot make the model answer twice, or the server asks for it.
    #[must_use]
    pub fn is_safe_to_repeat(self) -> bool {
        matches!(
            self,
            Self::Connect | Self::Transport | Self::RateLimited | Self::Server
        )
    }
}

/// One try that failed.
#[derive(Debug, Clone, PartialEq)]
pub struct Failure {
    /// In which way.
    pub kind: FailureKind,
    /// HTTP status, if one came.
    pub status: Option<u16>,
    /// One line, without secrets.
    pub problem: String,
    /// The request's field that the server objects to, if it says.
    pub parameter: Option<String>,
    /// How long the server asks to wait.
    pub retry_after: Option<Duration>,
    /// What there was of a body.
    pub partial: Option<String>,
}

impl Failure {
    pub(super) fn new(kind: FailureKind, problem: impl Into<String>) -> Self {
        Self {
            kind,
            status: None,
            problem: problem.into(),
            parameter: None,
            retry_after: None,
            partial: None,
        }
    }

    pub(super) fn with_partial(mut self, body: &str) -> Self {
        self.partial = (!body.is_empty()).then(|| body.to_owned());
        self
    }

    /// Reads an answer that is not 200.
    pub(super) fn of_status(status: StatusCode, body: &str, retry_after: Option<Duration>) -> Self {
        let said = Said::read(body);
        let quota = said.has("insufficient_quota") || said.has("billing") || status.as_u16() == 402;
        let kind = match status.as_u16() {
            _ if quota => FailureKind::Quota,
            429 => FailureKind::RateLimited,
            401 | 403 => FailureKind::Unauthorized,
            404 => FailureKind::NotFound,
            408 | 409 | 425 | 500.. => FailureKind::Server,
            _ => FailureKind::Refused,
        };
        let message = said
            .message
            .map_or(String::new(), |message| format!(": {}", one_line(&message)));
        Self {
            status: Some(status.as_u16()),
            parameter: said.parameter,
            retry_after,
            ..Self::new(kind, format!("HTTP {}{message}", status.as_u16()))
        }
        .with_partial(body)
    }

    /// Reads an error that came in place of a completion, with status 200.
    pub(super) fn in_body(error: &Value, body: &str) -> Self {
        let said = Said::of(error);
        let code = error["code"]
            .as_u64()
            .and_then(|code| u16::try_from(code).ok());
        let message = said.message.unwrap_or_else(|| "no message".to_owned());
        Self {
            status: code.or(Some(200)),
            ..Self::new(
                FailureKind::Server,
                format!(
                    "the server sent an error in place of a completion: {}",
                    one_line(&message)
                ),
            )
        }
        .with_partial(body)
    }
}

/// What an error body says, in any of the shapes that servers use.
struct Said {
    message: Option<String>,
    parameter: Option<String>,
    words: Vec<String>,
}

impl Said {
    fn read(body: &str) -> Self {
        match serde_json::from_str::<Value>(body) {
            Ok(value) if !value["error"].is_null() => Self::of(&value["error"]),
            Ok(value) => Self::of(&value),
            Err(_) => Self {
                message: None,
                parameter: None,
                words: Vec::new(),
            },
        }
    }

    fn of(error: &Value) -> Self {
        let text = |key: &str| error[key].as_str().map(str::to_owned);
        let message = error
            .as_str()
            .map(str::to_owned)
            .or_else(|| text("message"));
        Self {
            message,
            parameter: text("param"),
            words: ["type", "code"]
                .iter()
                .filter_map(|key| text(key))
                .collect(),
        }
    }

    fn has(&self, word: &str) -> bool {
        self.words.iter().any(|said| said.contains(word))
    }
}

/// A server's message, fit for one line of a terminal.
pub(crate) fn one_line(text: &str) -> String {
    let line: String = text
        .chars()
        .map(|c| if steers(c) { ' ' } else { c })
        .take(300)
        .collect();
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}
