//! `daydream train`: weights from a corpus.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use clap::{Args, ValueEnum};
use ludometer_daydream::{Config, Tier, Vocabulary};
use ludometer_games::Role;
use ludometer_instruments::tool::board_of;
use ludometer_report::daydream::{Point, curve_svg};
use ludometer_trainer::batches::Windows;
use ludometer_trainer::checkpoint::{Checkpoint, replace};
use ludometer_trainer::corpus::{Corpus, HoldOut};
use ludometer_trainer::gradient::Processor;
use ludometer_trainer::optimizer::Method;
use ludometer_trainer::recipe::Recipe;
use ludometer_trainer::schedule::Decay;
use ludometer_trainer::training::{Material, Outline, Outlook, Training};

use crate::{exit::Exit, interrupt};

/// Train a model on a corpus, with checkpoints; --resume goes on exactly where it stopped.
#[derive(Debug, Args)]
pub struct Train {
    /// One game a line; plain, .zst or .xz.
    #[arg(long, value_name = "FILE")]
    corpus: PathBuf,
    /// Folder for checkpoint, best weights and loss curve.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Go on from the folder's checkpoint, with its recipe.
    #[arg(long)]
    resume: bool,
    /// The model's shape and recipe: micro, regular or grand.
    #[arg(long, default_value = "regular")]
    tier: Tier,
    /// A shape of its own instead: layers,heads,width,context.
    #[arg(long, value_name = "L,H,W,C", value_parser = shape, conflicts_with = "resume")]
    shape: Option<Config>,
    /// Steps in all; with --resume, a new end for the schedule.
    #[arg(long)]
    steps: Option<u64>,
    /// Windows a step.
    #[arg(long, conflicts_with = "resume")]
    batch: Option<usize>,
    /// Windows that a thread handles at once.
    #[arg(long, conflicts_with = "resume")]
    micro_batch: Option<usize>,
    /// Threads, each with a gradient of its own.
    #[arg(long, conflicts_with = "resume")]
    replicas: Option<usize>,
    /// The highest learning rate.
    #[arg(long, conflicts_with = "resume")]
    learning_rate: Option<f64>,
    /// How the rate falls.
    #[arg(long, value_enum, conflicts_with = "resume")]
    schedule: Option<ScheduleArg>,
    /// Who updates the matrices of the blocks.
    #[arg(long, value_enum, conflicts_with = "resume")]
    optimizer: Option<OptimizerArg>,
    /// Share of entries dropped, from 0 to less than 1.
    #[arg(long, conflicts_with = "resume")]
    dropout: Option<f32>,
    /// Decay of the matrices.
    #[arg(long, conflicts_with = "resume")]
    weight_decay: Option<f32>,
    /// Decides first weights, windows and dropout.
    #[arg(long, conflicts_with = "resume")]
    seed: Option<u64>,
    /// Steps from one look at the held-out games to the next.
    #[arg(long, conflicts_with = "resume")]
    look: Option<u64>,
    /// Where the arithmetic happens.
    #[arg(long, value_enum, default_value_t)]
    device: Device,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ScheduleArg {
    Cosine,
    Linear,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum OptimizerArg {
    AdamW,
    Muon,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum Device {
    /// This machine's processor, with the trainer's own kernels.
    #[default]
    Cpu,
    /// This machine's processor, with burn's portable backend.
    #[cfg(feature = "burn")]
    Flex,
    /// An NVIDIA GPU.
    #[cfg(feature = "cuda")]
    Cuda,
    /// A GPU over Vulkan, Metal or DirectX.
    #[cfg(feature = "wgpu")]
    Wgpu,
}

impl Device {
    fn processor(self) -> Processor {
        match self {
            Self::Cpu => Processor::Cpu,
            #[cfg(feature = "burn")]
            Self::Flex => Processor::flex(),
            #[cfg(feature = "cuda")]
            Self::Cuda => Processor::cuda(),
            #[cfg(feature = "wgpu")]
            Self::Wgpu => Processor::wgpu(),
        }
    }
}

/// How often a line is written between looks.
const LINE: Duration = Duration::from_secs(10);

impl Train {
    pub fn run(self) -> Result<Exit> {
        let bytes = fs::read(&self.corpus)
            .with_context(|| format!("cannot read {}", self.corpus.display()))?;
        let hash = blake3::hash(&bytes).to_hex().to_string();
        drop(bytes);
        let corpus = Corpus::read(&self.corpus, HoldOut::default())
            .with_context(|| self.corpus.display().to_string())?;
        let path = self.out.join("checkpoint.safetensors");
        let mut training = if self.resume {
            if !path.exists() {
                bail!(
                    "{} is not there, and --resume goes on from it",
                    path.display()
                );
            }
            let mut checkpoint = Checkpoint::read(&path)?;
            if checkpoint.state.corpus != hash {
                bail!(
                    "{} is not the corpus that {} was trained on",
                    self.corpus.display(),
                    path.display()
                );
            }
            if let Some(steps) = self.steps {
                checkpoint.state.recipe.schedule.steps = steps;
            }
            let state = &checkpoint.state;
            let (done, steps) = (state.step, state.recipe.schedule.steps);
            if steps <= done {
                bail!("{done} steps are done; --steps says {steps}, expected more");
            }
            let material = material(&corpus, hash, &state.vocabulary, &state.recipe)?;
            Training::resume(checkpoint, material, &self.device.processor())
        } else {
            if path.exists() {
                bail!(
                    "{} is there already; go on with --resume, or choose another --out",
                    path.display()
                );
            }
            fs::create_dir_all(&self.out)
                .with_context(|| format!("cannot create {}", self.out.display()))?;
            self.start(&corpus, hash)?
        };
        let stop = interrupt::watch("after this step, with a checkpoint")?;
        self.go_on(&mut training, &path, &stop)
    }

    fn start(&self, corpus: &Corpus, hash: String) -> Result<Training> {
        let (config, tier) = match self.shape {
            Some(config) => (config, None),
            None => (self.tier.config(), Some(self.tier)),
        };
        // A tier has the characters of its board, whether the corpus uses all of them or not.
        let characters = tier.map_or_else(|| corpus.vocabulary(), alphabet);
        let vocabulary = Vocabulary::new(characters).context("the corpus's characters")?;
        let recipe = self.recipe(config, tier);
        recipe.check().map_err(|problem| anyhow!(problem))?;
        let material = material(corpus, hash, &vocabulary, &recipe)?;
        note!(
            "{} parameters, {} characters to train on, {} held out",
            config.parameters(vocabulary.len()),
            material.train.characters(),
            material.held_out.characters()
        );
        let outline = Outline {
            config,
            vocabulary,
            tier,
        };
        Ok(Training::start(
            outline,
            recipe,
            material,
            &self.device.processor(),
        ))
    }

    fn recipe(&self, config: Config, tier: Option<Tier>) -> Recipe {
        let mut recipe = match tier {
            Some(tier) => Recipe::of(tier),
            None => Recipe::new(&config, 32, 4, 1_000),
        };
        if let Some(steps) = self.steps {
            recipe = recipe.with_steps(steps);
        }
        let schedule = &mut recipe.schedule;
        schedule.peak = self.learning_rate.unwrap_or(schedule.peak);
        match self.schedule {
            Some(ScheduleArg::Cosine) => schedule.decay = Decay::Cosine,
            Some(ScheduleArg::Linear) => schedule.decay = Decay::Linear { share: 0.4 },
            None => {}
        }
        match self.optimizer {
            Some(OptimizerArg::AdamW) => recipe.optimizer.method = Method::AdamW,
            Some(OptimizerArg::Muon) => recipe.optimizer.method = Method::Muon,
            None => {}
        }
        recipe.batch = self.batch.unwrap_or(recipe.batch);
        recipe.micro_batch = self
            .micro_batch
            .unwrap_or(recipe.micro_batch)
            .min(recipe.batch);
        recipe.replicas = self.replicas.unwrap_or(recipe.replicas);
        recipe.dropout = self.dropout.unwrap_or(recipe.dropout);
        recipe.optimizer.weight_decay = self.weight_decay.unwrap_or(recipe.optimizer.weight_decay);
        recipe.seed = self.seed.unwrap_or(recipe.seed);
        recipe.look = self.look.unwrap_or(recipe.look);
        recipe
    }

    fn go_on(&self, training: &mut Training, path: &Path, stop: &AtomicBool) -> Result<Exit> {
        let steps = training.checkpoint().state.recipe.schedule.steps;
        let begun = Instant::now();
        let mut said = Instant::now();
        let mut done_here = 0_u64;
        while training.outlook() == Outlook::Unfinished {
            let step = training.step();
            done_here += 1;
            let each = begun.elapsed().as_secs_f64() / done_here as f64;
            let rate = training.characters_a_step() as f64 / each;
            let left = Duration::from_secs_f64(each * (steps - step.done) as f64);
            if step.look.is_some() || said.elapsed() >= LINE {
                said = Instant::now();
                let look = step.look.map_or(String::new(), |look| {
                    format!(
                        ", held out {:.4} (training {:.4})",
                        look.held_out, look.training
                    )
                });
                note!(
                    "step {}/{steps}: loss {:.4}{look}; {rate:.0} characters/s, {} left",
                    step.done,
                    step.loss,
                    indicatif::HumanDuration(left)
                );
            }
            let held_out = step.look.map_or(0.0, |look| look.held_out);
            if !(step.loss.is_finite() && held_out.is_finite()) {
                bail!(
                    "the loss is no number any more at step {}; the checkpoint before it is kept; a lower --learning-rate may help",
                    step.done
                );
            }
            let stopping = stop.load(Ordering::Relaxed);
            // The weights first: a checkpoint says that its best look's are there.
            if step.look.is_some() {
                self.keep(training)?;
            }
            if step.look.is_some() || stopping {
                training.checkpoint().write(path)?;
            }
            if stopping {
                note!("stopped after step {}; go on with --resume", step.done);
                return Ok(Exit::Interrupted);
            }
        }
        let why = match training.outlook() {
            Outlook::Stalled => "the held-out loss no longer falls; stopped early",
            _ => "all steps are done",
        };
        note!("{why}");
        note!(
            "weights: {}",
            self.out.join("weights.safetensors").display()
        );
        Ok(Exit::Done)
    }

    /// The curve so far, and the weights if they are the best so far.
    fn keep(&self, training: &Training) -> Result<()> {
        let write = |name: &str, bytes: &[u8]| {
            let path = self.out.join(name);
            replace(&path, bytes).with_context(|| format!("cannot write {}", path.display()))
        };
        let state = &training.checkpoint().state;
        let points: Vec<Point> = state
            .looks
            .iter()
            .map(|look| Point {
                step: look.step,
                training: look.training,
                held_out: look.held_out,
            })
            .collect();
        let name = state
            .tier
            .map_or("a model of its own shape".to_owned(), |tier| {
                tier.to_string()
            });
        write(
            "curve.svg",
            curve_svg(&format!("Training of {name}"), &points).as_bytes(),
        )?;
        if training.at_its_best() {
            let half = training.weights().and_then(|weights| weights.to_half());
            let half = half.with_context(|| {
                let step = state.step;
                format!("step {step}: the weights do not fit half precision; a lower --learning-rate may help")
            })?;
            write("weights.safetensors", &half.to_bytes())?;
        }
        Ok(())
    }
}

/// Every character that a move on a tier's board can have, and what stands between moves.
fn alphabet(tier: Tier) -> Vec<char> {
    let board = board_of(tier);
    let size = board.size();
    let ranks = (1..=size.ranks)
        .map(|rank| rank.to_string())
        .collect::<String>();
    let promotions = board
        .roles()
        .iter()
        .filter(|role| !matches!(role, Role::Pawn | Role::King));
    let mut all: Vec<char> = ('a'..='z')
        .take(size.files.into())
        .chain(ranks.chars())
        .chain(promotions.map(|role| role.letter()))
        .chain(['\n', ' '])
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// A shape on the command line.
fn shape(text: &str) -> Result<Config> {
    let numbers: Result<Vec<usize>, _> = text.split(',').map(str::parse).collect();
    match numbers.as_deref() {
        Ok(&[layers, heads, width, context]) => Ok(Config::new(layers, heads, width, context)?),
        _ => bail!("expected four numbers, as in 6,6,192,256"),
    }
}

fn material(
    corpus: &Corpus,
    hash: String,
    vocabulary: &Vocabulary,
    recipe: &Recipe,
) -> Result<Material> {
    let make = |text: &str, what: &str| {
        let tokens = vocabulary
            .encode(text)
            .with_context(|| format!("the {what} games have a character that the board lacks"))?;
        Windows::new(
            tokens,
            vocabulary.newline(),
            vocabulary.space(),
            recipe.window,
        )
        .with_context(|| format!("the {what} games"))
    };
    let games = corpus.train.games() + corpus.held_out.games();
    for (part, which) in [
        (&corpus.train, "to train on"),
        (&corpus.held_out, "to hold out"),
    ] {
        if part.games() == 0 {
            bail!(
                "of {games} games none is left {which} (one in twenty is held out); a larger corpus helps"
            );
        }
    }
    let (train, held_out) = (
        make(corpus.train.text(), "training")?,
        make(corpus.held_out.text(), "held-out")?,
    );
    let needed = recipe.micro_batch * recipe.window + 1;
    if held_out.characters() < needed {
        bail!(
            "the held-out games have {} characters, a look takes {needed}; a larger corpus or a smaller --micro-batch helps",
            held_out.characters()
        );
    }
    Ok(Material {
        hash,
        train,
        held_out,
    })
}
