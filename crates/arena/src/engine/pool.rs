//! Engines that serve one game after the other.

use std::{
    ops::{Deref, DerefMut},
    sync::{Arc, Mutex, PoisonError},
};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::{client::Engine, error::EngineError, spec::EngineSpec};

/// At most so many engines of one kind, started when first needed. Clones share them.
#[derive(Debug, Clone)]
pub struct Pool {
    spec: Arc<EngineSpec>,
    idle: Arc<Mutex<Vec<Engine>>>,
    places: Arc<Semaphore>,
}

impl Pool {
    /// Room for `size` engines, at least one; starts none yet.
    #[must_use]
    pub fn new(spec: EngineSpec, size: usize) -> Self {
        Self {
            spec: Arc::new(spec),
            idle: Arc::default(),
            places: Arc::new(Semaphore::new(size.clamp(1, Semaphore::MAX_PERMITS))),
        }
    }

    /// An engine that knows nothing of earlier games, when one is free. One that failed
    /// its last game is gone; one that died in its sleep is replaced here.
    pub async fn acquire(&self) -> Result<Lease, EngineError> {
        let Ok(place) = Arc::clone(&self.places).acquire_owned().await else {
            unreachable!("the pool never closes its semaphore");
        };
        let rested = self.lock().pop();
        let rested = match rested {
            Some(mut engine) => engine.new_game().await.is_ok().then_some(engine),
            None => None,
        };
        let engine = if let Some(engine) = rested {
            engine
        } else {
            let mut engine = Engine::start(&self.spec).await?;
            engine.new_game().await?;
            engine
        };
        Ok(Lease {
            engine: Some(engine),
            idle: Arc::clone(&self.idle),
            _place: place,
        })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Vec<Engine>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An engine for one game; goes back to its pool when dropped, if it is still usable.
#[derive(Debug)]
pub struct Lease {
    /// There until it is dropped.
    engine: Option<Engine>,
    idle: Arc<Mutex<Vec<Engine>>>,
    _place: OwnedSemaphorePermit,
}

impl Deref for Lease {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        self.engine.as_ref().expect("there until it is dropped")
    }
}

impl DerefMut for Lease {
    fn deref_mut(&mut self) -> &mut Engine {
        self.engine.as_mut().expect("there until it is dropped")
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        if let Some(engine) = self.engine.take().filter(Engine::is_usable) {
            self.idle
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .push(engine);
        }
    }
}
