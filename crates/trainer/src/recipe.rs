//! Everything that decides what a training makes of a corpus.

use ludometer_daydream::{Config, Tier};
use serde::{Deserialize, Serialize};

use crate::optimizer::{Method, Optimizer};
use crate::schedule::{Decay, Schedule};

/// The largest count of anything.
const MOST: u64 = 1 << 32;

/// A training, up to the corpus.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// Decides the first weights, the windows and the dropout masks.
    pub seed: u64,
    /// Characters in a training window; at most the model's context.
    pub window: usize,
    /// Windows a step.
    pub batch: usize,
    /// Windows that a replica handles at once.
    pub micro_batch: usize,
    /// Threads with gradients of their own, summed in order. A part of the recipe
    /// since the order of a sum decides its last bits.
    pub replicas: usize,
    /// Share of entries dropped from the embedding's and each branch's output.
    pub dropout: f32,
    /// The gradient's greatest length; longer ones are shortened to it.
    pub clip: f64,
    /// The learning rate.
    pub schedule: Schedule,
    /// The optimiser.
    pub optimizer: Optimizer,
    /// Steps from one look at the held-out games to the next.
    pub look: u64,
    /// Held-out windows that such a look takes.
    pub look_windows: usize,
    /// Looks without a better loss after which the training stops.
    pub patience: u64,
}

impl Recipe {
    /// The recipe of the shipped weights of a tier.
    #[must_use]
    pub fn of(tier: Tier) -> Self {
        let config = tier.config();
        match tier {
            // Small corpora, seen several times.
            Tier::Micro => Self::new(&config, 64, 4, 900).against_overfitting(0.15),
            Tier::Grand => Self::new(&config, 8, 1, 1_000).against_overfitting(0.1),
            Tier::Regular => Self::new(&config, 32, 2, 1_000),
        }
    }

    fn against_overfitting(mut self, dropout: f32) -> Self {
        self.dropout = dropout;
        self.optimizer.weight_decay = 0.1;
        self
    }

    /// With another number of steps, and a warm-up that fits it.
    #[must_use]
    pub fn with_steps(mut self, steps: u64) -> Self {
        self.schedule.steps = steps;
        self.schedule.warm_up = (steps / 20).max(1);
        self
    }

    /// What is wrong with it, in a line.
    pub fn check(&self) -> Result<(), String> {
        let wrong = |what: &str, value: String, expected: &str| {
            Err(format!("{what} is {value}, expected {expected}"))
        };
        let counts = [
            ("the batch", self.batch as u64),
            ("the micro-batch", self.micro_batch as u64),
            ("the number of replicas", self.replicas as u64),
            ("the window", self.window as u64),
            ("the number of steps", self.schedule.steps),
            ("steps between looks", self.look),
        ];
        for (what, value) in counts {
            if !(1..=MOST).contains(&value) {
                return wrong(what, value.to_string(), &format!("1 to {MOST}"));
            }
        }
        if !self.batch.is_multiple_of(self.micro_batch) {
            let expected = format!("a multiple of the micro-batch, {}", self.micro_batch);
            return wrong("the batch", self.batch.to_string(), &expected);
        }
        if self.replicas > 1024 || self.batch.saturating_mul(self.window) > 1 << 26 {
            let what = format!("{} replicas of {} windows", self.replicas, self.batch);
            return Err(format!("{what} are more than a machine holds"));
        }
        if !(self.optimizer.weight_decay >= 0.0 && self.optimizer.weight_decay.is_finite()) {
            let value = self.optimizer.weight_decay.to_string();
            return wrong("the weight decay", value, "0 or more");
        }
        if !(0.0..1.0).contains(&self.dropout) {
            return wrong("dropout", self.dropout.to_string(), "0 to less than 1");
        }
        if !(self.schedule.peak > 0.0 && self.schedule.peak.is_finite()) {
            return wrong(
                "the learning rate",
                self.schedule.peak.to_string(),
                "a positive number",
            );
        }
        Ok(())
    }

    /// A recipe for a model of another size.
    #[must_use]
    pub fn new(config: &Config, batch: usize, micro_batch: usize, steps: u64) -> Self {
        Self {
            seed: 1,
            window: config.context(),
            batch,
            micro_batch,
            replicas: 2,
            dropout: 0.0,
            clip: 1.0,
            schedule: Schedule {
                peak: 3e-3,
                floor: 0.0,
                warm_up: (steps / 20).max(1),
                steps,
                decay: Decay::Linear { share: 0.4 },
            },
            optimizer: Optimizer {
                method: Method::Muon,
                beta_1: 0.9,
                beta_2: 0.98,
                momentum: 0.95,
                weight_decay: 0.05,
            },
            look: 50,
            look_windows: 64,
            patience: 20,
        }
    }
}
