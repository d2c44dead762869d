//! What every game offers.

use std::fmt::Debug;
use std::hash::Hash;

use crate::Outcome;

/// A two-player game of perfect information without chance.
///
/// A position is always seen from the side to move, so a successor is seen from
/// the *next* mover's side.
pub trait Game {
    /// A position with everything that decides how the game can go on.
    type Position: Clone + Eq + Hash + Debug + Send + Sync;
    /// Why a text is not a position of this game.
    type NotationError: std::error::Error + Send + Sync + 'static;

    /// The game with its parameters as text: equal ids mean equal rules.
    fn id(&self) -> String;

    /// The position that a game starts from.
    fn start(&self) -> Self::Position;

    /// The outcome for the side to move if the game is over here, else `None`.
    fn terminal(&self, position: &Self::Position) -> Option<Outcome>;

    /// Visits the position after each legal move, once a move: two moves with the
    /// same result are two visits. A terminal position has no successors.
    fn for_each_successor(&self, position: &Self::Position, visit: impl FnMut(Self::Position));

    /// The position in the game's usual notation.
    fn notation(&self, position: &Self::Position) -> String;

    /// The position that a text in the game's usual notation names.
    fn parse(&self, text: &str) -> Result<Self::Position, Self::NotationError>;
}

/// Number of move sequences of exactly `depth` plies from `position`.
///
/// A game that ends earlier contributes nothing, as in chess perft.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut sequences = 0;
    game.for_each_successor(position, |next| {
        sequences += perft(game, &next, depth - 1);
    });
    sequences
}
