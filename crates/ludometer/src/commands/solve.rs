use anyhow::Result;
use clap::Args;
use crate::exit::Exit;

/// x
#[derive(Debug, Args)]
pub struct Solve {}

impl Solve {
    pub fn run(self) -> Result<Exit> {
        Ok(Exit::Done)
    }
}
