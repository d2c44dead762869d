//! Who stands where, and who can be told apart.

use std::cmp::Ordering;

use ludometer_stats::{Estimate, Method, holm};

use super::{MeasureError, Separation, Standing, measure::LEVEL};
use crate::{Finding, FindingInterval, Unit};

/// The adjusted p-value up to which two models count as told apart.
const ALPHA: f64 = 0.05;

/// Ranks the models and tests each against its neighbour.
pub(super) fn ranked(
    mut models: Vec<(Standing, Option<Estimate>)>,
) -> Result<(Vec<Standing>, Vec<Separation>), MeasureError> {
    models.sort_by(|(a, a_estimate), (b, b_estimate)| {
        match (a_estimate, b_estimate) {
            (Some(a), Some(b)) => b.value().total_cmp(&a.value()),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => Ordering::Equal,
        }
        .then_with(|| a.model.cmp(&b.model))
    });
    let mut rank: Option<(usize, f64)> = None;
    for (place, (standing, estimate)) in models.iter_mut().enumerate() {
        standing.rank = estimate.map(|estimate| {
            let shared = rank.filter(|(_, value)| value.total_cmp(&estimate.value()).is_eq());
            let (own, _) = *rank.insert(shared.unwrap_or((place + 1, estimate.value())));
            own
        });
    }
    let wrong = |error: ludometer_stats::EstimateError| MeasureError::Estimate(error.to_string());
    let mut pairs = Vec::new();
    for pair in models.windows(2) {
        let [(above, Some(a)), (below, Some(b))] = pair else {
            continue;
        };
        let difference = a.minus_independent(*b).map_err(wrong)?;
        pairs.push((
            above.model.clone(),
            below.model.clone(),
            difference,
            above.optimality.games + below.optimality.games,
        ));
    }
    let p_values: Vec<f64> = pairs
        .iter()
        .map(|(_, _, difference, _)| difference.two_sided_p(0.0))
        .collect();
    let adjusted = holm(&p_values).map_err(|error| MeasureError::Estimate(error.to_string()))?;
    let separability = pairs
        .into_iter()
        .zip(p_values.iter().zip(adjusted))
        .map(|((better, worse, difference, games), (p, p_holm))| Separation {
            better,
            worse,
            difference: Finding {
                id: "optimality-difference".to_owned(),
                definition: "difference of the two headlines; the models' games are taken as independent".to_owned(),
                unit: Unit::ShareDifference,
                value: Some(difference.value()),
                numerator: None,
                denominator: None,
                games,
                intervals: vec![FindingInterval::new(
                    Method::ClusterRobustCarried,
                    LEVEL,
                    difference.interval(LEVEL),
                )],
            },
            p: *p,
            p_holm,
            told_apart: p_holm <= ALPHA,
        })
        .collect();
    Ok((
        models.into_iter().map(|(standing, _)| standing).collect(),
        separability,
    ))
}
