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
            Unit::Share | Unit::Score => (0.0, 1.0),
            Unit::ShareDifference | Unit::ScoreDifference => (-1.0, 1.0),
            Unit::BudgetTokensDifference | Unit::Elo => (f64::NEG_INFINITY, f64::INFINITY),
            Unit::TokensPerMove
            | Unit::DollarsPerMove
            | Unit::Plies
            | Unit::WinsPerToken
            | Unit::BudgetTokensPerTurn
            | Unit::BudgetTokensPerGame
            | Unit::Temperature
            | Unit::Candidates
            | Unit::TokensPerGame
            | Unit::DollarsPerGame
            | Unit::SecondsPerGame
            | Unit::PerGame => (0.0, f64::INFINITY),
        };
        let end = |value: f64| in_unit(value.clamp(floor, ceiling), finding.unit);
        let between = match finding.unit {
            Unit::ShareDifference
            | Unit::ScoreDifference
            | Unit::BudgetTokensDifference
            | Unit::Elo => " to ",
            _ => "–",
        };
        format!("{}{between}{}", end(interval.lo), end(interval.hi))
    })
}

fn in_unit(value: f64, unit: Unit) -> String {
    match unit {
        Unit::Share | Unit::Score => format!("{:.1}", percent(value)),
        Unit::ShareDifference | Unit::ScoreDifference => format!("{:+.1}", percent(value)),
        Unit::TokensPerMove | Unit::Plies | Unit::BudgetTokensPerGame | Unit::SecondsPerGame => {
            format!("{value:.1}")
        }
        Unit::BudgetTokensPerTurn | Unit::Temperature | Unit::Candidates | Unit::PerGame => {
            format!("{value:.2}")
        }
        Unit::Elo => crate::elo::elo(value),
        Unit::TokensPerGame => grouped(value),
        Unit::DollarsPerGame => format!("${value:.4}"),
        Unit::BudgetTokensDifference => {
            format!("{:+.2}", without_minus_zero(value * 100.0) / 100.0)
        }
        Unit::WinsPerToken => format!("{value:.4}"),
        Unit::DollarsPerMove => format!("${value:.6}"),
    }
}

/// A whole number with its thousands apart.
pub(crate) fn grouped(value: f64) -> String {
    let digits = format!("{:.0}", without_minus_zero(value));
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", &digits[..]),
    };
    let mut text = sign.to_owned();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// In percent, without a minus before a zero.
pub(crate) fn percent(share: f64) -> f64 {
    without_minus_zero(share * 1000.0) / 10.0
}

/// Rounded to a whole number, which is not -0.
fn without_minus_zero(value: f64) -> f64 {
    let rounded = value.round();
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

/// The interval that takes games as clusters, or the one that there is.
pub(crate) fn best(finding: &Finding) -> Option<&FindingInterval> {
    finding.clustered().or_else(|| finding.intervals.first())
}

/// The ends of the best interval.
pub(crate) fn ends(finding: &Finding) -> String {
    interval(finding, best(finding))
}
