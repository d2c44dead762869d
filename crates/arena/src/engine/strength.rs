//! How strong an engine shall play, and whether it can.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::option::{OptionKind, OptionTable};

const LIMIT: &str = "UCI_LimitStrength";
const ELO: &str = "UCI_Elo";
const SKILL: &str = "Skill Level";

/// How strong an engine shall play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Strength {
    /// As well as it can.
    #[default]
    Full,
    /// At a `Skill Level`; the range is the engine's own.
    Skill(i32),
    /// At a `UCI_Elo`; the range is the engine's own.
    Elo(u32),
}

/// Why an engine cannot play at a strength. Asked in spite of that, it would play
/// at another one without saying so.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StrengthError {
    /// It has no such option.
    #[error("cannot be limited to {wanted}: it has no option `{option}`")]
    CannotBeLimited {
        /// Its name.
        engine: String,
        /// In words.
        wanted: String,
        /// What it lacks.
        option: &'static str,
    },
    /// Outside its range.
    #[error("cannot be limited to {wanted}: it goes from {min} to {max}")]
    OutOfRange {
        /// Its name.
        engine: String,
        /// In words.
        wanted: String,
        /// Its least.
        min: i64,
        /// Its most.
        max: i64,
    },
}

/// An option's range, both ends included.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Range {
    /// The least.
    pub min: i64,
    /// The most.
    pub max: i64,
}

impl Strength {
    /// The options that bring it about.
    pub fn options(
        self,
        engine: &str,
        table: &OptionTable,
    ) -> Result<Vec<(String, String)>, StrengthError> {
        let (option, value) = match self {
            Self::Full => return Ok(Vec::new()),
            Self::Skill(level) => (SKILL, i64::from(level)),
            Self::Elo(elo) => (ELO, i64::from(elo)),
        };
        let wanted = format!("{option} {value}");
        let lacks = |option| StrengthError::CannotBeLimited {
            engine: engine.to_owned(),
            wanted: wanted.clone(),
            option,
        };
        let Range { min, max } = range(table, option).ok_or_else(|| lacks(option))?;
        if !(min..=max).contains(&value) {
            let engine = engine.to_owned();
            return Err(StrengthError::OutOfRange {
                engine,
                wanted,
                min,
                max,
            });
        }
        let value = (option.to_owned(), value.to_string());
        if option == SKILL {
            return Ok(vec![value]);
        }
        let switch = table.get(LIMIT).ok_or_else(|| lacks(LIMIT))?;
        if !matches!(switch.kind, OptionKind::Check { .. }) {
            return Err(lacks(LIMIT));
        }
        Ok(vec![(LIMIT.to_owned(), "true".to_owned()), value])
    }
}

/// The ratings that an engine can be limited to; none when it cannot.
#[must_use]
pub fn elo_range(table: &OptionTable) -> Option<Range> {
    table.get(LIMIT)?;
    range(table, ELO)
}

/// The skill levels that an engine has; none when it has none.
#[must_use]
pub fn skill_range(table: &OptionTable) -> Option<Range> {
    range(table, SKILL)
}

fn range(table: &OptionTable, name: &str) -> Option<Range> {
    match table.get(name)?.kind {
        OptionKind::Spin { min, max, .. } => Some(Range { min, max }),
        _ => None,
    }
}
