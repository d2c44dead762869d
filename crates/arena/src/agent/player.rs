//! One program in one game.

use std::{io, path::Path, process::ExitStatus, time::Duration};

use jiff::Timestamp;
use ludometer_record::{
    desk::{Answer, Departure, Leaving, Timing, ToolCall},
    study::AgentEvents,
};
use tokio::time::{Instant, sleep_until};

use super::{
    error::{AgentFailure, Trouble},
    events::Account,
    process::Process,
    spec::AgentSpec,
    template::Access,
};
use crate::{mcp::Port, process::in_words};

/// A program that plays a game, killed with all its children when dropped.
#[derive(Debug)]
pub struct Agent {
    program: String,
    process: Process,
    events: AgentEvents,
    limits: Limits,
    since: Instant,
    started: Timestamp,
    /// What has passed of the game's own time.
    used: Duration,
    calls: u64,
    /// When its game was over.
    over: Option<Instant>,
    /// How it left, once it has.
    departure: Option<Departure>,
}

#[derive(Debug, Clone, Copy)]
struct Limits {
    game: Duration,
    silence: Duration,
    leave: Duration,
}

/// What happened while a call was waited for.
enum Event {
    Call(ToolCall),
    End(io::Result<ExitStatus>),
    Due,
}

impl Agent {
    /// Starts the program in a folder of the game's own, which must not have been used
    /// before. Beside the program's working folder, `work`, it is left with the prompt, both
    /// outputs, and what the program is told of the game's server.
    pub fn start(
        spec: &AgentSpec,
        access: &Access,
        prompt: &str,
        folder: &Path,
    ) -> Result<Self, AgentFailure> {
        let seconds = |seconds: f64| Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
        let process =
            Process::start(spec, access, prompt, folder).map_err(|trouble| AgentFailure {
                program: spec.name(),
                trouble: Box::new(trouble),
                calls: 0,
                usage: ludometer_record::desk::Usage::default(),
                wall: Duration::ZERO,
            })?;
        Ok(Self {
            program: spec.name(),
            process,
            events: spec.events(),
            limits: Limits {
                game: seconds(spec.table.game_s),
                silence: seconds(spec.table.silence_s),
                leave: seconds(spec.table.leave_s),
            },
            since: Instant::now(),
            started: Timestamp::now(),
            used: Duration::ZERO,
            calls: 0,
            over: None,
            departure: None,
        })
    }

    /// Its game is over: from here on, whatever it does, it leaves.
    pub fn game_is_over(&mut self) {
        self.over.get_or_insert_with(Instant::now);
    }

    /// Its next call, [`Answer::Called`], or how it left, [`Answer::Left`]. The call before
    /// must have been answered. Once it has left it stays so.
    pub async fn next(&mut self, port: &mut Port) -> Result<Answer, AgentFailure> {
        if let Some(departure) = &self.departure {
            return Ok(Answer::Left(departure.clone()));
        }
        let asked = Instant::now();
        let due = asked.checked_add(self.room(asked));
        let event = tokio::select! {
            // A call that was made before the end counts.
            biased;
            call = next_call(port) => Event::Call(call),
            status = self.process.ended() => Event::End(status),
            () = wait_until(due) => Event::Due,
        };
        self.used = self.used.saturating_add(asked.elapsed());
        match event {
            Event::Call(call) => {
                self.calls += 1;
                self.process.goes_on();
                Ok(Answer::Called(call))
            }
            Event::End(status) => self.ended(status).await,
            Event::Due => self.overdue(asked.elapsed()).await,
        }
    }

    /// How long it may take for its next call, or to leave.
    fn room(&self, now: Instant) -> Duration {
        match self.over {
            Some(over) => (over + self.limits.leave).saturating_duration_since(now),
            None => self
                .limits
                .game
                .saturating_sub(self.used)
                .min(self.limits.silence),
        }
    }

    /// It ended by itself.
    async fn ended(&mut self, status: io::Result<ExitStatus>) -> Result<Answer, AgentFailure> {
        let account = self.process.close().await;
        if self.over.is_some() {
            return Ok(self.left(Leaving::Done, account));
        }
        let how = match status {
            Ok(status) if status.success() => None,
            Ok(status) => Some(in_words(status)),
            Err(error) => Some(error.to_string()),
        };
        if let (0, Some(call)) = (self.calls, &account.failed_call) {
            let call = call.clone();
            return Err(self.failure(Trouble::Tools(call), &account));
        }
        // Some programs end well, by their status, when they could not ask their model.
        let how = how.or_else(|| account.fault.as_ref().map(|_| "an error".to_owned()));
        match how {
            Some(how) => {
                let words = account.trouble();
                Err(self.failure(Trouble::Ended { how, words }, &account))
            }
            None => Ok(self.left(Leaving::Done, account)),
        }
    }

    /// It did neither call nor end in time.
    async fn overdue(&mut self, waited: Duration) -> Result<Answer, AgentFailure> {
        let account = self.process.close().await;
        if self.over.is_some() {
            return Ok(self.left(Leaving::Killed, account));
        }
        // Its time is over for a player. A program that never called is no player yet.
        if self.used >= self.limits.game && self.calls > 0 {
            return Ok(self.left(Leaving::OutOfTime, account));
        }
        let words = account.trouble();
        Err(self.failure(Trouble::Silent { waited, words }, &account))
    }

    fn left(&mut self, why: Leaving, account: Account) -> Answer {
        let departure = Departure {
            why,
            timing: Timing {
                sent: self.started,
                wall_us: u64::try_from(self.since.elapsed().as_micros()).unwrap_or(u64::MAX),
            },
            usage: account.usage,
            usage_is_partial: self.events != AgentEvents::None && !account.closed,
            last_words: account.last_words,
        };
        self.departure = Some(departure.clone());
        Answer::Left(departure)
    }

    fn failure(&self, trouble: Trouble, account: &Account) -> AgentFailure {
        AgentFailure {
            program: self.program.clone(),
            trouble: Box::new(trouble),
            calls: self.calls,
            usage: account.usage,
            wall: self.since.elapsed(),
        }
    }
}

/// The next call. A port whose other end is gone has none, ever.
async fn next_call(port: &mut Port) -> ToolCall {
    match port.next().await {
        Some(call) => call,
        None => std::future::pending().await,
    }
}

/// A time so far away that it cannot be said never comes.
async fn wait_until(due: Option<Instant>) {
    match due {
        Some(due) => sleep_until(due).await,
        None => std::future::pending().await,
    }
}
