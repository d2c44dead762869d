//! How things stand for a player in a question, in one line.

use std::{fmt, str::FromStr};

/// The position, the purse and the pool behind a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stand {
    /// The position.
    pub fen: String,
    /// The player's tokens.
    pub tokens: u32,
    /// Legal samples of this turn, without duplicates.
    pub candidates: Vec<String>,
}

/// A line that says no such thing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} says no position with tokens and candidates")]
pub struct StandError(String);

impl fmt::Display for Stand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let candidates = match self.candidates.as_slice() {
            [] => "none".to_owned(),
            some => some.join(" "),
        };
        let Self { fen, tokens, .. } = self;
        write!(f, "{fen} tokens {tokens} candidates {candidates}")
    }
}

impl FromStr for Stand {
    type Err = StandError;

    fn from_str(text: &str) -> Result<Self, StandError> {
        let wrong = || StandError(text.to_owned());
        let (rest, candidates) = text.split_once(" candidates ").ok_or_else(wrong)?;
        let (fen, tokens) = rest.split_once(" tokens ").ok_or_else(wrong)?;
        Ok(Self {
            fen: fen.to_owned(),
            tokens: tokens.parse().map_err(|_| wrong())?,
            candidates: match candidates {
                "none" => Vec::new(),
                some => some.split(' ').map(str::to_owned).collect(),
            },
        })
    }
}
