//! Rated standard games out of a Lichess dump, or any PGN with its tags.
//!
//! ```text
//! bytes ─▶ chunks: one game each ─▶ tags: wanted? ─▶ movetext: legal? ─▶ one line
//! ```
//!
//! Memory holds one game at a time, and a game has at most [`LARGEST`] bytes. A game that
//! does not read or is not legal is counted and passed over; the next one begins at the
//! next `[Event`, whatever came before.

mod chunks;
mod game;
mod report;
#[cfg(test)]
mod tests;

use std::io::{self, Read, Write};

use serde::{Deserialize, Serialize};

pub use chunks::LARGEST;
pub use report::{Broken, Dropped, Report};

use chunks::{Chunk, Chunks};

/// Which games are wanted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Filter {
    /// Of both players.
    pub min_elo: u16,
    /// Of both players.
    pub max_elo: u16,
    /// Drops games after which a rating changed by more: such a player's rating was
    /// provisional and says little. A game without these tags stays.
    pub max_rating_change: Option<u16>,
    /// Shorter games are dropped.
    pub min_plies: usize,
    /// Stop after so many; none reads all.
    pub games: Option<u64>,
}

impl Default for Filter {
    /// The published corpus: 1400 to 1800, ten plies, 15,000 games.
    fn default() -> Self {
        Self {
            min_elo: 1400,
            max_elo: 1800,
            max_rating_change: None,
            min_plies: 10,
            games: Some(15_000),
        }
    }
}

/// The games of a dump in their order, each as its line or as why it was dropped.
#[derive(Debug)]
pub struct Games<R> {
    chunks: Chunks<R>,
    filter: Filter,
    report: Report,
    chunk: Vec<u8>,
}

impl<R: Read> Games<R> {
    /// Reads plain PGN; [`super::open`] unpacks.
    pub fn new(input: R, filter: Filter) -> Self {
        Self {
            chunks: Chunks::new(input),
            filter,
            report: Report::default(),
            chunk: Vec::new(),
        }
    }

    /// What was seen so far.
    #[must_use]
    pub fn report(&self) -> &Report {
        &self.report
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<String, Dropped>;

    fn next(&mut self) -> Option<Self::Item> {
        if self
            .filter
            .games
            .is_some_and(|games| self.report.kept >= games)
        {
            return None;
        }
        let read = self.chunks.next_into(&mut self.chunk);
        self.report.bytes = self.chunks.bytes();
        let game = match read {
            Chunk::Game => game::read(&self.chunk, &self.filter),
            Chunk::TooLong => Err(Dropped::Broken(Broken::TooLong)),
            Chunk::End => {
                self.report.input_error = self.chunks.error().map(str::to_owned);
                return None;
            }
        };
        self.report.count(game.as_ref().err());
        Some(game)
    }
}

/// Writes the wanted games, one a line, and calls `progress` now and then.
///
/// Where the input breaks off, what was read is written and
/// [`Report::input_error`] says so.
pub fn extract(
    input: impl Read,
    filter: Filter,
    mut out: impl Write,
    mut progress: impl FnMut(&Report),
) -> io::Result<Report> {
    const EVERY: u64 = 1024;
    let mut games = Games::new(input, filter);
    while let Some(game) = games.next() {
        if let Ok(line) = game {
            out.write_all(line.as_bytes())?;
            out.write_all(b"\n")?;
        }
        if games.report.seen.is_multiple_of(EVERY) {
            progress(&games.report);
        }
    }
    out.flush()?;
    Ok(games.report)
}
