//! `engine`: the opponents of the ladder.

mod calibrate;
mod games;
mod matched;
mod rungs;
mod show;

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use tokio::runtime::Runtime;

use crate::exit::Exit;

/// Look at UCI engines, let them play each other, and build the rungs below an engine's floor.
#[derive(Debug, Args)]
pub struct Engine {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    List(show::List),
    Show(show::Show),
    Calibrate(calibrate::Calibrate),
    Match(matched::Match),
    Rungs(rungs::Rungs),
}

impl Engine {
    pub fn run(self) -> Result<Exit> {
        match self.task {
            Task::List(task) => task.run(),
            Task::Show(task) => task.run(),
            Task::Calibrate(task) => task.run(),
            Task::Match(task) => task.run(),
            Task::Rungs(task) => task.run(),
        }
    }
}

fn runtime() -> Result<Runtime> {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .context("cannot start the runtime")
}
