//! Who sits across from a person or an agent, outside of studies.

mod board;
mod chopsticks;

use anyhow::Result;
use ludometer_record::desk::EngineMove;

pub use board::BoardOpponent;
pub use chopsticks::ChopsticksOpponent;

/// Moves in a game on `F`.
pub trait Opponent<F>: Send {
    /// Who it is, for people.
    fn name(&self) -> String;

    /// Its move in a game in which it is to move.
    fn reply(&mut self, field: &F) -> impl Future<Output = Result<EngineMove>> + Send;
}
