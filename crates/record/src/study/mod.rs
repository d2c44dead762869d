//! The study file: TOML with one table a player, limits, and one table of the
//! instrument's own.
//!
//! This module has the tables that every instrument shares and [`parse`], whose
//! errors name file, line, column and key and say what was expected. The whole
//! file's type is the instruments' business.

pub mod agent;
mod error;
mod limits;
mod model;
mod player;

pub use agent::{AgentEvents, AgentKind, AgentTable};
pub use error::{KeyError, StudyError, did_you_mean, parse};
pub use limits::Limits;
pub use model::{BuiltIn, Mock, ModelRef, ModelRefError, Provider};
pub use player::{PlayerTable, StructuredOutput};
