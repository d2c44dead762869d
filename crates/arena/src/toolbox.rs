//! The tools that games draw from.

use std::{collections::BTreeMap, fmt, sync::Arc};

use ludometer_daydream::{Model, Setting, Window};
use ludometer_instruments::tool::{Daydreamer, Tool};
use ludometer_record::desk::Draw;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use tokio::sync::Semaphore;

/// A tool in use.
pub type BoxedTool = Box<dyn Tool + Send + Sync>;

/// Makes a tool at the start of a game.
pub type Maker = Arc<dyn Fn() -> BoxedTool + Send + Sync>;

/// Tools by the name that a study calls them, and room to run them.
#[derive(Clone)]
pub struct Toolbox {
    makers: BTreeMap<String, Maker>,
    /// A draw keeps a core busy; more at once than there are cores only wait in turn.
    cores: Arc<Semaphore>,
}

impl fmt::Debug for Toolbox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Toolbox")
            .field("tools", &self.makers.keys())
            .finish_non_exhaustive()
    }
}

/// Why a tool gave no samples.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DrawError {
    /// The study names a tool that nobody brought.
    #[error("there is no tool {0:?}")]
    NoTool(String),
    /// A setting that no sampler takes.
    #[error("{0}")]
    Setting(String),
    /// The game cannot be read by the tool.
    #[error("{0}")]
    Game(String),
}

impl Default for Toolbox {
    fn default() -> Self {
        Self::new(BTreeMap::new())
    }
}

impl Toolbox {
    /// Tools by name.
    #[must_use]
    pub fn new(makers: BTreeMap<String, Maker>) -> Self {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            makers,
            cores: Arc::new(Semaphore::new(cores)),
        }
    }

    /// A bench for one game, on which the tool keeps what it computed of it.
    #[must_use]
    pub fn bench(&self) -> Bench {
        Bench {
            toolbox: self.clone(),
            out: None,
        }
    }
}

/// A model as a tool.
#[must_use]
pub fn daydreams(model: Arc<Model>, window: Window) -> Maker {
    Arc::new(move || Box::new(Daydreamer::new(Arc::clone(&model), window)))
}

/// The tool that one game uses, with what it computed of the game.
pub struct Bench {
    toolbox: Toolbox,
    out: Option<(String, BoxedTool)>,
}

impl fmt::Debug for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bench")
            .field("out", &self.out.as_ref().map(|(name, _)| name))
            .finish_non_exhaustive()
    }
}

impl Bench {
    /// Draws on this thread.
    pub fn draw(&mut self, draw: &Draw) -> Result<Vec<String>, DrawError> {
        let mut tool = self.take(&draw.tool)?;
        let texts = sample(tool.as_mut(), draw);
        self.out = Some((draw.tool.clone(), tool));
        texts
    }

    /// Draws on a thread of its own, when a core is free for it.
    pub async fn draw_aside(&mut self, draw: &Draw) -> Result<Vec<String>, DrawError> {
        let mut tool = self.take(&draw.tool)?;
        let cores = Arc::clone(&self.toolbox.cores);
        let Ok(core) = cores.acquire_owned().await else {
            unreachable!("the toolbox never closes its semaphore");
        };
        let asked = draw.clone();
        let drawn = tokio::task::spawn_blocking(move || {
            let texts = sample(tool.as_mut(), &asked);
            drop(core);
            (tool, texts)
        });
        let (tool, texts) = match drawn.await {
            Ok(drawn) => drawn,
            Err(panic) => std::panic::resume_unwind(panic.into_panic()),
        };
        self.out = Some((draw.tool.clone(), tool));
        texts
    }

    fn take(&mut self, name: &str) -> Result<BoxedTool, DrawError> {
        if let Some((_, tool)) = self.out.take().filter(|(last, _)| last == name) {
            return Ok(tool);
        }
        let maker = self.toolbox.makers.get(name);
        maker
            .map(|make| make())
            .ok_or_else(|| DrawError::NoTool(name.to_owned()))
    }
}

fn sample(tool: &mut dyn Tool, draw: &Draw) -> Result<Vec<String>, DrawError> {
    let order = draw.order;
    let setting = Setting::new(order.temperature, order.soft_cap)
        .map_err(|problem| DrawError::Setting(problem.to_string()))?;
    let mut random = ChaCha8Rng::seed_from_u64(order.seed);
    let drawn = tool
        .draw(&draw.moves, order.n as usize, setting, &mut random)
        .map_err(|problem| DrawError::Game(problem.to_string()))?;
    Ok(drawn.into_iter().map(|one| one.text).collect())
}
