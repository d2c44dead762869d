//! One scored game against a rated opponent, and counts of such games.

use serde::{Deserialize, Serialize};

use super::Elo;

/// The colour that the rated player had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Colour {
    /// The side that moves first.
    White,
    /// The other side.
    Black,
}

impl Colour {
    /// c of the likelihood: 1 for White, -1 for Black.
    #[must_use]
    pub fn sign(self) -> f64 {
        match self {
            Self::White => 1.0,
            Self::Black => -1.0,
        }
    }

    /// The other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// How a game ended for the rated player.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Outcome {
    /// Won.
    #[serde(rename = "W")]
    Win,
    /// Drawn.
    #[serde(rename = "D")]
    Draw,
    /// Lost.
    #[serde(rename = "L")]
    Loss,
}

impl Outcome {
    /// Every outcome, best first.
    pub const ALL: [Self; 3] = [Self::Win, Self::Draw, Self::Loss];

    /// The same game as the opponent saw it.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Win => Self::Loss,
            Self::Draw => Self::Draw,
            Self::Loss => Self::Win,
        }
    }

    /// y of the likelihood: 1, 0 or -1.
    #[must_use]
    pub fn sign(self) -> f64 {
        match self {
            Self::Win => 1.0,
            Self::Draw => 0.0,
            Self::Loss => -1.0,
        }
    }
}

/// A scored game of the player that is rated.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// The opponent's rating.
    pub opponent: Elo,
    /// The rated player's colour.
    pub colour: Colour,
    /// The outcome for the rated player.
    pub outcome: Outcome,
}

/// Numbers of wins, draws and losses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Score {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Score {
    /// All games.
    #[must_use]
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Counts one more.
    pub fn add(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
    }

    /// Wins less losses.
    #[must_use]
    pub fn surplus(self) -> f64 {
        f64::from(self.wins) - f64::from(self.losses)
    }
}

impl std::ops::Add for Score {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}
