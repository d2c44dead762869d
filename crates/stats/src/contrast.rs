//! Weights over cells: a headline mean, a gain, a difference.

use std::collections::{BTreeMap, BTreeSet};

/// A weighted sum of cells, each a (mode, family); weights may be negative.
///
/// A contrast must be chosen before the results are seen. The range between
/// the best and the worst family is a difference chosen by its result: it is
/// biased upward, and its interval and p-value do not hold their level.
#[derive(Debug, Clone, PartialEq)]
pub struct Contrast<M, F> {
    weights: BTreeMap<(M, F), f64>,
}

impl<M: Ord + Clone, F: Ord + Clone> Contrast<M, F> {
    /// Takes finite weights; a cell named twice gets the sum.
    pub fn new(weights: impl IntoIterator<Item = ((M, F), f64)>) -> Result<Self, ContrastError> {
        let mut summed = BTreeMap::new();
        for (cell, weight) in weights {
            let sum = summed.entry(cell).or_insert(0.0);
            *sum += weight;
            if !f64::is_finite(*sum) {
                return Err(ContrastError { weight });
            }
        }
        Ok(Self { weights: summed })
    }

    /// The mean over the given cells within each mode, then over modes.
    ///
    /// w = 1 / (modes × families in that mode): modes count the same even
    /// where they hold different numbers of families. No cells: no weights.
    #[must_use]
    pub fn mean(cells: impl IntoIterator<Item = (M, F)>) -> Self {
        let cells: BTreeSet<(M, F)> = cells.into_iter().collect();
        let mut families: BTreeMap<M, f64> = BTreeMap::new();
        for (mode, _) in &cells {
            *families.entry(mode.clone()).or_insert(0.0) += 1.0;
        }
        let modes = families.len() as f64;
        let weigh = |cell: (M, F)| {
            let weight = 1.0 / (modes * families[&cell.0]);
            (cell, weight)
        };
        Self {
            weights: cells.into_iter().map(weigh).collect(),
        }
    }

    /// This one less another, cell by cell: a gain such as structured less plain.
    pub fn minus(&self, other: &Self) -> Result<Self, ContrastError> {
        let negated = other.weights().map(|(cell, w)| (cell.clone(), -w));
        Self::new(
            self.weights()
                .map(|(cell, w)| (cell.clone(), w))
                .chain(negated),
        )
    }

    /// Each cell with its weight, in the order of the cells.
    pub fn weights(&self) -> impl Iterator<Item = (&(M, F), f64)> {
        self.weights.iter().map(|(cell, &weight)| (cell, weight))
    }
}

/// A weight that is not finite, or a sum of weights that is not.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("a weight of {weight} makes no contrast")]
pub struct ContrastError {
    /// The weight at which it showed.
    pub weight: f64,
}

#[cfg(test)]
mod tests;
