//! The two ends between a client of tools and the game that answers it.
//!
//! One call is answered at a time: a second one, while the first waits, is refused, so that
//! two moves can never race for one turn. What comes through is bounded, since games keep it.

use std::{
    any::Any,
    fmt,
    sync::{Arc, OnceLock},
};

use jiff::Timestamp;
use ludometer_record::desk::{ToolCall, ToolResult};
use serde_json::Value;
use tokio::sync::{Mutex, mpsc, oneshot};

/// Bytes of a call's arguments, as JSON.
pub const MOST_BYTES: usize = 4096;
/// Levels of lists and objects in a call's arguments. What is kept must be read again, and
/// readers of JSON have a limit of their own.
pub const MOST_LEVELS: usize = 8;
/// Characters of a tool's name that are kept.
const LONGEST_NAME: usize = 128;

/// The client's end. Its clones call into the same game.
#[derive(Debug, Clone)]
pub struct Caller {
    calls: Arc<Mutex<mpsc::Sender<Pending>>>,
    end: Arc<OnceLock<ToolResult>>,
}

/// The game's end.
pub struct Port {
    calls: mpsc::Receiver<Pending>,
    waiting: Option<oneshot::Sender<ToolResult>>,
    end: Arc<OnceLock<ToolResult>>,
    /// What is to live as long as the game.
    kept: Option<Box<dyn Any + Send + Sync>>,
}

#[derive(Debug)]
struct Pending {
    call: ToolCall,
    answer: oneshot::Sender<ToolResult>,
}

/// Why a call was not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The call before it is not answered yet.
    #[error("another call is being answered; wait for its result")]
    Busy,
    /// Nobody plays there any more.
    #[error("this game is closed")]
    Closed,
    /// Its arguments are larger than any tool's.
    #[error(
        "the arguments are too large: at most {MOST_BYTES} bytes of JSON, at most {MOST_LEVELS} levels deep"
    )]
    TooLarge,
}

/// Both ends of a new game.
#[must_use]
pub fn channel() -> (Caller, Port) {
    let (calls, receiver) = mpsc::channel(1);
    let end = Arc::new(OnceLock::new());
    let caller = Caller {
        calls: Arc::new(Mutex::new(calls)),
        end: Arc::clone(&end),
    };
    let port = Port {
        calls: receiver,
        waiting: None,
        end,
        kept: None,
    };
    (caller, port)
}

impl Caller {
    /// Calls a tool and waits for what the game says. A call that is abandoned stands.
    pub async fn call(&self, tool: &str, arguments: Value) -> Result<ToolResult, Refusal> {
        if let Some(last) = self.end.get() {
            return Ok(last.clone());
        }
        if !fits(&arguments) {
            return Err(Refusal::TooLarge);
        }
        let calls = self.calls.try_lock().map_err(|_| Refusal::Busy)?;
        let (answer, answered) = oneshot::channel();
        let call = ToolCall {
            tool: tool.chars().take(LONGEST_NAME).collect(),
            arguments,
            at: Timestamp::now(),
        };
        let sent = calls.try_send(Pending { call, answer });
        let answered = match sent {
            Ok(()) => answered.await.ok(),
            Err(mpsc::error::TrySendError::Full(_)) => return Err(Refusal::Busy),
            Err(mpsc::error::TrySendError::Closed(_)) => None,
        };
        // A call that the end overtook gets what the end says.
        answered
            .or_else(|| self.end.get().cloned())
            .ok_or(Refusal::Closed)
    }
}

impl Port {
    /// The next call; none once every client's end is gone. Safe to abandon.
    pub async fn next(&mut self) -> Option<ToolCall> {
        let Pending { call, answer } = self.calls.recv().await?;
        self.waiting = Some(answer);
        Some(call)
    }

    /// Answers the call that was taken last. A client that is gone misses nothing.
    pub fn answer(&mut self, result: ToolResult) {
        if let Some(waiting) = self.waiting.take() {
            let _ = waiting.send(result);
        }
    }

    /// Ends the game for its clients: every call from now on, and those that wait, get this
    /// result at once, even when the port is gone.
    pub fn end(&mut self, last: ToolResult) {
        let _ = self.end.set(last);
        self.waiting = None;
        self.calls.close();
        while self.calls.try_recv().is_ok() {}
    }

    /// Keeps something until the port is dropped.
    pub(super) fn keep(&mut self, kept: impl Any + Send + Sync) {
        self.kept = Some(Box::new(kept));
    }
}

impl fmt::Debug for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Port")
            .field("waiting", &self.waiting.is_some())
            .field("ended", &self.end.get().is_some())
            .finish_non_exhaustive()
    }
}

fn fits(arguments: &Value) -> bool {
    levels(arguments) <= MOST_LEVELS
        && serde_json::to_vec(arguments).is_ok_and(|text| text.len() <= MOST_BYTES)
}

/// The reader of JSON has bounded how deep this goes.
fn levels(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(levels).max().unwrap_or(0),
        Value::Object(fields) => 1 + fields.values().map(levels).max().unwrap_or(0),
        _ => 0,
    }
}
