//! What a run leaves on disk: written, torn, damaged, read back.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod appending;
mod calls;
mod common;
mod contents;
mod damaged;
mod folder;
mod following;
mod frame;
mod full_disk;
mod manifest;
mod money;
mod names;
mod torn;
