//! Numbers as they are shown.

use ludometer_instruments::{Finding, FindingInterval, Unit};

/// What stands where there is no number.
pub(crate) const NOTHING: &str = "–";

/// A share in percent with one decimal, other units as fits them.
pub(crate) fn value(finding: &Finding) -> String {
    finding
        .value
        .map_or(NOTHING.to_owned(), |value| in_unit(value, finding.unit))
}

/// Both ends of an interval, shares clipped to what is possible.
pub(crate) fn interval(finding: &Finding, interval: Option<&FindingInterval>) -> String {
    interval.map_or(NOTHING.to_owned(), |interval| {
        let (floor, ceiling) = match finding.unit {
            Unit::Share => (0.0, 1.0),
            Unit::ShareDifference => (-1.0, 1.0),
            Unit::TokensPerMove | Unit::DollarsPerMove | Unit::Plies => (0.0, f64::INFINITY),
        };
        let end = |value: f64| in_unit(value.clamp(floor, ceiling), finding.unit);
        let between = if finding.unit == Unit::ShareDifference {
            " to "
        } else {
            "–"
        };
        format!("{}{between}{}", end(interval.lo), end(interval.hi))
    })
}

fn in_unit(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Share => format!("{:.1}", percent(value)),
        Unit::ShareDifference => format!("{:+.1}", percent(value)),
        Unit::TokensPerMove | Unit::Plies => format!("{value:.1}"),
        Unit::DollarsPerMove => format!("${value:.6}"),
    }
}

/// In percent, without a minus before a zero.
pub(crate) fn percent(share: f64) -> f64 {
    let rounded = (share * 1000.0).round() / 10.0;
    if rounded == 0.0 { 0.0 } else { rounded }
}

/// A p-value; small ones as a bound.
pub(crate) fn p_value(p: f64) -> String {
    if p < 0.0001 {
        "< 0.0001".to_owned()
    } else {
        format!("{p:.4}")
    }
}

/// A count out of another, as `12/20`.
pub(crate) fn counts(finding: &Finding) -> String {
    match (finding.numerator, finding.denominator) {
        (Some(numerator), Some(denominator)) => format!("{numerator}/{denominator}"),
        _ => NOTHING.to_owned(),
    }
}
