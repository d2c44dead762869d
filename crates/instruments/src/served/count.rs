//! Calls and refused moves, for whoever reports them.

use serde::{Deserialize, Serialize};

use super::{shown::shown, tools::Tool};

/// What became of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CallClass {
    /// The state was shown.
    Shown,
    /// The move was played.
    Moved,
    /// The game was given up.
    Resigned,
    /// A move text, but not a legal move here.
    IllegalMove,
    /// No move text of this game.
    MalformedMove,
    /// Arguments that do not fit the tool's schema.
    BadArguments,
    /// No tool of that name.
    UnknownTool,
    /// The game is over.
    AfterEnd,
    /// It is the opponent's turn: whoever serves the game has not asked it yet.
    NotYourTurn,
}

impl CallClass {
    /// Whether the call came to nothing.
    #[must_use]
    pub const fn is_error(self) -> bool {
        !matches!(self, Self::Shown | Self::Moved | Self::Resigned)
    }
}

/// A text that was offered as a move and refused.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// Plies that were played before it.
    pub ply: u32,
    /// The text, cut to 64 characters, with U+FFFD for characters that steer a terminal.
    pub text: String,
    /// [`CallClass::IllegalMove`] or [`CallClass::MalformedMove`].
    pub class: CallClass,
}

/// The calls of one game.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Calls {
    /// Calls of `get_state`, refused ones included.
    pub get_state: u32,
    /// Calls of `play_move`, refused ones included.
    pub play_move: u32,
    /// Calls of `resign`, refused ones included.
    pub resign: u32,
    /// Calls of tools that there are not.
    pub unknown_tool: u32,
    /// Moves that were not legal.
    pub illegal: u32,
    /// Texts that were no moves.
    pub malformed: u32,
    /// Calls whose arguments did not fit the schema.
    pub bad_arguments: u32,
    /// Moves and resignations after the end.
    pub after_end: u32,
    /// The first refused moves, at most [`Calls::KEPT`].
    pub attempts: Vec<Attempt>,
}

impl Calls {
    /// Refused moves that are kept; all are counted.
    pub const KEPT: usize = 256;

    /// All calls.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.get_state + self.play_move + self.resign + self.unknown_tool
    }

    pub(super) fn count(&mut self, tool: Option<Tool>, class: CallClass) {
        let by_tool = match tool {
            Some(Tool::GetState) => &mut self.get_state,
            Some(Tool::PlayMove) => &mut self.play_move,
            Some(Tool::Resign) => &mut self.resign,
            None => &mut self.unknown_tool,
        };
        *by_tool = by_tool.saturating_add(1);
        let by_class = match class {
            CallClass::IllegalMove => &mut self.illegal,
            CallClass::MalformedMove => &mut self.malformed,
            CallClass::BadArguments => &mut self.bad_arguments,
            CallClass::AfterEnd => &mut self.after_end,
            CallClass::Shown
            | CallClass::Moved
            | CallClass::Resigned
            | CallClass::UnknownTool
            | CallClass::NotYourTurn => return,
        };
        *by_class = by_class.saturating_add(1);
    }

    pub(super) fn keep(&mut self, ply: u32, text: &str, class: CallClass) {
        if self.attempts.len() < Self::KEPT {
            let text = shown(text);
            self.attempts.push(Attempt { ply, text, class });
        }
    }
}
