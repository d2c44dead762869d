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

pub use shapes::{CellFindings, Findings, Separation, Standing, Stratum, StudyFacts};
pub use standing::ending_kind;
pub use tally::{change_kind, reply_kind};

use super::{ChopBench, GameRecord};
use crate::ReadBack;
pub use crate::measured::{GameCounts, MeasureError, ModelFacts, Results, VoidGame};

impl Findings {
    /// Plays every game again from the journal and measures.
    pub fn measure(bench: &ChopBench, contents: &Contents) -> Result<Self, MeasureError> {
        let games = crate::read_back(bench, contents).map_err(MeasureError::Audit)?;
        Self::of(bench, games)
    }

    /// Measures games that were played again, in the order of the plan.
    pub fn of(bench: &ChopBench, games: Vec<ReadBack<GameRecord>>) -> Result<Self, MeasureError> {
        measure::measure(bench, games)
    }
}
