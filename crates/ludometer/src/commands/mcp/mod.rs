//! `mcp`: a game as tools of the Model Context Protocol.

mod attach;
mod audit;
mod games;
mod host;
mod serve;

use anyhow::Result;
use clap::{Args, Subcommand};
use ludometer_games::Variant;

use crate::exit::Exit;

/// Serve a game to an agent over the Model Context Protocol.
#[derive(Debug, Args)]
pub struct Mcp {
    #[command(subcommand)]
    served: Servable,
}

#[derive(Debug, Subcommand)]
enum Servable {
    /// Chess, against an engine of stated strength or the built-in referee.
    Chess(games::OnBoard),
    /// Gardner minichess, 5×5.
    Gardner(games::OnBoard),
    /// Grand chess, 12×10.
    Grand12(games::OnBoard),
    Chopsticks(games::AtChopsticks),
    Attach(attach::Attach),
}

impl Mcp {
    pub fn run(self) -> Result<Exit> {
        match self.served {
            Servable::Chess(game) => game.run(Variant::Standard),
            Servable::Gardner(game) => game.run(Variant::Gardner),
            Servable::Grand12(game) => game.run(Variant::Grand12),
            Servable::Chopsticks(game) => game.run(),
            Servable::Attach(attach) => attach.run(),
        }
    }
}
