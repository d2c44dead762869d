//! A rating on the Elo scale.

use serde::{Deserialize, Serialize};

/// A finite rating within ±[`Elo::LIMIT`], in Elo points.
///
/// Written as a number.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Elo(f64);

impl Elo {
    /// No game is rated beyond this; up to here no power of e overflows a double.
    pub const LIMIT: f64 = 25_000.0;

    /// Takes a finite number within ±[`Elo::LIMIT`].
    pub fn new(rating: f64) -> Result<Self, EloError> {
        if rating.abs() <= Self::LIMIT {
            // -0 and 0 are one rating.
            Ok(Self(rating + 0.0))
        } else {
            Err(EloError { rating })
        }
    }

    /// The rating as a number.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }
}

impl std::fmt::Display for Elo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl TryFrom<f64> for Elo {
    type Error = EloError;

    fn try_from(rating: f64) -> Result<Self, EloError> {
        Self::new(rating)
    }
}

impl From<Elo> for f64 {
    fn from(elo: Elo) -> Self {
        elo.0
    }
}

/// A number that is no rating.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("a rating is a number from -25000 to 25000, not {rating}")]
pub struct EloError {
    /// The number given.
    pub rating: f64,
}
