//! The journal: everything that a run was told, in the order in which it was
//! made durable. All else in a run's folder can be rebuilt from it.
//!
//! One record a line, `LENGTH CRC32 JSON`; see [`frame`]. `writer` groups the
//! syncs of many games, `reader` tells a torn tail from damage.

mod entry;
pub mod follow;
pub mod frame;
mod reader;
mod writer;

pub use entry::{
    Amendment, Asked, AskedDecision, AskedDraw, AskedJudge, Entry, Exchange, FailedExchange,
    Opened, Session,
};
pub use reader::{ReadError, Reading, Tail, read, read_from};
pub use writer::{AppendError, Appended, Journal, OpenError};

/// The name in a journal's first record.
pub const FORMAT: &str = "ludometer-journal";

/// The version of the format that this program writes, and the newest it reads.
pub const VERSION: u32 = 1;
