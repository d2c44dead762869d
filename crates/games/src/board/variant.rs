//! The boards that games are played on.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::uci::{Size, UciText};
use crate::{Role, fairy};

/// A board with its rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Variant {
    /// `chess`: standard chess on 8×8.
    #[serde(rename = "chess")]
    Standard,
    /// `gardner`: Gardner minichess on 5×5.
    #[serde(rename = "gardner")]
    Gardner,
    /// `grand12`: Grand chess on twelve files and ten ranks.
    #[serde(rename = "grand12")]
    Grand12,
}

/// A text that names no variant.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no variant {0:?}; expected chess, gardner or grand12")]
pub struct VariantNameError(pub String);

impl Variant {
    /// Every variant.
    pub const ALL: [Self; 3] = [Self::Standard, Self::Gardner, Self::Grand12];

    /// The name that an engine's `UCI_Variant` and a PGN's Variant tag have.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Standard => "chess",
            Self::Gardner => "gardner",
            Self::Grand12 => "grand12",
        }
    }

    /// Files and ranks.
    #[must_use]
    pub const fn size(self) -> Size {
        match self {
            Self::Standard => Size { files: 8, ranks: 8 },
            Self::Gardner => fairy::GARDNER.size,
            Self::Grand12 => fairy::GRAND12.size,
        }
    }

    /// The kinds of pieces.
    #[must_use]
    pub const fn roles(self) -> &'static [Role] {
        match self {
            Self::Standard => &Role::STANDARD,
            Self::Gardner => fairy::GARDNER.roles,
            Self::Grand12 => fairy::GRAND12.roles,
        }
    }

    /// Reads a move text; `None` if it is none on this board.
    #[must_use]
    pub fn parse_uci(self, text: &str) -> Option<UciText> {
        UciText::parse(text, self.size(), self.roles())
    }

    /// The FEN of the start.
    #[must_use]
    pub const fn start_fen(self) -> &'static str {
        match self {
            Self::Standard => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            Self::Gardner => fairy::GARDNER.start,
            Self::Grand12 => fairy::GRAND12.start,
        }
    }

    /// What Fairy-Stockfish must be told, as a `variants.ini`, before it knows the
    /// variant; `None` for those that it knows.
    #[must_use]
    pub const fn engine_ini(self) -> Option<&'static str> {
        match self {
            Self::Standard | Self::Gardner => None,
            Self::Grand12 => Some(fairy::GRAND12_INI),
        }
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Variant {
    type Err = VariantNameError;

    fn from_str(text: &str) -> Result<Self, VariantNameError> {
        Self::ALL
            .into_iter()
            .find(|variant| variant.as_str() == text)
            .ok_or_else(|| VariantNameError(text.to_owned()))
    }
}
