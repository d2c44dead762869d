//! Games on all boards: texts, endings, facts, drawing.

mod endings;
mod texts;

use super::*;

/// A game from a position through moves.
fn after(variant: Variant, fen: &str, moves: &str) -> Board {
    let mut board = Board::from_fen(variant, fen).unwrap();
    for text in moves.split_whitespace() {
        board.play(text).unwrap();
    }
    board
}
