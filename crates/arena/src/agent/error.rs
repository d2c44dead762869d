//! What can go wrong with a program that plays. None of it is a player's doing.

use std::time::Duration;

use ludometer_record::{desk::Usage, ending::VoidCause};

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// Its folder could not be made.
    #[error("cannot prepare its folder: {0}")]
    Folder(String),
    /// There was no process.
    #[error("cannot start: {0}")]
    Start(String),
    /// It ended by itself, with calls of tools that never reached the game.
    #[error("the program could not use the game's tools: {0}")]
    Tools(String),
    /// It ended otherwise than well, in the middle of the game.
    #[error("ended early, {how}{}", said(.words.as_ref()))]
    Ended {
        /// Its status.
        how: String,
        /// What it said of it.
        words: Option<String>,
    },
    /// It made no call and did not end.
    #[error("no call and no end within {:.1} s; killed{}", .waited.as_secs_f64(), said(.words.as_ref()))]
    Silent {
        /// How long.
        waited: Duration,
        /// The last that it said.
        words: Option<String>,
    },
}

/// A program that failed, and what there is to say of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{program}: {trouble}")]
pub struct AgentFailure {
    /// The program, by its file's name.
    pub program: String,
    /// What went wrong.
    pub trouble: Box<Trouble>,
    /// Calls that it had made.
    pub calls: u64,
    /// Tokens by its own account; at least so many.
    pub usage: Usage,
    /// How long it was there.
    pub wall: Duration,
}

impl AgentFailure {
    /// The cause that makes the game void.
    #[must_use]
    pub fn cause(&self) -> VoidCause {
        match *self.trouble {
            Trouble::Silent { .. } => VoidCause::AgentSilent,
            Trouble::Folder(_) | Trouble::Start(_) | Trouble::Tools(_) | Trouble::Ended { .. } => {
                VoidCause::Agent
            }
        }
    }

    /// Whether the player's next game would go the same way, so that a run had better stop
    /// than go through all of them: the program never got as far as the game.
    #[must_use]
    pub fn is_of_every_game(&self) -> bool {
        self.calls == 0 && !matches!(*self.trouble, Trouble::Silent { .. })
    }
}

fn said(words: Option<&String>) -> String {
    words.map_or(String::new(), |words| format!(": {words}"))
}
