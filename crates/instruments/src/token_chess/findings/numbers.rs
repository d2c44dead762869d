//! Numbers of seats in Token Chess, beside those that every instrument has.

use ludometer_games::Color;
use ludometer_stats::{GameTallies, Method};

use super::seats::Seats;
pub(super) use crate::numbers::{LEVEL, ratio, score, share, spread, wrong};
use crate::{Finding, FindingInterval, MeasureError, Unit, numbers::of_mean};

/// A share with at most one trial a game, so that trials are independent.
pub(super) fn share_of_games(id: &str, definition: &str, tallies: &GameTallies) -> Finding {
    let mut finding = Finding::share(id, definition, tallies, LEVEL, None);
    finding.intervals.truncate(1);
    for interval in &mut finding.intervals {
        "Wilson score interval; takes games as independent".clone_into(&mut interval.definition);
    }
    finding
}

/// The same with the exact interval.
pub(super) fn exact_share_of_games(id: &str, definition: &str, tallies: &GameTallies) -> Finding {
    let mut finding = share_of_games(id, definition, tallies);
    let total = tallies.total();
    if total.trials() > 0
        && let Ok(exact) = total.clopper_pearson(LEVEL)
    {
        let mut interval = FindingInterval::new(Method::ClopperPearson, LEVEL, exact);
        "exact binomial (Clopper-Pearson) interval; takes games as independent"
            .clone_into(&mut interval.definition);
        finding.intervals = vec![interval];
    }
    finding
}

/// Mean of the score as White and the score as Black; without a value where one colour is
/// missing.
///
/// The variance of the mean is at most p(1-p)·(1/w + 1/b)/4 where w = b, so the interval is
/// that of 4/(1/w + 1/b) games: of all of them where colours are balanced.
pub(super) fn balanced_score(seats: &Seats<'_>) -> Result<Finding, MeasureError> {
    let of = |colour: Color| seats.only(|_, side| side == colour).half_points();
    let (white, black) = (of(Color::White)?, of(Color::Black)?);
    let both = white.total().rate().zip(black.total().rate());
    let mean = both.map(|(white, black)| f64::midpoint(white, black));
    let games = 4.0 / (1.0 / white.games() as f64 + 1.0 / black.games() as f64);
    Ok(Finding {
        id: "balanced-score".to_owned(),
        definition: "mean of the score as White and the score as Black, in games against others"
            .to_owned(),
        unit: Unit::Score,
        value: mean,
        numerator: None,
        denominator: None,
        games: seats.games(),
        intervals: of_mean(mean, games),
    })
}
