//! The list of games.
//!
//! A game is one folder and one line in [`GAMES`]. `tests/conformance.rs` runs over
//! the list and refuses an entry whose folder lacks `README.md`, `perft.txt` or
//! `golden.txt`, or that disagrees with them.

use crate::{Game, Outcome, chess, chopsticks, fairy, perft};

/// Every game, by the name of its folder.
pub const GAMES: &[Listed] = &[
    Listed {
        name: "chopsticks",
        open: chopsticks::open,
    },
    Listed {
        name: "chess",
        open: chess::open,
    },
    Listed {
        name: "fairy",
        open: fairy::open,
    },
];

/// A line of the list.
#[derive(Debug, Clone, Copy)]
pub struct Listed {
    /// The folder under `src/`, and the name that study files use.
    pub name: &'static str,
    /// Opens a variant by its text; what a variant's text may be is up to the game.
    pub open: fn(&str) -> Result<Box<dyn AnyGame>, VariantError>,
}

/// Why a text names no variant of a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no variant {variant:?} of {game}: {reason}")]
pub struct VariantError {
    /// The game's name in the list.
    pub game: &'static str,
    /// The text that was given.
    pub variant: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Why a text is not a position, with the game's own error as text.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{notation:?} is no position: {reason}")]
pub struct NotationError {
    /// The text that was given.
    pub notation: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Any game, spoken to in its notation: what the conformance run needs.
pub trait AnyGame {
    /// [`Game::id`].
    fn id(&self) -> String;
    /// The start in the game's notation.
    fn start(&self) -> String;
    /// [`Game::terminal`] of a position in the game's notation.
    fn terminal(&self, position: &str) -> Result<Option<Outcome>, NotationError>;
    /// The successors in the game's notation, sorted, once a move.
    fn successors(&self, position: &str) -> Result<Vec<String>, NotationError>;
    /// [`perft`] from the start.
    fn perft(&self, depth: u32) -> u64;
}

impl<G: Game> AnyGame for G {
    fn id(&self) -> String {
        Game::id(self)
    }

    fn start(&self) -> String {
        self.notation(&Game::start(self))
    }

    fn terminal(&self, position: &str) -> Result<Option<Outcome>, NotationError> {
        Ok(Game::terminal(self, &parsed(self, position)?))
    }

    fn successors(&self, position: &str) -> Result<Vec<String>, NotationError> {
        let mut all = Vec::new();
        self.for_each_successor(&parsed(self, position)?, |next| {
            all.push(self.notation(&next));
        });
        all.sort();
        Ok(all)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(self, &Game::start(self), depth)
    }
}

fn parsed<G: Game>(game: &G, notation: &str) -> Result<G::Position, NotationError> {
    game.parse(notation).map_err(|error| NotationError {
        notation: notation.to_owned(),
        reason: error.to_string(),
    })
}
