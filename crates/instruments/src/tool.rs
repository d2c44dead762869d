//! The tool whose every use is paid for, and the gate that its samples have to pass.
//!
//! A [`Tool`] samples texts and knows no rules; a [`Gate`] knows the rules and samples
//! nothing. Daydream and a chess board are the first of each; a game around another pair
//! (a language model that writes verse, a checker of its metre) needs no other referee.

use std::sync::Arc;

use ludometer_daydream::{Draw, Dream, Model, Setting, Tier, UnknownCharacter, Window};
use ludometer_games::{Board, MoveError, Variant};
use rand::Rng;
use serde::{Deserialize, Serialize};

/// Samples texts that may be moves. It knows no rules: whether a text is a legal move is
/// for the board to say.
pub trait Tool {
    /// `n` texts that might follow `moves`.
    fn draw(
        &mut self,
        moves: &[String],
        n: usize,
        setting: Setting,
        rng: &mut dyn Rng,
    ) -> Result<Vec<Draw>, ToolError>;
}

/// What a gate says of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TextClass {
    /// Exactly a legal move.
    Legal,
    /// A move text, but no legal move here.
    Illegal,
    /// No move text of this board.
    Malformed,
}

/// Says of a text whether it may be played.
pub trait Gate {
    /// What it is, exactly as it stands: nothing is trimmed or corrected.
    fn class(&self, text: &str) -> TextClass;
}

impl Gate for Board {
    fn class(&self, text: &str) -> TextClass {
        match self.check(text) {
            Ok(()) => TextClass::Legal,
            Err(MoveError::Illegal { .. }) => TextClass::Illegal,
            Err(MoveError::Malformed { .. }) => TextClass::Malformed,
        }
    }
}

/// A game that the tool cannot read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the model cannot read the game: {0}")]
pub struct ToolError(#[from] UnknownCharacter);

/// Daydream as a tool.
#[derive(Debug)]
pub struct Daydreamer {
    dream: Dream,
}

impl Daydreamer {
    /// A model at the start of a game.
    #[must_use]
    pub fn new(model: Arc<Model>, window: Window) -> Self {
        Self {
            dream: Dream::new(model, window),
        }
    }

    /// The dream itself, for what it has computed.
    #[must_use]
    pub fn dream(&self) -> &Dream {
        &self.dream
    }
}

impl Tool for Daydreamer {
    fn draw(
        &mut self,
        moves: &[String],
        n: usize,
        setting: Setting,
        rng: &mut dyn Rng,
    ) -> Result<Vec<Draw>, ToolError> {
        self.dream.show(&moves.join(" "))?;
        Ok(self.dream.draw(n, setting, rng))
    }
}

/// The board that a tier plays on.
#[must_use]
pub const fn board_of(tier: Tier) -> Variant {
    match tier {
        Tier::Micro => Variant::Gardner,
        Tier::Regular => Variant::Standard,
        Tier::Grand => Variant::Grand12,
    }
}
