//! Small games and a second implementation, for the tests only.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]
#![allow(dead_code, reason = "each test file uses some of these")]

pub(crate) mod brute_force;
pub(crate) mod digraph;
pub(crate) mod one_by_one;
pub(crate) mod subtraction;
pub(crate) mod tic_tac_toe;

use ludometer_games::FiniteGame;

/// Every position's number.
pub(crate) fn indices<G: FiniteGame>(game: &G) -> impl Iterator<Item = u32> + use<G> {
    (0..).take(game.position_count())
}
