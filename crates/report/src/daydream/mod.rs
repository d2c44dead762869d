//! What probes of Daydream found: tables, and dreams as boards.

mod curve;
mod grid;
mod points;
pub mod probe;
#[cfg(test)]
mod probe_tests;
mod sheet;
mod tables;
#[cfg(test)]
mod tests;

pub use curve::{Point, curve_svg};
pub use sheet::{Frame, dream_sheet};
pub use tables::{SweepCell, legality, sweep};
