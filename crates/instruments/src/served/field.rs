//! What a served game needs of the board or table that it is played on.

use ludometer_record::{
    Seat,
    ending::{GameResult, Termination},
};
use serde::Serialize;

use super::game::{Over, Stamped};

/// A position with its rules and its past.
pub trait Field: Send {
    /// A move that was played, as the state tells of it.
    type Move: Serialize + Clone + Send;

    /// How a move is written, for the agent.
    fn notation(&self) -> String;
    /// Who is to move, or would be if the game had not ended.
    fn turn(&self) -> Seat;
    /// Plies played.
    fn plies(&self) -> u32;
    /// Plays a move, exactly as its text stands; a refused one changes nothing.
    fn play(&mut self, text: &str) -> Result<Self::Move, Refused>;
    /// How the rules have ended the game; `None` while it goes on.
    fn ending(&self) -> Option<(GameResult, Termination)>;
    /// The state as JSON text.
    fn state(&self, situation: &Situation<'_, Self::Move>) -> String;
}

/// A text that is not played, in one line for the agent.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// A move text, but not a legal move here.
    #[error("{0}")]
    Illegal(String),
    /// No move text of this game.
    #[error("{0}")]
    Malformed(String),
}

/// What the state says beside the position.
#[derive(Debug, Clone, Copy)]
pub struct Situation<'a, M> {
    /// The agent's seat.
    pub you: Seat,
    /// How the game ended, if it has.
    pub over: Option<Over>,
    /// The last moves, at most two, oldest first.
    pub last: &'a [Stamped<M>],
}
