//! `daydream`: the small model that dreams moves, its probes, its corpora, its training.

mod corpus;
mod dream;
mod gate;
mod many;
mod model;
mod probe;
mod sample;
mod sampler;
mod sparring;
mod sweep;
mod train;

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};

use crate::exit::Exit;

/// Sample, probe and train Daydream, the small model that dreams moves of three boards.
#[derive(Debug, Args)]
pub struct Daydream {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    Sample(sample::Sample),
    Dream(dream::Dream),
    Gate(gate::Gate),
    Sweep(sweep::Sweep),
    Probe(probe::Probe),
    Corpus(corpus::Corpus),
    Train(train::Train),
}

/// How the answer is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
enum Format {
    /// Sentences and tables.
    #[default]
    Text,
    /// One JSON value.
    Json,
}

impl Daydream {
    pub fn run(self) -> Result<Exit> {
        match self.task {
            Task::Sample(task) => task.run(),
            Task::Dream(task) => task.run(),
            Task::Gate(task) => task.run(),
            Task::Sweep(task) => task.run(),
            Task::Probe(task) => task.run(),
            Task::Corpus(task) => task.run(),
            Task::Train(task) => task.run(),
        }
    }
}
