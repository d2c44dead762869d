//! The learning rate over the steps.

use serde::{Deserialize, Serialize};

/// How the rate falls after the warm-up.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "shape")]
pub enum Decay {
    /// Half a cosine from the peak down to the floor.
    Cosine,
    /// The peak until the last `share` of the steps, then straight down to the floor.
    Linear {
        /// Share of all steps, in (0, 1].
        share: f64,
    },
}

/// A peak, what leads up to it and what follows.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Schedule {
    /// The highest rate.
    pub peak: f64,
    /// The rate at the end.
    pub floor: f64,
    /// Steps of linear warm-up.
    pub warm_up: u64,
    /// All steps.
    pub steps: u64,
    /// What follows the warm-up.
    pub decay: Decay,
}

impl Schedule {
    /// The rate of a step, the first being 0.
    #[must_use]
    pub fn rate(&self, step: u64) -> f64 {
        if step < self.warm_up {
            return self.peak * (step + 1) as f64 / self.warm_up as f64;
        }
        let left = self.steps.saturating_sub(step) as f64;
        let share = match self.decay {
            Decay::Cosine => {
                let all = self.steps.saturating_sub(self.warm_up).max(1) as f64;
                0.5 - 0.5 * (std::f64::consts::PI * (left / all).min(1.0)).cos()
            }
            Decay::Linear { share } => (left / (share * self.steps as f64)).min(1.0),
        };
        self.floor + (self.peak - self.floor) * share
    }
}
