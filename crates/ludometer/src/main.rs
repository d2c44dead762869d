//! Ludometer measures language models by the formal games they play.
//!
//! This is the binary: one file a command under `commands`, and what they share.

#![allow(unreachable_pub, missing_docs, reason = "a binary has no public items")]

/// `eprintln!` for a standard error that may be closed or full: there is nobody left to tell.
macro_rules! note {
    ($($words:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($words)*);
    }};
}

mod amend;
mod archive;
mod bench;
mod commands;
mod equipment;
mod exit;
mod forecast;
mod interrupt;
mod ladder;
mod opened;
mod opponent;
mod players;
mod playing;
mod prepare;
mod progress;
mod recheck;
mod rules_args;
mod run_args;
mod rungs;
mod show;
mod site;
mod study;
mod verified;
mod weights;
mod written;

use clap::Parser;

use crate::exit::Exit;

fn main() -> std::process::ExitCode {
    let exit = match commands::Cli::parse().run() {
        Ok(exit) => exit,
        Err(error) => {
            note!("ludometer: {}", show::chain(&error));
            Exit::Input
        }
    };
    exit.into()
}
