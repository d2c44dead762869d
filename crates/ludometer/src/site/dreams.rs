//! The dream room: Daydream asked live by a visitor of the local site.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
};

use anyhow::{Result, anyhow};
use ludometer_daydream::{Model, Tier, Window};
use ludometer_instruments::{
    generator,
    tool::{Daydreamer, Tool},
};
use ludometer_record::Seed;
use ludometer_site::dream::{Dreamt, Wish, dreamt};
use tokio::sync::Semaphore;

use crate::weights;

/// The models, read when they are first asked for.
pub struct Dreams {
    models: Mutex<BTreeMap<Tier, Arc<Model>>>,
    /// A draw keeps a core busy.
    cores: Semaphore,
}

impl Default for Dreams {
    fn default() -> Self {
        Self {
            models: Mutex::default(),
            cores: Semaphore::new(1),
        }
    }
}

/// Why a wish is not granted.
pub enum Refusal {
    /// It is no wish.
    Wish(String),
    /// The program failed.
    Failed(anyhow::Error),
}

impl Dreams {
    /// Grants a wish.
    pub async fn grant(self: Arc<Self>, wish: Wish) -> Result<Dreamt, Refusal> {
        let granted = wish.check().map_err(Refusal::Wish)?;
        let Ok(_core) = self.cores.acquire().await else {
            return Err(Refusal::Failed(anyhow!("the dream room is closed")));
        };
        let dreams = Arc::clone(&self);
        let drawn = tokio::task::spawn_blocking(move || -> Result<Dreamt> {
            let mut tool = Daydreamer::new(dreams.model(wish.tier)?, Window::WholeMoves);
            let mut random = generator(Seed(wish.seed), &["dream-room"]);
            let moves = granted.board.moves();
            let draws = tool.draw(moves, granted.n as usize, granted.setting, &mut random)?;
            let texts = draws.into_iter().map(|draw| draw.text).collect();
            Ok(dreamt(&granted.board, texts))
        });
        match drawn.await {
            Ok(drawn) => drawn.map_err(Refusal::Failed),
            Err(problem) => Err(Refusal::Failed(problem.into())),
        }
    }

    fn model(&self, tier: Tier) -> Result<Arc<Model>> {
        let mut models = self.models.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(model) = models.get(&tier) {
            return Ok(Arc::clone(model));
        }
        let model = Arc::new(Model::new(&weights::built_in(tier)?));
        models.insert(tier, Arc::clone(&model));
        Ok(model)
    }
}
