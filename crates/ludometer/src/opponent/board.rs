//! Opponents on the boards of chess: an engine, the built-in referee, or chance.

use std::time::Instant;

use anyhow::{Context, Result};
use jiff::Timestamp;
use ludometer_arena::engine::{Engine, EngineRef, Position};
use ludometer_games::{Board, Variant};
use ludometer_instruments::ladder::REFEREE;
use ludometer_record::desk::{EngineMove, Timing};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::Opponent;

/// Who sits across a board.
pub enum BoardOpponent {
    /// The referee that is part of this program.
    BuiltIn(ChaCha8Rng),
    /// Any legal move.
    Random(ChaCha8Rng),
    /// An engine of its own.
    Engine {
        engine: Box<Engine>,
        reference: EngineRef,
    },
}

impl BoardOpponent {
    /// `built-in`, `random` or an engine as [`EngineRef`] reads it.
    pub async fn seat(text: &str, variant: Variant, random: ChaCha8Rng) -> Result<Self> {
        match text {
            "built-in" => return Ok(Self::BuiltIn(random)),
            "random" => return Ok(Self::Random(random)),
            _ => {}
        }
        let reference: EngineRef = text.parse().context("--opponent")?;
        let spec = reference.spec()?.with_variant(variant);
        let mut engine = Box::new(Engine::start(&spec).await?);
        engine.new_game().await?;
        Ok(Self::Engine { engine, reference })
    }
}

impl Opponent<Board> for BoardOpponent {
    fn name(&self) -> String {
        match self {
            Self::BuiltIn(_) => "the built-in referee (material and mobility, 3 plies)".to_owned(),
            Self::Random(_) => "a built-in player of random moves".to_owned(),
            Self::Engine {
                engine, reference, ..
            } => format!("{} ({reference})", engine.name().escape_debug()),
        }
    }

    async fn reply(&mut self, board: &Board) -> Result<EngineMove> {
        let (sent, started) = (Timestamp::now(), Instant::now());
        let mut reply = EngineMove {
            uci: String::new(),
            timing: Timing { sent, wall_us: 0 },
            score: None,
            depth: None,
            nodes: None,
        };
        match self {
            Self::BuiltIn(random) => {
                // It computes for long enough to hold up other games of the same thread.
                let (board, mut drawn) = (board.clone(), random.clone());
                let (referee, margin) = REFEREE;
                let searched = tokio::task::spawn_blocking(move || {
                    (referee.choose(&board, margin, &mut drawn), drawn)
                });
                let (chosen, drawn) = searched.await?;
                *random = drawn;
                reply.uci = chosen.context("the opponent has no move")?;
            }
            Self::Random(random) => {
                let moves = board.legal_moves();
                let chosen = moves.choose(random).cloned();
                reply.uci = chosen.context("the opponent has no move")?;
            }
            Self::Engine { engine, reference } => {
                let mut position = Position::after(board.moves());
                position.fen = board.first_fen().map(str::to_owned);
                let search = engine.search(&position, reference.limit).await?;
                reply = search.moved(sent).context("the engine plays no move")?;
            }
        }
        reply.timing.wall_us = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
        Ok(reply)
    }
}
