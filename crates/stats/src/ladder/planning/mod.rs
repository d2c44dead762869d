//! What is believed about a player while games are chosen, and what a pair would add.
//!
//! The distribution serves planning alone: inference never sees it.

mod belief;
mod ladder;
mod rung;

pub use belief::Belief;
pub use ladder::{Ladder, LadderError};

/// Ratings of the grid: -200 to 4400 by 50, normal weights (1900, 700).
const RATINGS: usize = 93;
/// Colour advantages of the grid, normal weights (40, 60).
const COLOURS: [f64; 4] = [-80.0, 0.0, 80.0, 160.0];
/// Draw parameters of the grid and their weights.
const DRAWS: [(f64, f64); 4] = [(0.0, 0.2), (0.3, 0.4), (1.0, 0.3), (3.0, 0.1)];

const H: usize = COLOURS.len();
const NU: usize = DRAWS.len();

/// Weights at one rating: `[nu][h]`, h fastest.
type Cells = [f64; NU * H];

fn rating_at(i: usize) -> f64 {
    -200.0 + 50.0 * i as f64
}
