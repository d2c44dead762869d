//! White and Black as the files name them.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize};

/// A side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Who moves on even plies.
    White,
    /// Who moves on odd plies.
    Black,
}

impl Side {
    /// Both, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// The file's word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A value for each side.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BySide<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> BySide<T> {
    /// A side's value.
    pub const fn of(&self, side: Side) -> &T {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// Both values, White's first.
    pub fn both(&self) -> [&T; 2] {
        [&self.white, &self.black]
    }
}

/// How a game came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Winner {
    /// White won.
    White,
    /// Black won.
    Black,
    /// Nobody: the file says null.
    Draw,
}

impl Winner {
    /// The side that won.
    #[must_use]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::White => Some(Side::White),
            Self::Black => Some(Side::Black),
            Self::Draw => None,
        }
    }

    /// Points of a side: 1, 0.5, 0.
    #[must_use]
    pub fn points(self, side: Side) -> f64 {
        match self.side() {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        }
    }

    /// In a word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
            Self::Draw => "draw",
        }
    }
}

impl From<Option<Side>> for Winner {
    fn from(side: Option<Side>) -> Self {
        match side {
            None => Self::Draw,
            Some(Side::White) => Self::White,
            Some(Side::Black) => Self::Black,
        }
    }
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What a tool's soft cap was set to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum SoftCap {
    /// Off: the file says null.
    Off,
    /// At this logit.
    At(f64),
}

impl SoftCap {
    /// The cap, where one is set.
    #[must_use]
    pub const fn value(self) -> Option<f64> {
        match self {
            Self::Off => None,
            Self::At(cap) => Some(cap),
        }
    }
}

/// Tells null, which is a draw, from a winner that is not there at all.
pub(super) fn winner<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Winner>, D::Error> {
    Option::<Side>::deserialize(from).map(|side| Some(side.into()))
}

/// Tells null, which is off, from a cap that is not there at all.
pub(super) fn soft_cap<'de, D: Deserializer<'de>>(from: D) -> Result<Option<SoftCap>, D::Error> {
    let cap = Option::<f64>::deserialize(from)?;
    Ok(Some(cap.map_or(SoftCap::Off, SoftCap::At)))
}
