//! `daydream corpus`: texts to train on.

mod lichess;
mod selfplay;

use anyhow::Result;
use clap::{Args, Subcommand};

use crate::exit::Exit;

/// Make a text to train on: one game a line, its moves in UCI.
#[derive(Debug, Args)]
pub struct Corpus {
    #[command(subcommand)]
    source: Source,
}

#[derive(Debug, Subcommand)]
enum Source {
    Lichess(lichess::Lichess),
    Selfplay(selfplay::Selfplay),
}

impl Corpus {
    pub fn run(self) -> Result<Exit> {
        match self.source {
            Source::Lichess(source) => source.run(),
            Source::Selfplay(source) => source.run(),
        }
    }
}
