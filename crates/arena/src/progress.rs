//! Counters for whoever shows them. They are shown, never decided by.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use ludometer_record::{PicoUsd, desk::Usage};

/// What a run has done so far, over all sessions.
#[derive(Debug, Default)]
pub struct Progress {
    /// Games of the plan.
    pub games: AtomicU64,
    /// Games that are over, voids included.
    pub over: AtomicU64,
    /// Games that are void.
    pub void: AtomicU64,
    /// Calls to servers that wait for their answer.
    pub in_flight: AtomicU64,
    /// Calls to servers that were answered.
    pub answered: AtomicU64,
    /// Tries that failed.
    pub failed_tries: AtomicU64,
    /// Prompt and completion tokens.
    pub tokens: AtomicU64,
    /// Picodollars.
    pub money: AtomicU64,
}

impl Progress {
    /// Adds an answer.
    pub fn answered(&self, usage: &Usage, cost: PicoUsd) {
        self.answered.fetch_add(1, Relaxed);
        self.tokens.fetch_add(usage.total().unwrap_or(0), Relaxed);
        self.money.fetch_add(cost.0, Relaxed);
    }

    /// Counts up for as long as the guard lives.
    #[must_use]
    pub(crate) fn count(counter: &AtomicU64) -> Counted<'_> {
        counter.fetch_add(1, Relaxed);
        Counted(counter)
    }
}

/// Counts down again when dropped.
pub(crate) struct Counted<'a>(&'a AtomicU64);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Relaxed);
    }
}
