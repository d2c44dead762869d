//! The tool whose every use is paid for: it samples texts that may be moves.

use std::sync::Arc;

use ludometer_daydream::{Draw, Dream, Model, Setting, Tier, UnknownCharacter, Window};
use ludometer_games::Variant;
use rand::Rng;

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
