//! Standard chess, on shakmaty.
//!
//! - [`position`]: positions, moves, FEN, UCI, SAN, in this project's own words.
//!
//! Repetition and draws by claim need a game's history: they are in
//! [`board`](crate::board).

pub mod position;
#[cfg(test)]
mod tests;

pub use position::{FenError, Move, Position};

use crate::list::{self, VariantError};
use crate::{Game, Outcome};

/// Standard chess as a [`Game`]: a position is its FEN without clocks, and only mate
/// and stalemate are terminal.
#[derive(Debug, Clone, Copy)]
pub struct Chess;

impl Game for Chess {
    type Position = Position;
    type NotationError = FenError;

    fn id(&self) -> String {
        "chess".to_owned()
    }

    fn start(&self) -> Position {
        Position::start()
    }

    fn terminal(&self, position: &Position) -> Option<Outcome> {
        if position.has_move() {
            None
        } else if position.in_check() {
            Some(Outcome::Lose)
        } else {
            Some(Outcome::Draw)
        }
    }

    fn for_each_successor(&self, position: &Position, mut visit: impl FnMut(Position)) {
        for chosen in position.moves() {
            visit(position.after(chosen));
        }
    }

    fn notation(&self, position: &Position) -> String {
        position.epd()
    }

    fn parse(&self, text: &str) -> Result<Position, FenError> {
        Position::from_fen(text)
    }
}

/// Opens a variant for the list of games; the only one is `chess`.
pub fn open(variant: &str) -> Result<Box<dyn list::AnyGame>, VariantError> {
    if variant == "chess" {
        Ok(Box::new(Chess))
    } else {
        Err(VariantError {
            game: "chess",
            variant: variant.to_owned(),
            reason: "expected chess".to_owned(),
        })
    }
}
