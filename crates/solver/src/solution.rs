//! Every position's value, with counts.

use std::collections::BTreeMap;

use ludometer_games::{FiniteGame, Outcome};
use rayon::prelude::*;

use crate::state;
use crate::{Oracle, Value};

/// What solving took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Work {
    /// Predecessor edges visited one by one in runs that a thread owned.
    pub near_edges: u64,
    /// Predecessor edges visited one by one across the shared table.
    pub far_edges: u64,
    /// Successors of the positions that are not terminal, all moves counted. They may
    /// have been counted in closed form: these are not visits.
    pub successors_counted: u64,
    /// Distances that were expanded, 0 included.
    pub levels: u64,
}

impl Work {
    /// Predecessor edges visited in all.
    #[must_use]
    pub const fn edges(&self) -> u64 {
        self.near_edges + self.far_edges
    }
}

/// How many positions have each outcome for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Positions won.
    pub win: usize,
    /// Positions lost.
    pub lose: usize,
    /// Positions drawn.
    pub draw: usize,
}

impl Counts {
    fn add(&mut self, outcome: Outcome, positions: usize) {
        *match outcome {
            Outcome::Win => &mut self.win,
            Outcome::Lose => &mut self.lose,
            Outcome::Draw => &mut self.draw,
        } += positions;
    }
}

/// How many positions are won and lost at each distance, in plies, terminal ones
/// (distance 0) included.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Histogram {
    /// Positions won, by distance.
    pub win: BTreeMap<u16, usize>,
    /// Positions lost, by distance.
    pub lose: BTreeMap<u16, usize>,
}

/// The value of every position of one game, two bytes a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    game_id: String,
    states: Vec<u16>,
    work: Work,
    working_bytes: usize,
}

impl Solution {
    pub(crate) const fn new(
        game_id: String,
        states: Vec<u16>,
        work: Work,
        working_bytes: usize,
    ) -> Self {
        Self {
            game_id,
            states,
            work,
            working_bytes,
        }
    }

    /// [`Game::id`](ludometer_games::Game::id) of the game that was solved.
    #[must_use]
    pub fn game_id(&self) -> &str {
        &self.game_id
    }

    /// Number of positions.
    #[must_use]
    pub const fn position_count(&self) -> usize {
        self.states.len()
    }

    /// The value of the position with a number.
    ///
    /// # Panics
    /// If `index` is not below [`position_count`](Self::position_count).
    #[must_use]
    pub fn value_at(&self, index: u32) -> Value {
        state::value(self.states[index as usize])
    }

    /// How many positions have each outcome, terminal ones included.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts_where(|_| true)
    }

    /// How many of the positions whose number `keep` accepts have each outcome.
    #[must_use]
    pub fn counts_where(&self, keep: impl Fn(u32) -> bool) -> Counts {
        let mut counts = Counts::default();
        for (index, &state) in (0..).zip(&self.states) {
            if keep(index) {
                counts.add(state::value(state).outcome, 1);
            }
        }
        counts
    }

    /// How many positions are won and lost at each distance.
    #[must_use]
    pub fn histogram(&self) -> Histogram {
        let mut histogram = Histogram::default();
        for &state in &self.states {
            let value = state::value(state);
            let side = match value.outcome {
                Outcome::Win => &mut histogram.win,
                Outcome::Lose => &mut histogram.lose,
                Outcome::Draw => continue,
            };
            *side.entry(value.distance.unwrap_or_default()).or_default() += 1;
        }
        histogram
    }

    /// The longest distance to a forced end, in plies; `None` if every position is drawn.
    #[must_use]
    pub fn longest(&self) -> Option<u16> {
        self.states
            .par_iter()
            .filter_map(|&state| state::value(state).distance)
            .max()
    }

    /// What solving took.
    #[must_use]
    pub const fn work(&self) -> Work {
        self.work
    }

    /// Bytes that the result takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(self.states.as_slice())
    }

    /// Bytes of the solver's tables while it ran, the result's included and the
    /// game's own tables not.
    #[must_use]
    pub const fn working_bytes(&self) -> usize {
        self.working_bytes
    }
}

impl<G: FiniteGame> Oracle<G> for Solution {
    fn value(&self, game: &G, position: G::Position) -> Value {
        self.value_at(game.index(position))
    }
}
