//! What the pages of the site show, as data: runs in, pages out.
//!
//! | module | holds |
//! |---|---|
//! | [`pages`] | [`Pages`], what an instrument offers to have pages of its own |
//! | [`home`] | the list of runs, and how far each has come |
//! | [`papers`] | a run's papers: study, manifest, sessions, `verify`, downloads |
//! | [`board`] | a run's findings, and who can be told apart |
//! | [`list`](mod@list) | a run's games with what they can be filtered by |
//! | [`mod@marks`] | what happened in each game, to find the games behind a count |
//! | [`outcome`] | how a game came out, in one set of words for every page |
//! | [`replay`] | one game, and the transcript that every instrument has |
//! | [`tables`] | games, moves and samples as tables for statistics programs |
//! | [`chop_bench`], [`token_chess`], [`ladder`], [`probe`] | the instruments' own replays, and "take the benchmark" |
//! | [`token_chess_archive`] | imported games: their list, their replays, a report's statements |
//! | [`dream`] | a draw in the dream room |
//! | [`seat`] | a person's seat: what can be chosen, what is to be decided |
//! | [`typescript`] | the same shapes for the front end |
//!
//! Nothing here reads a file or asks anybody. No page computes a number that the findings
//! do not have, and the front end computes nothing at all: rules, verdicts and words are
//! decided here.

pub mod board;
pub mod chop_bench;
pub mod dream;
pub mod home;
pub mod ladder;
pub mod list;
pub mod marks;
pub mod outcome;
pub mod pages;
pub mod papers;
pub mod probe;
pub mod replay;
pub mod seat;
pub mod tables;
pub mod token_chess;
pub mod token_chess_archive;
pub mod typescript;

pub use pages::{Pages, Sitters};
