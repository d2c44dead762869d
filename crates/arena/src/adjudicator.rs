//! Who says who stands better: an engine, or the built-in referee in its place.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering::Relaxed},
    },
};

use ludometer_games::{Board, Color, Variant};
use ludometer_instruments::referee::{self, Referee};
use ludometer_record::desk::{Judge, Score, Verdict};

use crate::engine::{EngineError, EngineSpec, Identity, Limit, Pool, Position};

/// The built-in referee's name.
pub const STAND_IN: &str = "built-in referee (material and mobility)";

/// Who adjudicates.
#[derive(Debug, Clone, Default)]
pub enum Adjudicator {
    /// Nobody; a study that asks anyway stops.
    #[default]
    Nobody,
    /// Engines, a pool for each board.
    Engines(Engines),
    /// This program's own small referee.
    StandIn(Referee),
}

/// Engines of one program, a pool for each board.
#[derive(Debug, Clone)]
pub struct Engines {
    pools: BTreeMap<Variant, Pool>,
    /// Failures in a row: one may be an accident, several are the engine.
    failures: Arc<AtomicU32>,
}

/// Failures in a row after which an engine is not asked again.
const PATIENCE: u32 = 3;

/// Why there is no verdict.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// Nobody was asked along.
    #[error("there is no adjudicator for {0}")]
    Nobody(String),
    /// The game cannot be played through.
    #[error("the game cannot be judged: {0}")]
    Game(String),
    /// The engine failed.
    #[error("{0}")]
    Engine(#[from] EngineError),
    /// The engine searched and said nothing.
    #[error("the engine {0} gave no score")]
    NoScore(String),
    /// The engine fails every time.
    #[error("the adjudicating engine fails every time ({0})")]
    Failing(Box<Self>),
}

impl Adjudicator {
    /// At most `size` engines of one program for each board.
    #[must_use]
    pub fn engines(spec: &EngineSpec, boards: &[Variant], size: usize) -> Self {
        let pool = |board: &Variant| {
            let spec = spec.clone().with_variant(*board);
            (*board, Pool::new(spec, size))
        };
        Self::Engines(Engines {
            pools: boards.iter().map(pool).collect(),
            failures: Arc::default(),
        })
    }

    /// Which engines they are, one for each board; starts them.
    pub async fn identities(&self) -> Result<Vec<Identity>, EngineError> {
        let mut all = Vec::new();
        if let Self::Engines(engines) = self {
            for pool in engines.pools.values() {
                all.push(pool.acquire().await?.identity().await?);
            }
        }
        Ok(all)
    }

    /// Who stands better.
    pub async fn judge(&self, judge: &Judge) -> Result<Verdict, JudgeError> {
        let board: Variant = judge
            .board
            .parse()
            .map_err(|_| JudgeError::Nobody(judge.board.clone()))?;
        match self {
            Self::Nobody => Err(JudgeError::Nobody(judge.board.clone())),
            Self::Engines(engines) => {
                let pool = engines.pools.get(&board);
                let pool = pool.ok_or_else(|| JudgeError::Nobody(judge.board.clone()))?;
                let verdict = searched(pool, judge).await;
                match verdict {
                    Ok(_) => engines.failures.store(0, Relaxed),
                    Err(problem) if engines.failures.fetch_add(1, Relaxed) + 1 >= PATIENCE => {
                        return Err(JudgeError::Failing(Box::new(problem)));
                    }
                    Err(_) => {}
                }
                verdict
            }
            Self::StandIn(referee) => {
                let (referee, moves) = (*referee, judge.moves.clone());
                let judged = tokio::task::spawn_blocking(move || stand_in(referee, board, &moves));
                match judged.await {
                    Ok(verdict) => verdict,
                    Err(panic) => std::panic::resume_unwind(panic.into_panic()),
                }
            }
        }
    }
}

async fn searched(pool: &Pool, judge: &Judge) -> Result<Verdict, JudgeError> {
    let mut engine = pool.acquire().await?;
    let position = Position::after(judge.moves.iter().cloned());
    let search = engine.search(&position, Limit::depth(judge.depth)).await?;
    let Some(score) = search.score else {
        return Err(JudgeError::NoScore(engine.name().to_owned()));
    };
    Ok(Verdict {
        score: score.into(),
        depth: search.depth.map(|depth| depth.0),
        engine: engine.name().to_owned(),
        stand_in: false,
    })
}

/// The built-in referee's verdict. It sees mates and does not count the moves to them.
pub fn stand_in(referee: Referee, board: Variant, moves: &[String]) -> Result<Verdict, JudgeError> {
    let board =
        Board::replay(board, moves).map_err(|problem| JudgeError::Game(problem.to_string()))?;
    let to_move = board.turn();
    let score = match referee.judge(&board) {
        referee::Score::Centipawns(white) if to_move == Color::White => Score::Cp(white),
        referee::Score::Centipawns(white) => Score::Cp(-white),
        referee::Score::Mate(winner) if winner == to_move => Score::Mate(1),
        referee::Score::Mate(_) => Score::Mate(-1),
    };
    Ok(Verdict {
        score,
        depth: None,
        engine: STAND_IN.to_owned(),
        stand_in: true,
    })
}
