//! A share of random moves, and the choice of one.

use std::fmt;

use rand::{Rng, RngExt as _};
use serde::{Deserialize, Serialize};

/// How many of a player's moves are random instead of its engine's, from 0 to 1.
///
/// Written as a number. 1 is a player without an engine.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct RandomShare(f64);

/// A number that is no share.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("a share of random moves is a number from 0 to 1, not {0}")]
pub struct ShareError(pub f64);

impl RandomShare {
    /// Every move is the engine's.
    pub const NONE: Self = Self(0.0);
    /// Every move is random.
    pub const ALL: Self = Self(1.0);

    /// Takes a number from 0 to 1.
    pub fn new(share: f64) -> Result<Self, ShareError> {
        if (0.0..=1.0).contains(&share) {
            // -0 and 0 are one share.
            Ok(Self(share + 0.0))
        } else {
            Err(ShareError(share))
        }
    }

    /// As a number.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }

    /// The random move of this ply, or `None` where the engine moves.
    ///
    /// `legal` are the legal moves as `ludometer_games::Board::legal_moves` gives them:
    /// sorted as texts, a promotion once for each piece; each is as likely as any other. The
    /// generator is used twice for every ply of the player, whatever the share and whoever
    /// moves, so that a ply's decision hangs on how many came before it and on nothing else.
    /// `None`, too, where there is no legal move.
    pub fn choose<'a>(self, legal: &'a [String], random: &mut impl Rng) -> Option<&'a str> {
        let at: f64 = random.random();
        let which: f64 = random.random();
        if at >= self.0 {
            return None;
        }
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "from 0 to below the number of moves, rounded down"
        )]
        let index = (which * legal.len() as f64) as usize;
        legal.get(index).map(String::as_str)
    }
}

impl TryFrom<f64> for RandomShare {
    type Error = ShareError;

    fn try_from(share: f64) -> Result<Self, ShareError> {
        Self::new(share)
    }
}

impl From<RandomShare> for f64 {
    fn from(share: RandomShare) -> Self {
        share.0
    }
}

impl fmt::Display for RandomShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
