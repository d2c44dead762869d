//! An interval, its level, and the name of the method that made it.

use serde::{Deserialize, Serialize};

use crate::quantile;

/// A closed interval, as the method gives it.
///
/// Unit: that of the estimate. The ends are raw: a symmetric interval for a
/// rate may leave [0, 1]; [`Interval::clipped`] cuts it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// Lower end.
    pub lo: f64,
    /// Upper end, not below `lo`.
    pub hi: f64,
}

impl Interval {
    /// The part inside [floor, ceiling]: each end moved to the nearest value in that range.
    #[must_use]
    pub fn clipped(self, floor: f64, ceiling: f64) -> Self {
        let cut = |end: f64| end.min(ceiling).max(floor);
        Self {
            lo: cut(self.lo),
            hi: cut(self.hi),
        }
    }

    /// Whether `value` lies inside or on an end.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        self.lo <= value && value <= self.hi
    }

    /// Half the distance between the ends.
    #[must_use]
    pub fn half_width(self) -> f64 {
        (self.hi - self.lo) / 2.0
    }
}

/// A confidence level: the nominal share of samples whose interval holds the truth.
///
/// A number strictly between 0 and 1, without unit. Written as that number.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Level(f64);

impl Level {
    /// 0.95, what evaluations usually print.
    pub const P95: Self = Self(0.95);

    /// Takes a level strictly between 0 and 1.
    pub fn new(level: f64) -> Result<Self, LevelError> {
        if level > 0.0 && level < 1.0 {
            Ok(Self(level))
        } else {
            Err(LevelError { level })
        }
    }

    /// The level as a number.
    #[must_use]
    pub fn get(self) -> f64 {
        self.0
    }

    /// What lies outside on each side: (1 - level) / 2.
    #[must_use]
    pub fn tail(self) -> f64 {
        (1.0 - self.0) / 2.0
    }

    /// z, the upper `tail` quantile of the standard normal: 1.959964 at 0.95.
    #[must_use]
    pub fn z(self) -> f64 {
        quantile::normal_upper(self.tail())
    }
}

impl TryFrom<f64> for Level {
    type Error = LevelError;

    fn try_from(level: f64) -> Result<Self, LevelError> {
        Self::new(level)
    }
}

impl From<Level> for f64 {
    fn from(level: Level) -> Self {
        level.0
    }
}

/// A level that is not strictly between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("a confidence level lies strictly between 0 and 1, not at {level}")]
pub struct LevelError {
    /// The number given.
    pub level: f64,
}

/// How an interval was made, in the words that users see.
///
/// Written in kebab-case; the names are part of the exported format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Wilson's score interval.
    Wilson,
    /// Wilson's score interval on counts divided by a design effect.
    WilsonDesignEffect,
    /// Wilson's score interval for a mean of values from 0 to 1.
    WilsonMean,
    /// The exact binomial interval.
    ClopperPearson,
    /// The interval of the published Chop-Bench notes.
    AgrestiCoullCarried,
    /// One cell, games as clusters, on the scale of the rate.
    ClusterRobust,
    /// One cell, games as clusters, on the logit scale.
    ClusterRobustLogit,
    /// A combination of cells, games as clusters.
    ClusterRobustCarried,
    /// The mean of one rate a game.
    GameMean,
    /// The profile likelihood interval of a rating.
    Profile,
    /// The same, with the colour advantage profiled out.
    ProfileFreeColour,
    /// The same, with opponents whose ratings are estimates.
    ProfileUncertainOpponents,
    /// The same, in a pool of players rated together.
    ProfilePool,
    /// The profile likelihood interval of a difference of ratings.
    ProfileDifference,
    /// The likelihood-mixture set: first games weight it, later games test.
    LikelihoodMixture,
    /// The likelihood-mixture set that may be looked at after every game.
    AnytimeMixture,
}

impl Method {
    /// Every method, in the order in which they are declared.
    pub const ALL: [Self; 16] = [
        Self::Wilson,
        Self::WilsonDesignEffect,
        Self::WilsonMean,
        Self::ClopperPearson,
        Self::AgrestiCoullCarried,
        Self::ClusterRobust,
        Self::ClusterRobustLogit,
        Self::ClusterRobustCarried,
        Self::GameMean,
        Self::Profile,
        Self::ProfileFreeColour,
        Self::ProfileUncertainOpponents,
        Self::ProfilePool,
        Self::ProfileDifference,
        Self::LikelihoodMixture,
        Self::AnytimeMixture,
    ];

    /// What the method does and assumes, in one line.
    #[must_use]
    pub fn definition(self) -> &'static str {
        match self {
            Self::Wilson => "Wilson score interval; takes moves as independent",
            Self::WilsonMean => {
                "Wilson score interval for a mean of values from 0 to 1, which vary no more than a \
                 proportion does; takes games as independent"
            }
            Self::WilsonDesignEffect => {
                "Wilson score interval on counts divided by a design effect pooled over cells; \
                 used where a cell's own games show no spread"
            }
            Self::ClopperPearson => {
                "exact binomial (Clopper-Pearson) interval; takes moves as independent"
            }
            Self::AgrestiCoullCarried => {
                "raw mean of cells +/- z times the root of their summed Agresti-Coull variances, \
                 as published; takes moves as independent"
            }
            Self::ClusterRobust => {
                "cluster-robust variance with games as clusters, Student t with games - 1 degrees \
                 of freedom"
            }
            Self::ClusterRobustLogit => {
                "cluster-robust variance with games as clusters, Student t with games - 1 degrees \
                 of freedom, on the logit scale"
            }
            Self::ClusterRobustCarried => {
                "weighted sum of cells with cluster-robust variances (games as clusters), Student \
                 t with Welch-Satterthwaite degrees of freedom"
            }
            Self::GameMean => {
                "mean of one rate a game, every game counting the same, Student t with games - 1 \
                 degrees of freedom"
            }
            Self::Profile => {
                "profile likelihood of the Davidson model with no colour advantage, chi-square \
                 with 1 degree of freedom; approximate, and for one look at the end"
            }
            Self::ProfileFreeColour => {
                "profile likelihood of the Davidson model, colour advantage profiled out, \
                 chi-square with 1 degree of freedom; approximate, and for one look at the end"
            }
            Self::ProfileUncertainOpponents => {
                "profile likelihood of the Davidson model, opponents' ratings profiled out under \
                 their own standard errors, chi-square with 1 degree of freedom; approximate"
            }
            Self::ProfilePool => {
                "joint profile likelihood of the Davidson model over a pool of players, \
                 chi-square with 1 degree of freedom; approximate"
            }
            Self::ProfileDifference => {
                "profile likelihood ratio of two players' Davidson models, chi-square with 1 \
                 degree of freedom; approximate"
            }
            Self::LikelihoodMixture => {
                "likelihood-mixture e-value: the first games weight the mixture, the later games \
                 test it; conservative"
            }
            Self::AnytimeMixture => {
                "likelihood-mixture e-process over all games, valid at every look; conservative"
            }
        }
    }

    /// Whether the level is only approached as samples grow.
    ///
    /// The others never cover less than their level while their model holds:
    /// Clopper-Pearson while moves are independent, the mixture sets
    /// ([`Method::is_conservative`]) under the Davidson model.
    #[must_use]
    pub fn is_approximate(self) -> bool {
        self != Self::ClopperPearson && !self.is_conservative()
    }

    /// Whether the level is a bound that coverage as a rule exceeds by far.
    #[must_use]
    pub fn is_conservative(self) -> bool {
        matches!(self, Self::LikelihoodMixture | Self::AnytimeMixture)
    }
}

#[cfg(test)]
mod tests;
