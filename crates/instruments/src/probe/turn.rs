//! One move of the tool: sample until a text is legal, or take a legal move evenly.

use ludometer_daydream::{Draw, Setting};
use ludometer_games::{Board, Color};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::tool::{Tool, ToolError};

/// One sample offered as a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// What was drawn.
    #[serde(flatten)]
    pub draw: Draw,
    /// Whether the rules allow exactly this text.
    pub legal: bool,
}

/// A move and how it came about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Plies before it.
    pub ply: usize,
    /// Whose move it is.
    pub side: Color,
    /// The samples in order; the last one is legal unless the move was forced.
    pub attempts: Vec<Attempt>,
    /// The move that was played.
    pub played: String,
    /// Whether no sample was legal, so that a legal move was drawn evenly.
    pub forced: bool,
}

/// Samples at most `attempts` times and plays the move.
///
/// # Panics
///
/// If the game is over: there is no move to play.
pub fn play_turn(
    tool: &mut dyn Tool,
    board: &mut Board,
    setting: Setting,
    attempts: usize,
    rng: &mut dyn Rng,
) -> Result<Turn, ToolError> {
    let (ply, side) = (board.ply(), board.turn());
    let mut made = Vec::new();
    let mut landed = None;
    while landed.is_none() && made.len() < attempts {
        for draw in tool.draw(board.moves(), 1, setting, rng)? {
            let legal = board.is_legal(&draw.text);
            landed = legal.then(|| draw.text.clone());
            made.push(Attempt { draw, legal });
        }
    }
    let forced = landed.is_none();
    let played = landed.unwrap_or_else(|| {
        let moves = board.legal_moves();
        moves[rng.random_range(0..moves.len())].clone()
    });
    board.play(&played).expect("a legal move can be played");
    Ok(Turn {
        ply,
        side,
        attempts: made,
        played,
        forced,
    })
}
