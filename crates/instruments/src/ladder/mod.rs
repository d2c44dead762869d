//! The Elo ladder: what to play next, and how such a study behaves.
//!
//! What lives here: the adaptive design ([`Design`]) as a pure function from
//! what was played ([`Played`]) to the next step ([`Step`]), and a simulation
//! of whole studies with known truth. Each player adapts alone.
//!
//! What does not: the likelihood, the planning distribution and the intervals,
//! which are `ludometer_stats::ladder`.

mod design;
mod played;
pub mod rung;
mod simulate;
mod stop;
mod summary;

pub use design::{Choice, Design, Step, Then};
pub use played::{Pair, Played, Seat};
pub use simulate::{Look, Scenario, Study as SimulatedStudy, simulate};
pub use stop::{StopReason, Stops, Width, WidthOf};
pub use summary::{LookSummary, SetSummary, Summary};

#[cfg(test)]
mod tests;
