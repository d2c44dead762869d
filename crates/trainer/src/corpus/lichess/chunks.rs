//! A stream of PGN cut into games, so that a broken one cannot take its neighbours along.

use std::io::{self, BufRead, BufReader, Read};

/// No game has more bytes. The longest possible one with comments on every move has less.
pub const LARGEST: usize = 1 << 20;

const BOM: &[u8] = b"\xef\xbb\xbf";

/// What was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Chunk {
    /// A game, or what stands in its place.
    Game,
    /// More than [`LARGEST`] bytes, cut.
    TooLong,
    /// Nothing more.
    End,
}

/// Cuts at `[Event`, and at any tag that follows movetext and a blank line.
#[derive(Debug)]
pub(super) struct Chunks<R> {
    input: BufReader<R>,
    /// A line that was read already and begins the next game.
    ahead: Vec<u8>,
    bytes: u64,
    error: Option<String>,
}

impl<R: Read> Chunks<R> {
    pub(super) fn new(input: R) -> Self {
        Self {
            input: BufReader::with_capacity(1 << 17, input),
            ahead: Vec::new(),
            bytes: 0,
            error: None,
        }
    }

    /// Read so far.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Why the input ended, if not because it was whole.
    pub(super) fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    /// Puts the next game into `chunk`.
    pub(super) fn next_into(&mut self, chunk: &mut Vec<u8>) -> Chunk {
        chunk.clear();
        chunk.append(&mut self.ahead);
        let mut too_long = false;
        let mut line = Vec::new();
        let mut after_moves = Place::of(chunk);
        while self.line(&mut line) {
            let text = line.strip_prefix(BOM).unwrap_or(&line);
            let starts = text.starts_with(b"[Event ")
                || (text.starts_with(b"[") && after_moves == Place::BlankAfterMoves);
            let blank = text.trim_ascii().is_empty();
            if starts && !chunk.trim_ascii().is_empty() {
                self.ahead.extend_from_slice(text);
                return if too_long {
                    Chunk::TooLong
                } else {
                    Chunk::Game
                };
            }
            after_moves = match after_moves {
                Place::Moves | Place::BlankAfterMoves if blank => Place::BlankAfterMoves,
                Place::BlankAfterMoves => Place::Moves,
                place if blank || text.starts_with(b"[") => place,
                _ => Place::Moves,
            };
            if chunk.len() + text.len() <= LARGEST {
                chunk.extend_from_slice(text);
            } else {
                too_long = true;
            }
        }
        match (chunk.trim_ascii().is_empty(), too_long) {
            (_, true) => Chunk::TooLong,
            (true, false) => Chunk::End,
            (false, false) => Chunk::Game,
        }
    }

    /// The next line with its end, or a piece of one that is too long; false at the end.
    /// An error is the end: what came before it is used.
    fn line(&mut self, line: &mut Vec<u8>) -> bool {
        line.clear();
        if self.error.is_some() {
            return false;
        }
        let read = (&mut self.input)
            .take(LARGEST as u64)
            .read_until(b'\n', line);
        self.bytes += line.len() as u64;
        if let Err(error) = read {
            self.error = Some(in_words(&error));
        }
        !line.is_empty()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    Tags,
    Moves,
    BlankAfterMoves,
}

impl Place {
    fn of(chunk: &[u8]) -> Self {
        if chunk.is_empty() || chunk.starts_with(b"[") {
            Self::Tags
        } else {
            Self::Moves
        }
    }
}

fn in_words(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            format!("the input ends inside a compressed frame ({error})")
        }
        _ => format!("the input cannot be read on: {error}"),
    }
}
