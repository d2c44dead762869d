//! Games as tools of the Model Context Protocol.
//!
//! | module | holds |
//! |---|---|
//! | [`port`] | the two ends between a client and the game that answers it |
//! | [`handler`] | a game's tools as `rmcp` wants them |
//! | [`lines`] | newline-delimited messages: stdin and stdout, or a socket |
//! | [`door`] | which HTTP requests come in at all |
//! | [`lobby`] | a stand-alone server: each client's session is a game of its own |
//! | [`gate`] | a study's server: many games at once, each under a path that nobody guesses |
//!
//! What the tools are called, what they say and what counts as a move is
//! [`ludometer_instruments::served`]'s; nothing of a game is decided here.

pub mod door;
pub mod gate;
pub mod handler;
pub mod lines;
pub mod lobby;
pub mod port;

#[cfg(test)]
mod tests;

pub use door::{Bearer, DoorError, Doors};
pub use gate::{Address, Gate, GateError};
pub use handler::GameTools;
pub use lines::{LinesError, serve_lines, serve_stdio};
pub use lobby::{Lobby, LobbyError, Seating};
pub use port::{Caller, Port, Refusal, channel};
