//! Exact two-sided tests of a share: the binomial test and the sign test.

use crate::Tally;

/// The largest number of trials that is summed over; beyond it the normal
/// approximation is as good.
const TRIALS: u64 = 10_000_000;

/// How much more likely than the count seen another one may be and still count as equally
/// likely: rounding must not part two counts of the same probability. As R and scipy have it.
const TIE: f64 = 1.0 + 1e-7;

impl Tally {
    /// Exact two-sided p-value of the hypothesis that each trial succeeds with this chance.
    ///
    /// *Two-sided* here: the summed probability of every count that is no more likely under
    /// the hypothesis than the count seen (the method of small p-values, as R's `binom.test`
    /// and scipy's `binomtest` have it). 1 without trials.
    pub fn exact_binomial_p(self, chance: f64) -> Result<f64, ExactTestError> {
        let (x, n) = (self.successes(), self.trials());
        if !(0.0..=1.0).contains(&chance) {
            return Err(ExactTestError::Chance { chance });
        }
        if n > TRIALS {
            return Err(ExactTestError::Trials {
                trials: n,
                limit: TRIALS,
            });
        }
        if chance <= 0.0 || chance >= 1.0 {
            let sure = if chance <= 0.0 { 0 } else { n };
            return Ok(if x == sure { 1.0 } else { 0.0 });
        }
        // Probabilities as multiples of the most likely count's, by the ratio of neighbours:
        // no factorial, so nothing overflows and few digits are lost.
        let odds = chance / (1.0 - chance);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between 0 and n"
        )]
        let mode = (((n + 1) as f64 * chance) as u64).min(n);
        let mut upwards = Vec::new();
        let mut weight = 1.0;
        for k in mode..n {
            weight *= (n - k) as f64 / (k + 1) as f64 * odds;
            upwards.push(weight);
        }
        let mut downwards = Vec::new();
        weight = 1.0;
        for k in (1..=mode).rev() {
            weight *= k as f64 / (n - k + 1) as f64 / odds;
            downwards.push(weight);
        }
        let index = |distance: u64| usize::try_from(distance - 1).unwrap_or(usize::MAX);
        let seen = match x.cmp(&mode) {
            std::cmp::Ordering::Equal => 1.0,
            std::cmp::Ordering::Greater => upwards[index(x - mode)],
            std::cmp::Ordering::Less => downwards[index(mode - x)],
        };
        let most = seen * TIE;
        // Smallest first, so that the many small ones are not lost beside the large.
        let sum = |keep: &dyn Fn(f64) -> bool| -> f64 {
            let tail = |side: &[f64]| side.iter().rev().filter(|w| keep(**w)).sum::<f64>();
            tail(&upwards) + tail(&downwards) + if keep(1.0) { 1.0 } else { 0.0 }
        };
        Ok((sum(&|w| w <= most) / sum(&|_| true)).min(1.0))
    }
}

/// Exact two-sided sign test: whether `won` and `lost` fit even chances; what was drawn
/// says nothing and is left out.
///
/// The binomial test at 1/2, where both tails are alike: twice the smaller tail, at most 1.
/// Source: Conover, Practical Nonparametric Statistics, the sign test.
pub fn sign_test(won: u64, lost: u64) -> Result<f64, ExactTestError> {
    let trials = won.saturating_add(lost);
    Tally::new(won, trials)
        .expect("won is a part of the sum")
        .exact_binomial_p(0.5)
}

/// A test that cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum ExactTestError {
    /// A chance that is none.
    #[error("a chance lies between 0 and 1, not at {chance}")]
    Chance {
        /// The number given.
        chance: f64,
    },
    /// More trials than are summed over.
    #[error("the exact binomial test is offered up to {limit} trials, not for {trials}")]
    Trials {
        /// The trials seen.
        trials: u64,
        /// The most that are summed over.
        limit: u64,
    },
}

#[cfg(test)]
mod tests;
