//! Findings as people and programs read them.
//!
//! | module | makes |
//! |---|---|
//! | [`chop_bench`] | the document of a Chop-Bench run |
//! | [`token_chess`] | the document and the picture of a Token Chess run |
//! | [`document`] | headings, sentences and tables, in the terminal or as Markdown |
//! | [`elo`] | tables and plots of ratings on a ladder |
//! | [`ladder`] | the document and the picture of an Elo ladder run |
//! | [`leaderboard`] | the SVG of a leaderboard with its intervals |
//! | [`pgn`] | games of chess for every other program |
//! | [`json`] | findings as JSON, and the published schemas |
//! | [`token_chess_archive`] | an imported archive beside its report |
//!
//! Nothing here computes a number: what is shown is what the findings hold.

pub mod chop_bench;
pub mod daydream;
pub mod document;
pub mod elo;
pub mod json;
pub mod ladder;
pub mod leaderboard;
mod number;
pub mod pgn;
mod plot;
mod svg_text;
pub mod token_chess;
pub mod token_chess_archive;
