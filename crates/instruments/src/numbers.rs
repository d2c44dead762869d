//! Shares, ratios and scores with games as the independent units.

use ludometer_stats::{
    DesignEffect, Estimate, EstimateError, GameTallies, Level, Method, RatioSample, Spread,
    wilson_mean,
};

use crate::{Finding, FindingInterval, MeasureError, Unit};

/// The level of every interval.
pub(crate) const LEVEL: Level = Level::P95;

/// A share whose trials are alike within a game. `pooled` lends its design effect where the
/// games of `tallies` show no spread.
pub(crate) fn share(
    id: &str,
    definition: &str,
    tallies: &GameTallies,
    pooled: &GameTallies,
) -> Finding {
    let effect = DesignEffect::pooled([pooled]);
    let mut finding = Finding::share(id, definition, tallies, LEVEL, effect);
    for interval in &mut finding.intervals {
        if interval.method == Method::Wilson {
            "Wilson score interval; takes trials as independent"
                .clone_into(&mut interval.definition);
        }
    }
    finding
}

/// Σy over Σm, with games as clusters. Games that have neither are left out.
pub(crate) fn ratio(
    id: &str,
    definition: &str,
    unit: Unit,
    rows: &[(f64, f64)],
) -> Result<Finding, MeasureError> {
    let rows: Vec<(f64, f64)> = rows
        .iter()
        .copied()
        .filter(|(y, m)| *y != 0.0 || *m != 0.0)
        .collect();
    let mut finding = Finding {
        id: id.to_owned(),
        definition: definition.to_owned(),
        unit,
        value: None,
        numerator: Some(rows.iter().map(|row| row.0).sum()),
        denominator: Some(rows.iter().map(|row| row.1).sum()),
        games: rows.len(),
        intervals: Vec::new(),
    };
    let Ok(sample) = RatioSample::new(rows) else {
        return Ok(finding);
    };
    match sample.spread().map_err(wrong)? {
        Spread::OneGame { value } => finding.value = Some(value),
        Spread::BetweenGames(estimate) => {
            finding.value = Some(estimate.value());
            finding.intervals = spread(estimate, Method::ClusterRobust);
        }
    }
    Ok(finding)
}

/// An error of less than this part of its value comes from rounding alone.
const ROUNDING: f64 = 1e-9;

/// An estimate's interval; none where no game differs, which is no evidence of certainty.
pub(crate) fn spread(estimate: Estimate, method: Method) -> Vec<FindingInterval> {
    if estimate.standard_error() > ROUNDING * estimate.value().abs() {
        vec![FindingInterval::new(
            method,
            LEVEL,
            estimate.interval(LEVEL),
        )]
    } else {
        Vec::new()
    }
}

/// Points over games, from half-points among twice the games.
pub(crate) fn score(id: &str, definition: &str, half_points: &GameTallies) -> Finding {
    let total = half_points.total();
    Finding {
        id: id.to_owned(),
        definition: definition.to_owned(),
        unit: Unit::Score,
        value: total.rate(),
        numerator: Some(total.successes() as f64 / 2.0),
        denominator: Some(total.trials() as f64 / 2.0),
        games: half_points.games(),
        intervals: of_mean(total.rate(), half_points.games() as f64),
    }
}

/// Games are the trials, whole points and halves their values. A handful of games that all
/// ended alike show no spread, and are no evidence of certainty.
pub(crate) fn of_mean(mean: Option<f64>, games: f64) -> Vec<FindingInterval> {
    let interval = mean.map(|mean| {
        FindingInterval::new(Method::WilsonMean, LEVEL, wilson_mean(mean, games, LEVEL))
    });
    interval.into_iter().collect()
}

pub(crate) fn wrong(error: EstimateError) -> MeasureError {
    MeasureError::Estimate(error.to_string())
}
