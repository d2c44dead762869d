//! The opponents that there are, and the choice among them.

use std::sync::Arc;

use super::{Belief, rung::Rung};
use crate::ladder::Elo;

/// Opponents to choose from, and what was worked out about each in advance.
#[derive(Debug, Clone)]
pub struct Ladder {
    rungs: Arc<[Rung]>,
}

impl Ladder {
    /// 1320, 1400, 1500 … 3100, 3190: the published ladder.
    #[must_use]
    pub fn published() -> Self {
        let hundreds = (14..=31).map(|hundred| f64::from(hundred) * 100.0);
        let ratings = std::iter::once(1_320.0).chain(hundreds).chain([3_190.0]);
        let ratings: Result<Vec<Elo>, _> = ratings.map(Elo::new).collect();
        Self::new(&ratings.expect("ratings of chess engines")).expect("it has no rating twice")
    }

    /// Takes any ratings; keeps them ascending.
    pub fn new(ratings: &[Elo]) -> Result<Self, LadderError> {
        let mut ratings = ratings.to_vec();
        ratings.sort_by(|a, b| a.get().total_cmp(&b.get()));
        if ratings.is_empty() {
            return Err(LadderError::Empty);
        }
        if let Some(twice) = ratings.windows(2).find(|two| two[0] == two[1]) {
            return Err(LadderError::Twice { rating: twice[0] });
        }
        Ok(Self {
            rungs: ratings.into_iter().map(Rung::new).collect(),
        })
    }

    /// The opponents' ratings, ascending.
    pub fn ratings(&self) -> impl Iterator<Item = Elo> {
        self.rungs.iter().map(|rung| rung.rating)
    }

    /// For each rung, ascending: the variance of the rating to be expected
    /// after a colour pair at it, in Elo².
    ///
    /// Σ over the nine outcomes of P(outcome)·Var(R | outcome), with
    /// `P(a, b) = Σ w·P_White(a)·P_Black(b)`.
    #[must_use]
    pub fn expected_variances(&self, belief: &Belief) -> Vec<f64> {
        let mean = belief.mean();
        let total = belief.variance();
        let support = belief.support();
        let explained = |rung: &Rung| rung.explained(belief, mean, support.clone());
        self.rungs
            .iter()
            .map(|rung| total - explained(rung))
            .collect()
    }

    /// The rung with the least expected variance, the lowest of equals.
    #[must_use]
    pub fn next(&self, belief: &Belief) -> Elo {
        let variances = self.expected_variances(belief);
        self.rungs[first_least(&variances)].rating
    }

    /// The rung with the largest expected gain for its price: (variance now
    /// less expected variance) over the price of a pair; the lowest of equals.
    ///
    /// `price` gives any positive number for a rung, in one unit for all.
    pub fn next_for_money(
        &self,
        belief: &Belief,
        price: impl Fn(Elo) -> f64,
    ) -> Result<Elo, LadderError> {
        let now = belief.variance();
        let mut losses = Vec::with_capacity(self.rungs.len());
        for (rung, expected) in self.rungs.iter().zip(self.expected_variances(belief)) {
            let price = price(rung.rating);
            if !(price > 0.0 && price.is_finite()) {
                return Err(LadderError::Price {
                    rating: rung.rating,
                    price,
                });
            }
            losses.push((expected - now) / price);
        }
        Ok(self.rungs[first_least(&losses)].rating)
    }
}

fn first_least(values: &[f64]) -> usize {
    let mut least = 0;
    for (i, value) in values.iter().enumerate() {
        if *value < values[least] {
            least = i;
        }
    }
    least
}

/// A ladder that nothing can be chosen from.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum LadderError {
    /// No rating.
    #[error("a ladder needs at least one rating")]
    Empty,
    /// The same rating twice.
    #[error("rating {rating} stands on the ladder twice")]
    Twice {
        /// The rating.
        rating: Elo,
    },
    /// A price that is not a positive number.
    #[error("the price of a pair at {rating} must be a positive number, not {price}")]
    Price {
        /// The rung.
        rating: Elo,
        /// The price given.
        price: f64,
    },
}
