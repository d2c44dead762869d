//! A board as text.

use std::fmt;

use super::Board;
use crate::uci::Square;
use crate::{Color, Piece};

/// The board with White below, a letter a piece, ranks and files at the edge.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.size();
        for rank in (0..size.ranks).rev() {
            write!(f, "{:2} ", rank + 1)?;
            for file in 0..size.files {
                let piece = self.piece_at(Square { file, rank });
                write!(f, " {}", piece.map_or('.', Piece::letter))?;
            }
            writeln!(f)?;
        }
        write!(f, "   ")?;
        for file in 0..size.files {
            write!(f, " {}", char::from(b'a' + file))?;
        }
        let turn = match self.turn() {
            Color::White => "White",
            Color::Black => "Black",
        };
        write!(f, "   {turn} to move")
    }
}
