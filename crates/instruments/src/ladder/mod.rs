//! The Elo ladder: whole games of chess against rated opponents, chosen by what was played.
//!
//! What lives here: a study of it ([`EloLadder`]: `table`, `plan`, `assign`, `play`,
//! `record`); the adaptive design ([`Design`]) as a pure function from what was played
//! ([`Played`]) to the next step ([`Step`]); and a simulation of whole studies with known
//! truth. Each player adapts alone.
//!
//! What does not: the likelihood, the planning distribution and the intervals,
//! which are `ludometer_stats::ladder`.

mod assign;
mod bench;
mod design;
pub mod findings;
mod plan;
mod play;
mod played;
pub mod prompt;
pub mod record;
pub mod rung;
mod seat;
mod shown;
mod simulate;
mod stop;
mod summary;
mod table;
pub mod verification;

pub use assign::{AssignError, AssignProblem, Roster};
pub use bench::{EloLadder, Examinee, SetUpError};
pub use design::{Choice, Design, DesignError, Step, Then};
pub use plan::{Place, PlanError, PlannedGame};
pub use play::REFEREE;
pub use played::{Pair, Pilot, Played, Seat};
pub use record::GameRecord;
pub use seat::moves_told;
pub use shown::{Happening, moves_shown, watch};
pub use simulate::{Look, Scenario, Study as SimulatedStudy, simulate};
pub use stop::{StopReason, Stops, Width, WidthOf};
pub use summary::{LookSummary, SetSummary, Summary};
pub use table::{Form, LadderTable, Opponents};

#[cfg(test)]
mod tests;
