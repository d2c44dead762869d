//! A finding: a number that says how it was obtained.

use ludometer_stats::{DesignEffect, GameTallies, Interval, Level, Method};
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
    /// Points a game, from 0 to 1: a win is 1, a draw 1/2.
    Score,
    /// A difference of points a game, from -1 to 1.
    ScoreDifference,
    /// Games won per token of the budget.
    WinsPerToken,
    /// Tokens of the budget a turn.
    BudgetTokensPerTurn,
    /// A difference of tokens of the budget a turn.
    BudgetTokensDifference,
    /// Tokens of the budget a game.
    BudgetTokensPerGame,
    /// A sampler's temperature.
    Temperature,
    /// Candidates.
    Candidates,
    /// Points of a rating.
    Elo,
    /// Model tokens a game.
    TokensPerGame,
    /// US dollars a game.
    DollarsPerGame,
    /// Seconds a game.
    SecondsPerGame,
    /// Whatever is counted, a game.
    PerGame,
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
    /// A plain share, with the interval that takes trials as independent and the one that
    /// takes games as clusters. `effect` is lent where the games show no spread.
    #[must_use]
    pub fn share(
        id: &str,
        definition: &str,
        games: &GameTallies,
        level: Level,
        effect: Option<DesignEffect>,
    ) -> Self {
        let total = games.total();
        let mut intervals = Vec::new();
        if total.trials() > 0 {
            intervals.push(FindingInterval::new(
                Method::Wilson,
                level,
                total.wilson(level),
            ));
            if let Some((interval, method)) = games.logit_interval(level, effect) {
                intervals.push(FindingInterval::new(method, level, interval));
            }
        }
        Self {
            id: id.to_owned(),
            definition: definition.to_owned(),
            unit: Unit::Share,
            value: total.rate(),
            numerator: Some(total.successes() as f64),
            denominator: Some(total.trials() as f64),
            games: games.games(),
            intervals,
        }
    }

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
