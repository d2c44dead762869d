//! A game's moves, replayed by the rules alone.

use ludometer_games::{Board, Claims, Color, Variant};

use crate::ladder::record::{Actor, MoveMade};

/// The moves by the rules alone.
pub(super) struct Replayed {
    pub(super) board: Board,
    /// What is wrong, if anything is.
    pub(super) problem: Option<String>,
    /// Algebraic notation of the moves before it.
    pub(super) sans: Vec<String>,
}

pub(super) fn replay(moves: &[MoveMade], color: Color) -> Replayed {
    let mut board = Board::new(Variant::Standard);
    let mut sans = Vec::new();
    let mut problem = None;
    for made in moves {
        let ply = board.ply() + 1;
        let own = board.turn() == color;
        if let Some(over) = board.ending(Claims::Made) {
            problem = Some(format!(
                "ply {ply}: the game was over by {}",
                over.kind.as_str()
            ));
        } else if own != (made.by == Actor::Player) {
            problem = Some(format!("ply {ply}: it was the other side's turn"));
        }
        if problem.is_some() {
            break;
        }
        let written = board.san(&made.uci);
        match written.and_then(|san| board.play(&made.uci).map(|()| san)) {
            Ok(san) => sans.push(san),
            Err(error) => {
                problem = Some(format!("ply {ply}: {error}"));
                break;
            }
        }
    }
    Replayed {
        board,
        problem,
        sans,
    }
}
