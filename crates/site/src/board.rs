//! A run's findings, and who can be told apart.

use ludometer_report::document;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::token_chess_archive::claims::Claims;

/// A run's findings. Their shape is that of `findings.json`, by instrument.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BoardPage {
    /// The run, by its key.
    pub run: String,
    /// The instrument, as a study file names it.
    pub instrument: String,
    /// As in `findings.json`.
    pub findings: Value,
    /// One for each leaderboard of the findings.
    pub ties: Vec<Ties>,
    /// The report, for what has no pages of its own.
    pub report: Vec<Block>,
    /// A report's statements beside what was measured, for imported archives.
    pub claims: Option<Claims>,
}

/// Which neighbours on a leaderboard can be told apart.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Ties {
    /// Players, best first.
    pub players: Vec<String>,
    /// Whether each can be told apart from the one below it; one less than players.
    pub told_apart: Vec<bool>,
    /// By what that was decided.
    pub by: String,
}

/// A part of a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "shape", rename_all = "kebab-case")]
pub enum Block {
    /// A heading.
    Heading {
        /// Its text.
        text: String,
    },
    /// A paragraph.
    Text {
        /// Its text.
        text: String,
    },
    /// Sentences of their own.
    List {
        /// The sentences.
        items: Vec<String>,
    },
    /// A table. Columns with a name that starts with `>` stand to the right.
    Table {
        /// Names of the columns.
        head: Vec<String>,
        /// Rows of as many cells.
        rows: Vec<Vec<String>>,
    },
}

impl From<document::Block> for Block {
    fn from(block: document::Block) -> Self {
        match block {
            document::Block::Heading(text) => Self::Heading { text },
            document::Block::Text(text) => Self::Text { text },
            document::Block::List(items) => Self::List { items },
            document::Block::Table(table) => Self::Table {
                head: table.head,
                rows: table.rows,
            },
        }
    }
}
