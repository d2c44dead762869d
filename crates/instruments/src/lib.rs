//! What to play next, how one game is played, and what its record says.
//!
//! One folder an instrument; [`Instrument`] is what each of them offers. A game
//! is a straight `async fn` whose only door to the world is a [`desk::Desk`], so
//! that the code that plays it is also the code that audits it. Everything here
//! is a pure function of the study, its seed and the answers.

pub mod chop_bench;
pub mod desk;
mod finding;
mod instrument;
pub mod ladder;
mod measured;
mod numbers;
mod on_board;
pub mod probe;
pub mod referee;
mod said;
pub mod seat;
mod seeds;
pub mod served;
mod study;
mod templates;
pub mod token_chess;
pub mod tool;

pub use finding::{Finding, FindingInterval, Unit};
pub use instrument::{
    Audit, AuditError, Instrument, ReadBack, Standing, read_back, read_back_one, read_back_shown,
    replay,
};
pub use measured::{GameCounts, MeasureError, ModelFacts, Results, VoidGame};
pub use seeds::{generator, seed_for};
pub use study::{InstrumentName, Study};
pub use templates::TemplateError;
