//! What probes of Daydream found: tables, and dreams as boards.

mod curve;
mod sheet;
mod tables;
#[cfg(test)]
mod tests;

pub use curve::{Point, curve_svg};
pub use sheet::{Frame, dream_sheet};
pub use tables::{SweepCell, legality, sweep};
