//! Opponents at Chopsticks: the built-in players.

use std::{sync::Arc, time::Instant};

use anyhow::{Context, Result, anyhow};
use jiff::Timestamp;
use ludometer_games::chopsticks::Playing;
use ludometer_instruments::chop_bench::{Solved, choose};
use ludometer_record::{
    desk::{EngineMove, Timing},
    study::BuiltIn,
};
use rand_chacha::ChaCha8Rng;

use super::Opponent;

/// A built-in player with the solved game.
pub struct ChopsticksOpponent {
    player: BuiltIn,
    solved: Arc<Solved>,
    random: ChaCha8Rng,
}

impl ChopsticksOpponent {
    /// `solver`, `random`, `greedy` or `epsilon:0.1`.
    pub fn seat(text: &str, solved: Arc<Solved>, random: ChaCha8Rng) -> Result<Self> {
        let player = text
            .parse()
            .map_err(|error| anyhow!("--opponent: {error}"))?;
        Ok(Self {
            player,
            solved,
            random,
        })
    }
}

impl Opponent<Playing> for ChopsticksOpponent {
    fn name(&self) -> String {
        format!("{} (a built-in player)", self.player)
    }

    async fn reply(&mut self, playing: &Playing) -> Result<EngineMove> {
        let (sent, started) = (Timestamp::now(), Instant::now());
        let position = playing.position();
        let chosen = choose(self.player, &self.solved, position, &mut self.random);
        Ok(EngineMove {
            uci: chosen.context("the opponent has no move")?.to_string(),
            timing: Timing {
                sent,
                wall_us: u64::try_from(started.elapsed().as_micros()).unwrap_or(u64::MAX),
            },
            score: None,
            depth: None,
            nodes: None,
        })
    }
}
