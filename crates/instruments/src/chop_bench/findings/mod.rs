//! What the games of a Chop-Bench run say.
//!
//! A *move* here is a turn of the examinee that was answered; its first try is
//! what is graded. Games are the independent units: moves of one game are alike.

mod carried;
mod measure;
mod ranking;
mod shapes;
mod share;
mod spending;
mod standing;
mod tally;

use ludometer_record::Contents;

pub use shapes::{
    CellFindings, Findings, GameCounts, ModelFacts, Separation, Standing, Stratum, StudyFacts,
    VoidGame,
};

use super::ChopBench;

/// Why a journal cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// Its games do not replay; the first line of what does not fit.
    #[error("the journal does not fit its study: {} ({} in all; `ludometer verify` lists them)", .0.first().map_or("", String::as_str), .0.len())]
    Audit(Vec<String>),
    /// Numbers that no estimator takes.
    #[error("the counts make no estimate: {0}")]
    Estimate(String),
}

impl Findings {
    /// Plays every game again from the journal and measures.
    pub fn measure(bench: &ChopBench, contents: &Contents) -> Result<Self, MeasureError> {
        let games = crate::read_back(bench, contents).map_err(MeasureError::Audit)?;
        measure::measure(bench, games)
    }
}
