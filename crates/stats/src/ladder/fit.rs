//! Maximum likelihood and the profile interval.

use super::{
    Elo, Evidence, Place, Score, UncertainError, UncertainOpponents,
    concave::{Profile, Summit, level_set, summit},
    free_colour::FreeColour,
    known::KnownOpponents,
};
use crate::{Interval, Level, Method, quantile};

/// A rating with its profile interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fit {
    /// Where the likelihood is largest.
    pub place: Place,
    /// nu there: 0 without draws; infinite where it grows with the rating or
    /// with nothing but draws; `None` where the games do not tell it.
    pub draw_parameter: Option<f64>,
    /// h there, in Elo, where it was free and is told.
    pub colour_advantage: Option<f64>,
    /// All R with 2·(sup - pl(R)) within the chi-square quantile of one degree
    /// of freedom; an end may be infinite.
    pub interval: Interval,
    /// The interval's level.
    pub level: Level,
    /// What was assumed.
    pub method: Method,
    /// The supremum of the log likelihood, in nats; no constant is left out.
    pub log_likelihood: f64,
    /// The games.
    pub score: Score,
}

impl Fit {
    /// Why there is no finite rating, in a line; `None` when there is one.
    #[must_use]
    pub fn reason(&self) -> Option<&'static str> {
        match self.place {
            Place::At(_) => None,
            Place::PlusInfinity if self.method == Method::ProfileFreeColour => {
                Some("unbounded above: with a free colour advantage nothing limits it from above")
            }
            Place::MinusInfinity if self.method == Method::ProfileFreeColour => {
                Some("unbounded below: with a free colour advantage nothing limits it from below")
            }
            Place::PlusInfinity => Some("unbounded above: no game was lost"),
            Place::MinusInfinity => Some("unbounded below: no game was won"),
            Place::NotIdentified if self.score.games() == 0 => Some("not identified: no games"),
            Place::NotIdentified if self.score.wins + self.score.losses == 0 => {
                Some("not identified: only draws")
            }
            Place::NotIdentified => {
                Some("not identified: rating and colour advantage cannot be told apart")
            }
        }
    }
}

/// The rating of a player who met opponents of known rating, h = 0.
///
/// The end of an interval that no data bound is infinite, and is never cut.
#[must_use]
pub fn fit(evidence: &Evidence, level: Level) -> Fit {
    let profile = KnownOpponents::new(evidence);
    let nu = |place| match place {
        Place::At(rating) => Some(profile.draw_parameter_at(rating)),
        _ => one_sided_draw_parameter(evidence.score()),
    };
    let (summit, interval) = interval(&profile, level);
    Fit {
        place: summit.place,
        draw_parameter: nu(summit.place),
        colour_advantage: None,
        interval,
        level,
        method: Method::Profile,
        log_likelihood: summit.height,
        score: evidence.score(),
    }
}

/// As [`fit`], with the colour advantage h profiled out.
#[must_use]
pub fn fit_free_colour(evidence: &Evidence, level: Level) -> Fit {
    let profile = FreeColour::new(evidence);
    let (summit, interval) = interval(&profile, level);
    let at = |f: &dyn Fn(f64) -> f64| match summit.place {
        Place::At(rating) => Some(f(rating)),
        _ => None,
    };
    Fit {
        place: summit.place,
        draw_parameter: at(&|rating| profile.draw_parameter_at(rating)),
        colour_advantage: at(&|rating| profile.colour_advantage_at(rating)),
        interval,
        level,
        method: Method::ProfileFreeColour,
        log_likelihood: summit.height,
        score: evidence.score(),
    }
}

/// As [`fit`], with opponents whose ratings were themselves estimated.
///
/// `standard_error` gives that of an opponent's rating, 0 where it is known;
/// all games against one rating share one error. See [`UncertainOpponents`].
pub fn fit_uncertain(
    evidence: &Evidence,
    standard_error: impl Fn(Elo) -> f64,
    level: Level,
) -> Result<Fit, UncertainError> {
    let profile = UncertainOpponents::new(evidence, standard_error)?;
    let (summit, interval) = interval(&profile, level);
    let draw_parameter = match summit.place {
        Place::At(rating) => Some(profile.draw_parameter_at(rating)),
        _ => one_sided_draw_parameter(evidence.score()),
    };
    Ok(Fit {
        place: summit.place,
        draw_parameter,
        colour_advantage: None,
        interval,
        level,
        method: Method::ProfileUncertainOpponents,
        log_likelihood: summit.height,
        score: evidence.score(),
    })
}

fn one_sided_draw_parameter(score: Score) -> Option<f64> {
    match (score.games(), score.draws) {
        (0, _) => None,
        (_, 0) => Some(0.0),
        _ => Some(f64::INFINITY),
    }
}

/// pl(R) at one rating: the log likelihood with nu maximised over and h = 0, in nats.
#[must_use]
pub fn profile_log_likelihood(evidence: &Evidence, rating: Elo) -> f64 {
    KnownOpponents::new(evidence).at(rating.get()).value
}

/// The drop of twice the log likelihood at an interval's ends: the quantile of
/// chi-square with one degree of freedom, 3.841459 at 0.95.
#[must_use]
pub fn cutoff(level: Level) -> f64 {
    level.z() * level.z()
}

/// P(chi-square with one degree of freedom > `statistic`).
pub(crate) fn chi_square_tail(statistic: f64) -> f64 {
    (2.0 * quantile::normal_upper_tail(statistic.max(0.0).sqrt())).min(1.0)
}

pub(crate) fn interval(profile: &impl Profile, level: Level) -> (Summit, Interval) {
    let summit = summit(profile);
    let ends = level_set(profile, summit, summit.height - cutoff(level) / 2.0);
    (summit, ends)
}
