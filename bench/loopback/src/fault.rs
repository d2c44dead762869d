//! What goes wrong, and when.

use std::str::FromStr;

use axum::{
    body::{Body, Bytes},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde_json::json;

use crate::{bytes, dripping};

/// What goes wrong.
#[derive(Debug, Clone, PartialEq)]
pub enum FaultKind {
    /// This status with an OpenAI-style error, `Retry-After` where it is given.
    Status {
        /// HTTP status.
        status: u16,
        /// `Retry-After`, as it stands in the header.
        retry_after: Option<String>,
        /// The error object.
        error: serde_json::Value,
    },
    /// No answer, ever.
    Hang,
    /// Status 200 with something that is no JSON.
    Malformed,
    /// Status 200 with an error object in place of choices.
    ErrorInBody,
    /// The body breaks off half-way.
    Truncated,
    /// The whole answer, a byte at a time.
    Dripping,
    /// A completion without text.
    Empty,
}

/// A fault at every `every`-th request, from `offset` on.
#[derive(Debug, Clone, PartialEq)]
pub struct Fault {
    /// What goes wrong.
    pub kind: FaultKind,
    /// How often.
    pub every: u64,
    /// Which of them: request number modulo `every`.
    pub offset: u64,
}

impl FaultKind {
    /// A status with a plain message.
    #[must_use]
    pub fn status(status: u16) -> Self {
        Self::Status {
            status,
            retry_after: None,
            error: json!({ "message": "as asked", "type": "test" }),
        }
    }

    /// Whether the client gets a whole completion.
    pub(crate) fn answers(&self) -> bool {
        matches!(self, Self::Dripping | Self::Empty)
    }
}

impl Fault {
    /// At every `every`-th request.
    #[must_use]
    pub fn every(every: u64, kind: FaultKind) -> Self {
        Self {
            kind,
            every,
            offset: 0,
        }
    }

    /// At every request.
    #[must_use]
    pub fn always(kind: FaultKind) -> Self {
        Self::every(1, kind)
    }

    pub(crate) fn strikes(&self, number: u64) -> bool {
        number % self.every == self.offset
    }

    pub(crate) async fn response(&self, whole: &str) -> Response {
        match &self.kind {
            FaultKind::Status {
                status,
                retry_after,
                error,
            } => {
                let status =
                    StatusCode::from_u16(*status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
                let mut response = (status, axum::Json(json!({ "error": error }))).into_response();
                if let Some(value) = retry_after.as_deref().and_then(|text| text.parse().ok()) {
                    response.headers_mut().insert("retry-after", value);
                }
                response
            }
            FaultKind::Hang => std::future::pending().await,
            FaultKind::Malformed => {
                bytes(StatusCode::OK, Body::from("{\"id\":\"chatcmpl-x\",\"choi"))
            }
            FaultKind::ErrorInBody => {
                let body = json!({ "choices": [], "error": { "code": 502, "message": "upstream capacity" } });
                bytes(StatusCode::OK, Body::from(body.to_string()))
            }
            FaultKind::Truncated => {
                let half = Bytes::copy_from_slice(&whole.as_bytes()[..whole.len() / 2]);
                let parts = [Ok(half), Err(std::io::Error::other("cut"))];
                bytes(
                    StatusCode::OK,
                    Body::from_stream(futures_util::stream::iter(parts)),
                )
            }
            FaultKind::Dripping => bytes(StatusCode::OK, dripping(whole.to_owned())),
            FaultKind::Empty => {
                let empty = json!({ "choices": [{ "message": { "content": "" }, "finish_reason": "stop" }] });
                bytes(StatusCode::OK, Body::from(empty.to_string()))
            }
        }
    }
}

impl FromStr for Fault {
    type Err = String;

    /// `KIND@N` with KIND a status, `hang`, `malformed`, `truncated`, `drip` or `empty`.
    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("{text:?} is no fault; expected for instance 500@7 or hang@20");
        let (kind, every) = text.split_once('@').ok_or_else(wrong)?;
        let every = every
            .parse()
            .ok()
            .filter(|every| *every > 0)
            .ok_or_else(wrong)?;
        let kind = match kind {
            "hang" => FaultKind::Hang,
            "malformed" => FaultKind::Malformed,
            "truncated" => FaultKind::Truncated,
            "drip" => FaultKind::Dripping,
            "empty" => FaultKind::Empty,
            status => FaultKind::status(status.parse().map_err(|_| wrong())?),
        };
        Ok(Self::every(every, kind))
    }
}
