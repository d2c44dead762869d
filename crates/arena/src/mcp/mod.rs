//! Games as tools of the Model Context Protocol.

pub mod port;

pub use port::{Caller, Port, Refusal, channel};
