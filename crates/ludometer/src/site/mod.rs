//! The site: pages over any number of runs, served live or written as files.
//!
//! | module | holds |
//! |---|---|
//! | [`index`] | a journal looked at once: where each game's records stand, how far the run is |
//! | [`spine`] | a run's instrument behind one door, whichever it is |
//! | [`volume`] | what the shelf holds: [`book`], a run that was played, or [`archive`], one that was imported |
//! | [`search`] | folders looked through for such |
//! | [`shelf`] | all of them, by their keys |
//! | [`page`] | from the name of a page to its JSON; the same for both ways |
//! | [`downloads`], [`parts`] | the files of a run that may be taken home, and how a long one is sent |
//! | [`bundle`] | the front end, as it was built |
//! | [`guard`] | who may ask: hosts, origins, the token; headers of every answer |
//! | [`server`], [`live`], [`dreams`] | the local server, what it tells by itself, its dream room |
//! | [`seats`] | games that a person plays at the local server |
//! | [`export`] | the same pages as files |
//!
//! What a page says is decided in `ludometer-site`; nothing here knows a rule.

mod archive;
mod book;
mod bundle;
mod downloads;
mod dreams;
pub mod export;
mod guard;
mod index;
mod live;
mod page;
mod parts;
mod search;
mod seats;
pub mod server;
mod shelf;
mod spine;
mod volume;

pub use guard::Token;
pub use shelf::Shelf;
