//! The rungs that come with the program.

use anyhow::{Context, Result};
use ludometer_instruments::ladder::rung::RungTable;

/// Below the floor of Debian's Stockfish 15.1; how they were made is in `docs/rungs.md`.
const STOCKFISH: &str = include_str!("../../../assets/rungs/stockfish-15.1.toml");

/// The shipped table.
pub fn shipped() -> Result<RungTable> {
    RungTable::parse(STOCKFISH).context("the shipped table")
}
