//! The inner loops over states that a thread owns.
//!
//! They are branchless over plain 16-bit lanes (`get_mut` is no atomic access), so
//! that the compiler turns them into vector instructions.

use std::sync::atomic::AtomicU16;

use crate::SolveError;
use crate::state::{self, EXHAUSTED, UNDERFLOW, is_open};

/// Lanes that are looked at together when a block is searched.
const LANES: usize = 64;

/// Counts every open state of a run down by one.
pub(crate) fn count_down(run: &mut [AtomicU16]) {
    for state in run {
        let state = state.get_mut();
        *state = state.wrapping_sub(u16::from(is_open(*state)));
    }
}

/// Decides every open state of a run as won at `distance`.
pub(crate) fn decide_won(run: &mut [AtomicU16], distance: u16) {
    let won = state::win(distance);
    for state in run {
        let state = state.get_mut();
        *state = if is_open(*state) { won } else { *state };
    }
}

/// Decides the exhausted states of a block as lost at `distance`, and reports them and
/// those that were won at that distance: `decided(index, won)`.
///
/// The near pass is the first of its level, so nothing else has that distance yet.
pub(crate) fn decide_exhausted(
    block: &mut [AtomicU16],
    start: u32,
    distance: u16,
    mut decided: impl FnMut(u32, bool),
) -> Result<(), SolveError> {
    let won = state::win(distance);
    for (lanes, first) in block.chunks_mut(LANES).zip((start..).step_by(LANES)) {
        let of_interest = lanes
            .iter_mut()
            .map(|state| *state.get_mut())
            .map(|state| u16::from([EXHAUSTED, won, UNDERFLOW].contains(&state)))
            .sum::<u16>();
        if of_interest == 0 {
            continue;
        }
        for (state, index) in lanes.iter_mut().zip(first..) {
            let state = state.get_mut();
            match *state {
                EXHAUSTED => {
                    *state = state::lose(distance);
                    decided(index, false);
                }
                UNDERFLOW => return Err(SolveError::NotTransposed { index }),
                now if now == won => decided(index, true),
                _ => {}
            }
        }
    }
    Ok(())
}
