use anyhow::Result;
use clap::Args;
use crate::exit::Exit;

/// x
#[derive(Debug, Args)]
pub struct Play {}

impl Play {
    pub fn run(self) -> Result<Exit> {
        Ok(Exit::Done)
    }
}
