//! Who decides the last positions again: Fairy-Stockfish, or the built-in stand-in.

use std::path::Path;

use anyhow::{Context, Result};
use ludometer_arena::engine::{Engine, EngineKind, EngineSpec, Limit, Position, Score, find};
use ludometer_games::Color;
use ludometer_instruments::{
    referee::{self, Referee},
    token_chess::archive::check::adjudication::{Case, DEPTH},
};
use tokio::runtime::Runtime;

use super::is_built_in;

/// Who decides.
pub enum Adjudicator {
    Engine {
        engine: Box<Engine>,
        runtime: Runtime,
    },
    StandIn {
        /// Why no engine decides.
        why: &'static str,
    },
}

impl Adjudicator {
    /// The named engine, or the one that is found, or the stand-in.
    pub fn choose(named: Option<&Path>) -> Result<Self> {
        if named.is_some_and(is_built_in) {
            return Ok(Self::StandIn { why: "asked for" });
        }
        let path = match find(EngineKind::FairyStockfish, named) {
            Ok(path) => path,
            Err(error) if named.is_some() => return Err(error.into()),
            Err(_) => {
                return Ok(Self::StandIn {
                    why: "no Fairy-Stockfish on PATH",
                });
            }
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let engine = runtime
            .block_on(Engine::start(&EngineSpec::new(path)))
            .context("cannot start the engine")?;
        Ok(Self::Engine {
            engine: Box::new(engine),
            runtime,
        })
    }

    /// What a position is worth, for White.
    pub fn judge(&mut self, case: &Case<'_>) -> Result<referee::Score> {
        let Self::Engine { engine, runtime } = self else {
            return Ok(Referee::default().judge(&case.board));
        };
        let position = Position::fen(case.board.fen());
        let limit = Limit::depth(case.depth.unwrap_or(DEPTH).clamp(1, 40));
        let search = runtime.block_on(async {
            engine.new_game().await?;
            engine.search(&position, limit).await
        })?;
        let own = case.board.turn();
        let score = search.score.context("the engine gave no score")?;
        Ok(match (score, own) {
            (Score::Mate(moves), _) if moves > 0 => referee::Score::Mate(own),
            (Score::Mate(_), _) => referee::Score::Mate(own.other()),
            (Score::Cp(value), Color::White) => referee::Score::Centipawns(value.0),
            (Score::Cp(value), Color::Black) => {
                referee::Score::Centipawns(value.0.saturating_neg())
            }
        })
    }

    /// Who it is, and what it looks at.
    pub fn name(&self) -> String {
        match self {
            Self::Engine { engine, .. } => {
                format!("{} at the recorded depth", engine.name().escape_debug())
            }
            Self::StandIn { why } => format!(
                "the built-in stand-in (material and mobility, 4 plies), NOT an engine: {why}"
            ),
        }
    }

    /// Whether its word is a stand-in's.
    pub fn is_stand_in(&self) -> bool {
        matches!(self, Self::StandIn { .. })
    }
}
