//! A game that the tool plays, against an opponent or against itself.

use std::ops::ControlFlow;

use ludometer_daydream::Setting;
use ludometer_games::{Board, BoardEnding, Claims, Color, EndingKind, Variant};
use rand::Rng;
use serde::{Deserialize, Serialize};

use super::turn::{Turn, play_turn};
use crate::tool::{Tool, ToolError};

/// Who answers the tool's moves.
pub trait Opponent {
    /// What goes wrong with it.
    type Error: std::error::Error + Send + Sync + 'static;

    /// Told before each game.
    fn new_game(&mut self) -> Result<(), Self::Error>;

    /// A legal move for the side to move; the game is not over.
    fn reply(&mut self, board: &Board, rng: &mut dyn Rng) -> Result<String, Self::Error>;
}

/// How a game is played.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Rules {
    /// The sampler's setting.
    pub setting: Setting,
    /// Samples a move before a legal one is drawn evenly.
    pub attempts: usize,
    /// Plies after which the game is over.
    pub ply_cap: usize,
    /// What becomes of draws by repetition, by fifty moves and for want of material.
    pub draws: Draws,
}

/// What becomes of the draws that leave legal moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draws {
    /// They are claimed at once, also through an intended move.
    Claimed,
    /// Nobody minds them: play goes on while there is a legal move.
    Ignored,
}

impl Rules {
    /// Whether a game is over; `None` is the ply cap.
    pub(super) fn over(&self, board: &Board) -> ControlFlow<Option<BoardEnding>> {
        let ending = match self.draws {
            Draws::Claimed => board.ending(Claims::Made),
            Draws::Ignored => without_moves(board),
        };
        if ending.is_some() || board.ply() >= self.ply_cap {
            ControlFlow::Break(ending)
        } else {
            ControlFlow::Continue(())
        }
    }
}

fn without_moves(board: &Board) -> Option<BoardEnding> {
    let (kind, winner) = match (board.legal_move_count(), board.in_check()) {
        (1.., _) => return None,
        (0, true) => (EndingKind::Checkmate, Some(board.turn().other())),
        (0, false) => (EndingKind::Stalemate, None),
    };
    Some(BoardEnding { kind, winner })
}

/// A game as it was played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Game {
    /// The tool's side; `None` where it played both.
    pub side: Option<Color>,
    /// The tool's moves.
    pub turns: Vec<Turn>,
    /// Every move.
    pub moves: Vec<String>,
    /// How the board ended it; `None` at the ply cap.
    pub ending: Option<BoardEnding>,
    /// Whether every move was accepted and the game came to an ending or to the cap.
    pub clean: bool,
}

/// Why a game stopped.
#[derive(Debug, thiserror::Error)]
pub enum GameError<E: std::error::Error + 'static> {
    /// The tool cannot read the game.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// The opponent failed.
    #[error("the opponent failed: {0}")]
    Opponent(#[source] E),
}

/// Nobody: for games that the tool plays alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Nobody;

impl Opponent for Nobody {
    type Error = std::convert::Infallible;

    fn new_game(&mut self) -> Result<(), Self::Error> {
        Ok(())
    }

    fn reply(&mut self, board: &Board, _: &mut dyn Rng) -> Result<String, Self::Error> {
        unreachable!("the tool plays both sides of {}", board.fen())
    }
}

/// Plays a game from the start. `side` is the tool's; `None` lets it play both.
pub fn play<O: Opponent>(
    tool: &mut dyn Tool,
    opponent: &mut O,
    variant: Variant,
    side: Option<Color>,
    rules: Rules,
    rng: &mut dyn Rng,
) -> Result<Game, GameError<O::Error>> {
    opponent.new_game().map_err(GameError::Opponent)?;
    let mut board = Board::new(variant);
    let mut turns = Vec::new();
    let mut clean = true;
    let ending = loop {
        if let ControlFlow::Break(ending) = rules.over(&board) {
            break ending;
        }
        if side.is_none_or(|side| side == board.turn()) {
            turns.push(play_turn(
                tool,
                &mut board,
                rules.setting,
                rules.attempts,
                rng,
            )?);
        } else {
            let reply = opponent.reply(&board, rng).map_err(GameError::Opponent)?;
            if board.play(&reply).is_err() {
                clean = false;
                break None;
            }
        }
    };
    let moves = board.moves().to_vec();
    Ok(Game {
        side,
        turns,
        moves,
        ending,
        clean,
    })
}
