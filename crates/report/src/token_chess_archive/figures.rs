//! Figures as they are shown.

use ludometer_instruments::token_chess::archive::{
    measured::{Figure, In, Measured},
    statement::Quoted,
};

use crate::number::NOTHING;

/// What the intervals are.
pub const ABOUT_INTERVALS: &str = "95% intervals of shares take games as clusters (cluster-robust on the logit scale; where games do not differ or there is one, Wilson's with a design effect); JSON has Wilson's too, which takes samples as independent.";

/// A figure as the report has it.
#[must_use]
pub fn quoted(quoted: &Quoted) -> String {
    match quoted {
        Quoted::Exact { value, decimals } => format!("{value:.*}", usize::from(*decimals)),
        Quoted::About { about } => format!("~{about}"),
        Quoted::Numbers(all) => joined(all, f64::to_string),
        Quoted::Texts(all) => all.join(", "),
        Quoted::Words(words) => format!("“{words}”"),
    }
}

/// What was measured, with its counts where they say more.
#[must_use]
pub fn with_counts(measured: &Measured) -> String {
    let Some(figure) = &measured.value else {
        return NOTHING.to_owned();
    };
    let shown = match figure {
        Figure::Number(value) => number(*value, measured.unit),
        Figure::Numbers(all) => joined(all, |value| number(*value, measured.unit)),
        Figure::Text(text) => text.clone(),
        Figure::Texts(all) => all.join(", "),
        Figure::Truth(holds) => holds.to_string(),
    };
    let is_share = matches!(measured.unit, In::Percent | In::Ratio);
    match (measured.numerator, measured.denominator) {
        (Some(some), Some(all)) if is_share => {
            format!("{shown} ({}/{})", plain(some), plain(all))
        }
        (Some(some), Some(all))
            if measured.unit == In::Count && *figure == Figure::Number(some) =>
        {
            format!("{shown} of {}", plain(all))
        }
        _ => shown,
    }
}

/// The interval that takes games as clusters; empty where there is none.
#[must_use]
pub fn interval(measured: &Measured) -> String {
    let Some(interval) = measured.intervals.last() else {
        return String::new();
    };
    let end = |value: f64| format!("{:.1}", value.clamp(0.0, 100.0));
    format!("{}–{}", end(interval.lo), end(interval.hi))
}

fn number(value: f64, unit: In) -> String {
    match unit {
        In::Percent => format!("{value:.1}%"),
        In::PercentagePoints => format!("{value:+.1}"),
        In::Temperature | In::Ratio => format!("{value:.2}"),
        In::Count | In::Plies | In::Tokens | In::Points | In::Words => plain(value),
    }
}

/// Whole where it is whole.
fn plain(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn joined(all: &[f64], one: impl Fn(&f64) -> String) -> String {
    let all: Vec<String> = all.iter().map(one).collect();
    all.join(", ")
}
