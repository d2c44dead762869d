//! Which game is served, and who sits across.

use std::sync::Arc;

use anyhow::{Result, anyhow};
use clap::Args;
use ludometer_games::{Color, Variant};
use ludometer_instruments::{
    chop_bench::Solved,
    served::{PLY_CAP, ServedBoard, ServedChopsticks},
};
use ludometer_record::Seat;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::serve::{ServeArgs, Table};
use crate::{
    exit::Exit,
    opponent::{BoardOpponent, ChopsticksOpponent},
    rules_args::RulesArgs,
};

#[derive(Debug, Args)]
pub struct OnBoard {
    /// Who sits across: built-in, random, or an engine as in stockfish?elo=1500&nodes=10000,
    /// fairy-stockfish?skill=-5 or /path/to/engine?nodes=10000. Behind the ? stand elo or
    /// skill, and nodes, depth or movetime (milliseconds) as its limit a move, joined by &.
    #[arg(long, default_value = "built-in")]
    opponent: String,
    /// Let the agent have the black pieces.
    #[arg(long)]
    black: bool,
    /// Seed of a built-in opponent's choices; a random one by default.
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    serve: ServeArgs,
}

/// Chopsticks, against a built-in player.
#[derive(Debug, Args)]
pub struct AtChopsticks {
    #[command(flatten)]
    rules: RulesArgs,
    /// Who sits across: solver, random, greedy or epsilon:0.1.
    #[arg(long, default_value = "epsilon:0.2")]
    opponent: String,
    /// Let the opponent move first.
    #[arg(long)]
    second: bool,
    /// Seed of the opponent's choices; a random one by default.
    #[arg(long)]
    seed: Option<u64>,
    #[command(flatten)]
    serve: ServeArgs,
}

/// A seed that every reader of JSON keeps whole.
fn seed(asked: Option<u64>) -> u64 {
    asked.unwrap_or_else(|| u64::from(rand::random::<u32>()))
}

/// The generator of each game, from one seed for all of them.
fn random(seed: u64, game: u64) -> ChaCha8Rng {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    random.set_stream(game);
    random
}

impl OnBoard {
    pub fn run(self, variant: Variant) -> Result<Exit> {
        let you = if self.black {
            Color::Black
        } else {
            Color::White
        };
        let seed = seed(self.seed);
        let opponent = self.opponent;
        let table = Table {
            name: variant.to_string(),
            seed,
            game: move || ServedBoard::new(variant, you, PLY_CAP),
            opponent: move |game| {
                let text = opponent.clone();
                async move { BoardOpponent::seat(&text, variant, random(seed, game)).await }
            },
        };
        self.serve.run(table)
    }
}

impl AtChopsticks {
    pub fn run(self) -> Result<Exit> {
        let rules = self.rules.rules()?;
        if rules.modulus() > 10 || rules.hands() > 4 {
            return Err(anyhow!(
                "a served game needs at most 4 hands and a modulus of at most 10"
            ));
        }
        let you = if self.second {
            Seat::Second
        } else {
            Seat::First
        };
        let seed = seed(self.seed);
        let solved = Arc::new(Solved::new(rules)?);
        let opponent = self.opponent;
        let table = Table {
            name: "chopsticks".to_owned(),
            seed,
            game: move || ServedChopsticks::new(rules, you, PLY_CAP),
            opponent: move |game| {
                let solved = Arc::clone(&solved);
                let seated = ChopsticksOpponent::seat(&opponent, solved, random(seed, game));
                std::future::ready(seated)
            },
        };
        self.serve.run(table)
    }
}
