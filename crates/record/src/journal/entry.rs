//! The kinds of record in a journal.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::{
    Digest, GameId, PlayerName, RunId, Seat,
    desk::{Answer, Assign, FailedCall, Judge, Message, Order, Question, Situation},
    ending::{Ending, VoidCause},
};

/// One record.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// The first record of every journal.
    Opened(Opened),
    /// A process began to work on the run.
    Session(Session),
    /// The study was changed in a way that does not mix two experiments.
    Amendment(Amendment),
    /// A question and its answer.
    Exchange(Box<Exchange>),
    /// A call that came to nothing.
    Failure(FailedExchange),
    /// A game is over.
    Ended {
        /// Which.
        game: GameId,
        /// How.
        ending: Ending,
        /// How many exchanges it had.
        exchanges: u32,
    },
}

/// Says what the file is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opened {
    /// Always [`super::FORMAT`].
    pub format: String,
    /// Of the format.
    pub version: u32,
    /// The run that it belongs to.
    pub run: RunId,
}

/// A process that worked on the run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// When it began.
    pub started: Timestamp,
    /// Program name and version.
    pub program: String,
    /// Where each player's server was, in this session.
    pub endpoints: BTreeMap<PlayerName, String>,
}

/// A change of the study that was accepted on resume.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Amendment {
    /// When.
    pub at: Timestamp,
    /// The study key, dotted.
    pub key: String,
    /// Before.
    pub from: serde_json::Value,
    /// Since.
    pub to: serde_json::Value,
}

/// A question and its answer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Exchange {
    /// The game that asked.
    pub game: GameId,
    /// Its how-manieth question, from 0.
    pub n: u32,
    /// What was asked.
    pub asked: Asked,
    /// What came back.
    pub answer: Answer,
}

/// A question as it is kept.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Asked {
    /// A seat was to decide.
    Decision(AskedDecision),
    /// A tool was to sample.
    Draw(AskedDraw),
    /// An engine was to judge.
    Judge(AskedJudge),
    /// An engine was to move.
    Move(AskedMove),
    /// An opponent was to be chosen.
    Assign(AskedAssign),
    /// An agent was answered, and was to make its next call.
    Serve(AskedServe),
}

/// A question as it is kept: whole, but without repeating what the game's
/// question before it had already said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedDecision {
    /// Of the whole question.
    pub digest: Digest,
    /// The seat that decides.
    pub seat: Seat,
    /// Who sits there.
    pub player: PlayerName,
    /// The position behind the prompt.
    pub situation: Situation,
    /// How many messages are the same as at the start of the game's decision before.
    pub kept: u32,
    /// The messages after those.
    pub messages: Vec<Message>,
}

/// A draw as it is kept. The moves follow from the game; the digest holds them too.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct AskedDraw {
    /// Of the whole question.
    pub digest: Digest,
    /// The tool.
    pub tool: String,
    /// Plies played before it.
    pub plies: u32,
    /// How it sampled.
    pub order: Order,
}

/// A question to an engine as it is kept, whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedJudge {
    /// Of the whole question.
    pub digest: Digest,
    /// The question.
    pub judge: Judge,
}

/// A turn of an engine as it is kept. The moves follow from the game; the digest holds
/// them too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedMove {
    /// Of the whole question.
    pub digest: Digest,
    /// The engine.
    pub engine: String,
    /// Plies played before it.
    pub plies: u32,
}

/// The choice of an opponent as it is kept, whole.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedAssign {
    /// Of the whole question.
    pub digest: Digest,
    /// The question.
    pub assign: Assign,
}

/// An agent's turn as it is kept. What it was told follows from the game; the digest holds
/// it too.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AskedServe {
    /// Of the whole question.
    pub digest: Digest,
    /// The agent's seat.
    pub seat: Seat,
    /// Who sits there.
    pub player: PlayerName,
    /// What was said to it before its first call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
}

impl Asked {
    /// Keeps a question beside the messages of the game's decision before it.
    #[must_use]
    pub fn keep(question: &Question, before: &[Message]) -> Self {
        let digest = question.digest();
        match question {
            Question::Decide(decide) => {
                let same = decide
                    .messages
                    .iter()
                    .zip(before)
                    .take_while(|(new, old)| new == old)
                    .count();
                Self::Decision(AskedDecision {
                    digest,
                    seat: decide.seat,
                    player: decide.player.clone(),
                    situation: decide.situation.clone(),
                    kept: u32::try_from(same).unwrap_or(u32::MAX),
                    messages: decide.messages[same..].to_vec(),
                })
            }
            Question::Draw(draw) => Self::Draw(AskedDraw {
                digest,
                tool: draw.tool.clone(),
                plies: u32::try_from(draw.moves.len()).unwrap_or(u32::MAX),
                order: draw.order,
            }),
            Question::Judge(judge) => Self::Judge(AskedJudge {
                digest,
                judge: judge.clone(),
            }),
            Question::Move(turn) => Self::Move(AskedMove {
                digest,
                engine: turn.engine.clone(),
                plies: u32::try_from(turn.moves.len()).unwrap_or(u32::MAX),
            }),
            Question::Serve(serve) => Self::Serve(AskedServe {
                digest,
                seat: serve.seat,
                player: serve.player.clone(),
                prompt: serve.prompt.clone(),
            }),
            Question::Assign(assign) => Self::Assign(AskedAssign {
                digest,
                assign: assign.clone(),
            }),
        }
    }

    /// Of the whole question.
    #[must_use]
    pub fn digest(&self) -> &Digest {
        match self {
            Self::Decision(asked) => &asked.digest,
            Self::Draw(asked) => &asked.digest,
            Self::Judge(asked) => &asked.digest,
            Self::Move(asked) => &asked.digest,
            Self::Serve(asked) => &asked.digest,
            Self::Assign(asked) => &asked.digest,
        }
    }

    /// Who decides, where somebody does.
    #[must_use]
    pub fn player(&self) -> Option<&PlayerName> {
        match self {
            Self::Decision(asked) => Some(&asked.player),
            Self::Serve(asked) => Some(&asked.player),
            Self::Draw(_) | Self::Judge(_) | Self::Move(_) | Self::Assign(_) => None,
        }
    }

    /// The decision, if it was one.
    #[must_use]
    pub fn decision(&self) -> Option<&AskedDecision> {
        match self {
            Self::Decision(asked) => Some(asked),
            Self::Draw(_) | Self::Judge(_) | Self::Move(_) | Self::Serve(_) | Self::Assign(_) => {
                None
            }
        }
    }
}

impl AskedDecision {
    /// The whole conversation, given that of the game's decision before it.
    #[must_use]
    pub fn conversation(&self, before: &[Message]) -> Vec<Message> {
        let kept = usize::try_from(self.kept)
            .unwrap_or(usize::MAX)
            .min(before.len());
        before[..kept]
            .iter()
            .chain(&self.messages)
            .cloned()
            .collect()
    }
}

/// A call that came to nothing. It ends no game by itself: an [`Entry::Ended`]
/// does, or the game goes on when the run is resumed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedExchange {
    /// The game that asked.
    pub game: GameId,
    /// Its how-manieth question, from 0.
    pub n: u32,
    /// Digest of the question.
    pub digest: Digest,
    /// What made the game void; absent when the run stopped instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub void: Option<VoidCause>,
    /// One line about it, without secrets.
    pub detail: String,
    /// The tries, and what there was of an answer.
    pub call: FailedCall,
}
