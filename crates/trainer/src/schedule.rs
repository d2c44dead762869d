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

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(decay: Decay) -> Schedule {
        Schedule {
            peak: 1.0,
            floor: 0.1,
            warm_up: 10,
            steps: 110,
            decay,
        }
    }

    fn close(found: f64, expected: f64) {
        assert!(
            (found - expected).abs() < 1e-12,
            "{found}, expected {expected}"
        );
    }

    #[test]
    fn a_cosine_is_at_its_middle_half_way() {
        let cosine = schedule(Decay::Cosine);
        close(cosine.rate(0), 0.1);
        close(cosine.rate(9), 1.0);
        close(cosine.rate(10), 1.0);
        close(cosine.rate(60), 0.55);
        close(cosine.rate(110), 0.1);
    }

    #[test]
    fn a_line_falls_over_its_share_of_the_end() {
        let line = schedule(Decay::Linear { share: 0.4 });
        close(line.rate(66), 1.0);
        close(line.rate(88), 0.55);
        close(line.rate(110), 0.1);
    }
}
