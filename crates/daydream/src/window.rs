//! Which part of a game that outgrew the context the model sees.

use serde::{Deserialize, Serialize};

/// The longest draw, in characters.
pub const LONGEST_DRAW: usize = 8;

/// What the model sees of a game that is longer than its context.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Window {
    /// The last whole moves that leave room for a draw. The window starts at a move's
    /// first character, and moves on by an eighth of the context at a time, so that
    /// most plies only add to what has been computed. Where it starts depends on the
    /// game's text alone.
    #[default]
    WholeMoves,
    /// As the original did it: of the game and what has been drawn, the last characters
    /// that fill the context, from wherever in a move that is; computed anew for every
    /// character.
    Exact,
}

impl Window {
    /// How many tokens of a prompt to drop from its front.
    pub(crate) fn start(self, prompt: &[u8], space: u8, context: usize) -> usize {
        match self {
            Self::Exact => prompt.len().saturating_sub(context),
            Self::WholeMoves => {
                // The last character of a draw is never looked at.
                let room = context - (LONGEST_DRAW - 1);
                let excess = prompt.len().saturating_sub(room);
                if excess == 0 {
                    return 0;
                }
                let step = context / 8;
                let least = excess.next_multiple_of(step).min(prompt.len() - 1);
                // After the first space from there on; if the only one is the prompt's
                // last character, no whole move fits and its end must do.
                let moves = &prompt[least - 1..prompt.len() - 1];
                match moves.iter().position(|&token| token == space) {
                    Some(at) => least + at,
                    None => excess,
                }
            }
        }
    }
}
