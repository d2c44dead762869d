//! What the games of a Token Chess run say.
//!
//! | module | holds |
//! |---|---|
//! | `shapes`, `player`, `compared` | the shapes, as `findings.json` has them |
//! | `seats` | games, and the seats in them that are looked at together |
//! | `numbers` | shares, ratios and scores with their intervals |
//! | `headline` | what a player is ranked by, and what stands beside it |
//! | `legality`, `steering`, `memory` | how a player steered the tool |
//! | `sides`, `matches`, `contrasts` | colours, pairs of players, conditions |
//! | `measure` | all of it put together |
//!
//! A *turn* is a player's whether or not it brought a move: the samples of the turn in which a
//! game ended count like all others. A *sample* here is one that the player's tokens bought;
//! silent draws of the harness are kept apart. Games are the independent units: samples and
//! turns of one game are alike.

mod compared;
mod contrasts;
mod headline;
mod legality;
mod matches;
mod measure;
mod memory;
mod numbers;
mod player;
mod seats;
mod shapes;
mod sides;
mod steering;
#[cfg(test)]
mod tests;

use ludometer_record::Contents;

pub use compared::{Contrast, Match, SideFindings, TerminationCount};
pub use player::{
    ChosenMemory, Headline, Knob, Legality, MemoryChoice, MemoryUse, PlayerFindings, Replies,
    SeatCost, SettingSlice, Silent, Slice, Spending,
};
pub use shapes::{Adjudications, ConditionFacts, Findings, Group, StudyFacts};

use super::{GameRecord, TokenChess};
use crate::ReadBack;
pub use crate::measured::{GameCounts, MeasureError, ModelFacts, Results, VoidGame};

impl Findings {
    /// Plays every game again from the journal and measures.
    pub fn measure(bench: &TokenChess, contents: &Contents) -> Result<Self, MeasureError> {
        let games = crate::read_back(bench, contents).map_err(MeasureError::Audit)?;
        Self::of(bench, &games)
    }

    /// Measures games that were played again, in the order of the plan.
    pub fn of(bench: &TokenChess, games: &[ReadBack<GameRecord>]) -> Result<Self, MeasureError> {
        measure::measure(bench, games)
    }
}
