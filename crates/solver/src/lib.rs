//! Retrograde analysis of finite games: the value of every position, the moves that
//! keep it, and a certificate that a simpler program can check.
//!
//! - [`solve`](mod@solve): the propagation from the ends of the game backwards.
//! - [`value`]: what a position is worth.
//! - [`solution`]: every position's value, with counts and optimal moves.
//! - [`quotient`]: the same by symmetry, on one position a class.
//! - [`reversed`]: predecessors for a game that has only successors.
//! - [`certificate`]: values with witnesses; [`codec`]: its bytes; [`check`](mod@check):
//!   the checker, which shares no code with the solver.
//! - `state`, `frontier`, `near`: the solver's packed tables and its inner loops.
//!
//! No game lives here, and no files: games come from `ludometer-games`, bytes from
//! and to any reader or writer.

pub mod certificate;
pub mod check;
pub mod codec;
mod frontier;
mod near;
pub mod quotient;
pub mod reversed;
pub mod solution;
pub mod solve;
mod state;
pub mod value;

pub use certificate::{Certificate, Witness};
pub use check::{Refusal, check};
pub use codec::ReadError;
pub use quotient::{QuotientSolution, solve_quotient};
pub use reversed::{Reversed, TooManyEdges};
pub use solution::{Counts, Histogram, Solution, Work};
pub use solve::{SolveError, solve};
pub use value::{Oracle, Value};
