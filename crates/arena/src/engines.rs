//! Engines that play whole games: one process a game and engine, never shared meanwhile.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

use jiff::Timestamp;
use ludometer_games::{Board, Variant};
use ludometer_record::desk::{EngineMove, EngineTurn};

use crate::engine::{
    EngineError, EngineRef, EngineRefError, EngineSpec, FindError, Lease, Pool, Position,
};

/// Failures in a row after which engines are not asked again.
const PATIENCE: u32 = 3;

/// The engines of a run. A process that has ended one game serves a later one, with its
/// memory cleared.
#[derive(Debug)]
pub struct Engines {
    pools: Mutex<Vec<(EngineSpec, Pool)>>,
    /// Processes of one kind at once.
    size: usize,
    failures: AtomicU32,
}

/// The engines that sit in one game, by the text that names them.
#[derive(Debug, Default)]
pub struct Seats {
    seated: BTreeMap<String, (EngineRef, Lease)>,
}

/// Why an engine plays no move.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The text names no engine.
    #[error(transparent)]
    Name(#[from] EngineRefError),
    /// There is no such program.
    #[error(transparent)]
    Find(#[from] FindError),
    /// There is no such board, or the game cannot be played through on it.
    #[error("the game cannot be played: {0}")]
    Game(String),
    /// The engine failed.
    #[error("{0}")]
    Engine(#[from] EngineError),
    /// The engine plays what is no legal move.
    #[error("engine {engine} plays {text:?}, which is not legal in {fen}")]
    Illegal {
        /// Its name.
        engine: String,
        /// What it says.
        text: String,
        /// Where.
        fen: String,
    },
    /// Engines fail every time.
    #[error("the playing engine fails every time ({0})")]
    Failing(Box<Self>),
}

impl PlayError {
    /// Whether only the one game suffers.
    #[must_use]
    pub fn is_void(&self) -> bool {
        matches!(self, Self::Engine(_) | Self::Illegal { .. })
    }
}

impl Default for Engines {
    fn default() -> Self {
        Self::new(1)
    }
}

impl Engines {
    /// Room for so many processes of one kind; starts none yet.
    #[must_use]
    pub fn new(size: usize) -> Self {
        Self {
            pools: Mutex::default(),
            size,
            failures: AtomicU32::new(0),
        }
    }

    /// Lets the engine of this game move.
    pub async fn play(
        &self,
        seats: &mut Seats,
        turn: &EngineTurn,
    ) -> Result<EngineMove, PlayError> {
        let played = self.searched(seats, turn).await;
        match &played {
            Ok(_) => self.failures.store(0, Relaxed),
            // It is started anew where its game asks again, which a void game does not.
            Err(problem) if problem.is_void() => {
                seats.seated.remove(&turn.engine);
                if self.failures.fetch_add(1, Relaxed) + 1 >= PATIENCE {
                    return played.map_err(|problem| PlayError::Failing(Box::new(problem)));
                }
            }
            Err(_) => {}
        }
        played
    }

    async fn searched(
        &self,
        seats: &mut Seats,
        turn: &EngineTurn,
    ) -> Result<EngineMove, PlayError> {
        let game = |problem: String| PlayError::Game(problem);
        let variant: Variant = turn
            .board
            .parse()
            .map_err(|_| game(format!("no board {:?}", turn.board)))?;
        if !seats.seated.contains_key(&turn.engine) {
            let seated = self.seat(&turn.engine, variant).await?;
            seats.seated.insert(turn.engine.clone(), seated);
        }
        let (reference, engine) = seats
            .seated
            .get_mut(&turn.engine)
            .expect("it was seated just now");
        let sent = Timestamp::now();
        let position = Position::after(turn.moves.iter().cloned());
        let search = engine.search(&position, reference.limit).await?;
        let board =
            Board::replay(variant, &turn.moves).map_err(|problem| game(problem.to_string()))?;
        let text = search.best.clone().unwrap_or_default();
        let moved = search.moved(sent).filter(|_| board.is_legal(&text));
        moved.ok_or_else(|| PlayError::Illegal {
            engine: engine.name().to_owned(),
            text,
            fen: board.fen(),
        })
    }

    /// An engine for one game, at its strength, that knows nothing of earlier games.
    async fn seat(&self, text: &str, variant: Variant) -> Result<(EngineRef, Lease), PlayError> {
        let reference: EngineRef = text.parse()?;
        let spec = reference.spec()?.with_variant(variant);
        let mut engine = self.pool(&spec).acquire().await?;
        engine.set_strength(spec.strength).await?;
        Ok((reference, engine))
    }

    /// The pool of engines that differ from this one in the number behind their kind of
    /// strength at most. One kind cannot be taken back by setting another.
    fn pool(&self, spec: &EngineSpec) -> Pool {
        let kind = std::mem::discriminant(&spec.strength);
        let mut pools = self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        let same = pools.iter().find(|(other, _)| {
            std::mem::discriminant(&other.strength) == kind
                && other.clone().with_strength(spec.strength) == *spec
        });
        if let Some((_, pool)) = same {
            return pool.clone();
        }
        let pool = Pool::new(spec.clone(), self.size);
        pools.push((spec.clone(), pool.clone()));
        pool
    }
}
