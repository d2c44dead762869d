//! The published games of Token Chess: replayed, and the report's numbers recomputed from them.
//!
//! | module | holds |
//! |---|---|
//! | [`games`] | imported records by what they are evidence of |
//! | [`played`] | one game of any round, in the words that all share |
//! | [`measured`] | a number with what it was counted from, or why there is none |
//! | [`statement`] | a sentence of the report beside that number |
//! | [`numbers`] | all 155 sentences, by round |
//! | [`further`] | what else the games say |
//! | [`check`] | every game replayed, and what differs |
//!
//! Everything is a pure function of the imported records. The same kinds of files from
//! somewhere else are measured in the same way; the reasons for differences are then not given,
//! since they are known for the published files only.

pub mod check;
pub mod further;
pub mod games;
pub mod measured;
pub mod numbers;
pub mod played;
pub mod statement;

#[cfg(test)]
mod tests;

use ludometer_record::archive::{Import, Kind, Record};
use serde::Serialize;

use games::Archive;
use measured::Measured;
use statement::{Standing, Statement};

/// The fingerprint of the published games ([`Import::fingerprint`]).
const PUBLISHED_GAMES: &str = "c65360d1c805fb91e4def4efbba09e819cd42fc9322dbd76a3c900b5f4e64006";

/// The fingerprint of the published sweeps.
const PUBLISHED_SWEEPS: &str = "5b31f0e8afcbc6fe82fbc54a0133f1432b1915b3eb1e734978aaf692571b644a";

/// What an imported archive says.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Findings {
    /// Files of each kind.
    pub files: Vec<(Kind, usize)>,
    /// Whether the games are the published ones, byte for byte.
    pub is_published: bool,
    /// The report's sentences, each beside what the files say.
    pub statements: Vec<Statement>,
    /// What else the files say.
    pub further: Vec<Further>,
}

/// A number that the report does not have.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Further {
    /// A name that stays the same from version to version.
    pub id: String,
    /// What it is.
    pub definition: String,
    /// The number.
    #[serde(flatten)]
    pub measured: Measured,
    /// What to keep in mind with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caution: Option<String>,
}

/// Whether the games of an import are the published ones, byte for byte.
#[must_use]
pub fn is_published(import: &Import) -> bool {
    has(import, PUBLISHED_GAMES, false)
}

fn has(import: &Import, print: &str, is_sweep: bool) -> bool {
    let found = import.fingerprint(|kind| (kind == Kind::Sweep) == is_sweep);
    found.to_string() == print
}

impl Findings {
    /// Measures everything.
    #[must_use]
    pub fn measure(import: &Import, records: &[Record]) -> Self {
        let archive = Archive::of(records);
        let is_published = is_published(import);
        let known = statement::Known {
            games: is_published,
            sweeps: has(import, PUBLISHED_SWEEPS, true),
        };
        Self {
            files: import.kinds.iter().map(|(&kind, &n)| (kind, n)).collect(),
            is_published,
            statements: numbers::all(&archive, known),
            further: further::all(&archive),
        }
    }

    /// Statements that stand in some way.
    #[must_use]
    pub fn standing(&self, standing: Standing) -> usize {
        let same = |statement: &&Statement| statement.standing == standing;
        self.statements.iter().filter(same).count()
    }
}
