//! Chess-like boards up to twelve files and ten ranks, by this project's own generator.
//!
//! `README.md` in this folder states the rules for users.
//!
//! - [`rules`]: what tells one board from another, as data: [`GARDNER`], [`GRAND12`].
//! - `geometry`: tables of reach, and sets of squares as `u128`.
//! - [`position`]: pieces, turn, clocks, and what a move changes.
//! - `movegen`: legal moves.
//! - [`fen`], `san`: notation.
//!
//! Repetition and draws by claim need a game's history: they are in
//! [`board`](crate::board).

pub mod fen;
mod geometry;
mod movegen;
pub mod position;
pub mod rules;
mod san;
#[cfg(test)]
mod tests;

pub use fen::FenError;
pub use position::{Move, Position};
pub use rules::{GARDNER, GRAND12, GRAND12_INI, Rules};

use crate::list::{self, VariantError};
use crate::{Game, Outcome};

/// A fairy board as a [`Game`]: a position is its FEN without clocks, and only mate
/// and stalemate are terminal.
#[derive(Debug, Clone, Copy)]
pub struct Fairy(pub &'static Rules);

impl Game for Fairy {
    type Position = Position;
    type NotationError = FenError;

    fn id(&self) -> String {
        self.0.name.to_owned()
    }

    fn start(&self) -> Position {
        Position::start(self.0)
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
        position.for_each_move(|chosen| visit(position.after(chosen)));
    }

    fn notation(&self, position: &Position) -> String {
        position.epd()
    }

    fn parse(&self, text: &str) -> Result<Position, FenError> {
        Position::from_fen(self.0, text)
    }
}

/// Opens a variant for the list of games: `gardner` or `grand12`.
pub fn open(variant: &str) -> Result<Box<dyn list::AnyGame>, VariantError> {
    [&GARDNER, &GRAND12]
        .into_iter()
        .find(|rules| rules.name == variant)
        .map(|rules| Box::new(Fairy(rules)) as Box<dyn list::AnyGame>)
        .ok_or_else(|| VariantError {
            game: "fairy",
            variant: variant.to_owned(),
            reason: "expected gardner or grand12".to_owned(),
        })
}
