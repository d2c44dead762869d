//! Chop-Bench: is every single move optimal?
//!
//! | module | holds |
//! |---|---|
//! | [`table`](ChopBenchTable) | the instrument's keys in a study file |
//! | `family` | prompt templates and what they say of themselves |
//! | `dress` | how a position is written in a prompt, and found in a reply |
//! | `reply` | the state that a reply commits to |
//! | `grade` | legality with its error class, optimality, loss of value |
//! | `plan` | cells, starts, seats and opponents of all games |
//! | `play` | one game, straight through |
//! | `built_in` | players that need no server |
//! | [`findings`] | what the games say |

mod bench;
mod built_in;
mod dress;
mod family;
pub mod findings;

mod grade;
mod plan;
mod play;
mod reply;
mod seat;
mod solved;
mod table;

#[cfg(test)]
mod tests;

pub use bench::{ChopBench, SetUpError};
pub use built_in::{choose, greedy};
pub use dress::{AnswerStyle, Dress, RawState};
pub use family::{BUILT_IN_FAMILIES, Family, FamilyError};
pub use grade::{Grade, IllegalClass, UnusableClass, ValueChange, Verdict, grade, judge};
pub use plan::{Cell, PlanError, PlannedGame};
pub use play::{GameRecord, SoFar, Try, Turn};
pub use reply::{Commitment, commitment};
pub use solved::Solved;
pub use table::{ChopBenchTable, Mode, Opponent, Policy, RulesTable, Starts};
