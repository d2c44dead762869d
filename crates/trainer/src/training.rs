//! A training, step by step.

use ludometer_daydream::{Config, Tier, Vocabulary, Weights, WeightsError};

use crate::batches::{Batch, Windows};
use crate::checkpoint::{Checkpoint, Look, State};
use crate::cpu::sum_of_squares;
use crate::gradient::{Engine, Processor};
use crate::optimizer::Moments;
use crate::parameters::{initial, to_weights};
use crate::recipe::Recipe;

/// A training between two steps.
#[derive(Debug)]
pub struct Training {
    checkpoint: Checkpoint,
    engine: Engine,
    windows: Windows,
    held_out: Vec<Batch>,
}

/// A model before it is trained.
#[derive(Debug, Clone)]
pub struct Outline {
    /// Its shape.
    pub config: Config,
    /// Its characters.
    pub vocabulary: Vocabulary,
    /// Its tier, if it is one of the three.
    pub tier: Option<Tier>,
}

/// What a model is trained on.
#[derive(Debug, Clone)]
pub struct Material {
    /// Hash of the corpus.
    pub hash: String,
    /// The games to learn from.
    pub train: Windows,
    /// The games held out; at least one micro-batch of windows.
    pub held_out: Windows,
}

/// What a step did.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// Steps done, this one included.
    pub done: u64,
    /// Loss of its batch before the update, in nats a character.
    pub loss: f64,
    /// The look at the held-out games that followed, if it was due.
    pub look: Option<Look>,
}

/// Whether to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outlook {
    /// There are steps left.
    Unfinished,
    /// All steps are done.
    Finished,
    /// The held-out loss has not fallen for as many looks as the recipe has patience.
    Stalled,
}

impl Training {
    /// A training from its first step.
    #[must_use]
    pub fn start(
        outline: Outline,
        recipe: Recipe,
        material: Material,
        processor: &Processor,
    ) -> Self {
        let Outline {
            config,
            vocabulary,
            tier,
        } = outline;
        let engine = Engine::new(config, vocabulary.len(), &recipe, processor);
        let parameters = initial(engine.layout(), recipe.seed);
        let moments = Moments::zero(parameters.len());
        let state = State {
            config,
            vocabulary,
            tier,
            recipe,
            corpus: material.hash.clone(),
            step: 0,
            since: (0.0, 0),
            looks: Vec::new(),
        };
        Self::of(
            Checkpoint {
                state,
                parameters,
                moments,
            },
            engine,
            material,
        )
    }

    /// A training from a checkpoint; goes on exactly as if it had never stopped.
    #[must_use]
    pub fn resume(checkpoint: Checkpoint, material: Material, processor: &Processor) -> Self {
        let state = &checkpoint.state;
        let engine = Engine::new(
            state.config,
            state.vocabulary.len(),
            &state.recipe,
            processor,
        );
        Self::of(checkpoint, engine, material)
    }

    fn of(checkpoint: Checkpoint, engine: Engine, material: Material) -> Self {
        let recipe = &checkpoint.state.recipe;
        let micro = recipe.micro_batch;
        let most = (recipe.look_windows / micro * micro).max(micro);
        let mut held_out: Vec<Batch> = material.held_out.sequence(most).collect();
        held_out.truncate(held_out.len() / micro * micro);
        Self {
            checkpoint,
            engine,
            windows: material.train,
            held_out,
        }
    }

    /// The state that a later [`Training::resume`] needs.
    #[must_use]
    pub fn checkpoint(&self) -> &Checkpoint {
        &self.checkpoint
    }

    /// Characters that a step trains on.
    #[must_use]
    pub fn characters_a_step(&self) -> usize {
        let recipe = &self.checkpoint.state.recipe;
        recipe.batch * recipe.window
    }

    /// The weights as they are now.
    pub fn weights(&self) -> Result<Weights, WeightsError> {
        let state = &self.checkpoint.state;
        to_weights(
            state.config,
            &state.vocabulary,
            state.tier,
            &self.checkpoint.parameters,
        )
    }

    /// Whether to go on.
    #[must_use]
    pub fn outlook(&self) -> Outlook {
        let state = &self.checkpoint.state;
        if state.step >= state.recipe.schedule.steps {
            return Outlook::Finished;
        }
        let losses = state.looks.iter().map(|look| look.held_out);
        let best = losses
            .enumerate()
            .filter(|(_, loss)| loss.is_finite())
            .min_by(|a, b| a.1.total_cmp(&b.1))
            .map_or(0, |(i, _)| i);
        let since = state.looks.len().saturating_sub(best + 1);
        if since as u64 >= state.recipe.patience {
            Outlook::Stalled
        } else {
            Outlook::Unfinished
        }
    }

    /// Whether the last look was the best so far.
    #[must_use]
    pub fn at_its_best(&self) -> bool {
        let looks = &self.checkpoint.state.looks;
        looks.last().is_some_and(|last| {
            last.step == self.checkpoint.state.step
                && looks.iter().all(|look| last.held_out <= look.held_out)
        })
    }

    /// One step.
    pub fn step(&mut self) -> Step {
        let Checkpoint {
            state,
            parameters,
            moments,
        } = &mut self.checkpoint;
        let recipe = state.recipe;
        let batch = self.windows.step(recipe.seed, state.step, recipe.batch);
        let mut slope = self
            .engine
            .slope(parameters, &batch, recipe.seed.wrapping_add(state.step));
        let length = sum_of_squares(&slope.gradient).sqrt();
        if length > recipe.clip {
            #[allow(
                clippy::cast_possible_truncation,
                reason = "single precision throughout"
            )]
            let factor = (recipe.clip / length) as f32;
            for g in &mut slope.gradient {
                *g *= factor;
            }
        }
        let rate = recipe.schedule.rate(state.step);
        recipe.optimizer.update(
            self.engine.layout(),
            state.step,
            rate,
            parameters,
            &slope.gradient,
            moments,
        );
        state.step += 1;
        state.since.0 += slope.loss;
        state.since.1 += 1;
        let due = state.step % recipe.look == 0 || state.step == recipe.schedule.steps;
        let look = due.then(|| Look {
            step: state.step,
            training: state.since.0 / state.since.1 as f64,
            held_out: self.engine.loss(parameters, &self.held_out),
        });
        if let Some(look) = look {
            state.since = (0.0, 0);
            state.looks.push(look);
        }
        Step {
            done: state.step,
            loss: slope.loss,
            look,
        }
    }
}
