//! `elo`: ratings on a ladder, from games to intervals, and back to what to play.

mod compare;
mod evalue;
mod fit;
mod games_file;
mod number;
mod plan;
mod pool;
mod power;
mod settings;
mod simulate;

use anyhow::Result;
use clap::{Args, Subcommand, ValueEnum};

use crate::exit::Exit;

/// Rate players on a ladder: estimates, intervals, the next opponent, and how well all this works.
#[derive(Debug, Args)]
pub struct Elo {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    Fit(fit::Fit),
    Evalue(evalue::Evalue),
    Plan(plan::Plan),
    Compare(compare::Compare),
    Simulate(simulate::Simulate),
    Power(power::Power),
    Pool(pool::Pool),
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

impl Elo {
    pub fn run(self) -> Result<Exit> {
        match self.task {
            Task::Fit(task) => task.run()?,
            Task::Evalue(task) => task.run()?,
            Task::Plan(task) => task.run()?,
            Task::Compare(task) => task.run()?,
            Task::Simulate(task) => task.run()?,
            Task::Power(task) => task.run()?,
            Task::Pool(task) => task.run()?,
        }
        Ok(Exit::Done)
    }
}
