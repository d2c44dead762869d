//! What a person chooses.

use schemars::JsonSchema;
use serde::Deserialize;

use crate::token_chess::Memory;

/// A person's choice in one question.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Choice {
    /// A move on the ladder.
    Move {
        /// As UCI writes it.
        uci: String,
    },
    /// To give the game up, on the ladder.
    Resign,
    /// A token's worth of samples, in Token Chess.
    Sample {
        /// The sampler's temperature.
        temperature: f64,
        /// The bound on logits, if any.
        soft_cap: Option<f64>,
        /// A note for later turns, with a notepad.
        note: Option<String>,
    },
    /// A candidate, in Token Chess.
    Pick {
        /// As UCI writes it.
        uci: String,
        /// A note for later turns, with a notepad.
        note: Option<String>,
    },
    /// What to remember with, before a game of Token Chess.
    Memory {
        /// The tool.
        memory: Memory,
        /// Why.
        why: Option<String>,
    },
    /// The state after one's move, in Chopsticks.
    State {
        /// Own hands first, as `11-21`.
        state: String,
    },
}

impl Choice {
    /// What it is, in words.
    #[must_use]
    pub const fn words(&self) -> &'static str {
        match self {
            Self::Move { .. } => "a move",
            Self::Resign => "resigning",
            Self::Sample { .. } => "sampling",
            Self::Pick { .. } => "a pick",
            Self::Memory { .. } => "a memory",
            Self::State { .. } => "a state",
        }
    }
}

/// Why a choice is none, in a line for the person.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

impl Refused {
    /// A choice of another question.
    #[must_use]
    pub fn unasked(choice: &Choice, wanted: &str) -> Self {
        Self(format!(
            "{} is not asked for here; expected {wanted}",
            choice.words()
        ))
    }

    /// With a text of the person's in it, held to what a line can take.
    #[must_use]
    pub fn of(text: &str, problem: &str) -> Self {
        let shown: String = text.chars().take(40).collect();
        Self(format!("{shown:?} {problem}"))
    }
}
