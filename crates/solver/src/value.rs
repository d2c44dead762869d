//! What a position is worth under best play.

use std::cmp::Reverse;
use std::fmt;

use ludometer_games::{FiniteGame, Outcome};

/// The outcome under best play, and how long it takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Value {
    /// For the side to move.
    pub outcome: Outcome,
    /// Plies to the end if the winner hurries and the loser delays; `None` for a draw.
    pub distance: Option<u16>,
}

impl Value {
    /// A win in `distance` plies.
    #[must_use]
    pub const fn win(distance: u16) -> Self {
        Self {
            outcome: Outcome::Win,
            distance: Some(distance),
        }
    }

    /// A loss in `distance` plies.
    #[must_use]
    pub const fn lose(distance: u16) -> Self {
        Self {
            outcome: Outcome::Lose,
            distance: Some(distance),
        }
    }

    /// A draw.
    pub const DRAW: Self = Self {
        outcome: Outcome::Draw,
        distance: None,
    };

    /// How good this value of a successor is for who moves there: fast losses of the
    /// next mover first, then draws, then slow wins of the next mover.
    pub(crate) fn rank_for_previous_mover(self) -> impl Ord + Copy + use<> {
        let distance = self.distance.unwrap_or(0);
        match self.outcome {
            Outcome::Lose => (2, Some(Reverse(distance)), 0),
            Outcome::Draw => (1, None, 0),
            Outcome::Win => (0, None, distance),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.distance {
            Some(distance) => write!(f, "{} in {distance}", self.outcome),
            None => write!(f, "{}", self.outcome),
        }
    }
}

/// Whoever knows the value of every position of a game.
pub trait Oracle<G: FiniteGame> {
    /// The value of a position.
    fn value(&self, game: &G, position: G::Position) -> Value;

    /// The positions, from the next mover's side, that the optimal moves lead to, in
    /// the order of successors, each once: the fastest win, else any move that keeps
    /// the draw, else the slowest loss. Empty for a terminal position.
    fn optimal(&self, game: &G, position: G::Position) -> Vec<G::Position> {
        let mut best: Vec<G::Position> = Vec::new();
        let mut best_rank = None;
        game.for_each_successor(&position, |next| {
            let rank = Some(self.value(game, next).rank_for_previous_mover());
            if rank > best_rank {
                best.clear();
                best_rank = rank;
            }
            if rank == best_rank && !best.contains(&next) {
                best.push(next);
            }
        });
        best
    }
}
