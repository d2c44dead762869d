//! `play`: a person at the terminal.

mod board;
mod chopsticks;

use std::io::Write;

use anyhow::Result;
use clap::{Args, Subcommand};
use ludometer_games::Variant;

use crate::exit::Exit;

/// Play a game yourself: Chopsticks, graded move by move, or chess on one of three boards.
#[derive(Debug, Args)]
pub struct Play {
    #[command(subcommand)]
    game: Playable,
}

#[derive(Debug, Subcommand)]
enum Playable {
    Chopsticks(chopsticks::Chopsticks),
    /// Chess, against an engine of stated strength or the built-in referee.
    Chess(board::Against),
    /// Gardner minichess, 5×5.
    Gardner(board::Against),
    /// Grand chess, 12×10.
    Grand12(board::Against),
}

impl Play {
    pub fn run(self) -> Result<Exit> {
        match self.game {
            Playable::Chopsticks(game) => game.run(),
            Playable::Chess(against) => against.run(Variant::Standard),
            Playable::Gardner(against) => against.run(Variant::Gardner),
            Playable::Grand12(against) => against.run(Variant::Grand12),
        }
    }
}

fn say(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")?;
    Ok(())
}
