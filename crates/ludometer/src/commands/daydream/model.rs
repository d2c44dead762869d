//! Which model: one of the three that are built in, or a file.

use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use ludometer_daydream::{Model, Tier, Weights, Window};
use ludometer_games::Variant;
use ludometer_instruments::tool::{Daydreamer, board_of};

use crate::weights;

/// The model and how it looks at long games.
#[derive(Debug, Clone, Args)]
pub struct ModelArgs {
    /// micro (5×5), regular (8×8) or grand (12×10).
    #[arg(long, default_value = "regular")]
    tier: Tier,
    /// Weights from a file instead of the built-in ones.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// What the model sees of a game that outgrew its context.
    #[arg(long, value_enum, default_value_t)]
    window: WindowArg,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
enum WindowArg {
    /// The last whole moves, with room for a draw.
    #[default]
    WholeMoves,
    /// The last characters, computed anew for every character, as the original did.
    ExactWindow,
}

/// A model with its board.
#[derive(Debug, Clone)]
pub struct Loaded {
    pub model: Arc<Model>,
    pub tier: Tier,
    pub board: Variant,
    pub window: Window,
    /// Where the weights are from.
    pub source: String,
}

impl ModelArgs {
    pub fn load(&self) -> Result<Loaded> {
        let (weights, source) = match &self.weights {
            None => (weights::built_in(self.tier)?, "built in".to_owned()),
            Some(path) => {
                let bytes = std::fs::read(path)
                    .with_context(|| format!("cannot read {}", path.display()))?;
                let weights = Weights::from_bytes(&bytes)
                    .with_context(|| format!("{} holds no weights", path.display()))?;
                (weights, path.display().to_string())
            }
        };
        if let Some(made_for) = weights.tier().filter(|made_for| *made_for != self.tier) {
            bail!(
                "{source} holds weights for {made_for}, not for {}",
                self.tier
            );
        }
        let window = match self.window {
            WindowArg::WholeMoves => Window::WholeMoves,
            WindowArg::ExactWindow => Window::Exact,
        };
        Ok(Loaded {
            model: Arc::new(Model::new(&weights)),
            tier: self.tier,
            board: board_of(self.tier),
            window,
            source,
        })
    }
}

impl Loaded {
    pub fn dreamer(&self) -> Daydreamer {
        Daydreamer::new(Arc::clone(&self.model), self.window)
    }

    /// The model in a few words.
    pub fn name(&self) -> String {
        let model = match self.model.tier() {
            Some(tier) => format!("Daydream {tier}"),
            None => "A model of its own shape".to_owned(),
        };
        format!("{model} on {}, weights {}", self.board, self.source)
    }
}
