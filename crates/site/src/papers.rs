//! A run's papers.

use schemars::JsonSchema;
use serde::Serialize;

use crate::home::RunCard;

/// A run's papers: what was asked, of whom, with what, and what can be taken home.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RunPage {
    /// The run in a few words.
    pub card: RunCard,
    /// The run's own id.
    pub id: String,
    /// The study file as it was given; empty for what was imported.
    pub study: String,
    /// The manifest, or what an import says of itself, indented.
    pub manifest: String,
    /// Processes that worked on it.
    pub sessions: Vec<Sitting>,
    /// Changes of the study that were accepted on resume, a line each.
    pub amendments: Vec<String>,
    /// What was left out of an import, a line each.
    pub left_out: Vec<String>,
    /// What can be taken home.
    pub downloads: Vec<Download>,
    /// Whether a person can take it too.
    pub exam: bool,
}

/// A process that worked on a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Sitting {
    /// When it began.
    pub started: String,
    /// Name and version.
    pub program: String,
}

/// A file that can be taken home.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Download {
    /// Its name, which is its place under `files/RUN/`, too.
    pub file: String,
    /// What it is.
    pub what: String,
}

/// What `ludometer verify` says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Verified {
    /// The run, by its key.
    pub run: String,
    /// What was looked at.
    pub summary: String,
    /// What a reader should know.
    pub notes: Vec<String>,
    /// What is not as it should be; nothing where the run is sound.
    pub problems: Vec<String>,
}
