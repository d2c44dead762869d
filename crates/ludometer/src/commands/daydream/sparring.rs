//! Who plays against the tool: Fairy-Stockfish, or the built-in stand-in.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use ludometer_arena::engine::{
    Engine, EngineError, EngineKind, EngineSpec, Limit, Position, Strength, find,
};
use ludometer_games::{Board, Variant};
use ludometer_instruments::probe::game::Opponent;
use ludometer_instruments::referee::Referee;
use ludometer_report::document::Block;
use rand::Rng;
use tokio::runtime::Runtime;

/// Plies that the engine looks ahead, as published.
const DEPTH: u32 = 4;

/// Fairy-Stockfish's skill, as published.
const SKILL: i32 = 3;

/// What the stand-in looks ahead, and how far below its best move it may choose.
const STAND_IN: (Referee, u32) = (Referee::new(2, 20_000), 60);

/// Which opponent.
#[derive(Debug, Clone, Args)]
pub struct EngineArgs {
    /// Fairy-Stockfish's program, or built-in for the weak stand-in. Without this it is
    /// looked for on PATH, and the stand-in plays where there is none.
    #[arg(long, value_name = "PROGRAM|built-in")]
    engine: Option<PathBuf>,
}

/// An opponent before it is started.
#[derive(Debug, Clone)]
pub enum Sparring {
    Engine(EngineSpec),
    StandIn {
        /// Why no engine plays.
        why: String,
    },
}

impl EngineArgs {
    pub fn choose(&self, board: Variant) -> Result<Sparring> {
        if self
            .engine
            .as_ref()
            .is_some_and(|name| name.as_os_str() == "built-in")
        {
            return Ok(Sparring::StandIn {
                why: "asked for".to_owned(),
            });
        }

        match find(EngineKind::FairyStockfish, self.engine.as_deref()) {
            Ok(path) => Ok(Sparring::Engine(
                EngineSpec::new(path)
                    .with_variant(board)
                    .with_strength(Strength::Skill(SKILL)),
            )),
            Err(error) if self.engine.is_some() => Err(error.into()),
            Err(_) => Ok(Sparring::StandIn {
                why: "no Fairy-Stockfish on PATH (apt-get install fairy-stockfish)".to_owned(),
            }),
        }
    }
}

/// An opponent at the board.
pub enum Seated {
    Engine {
        engine: Box<Engine>,
        runtime: Runtime,
    },
    StandIn,
}

impl Sparring {
    pub fn seat(&self) -> Result<Seated> {
        let Self::Engine(spec) = self else {
            return Ok(Seated::StandIn);
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let engine = runtime
            .block_on(Engine::start(spec))
            .context("cannot start the engine")?;
        let engine = Box::new(engine);
        Ok(Seated::Engine { engine, runtime })
    }

    /// Who plays, and that a stand-in's numbers are another thing.
    pub fn introduced(&self, opponent: &str) -> Vec<Block> {
        let mut blocks = vec![Block::Text(format!("Opponent: {opponent}."))];
        if let Self::StandIn { why } = self {
            blocks.push(Block::Text(format!(
                "A stand-in played: {why}. These numbers are not comparable with published ones."
            )));
        }
        blocks
    }

    /// Whether a stand-in plays, whose results are labelled.
    pub fn is_stand_in(&self) -> bool {
        matches!(self, Self::StandIn { .. })
    }
}

impl Seated {
    /// Who it is.
    pub fn name(&self) -> String {
        match self {
            Self::Engine { engine, .. } => {
                format!("{}, Skill Level {SKILL}, depth {DEPTH}", engine.name())
            }
            Self::StandIn => {
                "the built-in stand-in (material and mobility, 2 plies), NOT Fairy-Stockfish"
                    .to_owned()
            }
        }
    }
}

impl Opponent for Seated {
    type Error = EngineError;

    fn new_game(&mut self) -> Result<(), EngineError> {
        match self {
            Self::Engine { engine, runtime } => runtime.block_on(engine.new_game()),
            Self::StandIn => Ok(()),
        }
    }

    fn reply(&mut self, board: &Board, mut rng: &mut dyn Rng) -> Result<String, EngineError> {
        match self {
            Self::Engine { engine, runtime } => {
                let position = Position::after(board.moves());
                let search = runtime.block_on(engine.search(&position, Limit::depth(DEPTH)))?;
                // No move where the board has one is the board's to refuse.
                Ok(search.best.unwrap_or_default())
            }
            Self::StandIn => {
                let (referee, margin) = STAND_IN;
                Ok(referee.choose(board, margin, &mut rng).unwrap_or_default())
            }
        }
    }
}
