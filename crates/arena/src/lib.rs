//! Plays games: everything that meets the world.
//!
//! | module | holds |
//! |---|---|
//! | [`model`] | clients of model servers: what is sent, what is read, what is repeated |
//! | [`endpoint`] | one server: calls at once, calls a minute, whether it still answers |
//! | [`toolbox`] | the tools that games draw from |
//! | [`adjudicator`] | who says who stands better |
//! | [`budget`] | caps on tokens and money, reserved before a call is made |
//! | [`desk`] | the desks that meet the world: live and journaled |
//! | [`engine`] | chess engines over UCI: found, started, limited, pooled |
//! | [`mcp`] | games as tools of the Model Context Protocol |
//! | [`agent`] | programs that play by calling a game's tools |
//! | [`people`] | people in the seats: what they are asked, what they answer |
//! | [`lane`] | plays all games of one server, as many at once as allowed |
//! | [`mod@matches`] | games between engines, with random moves mixed in |
//! | [`progress`] | counters for whoever shows them |
//! | [`stop`] | how a run is asked to stop |
//!
//! What is played, and what the answers mean, is the instruments' business.

pub mod adjudicator;
pub mod agent;
pub mod agents;
pub mod budget;
pub mod desk;
pub mod endpoint;
pub mod engine;
pub mod engines;
pub mod lane;
pub mod matches;
pub mod mcp;
pub mod model;
pub mod people;
mod process;
pub mod progress;
mod secret;
pub mod stop;
pub mod toolbox;

pub use secret::ApiKey;
