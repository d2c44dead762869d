//! Retrograde analysis.
//!
//! Level by level: the positions decided at distance d decide their predecessors at
//! d + 1. A predecessor of a lost position is won; a position is lost once all its
//! successors are won, which a countdown of its successors tells. What is never
//! decided is a draw. See K. Thompson, "Retrograde analysis of certain endgames",
//! ICCA Journal 9(3), 1986.
//!
//! A level has three passes, each parallel over blocks. The near pass owns the block
//! it works on and so needs no locked instruction; the two far passes share the
//! table, and each makes one kind of change only, so that a plain store and a single
//! atomic decrement are enough.

use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use ludometer_games::{Outcome, Reversible};
use rayon::prelude::*;

use crate::frontier::Frontier;
use crate::near::{count_down, decide_exhausted, decide_won};
use crate::solution::{Solution, Work};
use crate::state::{self, EXHAUSTED, LIMIT, is_open};

/// Why a game could not be solved.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// More positions than 32 bits number.
    #[error("{positions} positions, at most {}", u32::MAX)]
    TooManyPositions {
        /// Positions of the game.
        positions: usize,
    },
    /// A position is not terminal and has no successor.
    #[error("position {index} ({notation}) is not terminal and has no successor")]
    Stuck {
        /// Its number.
        index: u32,
        /// The position in the game's notation.
        notation: String,
    },
    /// A position has more successors than the packed counter holds.
    #[error("position {index} has {successors} successors, at most {LIMIT}")]
    TooManySuccessors {
        /// Its number.
        index: u32,
        /// Its successors, once a move.
        successors: u32,
    },
    /// A win or loss is as far away as the packed distance holds, and what precedes it
    /// may be further.
    #[error("a win or loss is {LIMIT} plies away or more")]
    TooDistant,
    /// A position was reached backwards more often than it has successors: the game's
    /// predecessors are not the transpose of its successors.
    #[error("position {index} is a predecessor more often than it has successors")]
    NotTransposed {
        /// Its number.
        index: u32,
    },
}

/// Solves a game: every position's value and distance.
///
/// Runs on the current rayon pool. Memory is two bytes a position for the result and
/// half a byte for the frontiers.
pub fn solve<G: Reversible + Sync>(game: &G) -> Result<Solution, SolveError> {
    let positions = game.position_count();
    if u32::try_from(positions).is_err() {
        return Err(SolveError::TooManyPositions { positions });
    }
    let mut run = Run::new(game, positions);
    run.count_successors()?;
    let mut distance = 0;
    while !(run.now.won.is_empty() && run.now.lost.is_empty()) {
        if distance == LIMIT {
            return Err(SolveError::TooDistant);
        }
        distance += 1;
        run.expand(distance)?;
    }
    let working_bytes = run.bytes();
    Ok(Solution::new(
        game.id(),
        run.states.into_iter().map(AtomicU16::into_inner).collect(),
        run.work,
        working_bytes,
    ))
}

/// The positions decided at one distance.
struct Level {
    won: Frontier,
    lost: Frontier,
}

impl Level {
    fn new(positions: usize, block_len: usize) -> Self {
        Self {
            won: Frontier::new(positions, block_len),
            lost: Frontier::new(positions, block_len),
        }
    }
}

struct Run<'g, G> {
    game: &'g G,
    block_len: usize,
    states: Vec<AtomicU16>,
    /// Being expanded.
    now: Level,
    /// Being filled.
    next: Level,
    work: Work,
}

impl<'g, G: Reversible + Sync> Run<'g, G> {
    fn new(game: &'g G, positions: usize) -> Self {
        let block_len = game.block_len().max(1);
        Self {
            game,
            block_len,
            states: (0..positions).map(|_| AtomicU16::new(EXHAUSTED)).collect(),
            now: Level::new(positions, block_len),
            next: Level::new(positions, block_len),
            work: Work::default(),
        }
    }

    fn bytes(&self) -> usize {
        self.states.len() * size_of::<AtomicU16>()
            + [&self.now, &self.next]
                .map(|level| level.won.bytes() + level.lost.bytes())
                .iter()
                .sum::<usize>()
    }

    /// Fills every counter, and the first level with the terminal positions.
    fn count_successors(&mut self) -> Result<(), SolveError> {
        let Self {
            game,
            now,
            block_len,
            ..
        } = self;
        let block_len = *block_len;
        let counted = self
            .states
            .par_chunks_mut(block_len)
            .with_min_len(blocks_per_task(block_len))
            .enumerate()
            .map(|(number, block)| {
                let start = first_of(number, block_len);
                let mut counted = 0;
                for (state, index) in block.iter_mut().zip(start..) {
                    *state.get_mut() = match game.terminal_index(index) {
                        Some(Outcome::Win) => {
                            now.won.insert(game.expansion_order(index));
                            state::win(0)
                        }
                        Some(Outcome::Lose) => {
                            now.lost.insert(game.expansion_order(index));
                            state::lose(0)
                        }
                        Some(Outcome::Draw) => state::DRAWN,
                        None => {
                            let successors = counter(*game, index)?;
                            counted += u64::from(successors);
                            successors
                        }
                    };
                }
                Ok(counted)
            })
            .try_reduce(|| 0, |a, b| Ok(a + b))?;
        self.work.successors_counted = counted;
        Ok(())
    }

    /// Decides the predecessors of the present level at `distance`.
    fn expand(&mut self, distance: u16) -> Result<(), SolveError> {
        if G::HAS_NEAR {
            self.work.near_edges += self.expand_near(distance)?;
        }
        self.work.far_edges += self.expand_far_lost(distance) + self.expand_far_won(distance)?;
        self.work.levels += 1;
        self.now.won.clear();
        self.now.lost.clear();
        std::mem::swap(&mut self.now, &mut self.next);
        Ok(())
    }

    fn expand_near(&mut self, distance: u16) -> Result<u64, SolveError> {
        let Self {
            game,
            now,
            next,
            block_len,
            ..
        } = self;
        let block_len = *block_len;
        self.states
            .par_chunks_mut(block_len)
            .with_min_len(blocks_per_task(block_len))
            .enumerate()
            .filter(|(number, _)| now.won.has_block(*number) || now.lost.has_block(*number))
            .map(|(number, block)| {
                let start = first_of(number, block_len);
                let mut edges = 0;
                let mut each_run = |order: u32, change: &dyn Fn(&mut [AtomicU16])| {
                    game.for_each_near_run(game.expansion_order(order), |run| {
                        let (from, to) = ((run.start - start) as usize, (run.end - start) as usize);
                        edges += (to - from) as u64;
                        change(&mut block[from..to]);
                    });
                };
                now.lost.for_each(number, |order| {
                    each_run(order, &|run| decide_won(run, distance));
                });
                now.won
                    .for_each(number, |order| each_run(order, &count_down));
                decide_exhausted(block, start, distance, |index, won| {
                    let level = if won { &next.won } else { &next.lost };
                    level.insert(game.expansion_order(index));
                })?;
                Ok(edges)
            })
            .try_reduce(|| 0, |a, b| Ok(a + b))
    }

    fn expand_far_lost(&self, distance: u16) -> u64 {
        let won = state::win(distance);
        self.far_edges(&self.now.lost, |predecessor| {
            let state = &self.states[predecessor as usize];
            if is_open(state.load(Relaxed)) {
                // Whoever else stores here in this pass stores the same.
                state.store(won, Relaxed);
                self.next.won.insert(self.game.expansion_order(predecessor));
            }
            Ok(())
        })
        .unwrap_or_default()
    }

    fn expand_far_won(&self, distance: u16) -> Result<u64, SolveError> {
        let lost = state::lose(distance);
        self.far_edges(&self.now.won, |predecessor| {
            let state = &self.states[predecessor as usize];
            if is_open(state.load(Relaxed)) {
                // Nobody decides an open position in this pass but who counts it to the end.
                match state.fetch_sub(1, Relaxed) {
                    1 => {
                        state.store(lost, Relaxed);
                        let order = self.game.expansion_order(predecessor);
                        self.next.lost.insert(order);
                    }
                    before if before == EXHAUSTED || !is_open(before) => {
                        return Err(SolveError::NotTransposed { index: predecessor });
                    }
                    _ => {}
                }
            }
            Ok(())
        })
    }

    /// Visits the far predecessors of a frontier and counts them.
    fn far_edges(
        &self,
        frontier: &Frontier,
        visit: impl Fn(u32) -> Result<(), SolveError> + Sync,
    ) -> Result<u64, SolveError> {
        (0..frontier.blocks())
            .into_par_iter()
            .with_min_len(blocks_per_task(self.block_len))
            .filter(|&block| frontier.has_block(block))
            .map(|block| {
                let mut edges = 0;
                let mut outcome = Ok(());
                frontier.for_each(block, |order| {
                    let index = self.game.expansion_order(order);
                    self.game.for_each_far_predecessor(index, |predecessor| {
                        edges += 1;
                        if outcome.is_ok() {
                            outcome = visit(predecessor);
                        }
                    });
                });
                outcome.map(|()| edges)
            })
            .try_reduce(|| 0, |a, b| Ok(a + b))
    }
}

/// Blocks that one thread takes together: below this many positions, handing work to
/// another costs more than the work.
const fn blocks_per_task(block_len: usize) -> usize {
    const POSITIONS: usize = 8192;
    POSITIONS.div_ceil(block_len)
}

/// The first position of a block.
fn first_of(block: usize, block_len: usize) -> u32 {
    u32::try_from(block * block_len).expect("positions fit 32 bits")
}

/// The counter that a position starts with.
fn counter<G: Reversible>(game: &G, index: u32) -> Result<u16, SolveError> {
    let successors = game.successor_count(index);
    if successors == 0 {
        return Err(SolveError::Stuck {
            index,
            notation: game.notation(&game.position(index)),
        });
    }
    match u16::try_from(successors) {
        Ok(counter) if counter <= LIMIT => Ok(counter),
        _ => Err(SolveError::TooManySuccessors { index, successors }),
    }
}
