//! A share of independent trials: Wilson, Agresti-Coull, Clopper-Pearson.

use serde::{Deserialize, Serialize};

use crate::{Interval, Level, quantile};

/// Successes among trials, for instance optimal moves among scored moves.
///
/// No trials at all is a valid tally: its intervals are [0, 1].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "RawTally")]
pub struct Tally {
    successes: u64,
    trials: u64,
}

#[derive(Deserialize)]
struct RawTally {
    successes: u64,
    trials: u64,
}

impl TryFrom<RawTally> for Tally {
    type Error = TallyError;

    fn try_from(raw: RawTally) -> Result<Self, TallyError> {
        Self::new(raw.successes, raw.trials)
    }
}

/// The largest number of trials for [`Tally::clopper_pearson`].
///
/// Beyond it the incomplete beta function of statrs, whose continued fraction
/// stops after 140 terms, is no longer good to nine digits.
const CLOPPER_PEARSON_TRIALS: u64 = 10_000;

impl Tally {
    /// Takes `successes` among `trials`; there cannot be more of the first.
    pub fn new(successes: u64, trials: u64) -> Result<Self, TallyError> {
        if successes > trials {
            return Err(TallyError { successes, trials });
        }
        Ok(Self { successes, trials })
    }

    /// Number of successes.
    #[must_use]
    pub fn successes(self) -> u64 {
        self.successes
    }

    /// Number of trials.
    #[must_use]
    pub fn trials(self) -> u64 {
        self.trials
    }

    /// successes / trials; `None` without trials.
    #[must_use]
    pub fn rate(self) -> Option<f64> {
        (self.trials > 0).then(|| self.successes as f64 / self.trials as f64)
    }

    /// Wilson's score interval, always inside [0, 1].
    ///
    /// (p + z²/2n ± z √(p(1-p)/n + z²/4n²)) / (1 + z²/n).
    /// Source: Wilson (1927), Probable inference.
    #[must_use]
    pub fn wilson(self, level: Level) -> Interval {
        wilson(self.successes as f64, self.trials as f64, level)
    }

    /// Agresti and Coull's adjusted rate and variance with the z of `level`.
    #[must_use]
    pub fn agresti_coull(self, level: Level) -> AgrestiCoull {
        AgrestiCoull::new(self.successes as f64, self.trials as f64, level.z())
    }

    /// The exact binomial interval: covers at least `level`, often more.
    ///
    /// Beta quantiles B(tail; x, n-x+1) and B(1-tail; x+1, n-x).
    /// Source: Clopper and Pearson (1934).
    pub fn clopper_pearson(self, level: Level) -> Result<Interval, ClopperPearsonError> {
        if self.trials > CLOPPER_PEARSON_TRIALS {
            return Err(ClopperPearsonError {
                trials: self.trials,
                limit: CLOPPER_PEARSON_TRIALS,
            });
        }
        let lower = |x: u64| {
            if x == 0 {
                return 0.0;
            }
            quantile::beta_lower(level.tail(), x as f64, (self.trials - x) as f64 + 1.0)
        };
        Ok(Interval {
            lo: lower(self.successes),
            hi: 1.0 - lower(self.trials - self.successes),
        })
    }
}

/// Wilson's interval for a mean of `n` independent values from 0 to 1.
///
/// Such values vary by at most mean·(1 - mean), as those of a proportion do (Bhatia and
/// Davis, 2000), so the interval is as wide as a proportion's or wider than it need be. `n`
/// may be an effective number.
#[must_use]
pub fn wilson_mean(mean: f64, n: f64, level: Level) -> Interval {
    wilson(mean * n, n, level)
}

/// Wilson's interval on counts that need not be whole.
pub(crate) fn wilson(x: f64, n: f64, level: Level) -> Interval {
    if n <= 0.0 {
        return Interval { lo: 0.0, hi: 1.0 };
    }
    let z2 = level.z().powi(2);
    // Mirrored for the upper end, so that 0 and 1 come out exactly.
    let lower = |x: f64| {
        let spread = (z2 * (x * (1.0 - x / n) + z2 / 4.0)).sqrt();
        ((x + z2 / 2.0 - spread) / (n + z2)).clamp(0.0, 1.0)
    };
    Interval {
        lo: if x > 0.0 { lower(x) } else { 0.0 },
        hi: if x < n { 1.0 - lower(n - x) } else { 1.0 },
    }
}

/// Agresti and Coull's adjusted sample: z² trials added, half of them successes.
///
/// n~ = n + z², p~ = (x + z²/2) / n~, variance p~(1-p~)/n~.
/// Source: Agresti and Coull (1998), Approximate is better than "exact".
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct AgrestiCoull {
    /// n~, in trials.
    pub trials: f64,
    /// p~, the adjusted rate.
    pub rate: f64,
    /// p~(1-p~)/n~.
    pub variance: f64,
}

impl AgrestiCoull {
    pub(crate) fn new(x: f64, n: f64, z: f64) -> Self {
        // A level near 0 has z = 0, and with n = 0 nothing remains to divide by.
        let z2 = (z * z).max(f64::MIN_POSITIVE);
        let trials = n + z2;
        let rate = (x + z2 / 2.0) / trials;
        Self {
            trials,
            rate,
            variance: rate * (1.0 - rate) / trials,
        }
    }
}

/// More successes than trials.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{successes} successes among {trials} trials")]
pub struct TallyError {
    /// The successes given.
    pub successes: u64,
    /// The trials given.
    pub trials: u64,
}

/// Too many trials for the exact interval; Wilson's is as good there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "the exact binomial interval is offered up to {limit} trials, not for {trials}; use Wilson"
)]
pub struct ClopperPearsonError {
    /// The trials seen.
    pub trials: u64,
    /// The most that are computed accurately.
    pub limit: u64,
}

#[cfg(test)]
mod tests;
