//! What an exhaustive solver needs of a game: an index space, predecessors, symmetry.

use std::ops::Range;

use crate::{Game, Outcome};

/// A game whose positions are numbered `0..position_count()`.
///
/// The index space may hold positions that play never reaches. Every position in
/// it that is not terminal must have a successor.
pub trait FiniteGame: Game<Position: Copy> {
    /// Number of positions; at most `u32::MAX`.
    fn position_count(&self) -> usize;

    /// The number of a position; the inverse of [`position`](Self::position).
    fn index(&self, position: Self::Position) -> u32;

    /// The position with a number below [`position_count`](Self::position_count).
    fn position(&self, index: u32) -> Self::Position;

    /// [`Game::terminal`] by number.
    fn terminal_index(&self, index: u32) -> Option<Outcome> {
        self.terminal(&self.position(index))
    }

    /// [`Game::for_each_successor`] by number, with the same multiplicities.
    fn for_each_successor_index(&self, index: u32, mut visit: impl FnMut(u32)) {
        self.for_each_successor(&self.position(index), |next| visit(self.index(next)));
    }

    /// Number of visits that [`for_each_successor_index`](Self::for_each_successor_index) makes.
    fn successor_count(&self, index: u32) -> u32 {
        let mut count = 0;
        self.for_each_successor_index(index, |_| count += 1);
        count
    }
}

/// A finite game that can list predecessors without a search.
///
/// Only [`for_each_predecessor_index`](Self::for_each_predecessor_index) is needed. The
/// rest tells a solver how to stay in cache and off locked instructions. The index
/// space is cut into blocks of [`block_len`](Self::block_len); a position's predecessors
/// are *near* or *far*, and all near predecessors of the positions with
/// `expansion_order(i) / block_len() == b` lie in block `b`. Who expands positions in
/// that order therefore owns a block while it works on its near predecessors.
pub trait Reversible: FiniteGame {
    /// Whether any position has near predecessors.
    const HAS_NEAR: bool = false;

    /// Visits the positions that have `index` as a successor, with the same
    /// multiplicities: this is exactly the transpose of
    /// [`for_each_successor_index`](FiniteGame::for_each_successor_index).
    fn for_each_predecessor_index(&self, index: u32, visit: impl FnMut(u32));

    /// Positions in a block; the last block may hold fewer.
    fn block_len(&self) -> usize {
        4096
    }

    /// Where `index` stands in the order of expansion: a permutation of the index
    /// space that is its own inverse.
    fn expansion_order(&self, index: u32) -> u32 {
        index
    }

    /// Visits the near predecessors as runs of consecutive numbers, each once.
    fn for_each_near_run(&self, _index: u32, _visit: impl FnMut(Range<u32>)) {}

    /// Visits the predecessors that are not near.
    fn for_each_far_predecessor(&self, index: u32, visit: impl FnMut(u32)) {
        self.for_each_predecessor_index(index, visit);
    }
}

/// A finite game whose positions fall into classes of equal value.
pub trait Symmetric: FiniteGame {
    /// The game played on one representative a class. A successor that several
    /// moves lead to may be visited once.
    type Quotient: Reversible<Position = Self::Position>;

    /// The game on representatives.
    fn quotient(&self) -> Self::Quotient;

    /// The representative of a position's class.
    fn canonical(&self, position: Self::Position) -> Self::Position;
}

/// Number of positions that play from the start can reach, the start included.
///
/// Takes one bit and at most four bytes a position.
pub fn reachable_count<G: FiniteGame>(game: &G) -> usize {
    let mut seen = vec![0_u64; game.position_count().div_ceil(64)];
    let mut mark = |index: u32| {
        let (word, bit) = (index as usize / 64, 1_u64 << (index % 64));
        let new = seen[word] & bit == 0;
        seen[word] |= bit;
        new
    };
    let start = game.index(game.start());
    mark(start);
    let mut open = vec![start];
    let mut count = 0;
    while let Some(index) = open.pop() {
        count += 1;
        game.for_each_successor_index(index, |next| {
            if mark(next) {
                open.push(next);
            }
        });
    }
    count
}
