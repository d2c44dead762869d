//! Rules, notation and outcomes of the games that Ludometer measures by.
//!
//! - [`game`]: what every game offers ([`Game`]): a start, an end, successors, a notation.
//! - [`finite`]: what an exhaustive solver needs on top ([`FiniteGame`],
//!   [`Reversible`], [`Symmetric`]): an index space, predecessors, symmetry.
//! - [`outcome`]: win, lose, draw.
//! - [`list`](mod@list): the list of games, one line each; `tests/conformance.rs`
//!   runs over it.
//! - one folder a game: [`chopsticks`], [`chess`], [`fairy`].
//! - [`board`]: a game being played on any of the chess-like boards, with its history,
//!   its endings and its texts.
//! - [`color`], [`piece`], [`uci`]: what those boards share.
//!
//! No players, prompts, scores or values live here: a game knows its rules and
//! nothing about who plays it. Nothing here touches files, clocks or processes.

pub mod board;
pub mod chess;
pub mod chopsticks;
pub mod color;
pub mod fairy;
pub mod finite;
pub mod game;
pub mod list;
pub mod outcome;
pub mod piece;
pub mod uci;

pub use board::{Board, BoardEnding, Claims, EndingKind, MoveError, MoveFacts, SanError, Variant};
pub use color::{ByColor, Color};
pub use finite::{FiniteGame, Reversible, Symmetric, reachable_count};
pub use game::{Game, perft};
pub use outcome::Outcome;
pub use piece::{Piece, Role};
pub use uci::{Size, Square, UciText};
