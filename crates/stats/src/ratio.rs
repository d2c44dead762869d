//! A ratio of totals over games, such as tokens per move, with games as clusters.

use serde::Serialize;

use crate::{Estimate, EstimateError, Reference};

/// One numerator and one denominator a game, such as (tokens, moves).
///
/// A game with denominator 0 stays: what it cost belongs to the total.
#[derive(Debug, Clone, PartialEq)]
pub struct RatioSample {
    games: Vec<(f64, f64)>,
}

/// What the games say about the error of their ratio.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spread {
    /// The ratio with its between-game variance, against t with games - 1 degrees of freedom.
    BetweenGames(Estimate),
    /// The ratio of the only game: nothing is known about its error.
    OneGame {
        /// Numerator / denominator of that game.
        value: f64,
    },
}

impl RatioSample {
    /// Takes finite numerators and finite denominators of at least 0, one not 0.
    pub fn new(games: impl IntoIterator<Item = (f64, f64)>) -> Result<Self, RatioSampleError> {
        let games: Vec<(f64, f64)> = games.into_iter().collect();
        for (game, &(numerator, denominator)) in games.iter().enumerate() {
            if !numerator.is_finite() || !denominator.is_finite() || denominator < 0.0 {
                return Err(RatioSampleError::Game {
                    game,
                    numerator,
                    denominator,
                });
            }
        }
        if games.iter().all(|&(_, denominator)| denominator == 0.0) {
            return Err(RatioSampleError::NoDenominator { games: games.len() });
        }
        Ok(Self { games })
    }

    /// Σy / Σm and its cluster-robust variance, in numerator per denominator.
    ///
    /// V = G/(G-1) Σ(y - r m)² / (Σm)². Source: Cochran (1977), section 6.3.
    /// An error only where totals overflow.
    pub fn spread(&self) -> Result<Spread, EstimateError> {
        let (value, variance) = sandwich(&self.games);
        if self.games.len() == 1 {
            return Estimate::new(value, 0.0, Reference::Normal).map(|estimate| Spread::OneGame {
                value: estimate.value(),
            });
        }
        let reference = Reference::StudentT {
            degrees_of_freedom: (self.games.len() - 1) as f64,
        };
        Estimate::new(value, variance, reference).map(Spread::BetweenGames)
    }
}

/// r = Σy / Σm and V = G/(G-1) Σ(y - r m)² / (Σm)²; V is NaN for one game.
pub(crate) fn sandwich(games: &[(f64, f64)]) -> (f64, f64) {
    let total: f64 = games.iter().map(|(_, m)| m).sum();
    let ratio = games.iter().map(|(y, _)| y).sum::<f64>() / total;
    // Divided before squaring: totals may be large.
    let squares: f64 = games
        .iter()
        .map(|(y, m)| ((y - ratio * m) / total).powi(2))
        .sum();
    let count = games.len() as f64;
    (ratio, squares * count / (count - 1.0))
}

/// Games that do not make a ratio.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum RatioSampleError {
    /// A game with a number that is infinite, negative below, or none.
    #[error("game number {game} has numerator {numerator} and denominator {denominator}")]
    Game {
        /// Its place in the input, from 0.
        game: usize,
        /// The numerator given.
        numerator: f64,
        /// The denominator given.
        denominator: f64,
    },
    /// No game, or only denominators of 0.
    #[error("the denominators of {games} games sum to 0")]
    NoDenominator {
        /// Number of games given.
        games: usize,
    },
}

#[cfg(test)]
mod tests;
