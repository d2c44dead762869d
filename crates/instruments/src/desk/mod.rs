//! The desk: a game's only door to the world.
//!
//! `LiveDesk` and `JournaledDesk` are the arena's. Here are the two that need no
//! world: [`ReplayDesk`], which has only what a journal holds, and
//! [`ScriptedDesk`], which serves tests.

mod replay;
mod scripted;

use std::future::Future;

use ludometer_record::{
    Digest, GameId,
    desk::{Answer, FailedCall, Question},
    ending::VoidCause,
};

pub use replay::{ReplayDesk, Seen};
pub use scripted::ScriptedDesk;

/// The only door from a game to the world.
pub trait Desk: Send {
    /// Asks, and waits for the answer. A game asks one question at a time.
    fn ask(&mut self, question: Question)
    -> impl Future<Output = Result<Answer, DeskError>> + Send;
}

/// Why a question got no answer. A game hands this on; it never plays around it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeskError {
    /// The world failed this game: it is void.
    #[error("{}: {detail}", cause.words())]
    Void {
        /// What failed.
        cause: VoidCause,
        /// One line about it.
        detail: String,
        /// The call that failed.
        call: Box<FailedCall>,
    },
    /// The run stops here; the game stays open and goes on when it is resumed.
    #[error("{reason}")]
    Halted {
        /// Why, in one line.
        reason: String,
        /// The call that failed, if it was a call.
        call: Option<Box<FailedCall>>,
    },
    /// A replayed game asked something else than the journal holds.
    #[error(
        "game {game}, question {n}: the game asks {} but the journal holds {}",
        asked.short(),
        recorded.short()
    )]
    Differs {
        /// The game.
        game: GameId,
        /// Its how-manieth question, from 0.
        n: u32,
        /// Digest of the question now.
        asked: Digest,
        /// Digest in the journal.
        recorded: Digest,
    },
    /// The journal holds no more answers: the game is unfinished.
    #[error("game {game}: the journal holds {n} answers, and the game asks for one more")]
    Unanswered {
        /// The game.
        game: GameId,
        /// Answers that there are.
        n: u32,
    },
}

impl DeskError {
    /// An answer that is none to the question that was asked.
    #[must_use]
    pub fn unfit(answer: &Answer) -> Self {
        let what = match answer {
            Answer::Reply(_) => "a reply",
            Answer::OverGameCap(_) => "a cap that was reached",
            Answer::Samples(_) => "samples of a tool",
            Answer::Verdict(_) => "an engine's verdict",
            Answer::Moved(_) => "an engine's move",
            Answer::Started(_) => "an agent's start",
            Answer::Called(_) => "a call of a tool",
            Answer::Left(_) => "a departure",
            Answer::Assigned(_) => "an opponent",
        };
        Self::halted(format!("{what} came where something else was asked for"))
    }

    /// The run stops for a reason that is no failed call.
    #[must_use]
    pub fn halted(reason: impl Into<String>) -> Self {
        Self::Halted {
            reason: reason.into(),
            call: None,
        }
    }
}
