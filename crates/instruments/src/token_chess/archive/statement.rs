//! A sentence of the report beside what the files say.

use ludometer_daydream::Tier;
use serde::Serialize;

use super::measured::{Figure, Measured};

/// A figure as the report has it. It is met when the files' figure, rounded as the
/// report's was, is the same.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Quoted {
    /// A number with so many decimals; half is rounded away from zero.
    Exact {
        /// The number.
        value: f64,
        /// Its decimals.
        decimals: u8,
    },
    /// A number that is called approximate ("~", "roughly", "near"): within a tenth of it.
    About {
        /// The number.
        about: f64,
    },
    /// Whole numbers, each met when the files' rounds to it.
    Numbers(Vec<f64>),
    /// Texts, each met when it is the same.
    Texts(Vec<&'static str>),
    /// Words; whether the files bear them out is said with the statement.
    Words(&'static str),
}

/// Whether the files bear a sentence out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// They do.
    Agrees,
    /// They say something else.
    Differs,
    /// No file of the published archive can say.
    NotInArchive,
    /// The imported files cannot say, for want of such files or of a field.
    NotMeasured,
}

/// A sentence of the report beside what the files say.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Statement {
    /// Its id.
    pub id: String,
    /// What is counted, and out of what.
    pub definition: String,
    /// What the report says.
    pub quoted: Quoted,
    /// What the files say.
    #[serde(flatten)]
    pub measured: Measured,
    /// Whether that agrees.
    pub standing: Standing,
    /// Where it does not, or where nothing can be said: why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// What to keep in mind where it does agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caution: Option<String>,
}

/// Which of the imported files are the published ones, byte for byte.
#[derive(Debug, Clone, Copy)]
pub struct Known {
    /// The games and probes.
    pub games: bool,
    /// The sweeps.
    pub sweeps: bool,
}

impl Standing {
    /// In a word or two.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Differs => "differs",
            Self::NotInArchive => "in no file",
            Self::NotMeasured => "not measured",
        }
    }
}

impl Statement {
    /// The part of the report that it is from: a round, or one of the chapters around them.
    #[must_use]
    pub fn part(&self) -> &'static str {
        match self.id.split('.').next() {
            Some("r1") => "round one",
            Some("r2") => "round two",
            Some("r3") => "round three",
            Some("r34") => "rounds three and four",
            Some("r4") => "round four",
            Some("r5") => "round five",
            Some("lim") => "limitations",
            Some("open") => "open questions",
            Some("readme") => "readme",
            Some("daydream") => "the tool's test",
            Some("sweep") => "sweeps",
            _ => "elsewhere",
        }
    }

    /// The board that it is about, if it is about one. From round two on all games are on the
    /// standard board.
    #[must_use]
    pub fn tier(&self) -> Option<Tier> {
        let says = |word: &str, board: &str| {
            let mut names = self.id.split(['.', '_']);
            names.any(|name| name.starts_with(word)) || self.definition.contains(board)
        };
        let named = [
            (Tier::Micro, "micro", "5x5"),
            (Tier::Grand, "grand", "12x10"),
            (Tier::Regular, "regular", "standard board"),
        ];
        let named = named.into_iter().find(|(_, word, board)| says(word, board));
        let later = ["r2", "r3", "r34", "r4", "r5"];
        named.map(|(tier, ..)| tier).or_else(|| {
            let part = self.id.split('.').next()?;
            later.contains(&part).then_some(Tier::Regular)
        })
    }
}

impl Quoted {
    fn is_met(&self, figure: &Figure) -> bool {
        let same = |found: f64, quoted: f64, decimals: u8| {
            let scale = 10_f64.powi(i32::from(decimals));
            ((found * scale).round() - (quoted * scale).round()).abs() < 0.5
        };
        match (self, figure) {
            (Self::Exact { value, decimals }, Figure::Number(found)) => {
                same(*found, *value, *decimals)
            }
            (Self::Exact { value, decimals }, Figure::Numbers(found)) => {
                found.len() == 1 && same(found[0], *value, *decimals)
            }
            (Self::About { about }, Figure::Number(found)) => (found - about).abs() <= about / 10.0,
            (Self::Numbers(quoted), Figure::Numbers(found)) => {
                let each = found.iter().zip(quoted);
                found.len() == quoted.len() && each.into_iter().all(|(f, q)| same(*f, *q, 0))
            }
            (Self::Texts(quoted), Figure::Texts(found)) => quoted == found,
            _ => false,
        }
    }
}

/// A whole number.
pub(super) const fn whole(value: f64) -> Quoted {
    Quoted::Exact { value, decimals: 0 }
}

/// A number with one decimal.
pub(super) const fn tenths(value: f64) -> Quoted {
    Quoted::Exact { value, decimals: 1 }
}

/// A number with two decimals.
pub(super) const fn hundredths(value: f64) -> Quoted {
    Quoted::Exact { value, decimals: 2 }
}

/// An approximate number.
pub(super) const fn about(value: f64) -> Quoted {
    Quoted::About { about: value }
}

/// Statements as they are written down.
#[derive(Debug)]
pub(super) struct Book {
    /// Whether the files are those of which the reasons are known.
    is_known: bool,
    statements: Vec<Statement>,
}

impl Book {
    pub(super) fn new(is_known: bool) -> Self {
        Self {
            is_known,
            statements: Vec::new(),
        }
    }

    pub(super) fn into_statements(self) -> Vec<Statement> {
        self.statements
    }

    /// A statement that stands by its figure.
    pub(super) fn state(
        &mut self,
        id: impl Into<String>,
        definition: impl Into<String>,
        quoted: Quoted,
        measured: Measured,
    ) -> Entry<'_> {
        let standing = match &measured.value {
            None => Standing::NotMeasured,
            Some(figure) if quoted.is_met(figure) => Standing::Agrees,
            Some(_) => Standing::Differs,
        };
        let why = match standing {
            Standing::Agrees | Standing::NotInArchive => None,
            Standing::NotMeasured => measured.missing.clone(),
            Standing::Differs if self.is_known => None,
            Standing::Differs => Some("the imported files are not the published ones".to_owned()),
        };
        self.statements.push(Statement {
            id: id.into(),
            definition: definition.into(),
            quoted,
            measured,
            standing,
            why,
            caution: None,
        });
        Entry {
            is_known: self.is_known,
            statement: self.statements.last_mut().expect("just pushed"),
        }
    }

    /// A statement that no file of the archive can bear out.
    pub(super) fn unsupported(&mut self, id: &str, definition: &str, quoted: Quoted, why: &str) {
        let entry = self.state(id, definition, quoted, Measured::none(why));
        entry.statement.standing = Standing::NotInArchive;
    }
}

/// A statement just written.
pub(super) struct Entry<'a> {
    is_known: bool,
    statement: &'a mut Statement,
}

impl Entry<'_> {
    /// Whether words are borne out.
    pub(super) fn holds(self, holds: bool) -> Self {
        if self.statement.measured.value.is_some() {
            self.statement.standing = if holds {
                Standing::Agrees
            } else {
                Standing::Differs
            };
            if holds {
                self.statement.why = None;
            }
        }
        self
    }

    /// Why the published files say something else.
    pub(super) fn since(self, why: impl Into<String>) -> Self {
        if self.statement.standing == Standing::Differs && self.is_known {
            self.statement.why = Some(why.into());
        }
        self
    }

    /// What to keep in mind.
    pub(super) fn but(self, caution: impl Into<String>) -> Self {
        if self.statement.measured.value.is_some() {
            self.statement.caution = Some(caution.into());
        }
        self
    }
}
