//! Arguments that several tasks share.

use std::str::FromStr;

use ludometer_stats::{Level, ladder::Elo};

/// A level between 0 and 1.
pub fn level(text: &str) -> Result<Level, String> {
    let number: f64 = text.parse().map_err(|_| format!("{text} is no number"))?;
    Level::new(number).map_err(|error| error.to_string())
}

/// A positive number.
pub fn positive(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number > 0.0 && number.is_finite() => Ok(number),
        _ => Err(format!("{text} is no positive number")),
    }
}

/// A number that is not negative, as a draw parameter is.
pub fn not_negative(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number >= 0.0 && number.is_finite() => Ok(number),
        _ => Err(format!("{text} is no number from 0 on")),
    }
}

/// What White is worth, in Elo.
pub fn advantage(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(number) if number.abs() <= 1_000.0 => Ok(number),
        _ => Err(format!(
            "{text} is no colour advantage from -1000 to 1000 Elo"
        )),
    }
}

/// A rating.
pub fn rating(text: &str) -> Result<Elo, String> {
    let number: f64 = text.parse().map_err(|_| format!("{text} is no number"))?;
    Elo::new(number).map_err(|error| error.to_string())
}

/// `RATING=NUMBER`, as in `1320=40`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ForRating {
    pub rating: Elo,
    pub value: f64,
}

impl FromStr for ForRating {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (before, after) = text
            .split_once('=')
            .ok_or_else(|| format!("{text} is not RATING=NUMBER"))?;
        Ok(Self {
            rating: rating(before)?,
            value: not_negative(after)?,
        })
    }
}

/// `NAME=RATING`; the name may hold `=` itself.
#[derive(Debug, Clone, PartialEq)]
pub struct Anchor {
    pub name: String,
    pub rating: Elo,
}

impl FromStr for Anchor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, after) = text
            .rsplit_once('=')
            .ok_or_else(|| format!("{text} is not NAME=RATING"))?;
        if name.is_empty() {
            return Err(format!("{text} names no player"));
        }
        Ok(Self {
            name: name.to_owned(),
            rating: rating(after)?,
        })
    }
}
