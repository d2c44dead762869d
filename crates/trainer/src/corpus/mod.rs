//! Texts to train on: one game a line, its moves in UCI with one space between.
//!
//! - [`lichess`]: games of people, from a PGN dump of any size.
//! - [`selfplay`]: games of an engine, or of anything that picks moves.
//! - [`text`]: reading such a text: its games, its vocabulary, what is held out.
//! - `input`: a file as a stream, plain, zstd or xz.
//!
//! No tokens, batches or models live here.

mod input;
pub mod lichess;
pub mod selfplay;
pub mod text;

pub use input::open;
pub use text::{Corpus, CorpusError, HoldOut};
