//! The desks that meet the world.

mod journaled;
mod live;

pub use journaled::JournaledDesk;
pub use live::{LiveDesk, World};
