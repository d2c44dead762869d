//! A finding: a number that says how it was obtained.

use ludometer_stats::{Interval, Level, Method};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a finding counts in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A share from 0 to 1.
    Share,
    /// A difference of shares, from -1 to 1.
    ShareDifference,
    /// Model tokens a graded move.
    TokensPerMove,
    /// US dollars a graded move.
    DollarsPerMove,
    /// Plies.
    Plies,
}

/// An interval around a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FindingInterval {
    /// The method's name.
    #[schemars(with = "String")]
    pub method: Method,
    /// The method in a line.
    pub definition: String,
    /// Whether its coverage is only approximately its level.
    pub approximate: bool,
    /// The level, as 0.95.
    pub level: f64,
    /// Lower end, not clipped.
    pub lo: f64,
    /// Upper end, not clipped.
    pub hi: f64,
}

/// A number with its definition. A bare float is not a finding.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Finding {
    /// A name that stays the same from version to version.
    pub id: String,
    /// What it is, in a line.
    pub definition: String,
    /// In what it is counted.
    pub unit: Unit,
    /// The number; null where nothing was observed.
    pub value: Option<f64>,
    /// What was counted; null where the value is no plain ratio of two counts.
    pub numerator: Option<f64>,
    /// Out of what.
    pub denominator: Option<f64>,
    /// Independent units behind it: games.
    pub games: usize,
    /// Intervals, each named.
    pub intervals: Vec<FindingInterval>,
}

impl FindingInterval {
    /// An interval with what its method says of itself.
    #[must_use]
    pub fn new(method: Method, level: Level, interval: Interval) -> Self {
        Self {
            method,
            definition: method.definition().to_owned(),
            approximate: method.is_approximate(),
            level: level.get(),
            lo: interval.lo,
            hi: interval.hi,
        }
    }
}

impl Finding {
    /// The interval of a method.
    #[must_use]
    pub fn interval(&self, method: Method) -> Option<&FindingInterval> {
        self.intervals
            .iter()
            .find(|interval| interval.method == method)
    }

    /// The interval that takes games as clusters, whichever way it was made.
    #[must_use]
    pub fn clustered(&self) -> Option<&FindingInterval> {
        self.intervals.iter().find(|interval| {
            matches!(
                interval.method,
                Method::ClusterRobust
                    | Method::ClusterRobustLogit
                    | Method::ClusterRobustCarried
                    | Method::WilsonDesignEffect
            )
        })
    }
}
