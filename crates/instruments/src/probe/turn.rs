//! One move of the tool: sample until there is enough to choose from, then play.

use ludometer_daydream::Setting;
use ludometer_games::{Board, Color};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::tool::{Tool, ToolError};

/// One sample offered as a move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    /// What was drawn.
    pub text: String,
    /// Whether the rules allow exactly this text.
    pub legal: bool,
}

impl Attempt {
    /// A text with what the rules say of it.
    #[must_use]
    pub fn at(board: &Board, text: String) -> Self {
        let legal = board.is_legal(&text);
        Self { text, legal }
    }
}

/// A move and how it came about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// Plies before it.
    pub ply: usize,
    /// Whose move it is.
    pub side: Color,
    /// The samples in order; unless the move was forced, the last one is the legal one that
    /// ended the search.
    pub attempts: Vec<Attempt>,
    /// The move that was played.
    pub played: String,
    /// Whether no sample was legal, so that a legal move was drawn evenly.
    pub forced: bool,
}

/// A turn in the making: samples until there are enough different legal ones.
#[derive(Debug)]
pub(super) struct Search {
    wanted: usize,
    most: usize,
    attempts: Vec<Attempt>,
    candidates: Vec<String>,
}

impl Search {
    /// Looks for `wanted` different legal texts among at most `most` samples.
    pub(super) fn new(wanted: usize, most: usize) -> Self {
        Self {
            wanted,
            most,
            attempts: Vec::new(),
            candidates: Vec::new(),
        }
    }

    /// Samples that are worth drawing at once: none where the search is over. It grows with
    /// what was in vain, so that a hard position takes few questions and an easy one wastes
    /// little.
    pub(super) fn next(&self) -> usize {
        let missing = self.wanted - self.candidates.len();
        let left = self.most - self.attempts.len();
        if missing == 0 {
            return 0;
        }
        missing.max(self.attempts.len() / 2).min(left)
    }

    /// Takes a sample. One that comes when the search is over is not looked at.
    pub(super) fn offer(&mut self, board: &Board, text: String) {
        if self.next() == 0 {
            return;
        }
        let attempt = Attempt::at(board, text);
        if attempt.legal && !self.candidates.contains(&attempt.text) {
            self.candidates.push(attempt.text.clone());
        }
        self.attempts.push(attempt);
    }

    /// Plays the candidate that `choose` takes; without one, a legal move drawn evenly.
    ///
    /// # Panics
    ///
    /// If the game is over: there is no move to play.
    pub(super) fn play<R: Rng + ?Sized>(
        self,
        board: &mut Board,
        rng: &mut R,
        choose: impl FnOnce(&Board, &[String], &mut R) -> String,
    ) -> Turn {
        let (ply, side) = (board.ply(), board.turn());
        let forced = self.candidates.is_empty();
        let played = if forced {
            let moves = board.legal_moves();
            moves[rng.random_range(0..moves.len())].clone()
        } else {
            choose(board, &self.candidates, rng)
        };
        board.play(&played).expect("a legal move can be played");
        Turn {
            ply,
            side,
            attempts: self.attempts,
            played,
            forced,
        }
    }
}

/// Takes the first legal sample.
pub(super) fn first<R: ?Sized>(_: &Board, candidates: &[String], _: &mut R) -> String {
    candidates[0].clone()
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
    let mut search = Search::new(1, attempts);
    while search.next() > 0 {
        // One at a time: the generator is shared with the rest of the game.
        for draw in tool.draw(board.moves(), 1, setting, rng)? {
            search.offer(board, draw.text);
        }
    }
    Ok(search.play(board, rng, first))
}
