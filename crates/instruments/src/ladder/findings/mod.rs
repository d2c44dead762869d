//! What the games of a ladder say.
//!
//! | module | holds |
//! |---|---|
//! | `shapes`, `player` | the shapes, as `findings.json` has them |
//! | [`rating`] | a rating with its intervals, whose ends may be infinite |
//! | `seats` | a player's games by their places, scored or not |
//! | `conduct`, `spending` | refused moves, calls, tokens, money, time |
//! | `narrowing` | what was known after each pair |
//! | `differences` | every pair of players compared |
//! | `notes` | what was asked, what a rating means, what a reader must know |
//! | `measure` | all of it put together, after the choice of opponents was checked |
//!
//! A pilot informs the choice of opponents and is left out of everything else. A void game
//! is never scored and never replaced; what it might have changed is told beside the rating.

mod conduct;
mod differences;
mod measure;
mod narrowing;
mod notes;
mod player;
pub mod rating;
mod seats;
mod shapes;
mod spending;
#[cfg(test)]
mod tests;

use ludometer_record::Contents;

pub use narrowing::{Narrowing, Step};
pub use player::{
    Colours, Conduct, EndCount, OpponentMet, PilotFindings, PlayerFindings, Spending, VoidCases,
    WhiteOrBlack,
};
pub use rating::{RatingFinding, RatingInterval, Unbounded};
pub use shapes::{Difference, Findings, LadderVoid, OpponentFacts, SeatKind, StudyFacts};

use super::{EloLadder, GameRecord};
pub use crate::measured::{GameCounts, MeasureError, ModelFacts, Results, VoidGame};
use crate::{ReadBack, Standing};

impl Findings {
    /// Plays every game again from the journal and measures.
    pub fn measure(ladder: &EloLadder, contents: &Contents) -> Result<Self, MeasureError> {
        let games = crate::read_back(ladder, contents).map_err(MeasureError::Audit)?;
        Self::of(ladder, &Standing::of(contents), &games)
    }

    /// Measures games that were played again, in the order of the plan.
    ///
    /// An opponent that the design would not have chosen is an error, with its place.
    pub fn of(
        ladder: &EloLadder,
        standing: &Standing,
        games: &[ReadBack<GameRecord>],
    ) -> Result<Self, MeasureError> {
        measure::measure(ladder, standing, games)
    }
}
