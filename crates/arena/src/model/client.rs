//! One player's client: tries, waits, gives up.

use std::{sync::Arc, time::Duration};

use jiff::Timestamp;
use ludometer_record::{
    desk::{Decide, FailedCall, FailedTry, Reply, Timing},
    study::{ModelRef, PlayerTable, Provider},
};
use serde_json::{Map, Value, value::RawValue};
use tokio::time::Instant;

use super::{
    ANTHROPIC_VERSION, Failure, FailureKind,
    calls::Calls,
    chat, messages,
    request::{self, Dialect},
    wait,
};
use crate::{
    ApiKey,
    endpoint::{self, Endpoint, is_loopback, normal},
    progress::Progress,
    stop::{Stop, Urgency},
};

/// The environment variable that moves the local server.
const LOCAL_SERVER: &str = "STEER_BASE_URL";

/// Longest body that is read, in bytes.
const BODY_LIMIT: usize = 64 << 20;

/// Where a player's server is: `STEER_BASE_URL` moves a server on this machine,
/// the study's `base_url` comes next, then the provider's usual place.
#[must_use]
pub fn base_url(player: &PlayerTable) -> Option<String> {
    let ModelRef::Served { provider, .. } = &player.model else {
        return None;
    };
    let stated = player.base_url.as_deref().unwrap_or(provider.base_url());
    let moved = (provider.is_local() && is_loopback(stated))
        .then(|| std::env::var(LOCAL_SERVER).ok())
        .flatten()
        .filter(|url| !url.trim().is_empty());
    Some(normal(&moved.unwrap_or_else(|| stated.to_owned())))
}

/// A client that cannot be set up.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetUpError {
    /// The key's variable is not set.
    #[error("player {player}: no API key: set the environment variable {variable}")]
    NoKey {
        /// The player.
        player: String,
        /// The variable.
        variable: String,
    },
}

/// A call that got no answer.
#[derive(Debug, Clone, PartialEq)]
pub enum CallError {
    /// The server failed it for good.
    Failed {
        /// The last try's failure.
        failure: Failure,
        /// All tries.
        call: FailedCall,
    },
    /// It was not made or not finished because the run was asked to stop.
    Stopped,
}

/// One player's client.
#[derive(Debug)]
pub struct ModelClient {
    endpoint: Arc<Endpoint>,
    player: PlayerTable,
    dialect: Dialect,
    parameters: Map<String, Value>,
    key: Option<ApiKey>,
    url: String,
}

impl ModelClient {
    /// A client for a served player at its endpoint.
    pub fn new(
        player: &PlayerTable,
        provider: Provider,
        model: &str,
        endpoint: Arc<Endpoint>,
    ) -> Result<Self, SetUpError> {
        let variable = player.api_key_env.as_deref().or(provider.key_variable());
        let key = variable.and_then(ApiKey::from_environment);
        // A server on this machine that stands in for a paid one needs no key.
        let needed = player.api_key_env.is_some() || !is_loopback(endpoint.base_url());
        if let (None, Some(variable), true) = (&key, variable, needed) {
            return Err(SetUpError::NoKey {
                player: player
                    .name()
                    .map_or_else(|_| model.to_owned(), |name| name.to_string()),
                variable: variable.to_owned(),
            });
        }
        let dialect = Dialect::of(provider);
        Ok(Self {
            url: format!("{}{}", endpoint.base_url(), dialect.path()),
            endpoint,
            parameters: request::parameters(player, provider, model),
            player: player.clone(),
            dialect,
            key,
        })
    }

    /// The player.
    #[must_use]
    pub fn player(&self) -> &PlayerTable {
        &self.player
    }

    /// The server.
    #[must_use]
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// The key, for asking the server anything else.
    #[must_use]
    pub fn key(&self) -> Option<&ApiKey> {
        self.key.as_ref()
    }

    /// The fields of every request, as sent.
    #[must_use]
    pub fn parameters(&self) -> &Map<String, Value> {
        &self.parameters
    }

    /// Asks the model, repeating what is safe to repeat.
    pub async fn ask(
        &self,
        question: &Decide,
        stop: &Stop,
        progress: &Progress,
    ) -> Result<Reply, CallError> {
        let fields = request::body(self.dialect, &self.parameters, &self.player, question);
        let Ok(body) = serde_json::to_vec(&fields) else {
            return Err(CallError::Stopped);
        };
        let wanted = Calls::of(question);
        let mut tries = Vec::new();
        loop {
            let begun = tokio::select! {
                biased;
                () = stop.asked(Urgency::Finish) => return Err(CallError::Stopped),
                begun = async {
                    let place = self.endpoint.place().await;
                    self.endpoint.slot().await;
                    place
                } => begun,
            };
            let _counted = Progress::count(&progress.in_flight);
            let sent = Timestamp::now();
            let clock = Instant::now();
            let outcome = tokio::select! {
                biased;
                () = stop.asked(Urgency::Abandon) => return Err(CallError::Stopped),
                outcome = self.try_once(&body, wanted) => outcome,
            };
            drop(begun);
            let wall_us = micros(clock.elapsed());
            let failure = match outcome {
                Ok((completion, raw)) => {
                    self.endpoint.note_answer();
                    return Ok(Reply {
                        text: completion.text,
                        reasoning: completion.reasoning,
                        calls: completion.calls,
                        finish: completion.finish,
                        usage: completion.usage,
                        served_model: completion.served_model,
                        timing: Timing { sent, wall_us },
                        failed: tries,
                        raw: Some(raw),
                    });
                }
                Err(failure) => failure,
            };
            progress
                .failed_tries
                .fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let waits = self.wait_after(&failure, tries.len());
            tries.push(FailedTry {
                problem: failure.problem.clone(),
                status: failure.status,
                wall_us,
                waited_ms: waits.map_or(0, |wait| {
                    u64::try_from(wait.as_millis()).unwrap_or(u64::MAX)
                }),
            });
            let Some(wait) = waits else {
                let call = FailedCall {
                    tries,
                    partial: failure.partial.clone(),
                };
                return Err(CallError::Failed { failure, call });
            };
            tokio::select! {
                biased;
                () = stop.asked(Urgency::Finish) => return Err(CallError::Stopped),
                () = tokio::time::sleep(wait) => {}
            }
        }
    }

    /// How long to wait before the next try; `None` when there is none.
    fn wait_after(&self, failure: &Failure, before: usize) -> Option<Duration> {
        let repeat = u32::try_from(before).unwrap_or(u32::MAX);
        // Where nobody ever answered, a refused connection means that no server is
        // there. Whoever started the run is looking, and can start one.
        let nobody = failure.kind == FailureKind::Connect && !self.endpoint.ever_answered();
        let most = if nobody {
            self.player.retries.min(1)
        } else {
            self.player.retries
        };
        if !failure.kind.is_safe_to_repeat() || repeat >= most {
            return None;
        }
        match failure.retry_after {
            Some(asked) => (asked <= wait::LONGEST).then_some(asked),
            None => Some(wait::own(repeat)),
        }
    }

    async fn try_once(
        &self,
        body: &[u8],
        wanted: Calls,
    ) -> Result<(super::Completion, Box<RawValue>), Failure> {
        let limit = Duration::from_secs_f64(self.player.timeout_s);
        match tokio::time::timeout(limit, self.exchange(body, wanted)).await {
            Ok(outcome) => outcome,
            Err(_) => Err(Failure::new(
                FailureKind::Timeout,
                format!("no whole answer within {} s", self.player.timeout_s),
            )),
        }
    }

    async fn exchange(
        &self,
        body: &[u8],
        wanted: Calls,
    ) -> Result<(super::Completion, Box<RawValue>), Failure> {
        let mut request = self
            .endpoint
            .client()
            .post(&self.url)
            .header("content-type", "application/json")
            .header("accept", "application/json")
            .body(body.to_vec());
        if let Some(key) = &self.key {
            request = match self.dialect {
                Dialect::Chat => request.bearer_auth(key.expose()),
                Dialect::Messages => request.header("x-api-key", key.expose()),
            };
        }
        if self.dialect == Dialect::Messages {
            request = request.header("anthropic-version", ANTHROPIC_VERSION);
        }
        let mut answer = request.send().await.map_err(|error| {
            let kind = if error.is_connect() {
                FailureKind::Connect
            } else {
                FailureKind::Transport
            };
            Failure::new(kind, endpoint::plain(&error))
        })?;
        let status = answer.status();
        let retry_after = wait::asked(answer.headers(), Timestamp::now());
        let mut bytes = Vec::new();
        loop {
            match answer.chunk().await {
                Ok(Some(chunk)) if bytes.len() + chunk.len() > BODY_LIMIT => {
                    let problem = format!("the answer is longer than {} MiB", BODY_LIMIT >> 20);
                    return Err(Failure::new(FailureKind::Malformed, problem));
                }
                Ok(Some(chunk)) => bytes.extend_from_slice(&chunk),
                Ok(None) => break,
                Err(error) => {
                    let partial = self.safe(&bytes);
                    return Err(
                        Failure::new(FailureKind::Transport, endpoint::plain(&error))
                            .with_partial(&partial),
                    );
                }
            }
        }
        let text = self.safe(&bytes);
        if !status.is_success() {
            return Err(Failure::of_status(status, &text, retry_after));
        }
        let completion = match self.dialect {
            Dialect::Chat => chat::read(&text, wanted),
            Dialect::Messages => messages::read(&text, wanted),
        }?;
        let raw = RawValue::from_string(text)
            .map_err(|error| Failure::new(FailureKind::Malformed, error.to_string()))?;
        Ok((completion, raw))
    }

    /// A body as text that may be kept: broken UTF-8 replaced, the key taken out.
    fn safe(&self, bytes: &[u8]) -> String {
        let text = String::from_utf8_lossy(bytes);
        match &self.key {
            Some(key) => key.redact(&text),
            None => text.into_owned(),
        }
    }
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}
