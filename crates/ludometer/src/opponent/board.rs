//! Opponents on the boards of chess: an engine, the built-in referee, or chance.

use std::time::Instant;

use anyhow::{Context, Result};
use jiff::Timestamp;
use ludometer_arena::engine::{Engine, EngineRef, Position, Score as EngineScore};
use ludometer_games::{Board, Variant};
use ludometer_instruments::referee::Referee;
use ludometer_record::desk::{EngineMove, Score, Timing};
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;

use super::Opponent;

/// What the built-in opponent looks ahead, and how far below its best move it may choose.
const BUILT_IN: (Referee, u32) = (Referee::new(3, 50_000), 30);

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
                let (referee, margin) = BUILT_IN;
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
                reply.uci = search.best.context("the engine plays no move")?;
                reply.score = search.score.map(|score| match score {
                    EngineScore::Cp(score) => Score::Cp(score.0),
                    EngineScore::Mate(moves) => Score::Mate(moves),
                });
                reply.depth = search.depth.map(|depth| depth.0);
                reply.nodes = search.nodes.map(|nodes| nodes.0);
            }
        }
        reply.timing.wall_us = u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX);
        Ok(reply)
    }
}
