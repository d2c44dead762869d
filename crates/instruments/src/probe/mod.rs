//! The tool by itself: how often what it dreams is a legal move.
//!
//! - [`turn`]: one move by resampling, with every attempt kept.
//! - [`game`]: a whole game, against an opponent or alone.
//! - [`legality`]: what games at one setting say, as findings; [`repetition`] tells moves
//!   that come back from fresh ones.
//! - [`sweep`]: a grid of settings.
//! - [`table`], [`plan`], [`picker`], [`prefix`]: what a study of the tool asks for.
//! - `bench`, `play`: such a study as an instrument; [`findings`]: what it says.

mod bench;
pub mod findings;
pub mod game;
pub mod legality;
pub mod picker;
pub mod plan;
mod play;
pub mod prefix;
pub mod repetition;
pub mod sweep;
pub mod table;
pub mod turn;

#[cfg(test)]
mod tests;

pub use bench::{DaydreamProbe, SetUpError};
pub use findings::Findings;
pub use picker::Picker;
pub use plan::PlannedGame;
pub use play::{Look, Record};
pub use table::{Kind, ProbeTable};
