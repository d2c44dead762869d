//! What stands in for a variance where a cell's own games show none.

use serde::Serialize;

use crate::proportion::AgrestiCoull;
use crate::{BetweenGames, Estimate, GameTallies, Level, Reference, estimate};

/// A design effect pooled over cells: how much wider than independent moves.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DesignEffect {
    /// Ratio of summed variances, at least 1.
    pub value: f64,
    /// Degrees of freedom of the summed variance (Welch-Satterthwaite), at least 1.
    pub degrees_of_freedom: f64,
    /// Number of cells whose games show spread.
    pub cells: usize,
}

impl DesignEffect {
    /// Σ V / Σ p(1-p)/M over the cells with at least two games, floored at 1.
    ///
    /// Assumes that moves are about as alike within a game in every cell.
    /// `None` where no cell's games show spread.
    #[must_use]
    pub fn pooled<'a>(cells: impl IntoIterator<Item = &'a GameTallies>) -> Option<Self> {
        let mut spreads = Vec::new();
        let mut independent = 0.0;
        for cell in cells {
            match cell.between_games() {
                BetweenGames::Spread { estimate, .. } => {
                    spreads.push((1.0, estimate));
                    independent += cell.independent_variance();
                }
                BetweenGames::NoSpread { .. } => independent += cell.independent_variance(),
                BetweenGames::OneGame | BetweenGames::NoGame => {}
            }
        }
        let cells = spreads.len();
        let summed = estimate::combine(spreads).ok()?;
        match summed.reference() {
            Reference::StudentT { degrees_of_freedom } => Some(Self {
                value: (summed.variance() / independent).max(1.0),
                degrees_of_freedom,
                cells,
            }),
            // Only without any spread.
            Reference::Normal => None,
        }
    }
}

/// Where the variance of a cell comes from.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum VarianceSource {
    /// The cell's own games.
    BetweenGames,
    /// Agresti-Coull on counts divided by the design effect of the other cells.
    Pooled(DesignEffect),
    /// Agresti-Coull with a game as one trial: no cell's games show spread, and
    /// so nothing rules out that the moves of a game stand or fall together.
    GamesAsTrials,
}

impl VarianceSource {
    pub(crate) fn stand_in(pooled: Option<DesignEffect>) -> Self {
        pooled.map_or(Self::GamesAsTrials, Self::Pooled)
    }

    /// Successes and trials, worth as many independent trials as the games are.
    pub(crate) fn effective_counts(self, games: &GameTallies) -> (f64, f64) {
        let total = games.total();
        let trials = total.trials() as f64;
        let design_effect = match self {
            Self::BetweenGames => 1.0,
            Self::Pooled(design_effect) => design_effect.value,
            Self::GamesAsTrials => trials / games.games() as f64,
        };
        (
            total.successes() as f64 / design_effect,
            trials / design_effect,
        )
    }

    /// The raw rate with the Agresti-Coull variance of the effective counts.
    pub(crate) fn estimate(self, games: &GameTallies, level: Level) -> Estimate {
        let (x, n) = self.effective_counts(games);
        let variance = AgrestiCoull::new(x, n, level.z()).variance;
        let reference = match self {
            Self::Pooled(pooled) => Reference::StudentT {
                degrees_of_freedom: pooled.degrees_of_freedom,
            },
            Self::BetweenGames | Self::GamesAsTrials => Reference::Normal,
        };
        Estimate::new(x / n, variance, reference)
            .expect("counts of at least one game are finite and positive")
    }
}

#[cfg(test)]
mod tests;
