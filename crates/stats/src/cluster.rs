//! One cell whose trials come in games: the moves of a game go wrong together.
//!
//! Two rates answer two questions. The *move-weighted* rate Σy/Σm is the share
//! of optimal moves; the *game-weighted* rate, mean of y/m, is the optimality
//! of a typical game. They differ where a game's length tells something about
//! its quality, as under rules that end a game at an illegal move.

use serde::Serialize;

use crate::{
    DesignEffect, Estimate, Interval, Level, Method, Reference, Sample, Tally, VarianceSource,
    proportion, ratio::sandwich,
};

/// Successes among the trials of one game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct GameTally {
    successes: u32,
    trials: u32,
}

impl GameTally {
    /// Takes `successes` among `trials`; there cannot be more of the first.
    pub fn new(successes: u32, trials: u32) -> Result<Self, GameTallyError> {
        if successes > trials {
            return Err(GameTallyError { successes, trials });
        }
        Ok(Self { successes, trials })
    }
}

/// The games of one cell, each with at least one trial.
///
/// A game without trials says nothing about a rate and is not counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GameTallies {
    games: Vec<GameTally>,
}

impl FromIterator<GameTally> for GameTallies {
    fn from_iter<I: IntoIterator<Item = GameTally>>(games: I) -> Self {
        let games = games.into_iter().filter(|game| game.trials > 0).collect();
        Self { games }
    }
}

/// What the games of a cell say about the variance of their move-weighted rate.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BetweenGames {
    /// Games differ.
    Spread {
        /// The rate with the sandwich variance, against t with games - 1 degrees of freedom.
        estimate: Estimate,
        /// That variance / (p(1-p)/M), the variance were moves independent.
        design_effect: f64,
    },
    /// All games have the same rate: a variance of 0, which is no evidence of certainty.
    NoSpread {
        /// Number of games, at least 2.
        games: usize,
    },
    /// One game, so nothing to compare it with.
    OneGame,
    /// No game at all.
    NoGame,
}

impl GameTallies {
    /// All moves of all games.
    #[must_use]
    pub fn total(&self) -> Tally {
        let sum = |part: fn(&GameTally) -> u32| self.games.iter().map(|g| u64::from(part(g))).sum();
        Tally::new(sum(|g| g.successes), sum(|g| g.trials))
            .expect("no game has more successes than trials")
    }

    /// Number of games with at least one trial.
    #[must_use]
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The sandwich variance V = G/(G-1) Σ(y - p m)² / (Σm)² of p = Σy/Σm.
    ///
    /// Source: Liang and Zeger (1986), in the form of Cochran's ratio estimator.
    #[must_use]
    pub fn between_games(&self) -> BetweenGames {
        match self.games.len() {
            0 => return BetweenGames::NoGame,
            1 => return BetweenGames::OneGame,
            _ => {}
        }
        let total = self.total();
        // In whole numbers: rounding would turn "no spread" into a tiny spread.
        let apart = |g: &GameTally| {
            u128::from(g.successes) * u128::from(total.trials())
                != u128::from(g.trials) * u128::from(total.successes())
        };
        if !self.games.iter().any(apart) {
            return BetweenGames::NoSpread {
                games: self.games.len(),
            };
        }
        let (rate, variance) = sandwich(&self.pairs());
        let reference = Reference::StudentT {
            degrees_of_freedom: (self.games.len() - 1) as f64,
        };
        BetweenGames::Spread {
            estimate: Estimate::new(rate, variance, reference)
                .expect("sums of counts are finite and games are at least 2"),
            design_effect: variance / self.independent_variance(),
        }
    }

    /// p(1-p)/M, the variance of the rate were moves independent; M is not 0.
    pub(crate) fn independent_variance(&self) -> f64 {
        let total = self.total();
        let n = total.trials() as f64;
        let p = total.successes() as f64 / n;
        p * (1.0 - p) / n
    }

    fn pairs(&self) -> Vec<(f64, f64)> {
        let pair = |g: &GameTally| (f64::from(g.successes), f64::from(g.trials));
        self.games.iter().map(pair).collect()
    }

    /// The move-weighted rate; where the games show no spread, `pooled` or the games stand in.
    ///
    /// `level` sets the z of the Agresti-Coull variance that is used then.
    /// `None` without games. What was used is in the [`VarianceSource`].
    #[must_use]
    pub fn move_rate(
        &self,
        level: Level,
        pooled: Option<DesignEffect>,
    ) -> Option<(Estimate, VarianceSource)> {
        match self.between_games() {
            BetweenGames::NoGame => None,
            BetweenGames::Spread { estimate, .. } => Some((estimate, VarianceSource::BetweenGames)),
            BetweenGames::NoSpread { .. } | BetweenGames::OneGame => {
                let source = VarianceSource::stand_in(pooled);
                Some((source.estimate(self, level), source))
            }
        }
    }

    /// The interval on the logit scale, which stays inside [0, 1].
    ///
    /// Where the games show no spread: Wilson's, on counts divided by the
    /// design effect; the [`Method`] says which. `None` without games.
    #[must_use]
    pub fn logit_interval(
        &self,
        level: Level,
        pooled: Option<DesignEffect>,
    ) -> Option<(Interval, Method)> {
        match self.between_games() {
            BetweenGames::NoGame => None,
            BetweenGames::Spread { estimate, .. } => {
                let interval = estimate.logit_interval(level)?;
                Some((interval, Method::ClusterRobustLogit))
            }
            BetweenGames::NoSpread { .. } | BetweenGames::OneGame => {
                let (x, n) = VarianceSource::stand_in(pooled).effective_counts(self);
                let interval = proportion::wilson(x, n, level);
                Some((interval, Method::WilsonDesignEffect))
            }
        }
    }

    /// The game-weighted rate: mean over games of y/m, variance s²/G, t with G-1.
    ///
    /// Another question than the move-weighted rate; see the module. `None` for
    /// fewer than two games. A variance of 0 means that all games agree.
    #[must_use]
    pub fn game_rate(&self) -> Option<Estimate> {
        if self.games.len() < 2 {
            return None;
        }
        let rates: Vec<(f64, f64)> = self.pairs().iter().map(|(y, m)| (y / m, 1.0)).collect();
        let (value, variance) = sandwich(&rates);
        let reference = Reference::StudentT {
            degrees_of_freedom: (self.games.len() - 1) as f64,
        };
        Estimate::new(value, variance, reference).ok()
    }
}

impl Sample for GameTallies {
    fn trials(&self) -> u64 {
        self.total().trials()
    }
}

/// More successes than trials in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{successes} successes among the {trials} trials of a game")]
pub struct GameTallyError {
    /// The successes given.
    pub successes: u32,
    /// The trials given.
    pub trials: u32,
}

#[cfg(test)]
mod tests;
