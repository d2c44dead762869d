//! Findings as people and programs read them.
//!
//! | module | makes |
//! |---|---|
//! | [`chop_bench`] | the document of a Chop-Bench run |
//! | [`document`] | headings, sentences and tables, in the terminal or as Markdown |
//! | [`elo`] | tables and plots of ratings on a ladder |
//! | [`leaderboard`] | the SVG of a leaderboard with its intervals |
//! | [`json`] | findings as JSON, and the published schema |
//!
//! Nothing here computes a number: what is shown is what the findings hold.

pub mod chop_bench;
pub mod daydream;
pub mod document;
pub mod elo;
pub mod json;
pub mod leaderboard;
mod number;
mod plot;
mod svg_text;
