//! A number with what it was counted from, or why there is none.

use ludometer_stats::{GameTallies, GameTally, Level};
use serde::Serialize;

use super::games::Filed;
use crate::{Finding, FindingInterval};

/// What a statement is about: one number, several, or words.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Figure {
    /// A number.
    Number(f64),
    /// Several.
    Numbers(Vec<f64>),
    /// Words, mostly two counts.
    Text(String),
    /// Several.
    Texts(Vec<String>),
    /// Whether something holds.
    Truth(bool),
}

/// In what a number is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum In {
    /// Whole things.
    Count,
    /// Hundredths.
    Percent,
    /// Differences of percentages.
    PercentagePoints,
    /// Plies.
    Plies,
    /// Tokens of the budget.
    Tokens,
    /// Points: 1 for a win, 0.5 for a draw.
    Points,
    /// The tool's temperature.
    Temperature,
    /// One number over another.
    Ratio,
    /// Words.
    Words,
}

/// A number with what it was counted from.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Measured {
    /// The number; null where there is none.
    pub value: Option<Figure>,
    /// In what.
    pub unit: In,
    /// What was counted.
    pub numerator: Option<f64>,
    /// Out of what.
    pub denominator: Option<f64>,
    /// Files behind it.
    pub files: usize,
    /// Of a share in percent: the interval that takes trials as independent, and the one
    /// that takes games as clusters.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub intervals: Vec<FindingInterval>,
    /// Why there is no number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
}

impl Measured {
    /// A number of its own.
    #[must_use]
    pub fn number(value: f64, unit: In, files: usize) -> Self {
        Self::figure(Figure::Number(value), unit, files)
    }

    /// Several numbers, or words.
    #[must_use]
    pub fn figure(value: Figure, unit: In, files: usize) -> Self {
        Self {
            value: Some(value),
            unit,
            numerator: None,
            denominator: None,
            files,
            intervals: Vec::new(),
            missing: None,
        }
    }

    /// So many out of so many; the value is how many.
    #[must_use]
    pub fn so_many(numerator: usize, denominator: usize, files: usize) -> Self {
        Self::number(numerator as f64, In::Count, files).over(numerator as f64, denominator as f64)
    }

    /// One number over another.
    #[must_use]
    pub fn ratio(numerator: f64, denominator: f64, unit: In, files: usize) -> Self {
        if denominator == 0.0 {
            return Self::none("nothing to divide by");
        }
        Self::number(numerator / denominator, unit, files).over(numerator, denominator)
    }

    /// There is no number.
    #[must_use]
    pub fn none(why: impl Into<String>) -> Self {
        Self {
            value: None,
            unit: In::Count,
            numerator: None,
            denominator: None,
            files: 0,
            intervals: Vec::new(),
            missing: Some(why.into()),
        }
    }

    /// With what it was counted from.
    #[must_use]
    pub fn over(mut self, numerator: f64, denominator: f64) -> Self {
        self.numerator = Some(numerator);
        self.denominator = Some(denominator);
        self
    }

    /// In another unit.
    #[must_use]
    pub fn counted_in(mut self, unit: In) -> Self {
        self.unit = unit;
        self
    }

    /// The number, where it is one.
    #[must_use]
    pub fn as_number(&self) -> Option<f64> {
        match self.value {
            Some(Figure::Number(value)) => Some(value),
            _ => None,
        }
    }

    /// A share in percent of a tally a game.
    fn share(tallies: &GameTallies) -> Self {
        let level = Level::P95;
        let found = Finding::share("", "", tallies, level, None);
        let Some(value) = found.value else {
            return Self::none("nothing was tried there");
        };
        let percent = |mut interval: FindingInterval| {
            interval.lo *= 100.0;
            interval.hi *= 100.0;
            interval
        };
        Self {
            value: Some(Figure::Number(100.0 * value)),
            unit: In::Percent,
            numerator: found.numerator,
            denominator: found.denominator,
            files: found.games,
            intervals: found.intervals.into_iter().map(percent).collect(),
            missing: None,
        }
    }
}

/// Some of the files of a kind. Whatever is asked of them answers "none" with the reason
/// where there are none, or where one lacks a field.
#[derive(Debug)]
pub struct Pick<'a, T> {
    what: String,
    files: Vec<Filed<'a, T>>,
}

impl<'a, T> Pick<'a, T> {
    /// The files that are meant, and in words what they are.
    pub fn new(
        what: impl Into<String>,
        of: &[Filed<'a, T>],
        is_meant: impl Fn(&Filed<'a, T>) -> bool,
    ) -> Self {
        Self {
            what: what.into(),
            files: of.iter().copied().filter(|file| is_meant(file)).collect(),
        }
    }

    /// Fewer of them.
    #[must_use]
    pub fn only(&self, what: &str, is_meant: impl Fn(&Filed<'a, T>) -> bool) -> Self {
        Self::new(what, &self.files, is_meant)
    }

    /// The files.
    #[must_use]
    pub fn files(&self) -> &[Filed<'a, T>] {
        &self.files
    }

    /// One value a file, or why that cannot be.
    pub fn each<V>(&self, of: impl Fn(&'a T) -> Option<V>) -> Result<Vec<V>, String> {
        if self.files.is_empty() {
            return Err(format!("no {} in this import", self.what));
        }
        let mut values = Vec::with_capacity(self.files.len());
        for file in &self.files {
            let value = of(file.of).ok_or_else(|| {
                let path = file.path.escape_debug();
                format!("{path} lacks a field that this needs")
            });
            values.push(value?);
        }
        Ok(values)
    }

    /// What is made of one value a file.
    pub fn fold<V>(
        &self,
        of: impl Fn(&'a T) -> Option<V>,
        made: impl FnOnce(Vec<V>) -> Measured,
    ) -> Measured {
        self.each(of).map_or_else(Measured::none, made)
    }

    /// How many.
    #[must_use]
    pub fn count(&self) -> Measured {
        self.fold(
            |_| Some(()),
            |all| Measured::number(all.len() as f64, In::Count, all.len()),
        )
    }

    /// In how many of them something holds.
    pub fn number_where(&self, holds: impl Fn(&'a T) -> Option<bool>) -> Measured {
        self.fold(holds, |all| {
            let yes = all.iter().filter(|&&yes| yes).count();
            Measured::so_many(yes, all.len(), all.len())
        })
    }

    /// A share in percent, of a hit count and a trial count a file.
    pub fn share(&self, of: impl Fn(&'a T) -> Option<(usize, usize)>) -> Measured {
        self.fold(of, |all| {
            let tally = |(hits, trials): (usize, usize)| {
                GameTally::new(u32::try_from(hits).ok()?, u32::try_from(trials).ok()?).ok()
            };
            let tallies: Option<GameTallies> = all.into_iter().map(tally).collect();
            match tallies {
                Some(tallies) => Measured::share(&tallies),
                None => Measured::none("more hits than trials in a file"),
            }
        })
    }

    /// The sum of a number a file.
    pub fn sum(&self, unit: In, of: impl Fn(&'a T) -> Option<f64>) -> Measured {
        self.fold(of, |all| {
            Measured::number(all.iter().sum(), unit, all.len())
        })
    }

    /// The least of a number a file.
    pub fn least(&self, unit: In, of: impl Fn(&'a T) -> Option<f64>) -> Measured {
        self.fold(of, |all| {
            let least = all.iter().copied().fold(f64::INFINITY, f64::min);
            Measured::number(least, unit, all.len())
        })
    }

    /// The most of a number a file.
    pub fn most(&self, unit: In, of: impl Fn(&'a T) -> Option<f64>) -> Measured {
        self.fold(of, |all| {
            let most = all.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            Measured::number(most, unit, all.len())
        })
    }

    /// The mean of a number a file.
    pub fn mean(&self, unit: In, of: impl Fn(&'a T) -> Option<f64>) -> Measured {
        self.fold(of, |all| {
            Measured::ratio(all.iter().sum(), all.len() as f64, unit, all.len())
        })
    }

    /// The different values of a number, rising.
    pub fn different(&self, unit: In, of: impl Fn(&'a T) -> Option<Vec<f64>>) -> Measured {
        self.fold(of, |all| {
            let files = all.len();
            let mut values = all.concat();
            values.sort_by(f64::total_cmp);
            values.dedup();
            Measured::figure(Figure::Numbers(values), unit, files)
        })
    }
}

/// The least or the most of several measured numbers, with its counts; the first of equals.
/// Numbers that are not there are passed over.
#[must_use]
pub fn extreme(of: Vec<Measured>, is_least: bool) -> Measured {
    let mut best: Option<Measured> = None;
    let mut none = Measured::none("nothing to choose from");
    for next in of {
        let Some(value) = next.as_number() else {
            none = next;
            continue;
        };
        let is_better = best
            .as_ref()
            .and_then(Measured::as_number)
            .is_none_or(|best| if is_least { value < best } else { value > best });
        if is_better {
            best = Some(next);
        }
    }
    best.unwrap_or(none)
}
