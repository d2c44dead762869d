//! What the ladder's inference says, as tables and plots.
//!
//! Every interval is shown with its method; [`Word`] says in a word whether a
//! level is approached ("approximate") or a bound ("conservative").

mod narrowing;
mod ratings;
mod tables;

pub use narrowing::{Moment, narrowing_svg};
pub use ratings::{PlayerLine, ratings_svg};
pub use tables::{Word, difference_table, elo, ends, pool_table, rating_table, simulation_table};

#[cfg(test)]
mod tests;
