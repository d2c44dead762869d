//! The two ends between a client of tools and the game that answers it.
//!
//! One call is answered at a time: a second one, while the first waits, is refused, so that
//! two moves can never race for one turn.

use std::sync::Arc;

use jiff::Timestamp;
use ludometer_record::desk::{ToolCall, ToolResult};
use serde_json::Value;
use tokio::sync::{Mutex, mpsc, oneshot};

/// The client's end. Its clones call into the same game.
#[derive(Debug, Clone)]
pub struct Caller {
    calls: Arc<Mutex<mpsc::Sender<Pending>>>,
}

/// The game's end.
#[derive(Debug)]
pub struct Port {
    calls: mpsc::Receiver<Pending>,
    waiting: Option<oneshot::Sender<ToolResult>>,
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
}

/// Both ends of a new game.
#[must_use]
pub fn channel() -> (Caller, Port) {
    let (calls, receiver) = mpsc::channel(1);
    let caller = Caller {
        calls: Arc::new(Mutex::new(calls)),
    };
    let port = Port {
        calls: receiver,
        waiting: None,
    };
    (caller, port)
}

impl Caller {
    /// Calls a tool and waits for what the game says.
    pub async fn call(&self, tool: &str, arguments: Value) -> Result<ToolResult, Refusal> {
        let calls = self.calls.try_lock().map_err(|_| Refusal::Busy)?;
        let (answer, answered) = oneshot::channel();
        let call = ToolCall {
            tool: tool.to_owned(),
            arguments,
            at: Timestamp::now(),
        };
        let sent = calls.try_send(Pending { call, answer });
        sent.map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => Refusal::Busy,
            mpsc::error::TrySendError::Closed(_) => Refusal::Closed,
        })?;
        answered.await.map_err(|_| Refusal::Closed)
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
}
