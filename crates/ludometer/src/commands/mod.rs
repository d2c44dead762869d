//! The commands, one file each.

mod daydream;
mod doctor;
mod elo;
mod engine;
mod import;
mod mcp;
mod play;
mod report;
mod run;
mod serve;
mod site;
mod solve;
mod token_chess;
mod verify;

use anyhow::Result;
use clap::{Parser, Subcommand};

use crate::exit::{self, Exit};

pub use run::Playing;

/// Measures language models by the formal games they play.
#[derive(Debug, Parser)]
#[command(version, about, after_help = exit::HELP, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Run(run::Run),
    Import(import::Import),
    Report(report::Report),
    Verify(verify::Verify),
    Serve(serve::Serve),
    Site(site::Site),
    Solve(solve::Solve),
    Play(play::Play),
    Mcp(mcp::Mcp),
    Doctor(doctor::Doctor),
    Elo(elo::Elo),
    Engine(engine::Engine),
    Daydream(daydream::Daydream),
    TokenChess(token_chess::TokenChess),
}

impl Cli {
    /// Runs the command.
    pub fn run(self) -> Result<Exit> {
        match self.command {
            Command::Run(command) => command.run(),
            Command::Import(command) => command.run(),
            Command::Report(command) => command.run(),
            Command::Verify(command) => command.run(),
            Command::Serve(command) => command.run(),
            Command::Site(command) => command.run(),
            Command::Solve(command) => command.run(),
            Command::Play(command) => command.run(),
            Command::Mcp(command) => command.run(),
            Command::Doctor(command) => command.run(),
            Command::Elo(command) => command.run(),
            Command::Engine(command) => command.run(),
            Command::Daydream(command) => command.run(),
            Command::TokenChess(command) => command.run(),
        }
    }
}
