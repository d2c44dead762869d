//! What can go wrong with an engine, with the last things that it said.

use std::{fmt::Write as _, io, time::Duration};

use thiserror::Error;

use super::{option::OptionError, strength::StrengthError};

/// An engine failed. After most of these it is of no further use
/// ([`super::Engine::is_usable`]); a game that it was needed for is void.
#[derive(Debug, Error)]
#[error("engine {engine}: {problem}{}", said(problem, last_lines))]
pub struct EngineError {
    /// Its name, or its program's before it has told its name.
    pub engine: String,
    /// What went wrong.
    #[source]
    pub problem: Box<Problem>,
    /// The last lines that it wrote, oldest first; those of its standard error say so.
    pub last_lines: Vec<String>,
}

/// What went wrong with an engine.
#[derive(Debug, Error)]
pub enum Problem {
    /// Its program cannot be run.
    #[error("cannot be started: {0}")]
    Start(#[source] io::Error),
    /// It ended by itself.
    #[error("ended while {awaited} was awaited ({how})")]
    Ended {
        /// What it was asked.
        awaited: &'static str,
        /// Its exit status in words.
        how: String,
    },
    /// It did not answer in time.
    #[error("no {awaited} within {} ms", waited.as_millis())]
    Silent {
        /// What it was asked.
        awaited: &'static str,
        /// The time that it had.
        waited: Duration,
    },
    /// Its pipe broke otherwise.
    #[error("cannot be spoken to: {0}")]
    Pipe(#[source] io::Error),
    /// An option that it does not take.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// A strength that it does not have.
    #[error(transparent)]
    Strength(#[from] StrengthError),
    /// It does not know the variant.
    #[error(
        "does not offer the variant `{variant}`; it takes Fairy-Stockfish{}",
        if *large { " built for large boards, such as Debian's package or a file with `largeboard` in its name" } else { "" }
    )]
    Variant {
        /// Its name.
        variant: &'static str,
        /// Whether its board needs the large build.
        large: bool,
    },
    /// The file with the variants cannot be written.
    #[error("the file with its variants cannot be written: {0}")]
    VariantFile(#[source] io::Error),
    /// A position that cannot be put into one line of UCI.
    #[error("`{0}` cannot be part of a position")]
    Unsendable(String),
    /// It stands elsewhere than we do, mostly because it dropped a move as illegal.
    #[error("stands at `{found}` instead of `{expected}`")]
    Position {
        /// Ours.
        expected: String,
        /// Its own.
        found: String,
    },
    /// Its perft listing does not add up.
    #[error("lists {listed} moves and counts {counted}")]
    Listing {
        /// Lines.
        listed: u64,
        /// By its own sum.
        counted: u64,
    },
    /// An earlier question was abandoned or failed, so that answers no longer match.
    #[error("was left in the middle of an earlier question")]
    Abandoned,
    /// A file of its own cannot be read.
    #[error("its file `{file}` cannot be read: {error}")]
    File {
        /// Which.
        file: String,
        /// Why.
        #[source]
        error: io::Error,
    },
}

/// Its last lines, where they may say why; of what it lacks or was not asked they say nothing.
fn said(problem: &Problem, lines: &[String]) -> String {
    let mut text = String::new();
    if matches!(
        problem,
        Problem::Option(_)
            | Problem::Strength(_)
            | Problem::Variant { .. }
            | Problem::Unsendable(_)
    ) {
        return text;
    }
    if !lines.is_empty() {
        text.push_str("; its last lines:");
    }
    for line in lines {
        let _ = write!(text, "\n    {line}");
    }
    text
}
