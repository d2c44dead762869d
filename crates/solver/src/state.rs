//! What the solver knows of a position, in 16 bits.
//!
//! The two high bits say what the low fourteen hold. While a position is open they
//! count the successors that are not yet known to be wins for the next mover; once it
//! is decided they hold the distance. Open is the all-zero tag, so that counting down
//! is a plain decrement, and 0 is an open position all of whose successors are wins:
//! one to be decided as lost at once.

use ludometer_games::Outcome;

use crate::Value;

/// Largest successor count and largest distance.
pub(crate) const LIMIT: u16 = 0x3fff;

const TAG: u16 = 0xc000;
const WIN: u16 = 0x4000;
const LOSE: u16 = 0x8000;
const DRAW: u16 = 0xc000;

/// An open position that has just lost its last hope.
pub(crate) const EXHAUSTED: u16 = 0;

/// What counting an exhausted position down gives: proof of a game whose
/// predecessors are not the transpose of its successors.
pub(crate) const UNDERFLOW: u16 = u16::MAX;

/// A terminal draw, which nothing can change.
pub(crate) const DRAWN: u16 = DRAW;

pub(crate) const fn is_open(state: u16) -> bool {
    state & TAG == 0
}

/// A win in at most [`LIMIT`] plies.
pub(crate) const fn win(distance: u16) -> u16 {
    WIN | distance
}

/// A loss in at most [`LIMIT`] plies.
pub(crate) const fn lose(distance: u16) -> u16 {
    LOSE | distance
}

/// The value of a state after propagation: what is still open is a draw.
pub(crate) const fn value(state: u16) -> Value {
    let distance = Some(state & !TAG);
    match state & TAG {
        WIN => Value {
            outcome: Outcome::Win,
            distance,
        },
        LOSE => Value {
            outcome: Outcome::Lose,
            distance,
        },
        _ => Value::DRAW,
    }
}
