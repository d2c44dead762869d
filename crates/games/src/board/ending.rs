//! How a game on a board ends, in python-chess's words, the same for every board.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Color;

/// Whether draws that a player could claim are claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Claims {
    /// At once: python-chess's `outcome(claim_draw=True)`. A claim through an intended
    /// move counts, so a threefold ends the game a ply before it is on the board.
    Made,
    /// Never: only what ends a game by itself.
    NotMade,
}

/// The rule that ended a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum EndingKind {
    /// The side to move is mated.
    #[serde(rename = "checkmate")]
    Checkmate,
    /// The side to move has no move and is not in check.
    #[serde(rename = "stalemate")]
    Stalemate,
    /// Neither side can mate.
    #[serde(rename = "insufficient_material")]
    InsufficientMaterial,
    /// A hundred and fifty plies without a capture or a pawn move.
    #[serde(rename = "seventyfive_moves")]
    SeventyFiveMoves,
    /// The position has occurred five times.
    #[serde(rename = "fivefold_repetition")]
    FivefoldRepetition,
    /// A hundred plies without a capture or a pawn move, or one legal move short of it.
    #[serde(rename = "fifty_moves")]
    FiftyMoves,
    /// The position has occurred three times, or would after some legal move.
    #[serde(rename = "threefold_repetition")]
    ThreefoldRepetition,
}

impl EndingKind {
    /// Every kind, in the order in which they are looked for after checkmate.
    pub const ALL: [Self; 7] = [
        Self::Checkmate,
        Self::InsufficientMaterial,
        Self::Stalemate,
        Self::SeventyFiveMoves,
        Self::FivefoldRepetition,
        Self::FiftyMoves,
        Self::ThreefoldRepetition,
    ];

    /// python-chess's name of the termination, in lower case.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient_material",
            Self::SeventyFiveMoves => "seventyfive_moves",
            Self::FivefoldRepetition => "fivefold_repetition",
            Self::FiftyMoves => "fifty_moves",
            Self::ThreefoldRepetition => "threefold_repetition",
        }
    }
}

impl fmt::Display for EndingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A text that names no ending.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no ending is called {0:?}")]
pub struct EndingKindError(pub String);

impl FromStr for EndingKind {
    type Err = EndingKindError;

    fn from_str(text: &str) -> Result<Self, EndingKindError> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.as_str() == text)
            .ok_or_else(|| EndingKindError(text.to_owned()))
    }
}

/// How a game ended on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct BoardEnding {
    /// The rule.
    pub kind: EndingKind,
    /// Who won; `None` is a draw.
    pub winner: Option<Color>,
}

impl fmt::Display for BoardEnding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.winner {
            Some(winner) => write!(f, "{}, {winner} wins", self.kind),
            None => write!(f, "{}, draw", self.kind),
        }
    }
}
