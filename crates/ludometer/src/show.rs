//! Writing to the terminal.

use std::io::{ErrorKind, Write};

use anyhow::Result;

/// Columns where nobody says how many there are.
const COLUMNS: u16 = 110;

/// Columns of the terminal, or of `COLUMNS` where the output is no terminal.
pub fn width() -> u16 {
    let told = || {
        std::env::var("COLUMNS")
            .ok()
            .and_then(|columns| columns.parse().ok())
    };
    match console::Term::stdout().size_checked() {
        Some((_, columns)) => columns,
        None => told().unwrap_or(COLUMNS),
    }
    .clamp(40, 400)
}

/// A number of things.
pub fn counted(number: u64, thing: &str) -> String {
    let more = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{more}")
}

/// Prints; a reader that has gone (`| head`) is no error.
pub fn print(text: &str) -> Result<()> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// An error in one line: the chain of causes with what each adds.
pub fn chain(error: &anyhow::Error) -> String {
    let mut said: Vec<String> = Vec::new();
    for cause in error.chain().map(ToString::to_string) {
        if !said.iter().any(|before| before.contains(&cause)) {
            said.push(cause);
        }
    }
    said.join(": ")
}
