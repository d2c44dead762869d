//! What a run leaves on disk, and how it is read back.
//!
//! | module | holds |
//! |---|---|
//! | [`study`] | the study file's shared tables and its errors, with line and key |
//! | [`desk`] | questions and answers: the data that crosses a game's only door |
//! | [`ending`] | results and terminations, and why a game is void |
//! | [`journal`] | the append-only record of a run: framing, durable writing, reading |
//! | [`manifest`] | what was run, with what, where; and what may change on resume |
//! | [`folder`] | a run's folder: its files, its lock |
//! | [`kept`] | a journal that is only read, also one that was packed |
//! | [`hostile`] | which characters of a stranger's text steer a terminal |
//!
//! No rules of any game and no estimator live here, and nothing here asks a
//! model anything. The crate knows no async runtime: a durable append hands
//! back a plain future.

pub mod archive;
mod contents;
pub mod desk;
pub mod ending;
pub mod folder;
pub mod hostile;
mod ids;
pub mod journal;
pub mod kept;
pub mod manifest;
mod money;
pub mod study;

pub use contents::{Contents, GameLog};
pub use ids::{Digest, GameId, NameError, PlayerName, RunId, Seat, Seed};
pub use money::{PicoUsd, Price, PriceError};
