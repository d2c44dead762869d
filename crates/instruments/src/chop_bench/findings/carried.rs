//! Numbers that are carried from cells: headlines, gains, ranges.

use ludometer_stats::{CellTable, Contrast, Estimate, GameTallies, Method};

use super::{MeasureError, measure::LEVEL};
use crate::{
    Finding, FindingInterval, Unit,
    chop_bench::{ChopBench, Mode},
};

/// A model's tallies by mode and family.
pub(super) type Table = CellTable<Mode, String, GameTallies>;

/// A weighted sum of cells with the published interval and the cluster-robust one.
pub(super) fn carried(
    id: &str,
    definition: &str,
    unit: Unit,
    table: Option<&Table>,
    contrast: impl Fn(&Table) -> Contrast<Mode, String>,
    games: usize,
) -> Result<(Finding, Option<Estimate>), MeasureError> {
    let mut finding = Finding {
        id: id.to_owned(),
        definition: definition.to_owned(),
        unit,
        value: None,
        numerator: None,
        denominator: None,
        games,
        intervals: Vec::new(),
    };
    let Some(table) = table else {
        return Ok((finding, None));
    };
    let wrong = |error: ludometer_stats::CellTableError| MeasureError::Estimate(error.to_string());
    let contrast = contrast(table);
    let published = table
        .totals()
        .agresti_coull_carried(&contrast, LEVEL)
        .map_err(wrong)?;
    let (clustered, _) = table.cluster_robust(&contrast, LEVEL).map_err(wrong)?;
    finding.value = Some(published.value());
    finding.intervals = vec![
        FindingInterval::new(
            Method::AgrestiCoullCarried,
            LEVEL,
            published.interval(LEVEL),
        ),
        FindingInterval::new(
            Method::ClusterRobustCarried,
            LEVEL,
            clustered.interval(LEVEL),
        ),
    ];
    Ok((finding, Some(clustered)))
}

pub(super) fn structure_gain(
    bench: &ChopBench,
    table: Option<&Table>,
    games: usize,
) -> Result<Option<Finding>, MeasureError> {
    let structured = |family: &String| {
        bench
            .families
            .get(family)
            .is_some_and(|family| family.structured)
    };
    let has = |wanted: &dyn Fn(&String) -> bool| bench.families.keys().any(wanted);
    if !has(&structured) || !has(&|family| family == "plain") {
        return Ok(None);
    }
    let contrast = |table: &Table| {
        let plain = table.mean_where(|_, family| family == "plain");
        let gain = table
            .mean_where(|_, family| structured(family))
            .minus(&plain);
        // Both weights are means, far from overflow.
        gain.unwrap_or(plain)
    };
    let definition = "mean optimality of the structured families less that of `plain`, within each mode, then over the modes";
    carried(
        "structure-gain",
        definition,
        Unit::ShareDifference,
        table,
        contrast,
        games,
    )
    .map(|(finding, _)| Some(finding))
}

/// No interval: the two families are chosen by their results, which biases the range upward.
pub(super) fn family_range(
    table: Option<&Table>,
    games: usize,
) -> Result<Option<Finding>, MeasureError> {
    let Some(table) = table else { return Ok(None) };
    let mut families: Vec<String> = table
        .cells()
        .map(|((_, family), _)| family.clone())
        .collect();
    families.sort();
    families.dedup();
    let totals = table.totals();
    let mut means = Vec::new();
    for family in families {
        let contrast = table.mean_where(|_, other| *other == family);
        let mean = totals
            .agresti_coull_carried(&contrast, LEVEL)
            .map_err(|error| MeasureError::Estimate(error.to_string()))?;
        means.push((mean.value(), family));
    }
    let order = |a: &&(f64, String), b: &&(f64, String)| a.0.total_cmp(&b.0);
    let (Some(worst), Some(best)) = (means.iter().min_by(order), means.iter().max_by(order)) else {
        return Ok(None);
    };
    let definition = if best.0.total_cmp(&worst.0).is_eq() {
        "best family less worst, each a mean over modes: all families are equal".to_owned()
    } else {
        format!(
            "optimality in the best family ({}) less that in the worst ({}), each a mean over modes; \
             chosen by result and so biased upward: no interval",
            best.1, worst.1
        )
    };
    Ok((means.len() > 1).then(|| Finding {
        id: "family-range".to_owned(),
        definition,
        unit: Unit::ShareDifference,
        value: Some(best.0 - worst.0),
        numerator: None,
        denominator: None,
        games,
        intervals: Vec::new(),
    }))
}
