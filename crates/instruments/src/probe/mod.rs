//! The tool by itself: how often what it dreams is a legal move.
//!
//! - [`turn`]: one move by resampling, with every attempt kept.
//! - [`game`]: a whole game, against an opponent or alone.
//! - [`legality`]: what the games say, as findings.
//! - [`sweep`]: a grid of settings.

pub mod game;
pub mod legality;
pub mod sweep;
pub mod turn;

#[cfg(test)]
mod tests;
