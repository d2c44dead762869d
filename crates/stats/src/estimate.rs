//! A number with its variance and the distribution that its error is held against.

use serde::Serialize;

use crate::{Interval, Level, quantile};

/// The distribution of (estimate - truth) / standard error.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reference {
    /// Standard normal: the variance is taken as known.
    Normal,
    /// Student's t: the variance was estimated.
    StudentT {
        /// Degrees of freedom, at least 1; need not be whole.
        degrees_of_freedom: f64,
    },
}

impl Reference {
    /// The quantile that leaves `level.tail()` above it.
    #[must_use]
    pub fn quantile(self, level: Level) -> f64 {
        match self {
            Self::Normal => level.z(),
            Self::StudentT { degrees_of_freedom } => {
                quantile::t_upper(level.tail(), degrees_of_freedom)
            }
        }
    }

    fn upper_tail(self, statistic: f64) -> f64 {
        match self {
            Self::Normal => quantile::normal_upper_tail(statistic),
            Self::StudentT { degrees_of_freedom } => {
                quantile::t_upper_tail(statistic, degrees_of_freedom)
            }
        }
    }

    /// 1 / degrees of freedom; 0 for the normal.
    fn inverse_df(self) -> f64 {
        match self {
            Self::Normal => 0.0,
            Self::StudentT { degrees_of_freedom } => 1.0 / degrees_of_freedom,
        }
    }

    fn from_inverse_df(inverse: f64) -> Self {
        if inverse > 0.0 {
            // Rounding must not take it below the smallest that is allowed.
            Self::StudentT {
                degrees_of_freedom: (1.0 / inverse).clamp(1.0, f64::MAX),
            }
        } else {
            Self::Normal
        }
    }
}

/// A value, the variance of its error, and the reference distribution.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    value: f64,
    variance: f64,
    reference: Reference,
}

impl Estimate {
    /// Takes a finite value, a finite variance of at least 0, and at least 1 degree of freedom.
    pub fn new(value: f64, variance: f64, reference: Reference) -> Result<Self, EstimateError> {
        if !value.is_finite() || !variance.is_finite() || variance < 0.0 {
            return Err(EstimateError::NotANumber { value, variance });
        }
        match reference {
            Reference::StudentT { degrees_of_freedom }
                if !degrees_of_freedom.is_finite() || degrees_of_freedom < 1.0 =>
            {
                Err(EstimateError::DegreesOfFreedom { degrees_of_freedom })
            }
            _ => Ok(Self {
                value,
                variance,
                reference,
            }),
        }
    }

    /// The point estimate.
    #[must_use]
    pub fn value(self) -> f64 {
        self.value
    }

    /// The variance, in the square of the value's unit.
    #[must_use]
    pub fn variance(self) -> f64 {
        self.variance
    }

    /// The standard error: root of the variance.
    #[must_use]
    pub fn standard_error(self) -> f64 {
        self.variance.sqrt()
    }

    /// The distribution that the error is held against.
    #[must_use]
    pub fn reference(self) -> Reference {
        self.reference
    }

    /// value ± quantile × standard error; not clipped.
    #[must_use]
    pub fn interval(self, level: Level) -> Interval {
        let half = self.reference.quantile(level) * self.standard_error();
        Interval {
            lo: self.value - half,
            hi: self.value + half,
        }
    }

    /// The interval made on the logit scale and carried back; `None` unless 0 < value < 1.
    ///
    /// logit(p) ± quantile × se / (p(1-p)): delta method.
    #[must_use]
    pub fn logit_interval(self, level: Level) -> Option<Interval> {
        let p = self.value;
        if !(p > 0.0 && p < 1.0) {
            return None;
        }
        if self.variance == 0.0 {
            return Some(Interval { lo: p, hi: p });
        }
        let odds = (p / (1.0 - p)).ln();
        let half = self.reference.quantile(level) * self.standard_error() / (p * (1.0 - p));
        let back = |x: f64| 1.0 / (1.0 + (-x).exp());
        Some(Interval {
            lo: back(odds - half),
            hi: back(odds + half),
        })
    }

    /// Two-sided p-value of the hypothesis that the truth is `hypothesis`.
    ///
    /// 2 P(T > |value - hypothesis| / se). At most 1 - level exactly when the
    /// interval at that level does not hold the hypothesis inside. Without
    /// variance it is 1 at the value and 0 elsewhere; NaN for NaN.
    #[must_use]
    pub fn two_sided_p(self, hypothesis: f64) -> f64 {
        let distance = (self.value - hypothesis).abs();
        if distance.is_nan() {
            return f64::NAN;
        }
        if distance == 0.0 {
            return 1.0;
        }
        if self.variance == 0.0 {
            return 0.0;
        }
        (2.0 * self.reference.upper_tail(distance / self.standard_error())).clamp(0.0, 1.0)
    }

    /// The difference from an estimate made on other, independent games.
    ///
    /// Variances add; degrees of freedom by Welch and Satterthwaite. Two models
    /// that played the same starting positions are treated as independent too,
    /// which as a rule makes the interval wider than pairing would.
    pub fn minus_independent(self, other: Self) -> Result<Self, EstimateError> {
        combine([(1.0, self), (-1.0, other)])
    }
}

/// Σ w·estimate of independent estimates, with variance Σ w² V and Welch-Satterthwaite df.
///
/// df = (Σ w² V)² / Σ (w² V)² / df. Source: Satterthwaite (1946); Welch (1947).
pub(crate) fn combine(
    parts: impl IntoIterator<Item = (f64, Estimate)>,
) -> Result<Estimate, EstimateError> {
    let parts: Vec<(f64, Estimate)> = parts.into_iter().collect();
    let value = parts.iter().map(|(w, part)| w * part.value).sum();
    let terms = || {
        parts
            .iter()
            .map(|(w, part)| (w * w * part.variance, part.reference.inverse_df()))
    };
    let variance: f64 = terms().map(|(term, _)| term).sum();
    // In shares of the total, so that squares of small variances do not vanish.
    let inverse_df: f64 = if variance > 0.0 {
        terms()
            .map(|(term, inverse_df)| (term / variance).powi(2) * inverse_df)
            .sum()
    } else {
        0.0
    };
    Estimate::new(value, variance, Reference::from_inverse_df(inverse_df))
}

/// Numbers that do not make an estimate.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum EstimateError {
    /// The value or variance is infinite or no number, or the variance is negative.
    #[error("value {value} with variance {variance} is not an estimate")]
    NotANumber {
        /// The value given.
        value: f64,
        /// The variance given.
        variance: f64,
    },
    /// Less than one degree of freedom, or not a number.
    #[error("Student's t needs at least 1 degree of freedom, not {degrees_of_freedom}")]
    DegreesOfFreedom {
        /// The number given.
        degrees_of_freedom: f64,
    },
}

#[cfg(test)]
mod tests;
