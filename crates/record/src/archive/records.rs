//! The records of an imported run one by one, and each again by its place.
//!
//! [`ArchiveFolder::read`] holds all of them at once. A reader that stays, such as the site,
//! looks at each once, keeps where it stands, and reads back only what it shows.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
};

use super::folder::{ArchiveError, ArchiveFolder, Line, Record};
use crate::journal::follow::Span;

/// Longest line that is read: the largest file that is imported, each byte of it escaped.
const LONGEST: u64 = 128 << 20;

impl ArchiveFolder {
    /// Hands on every record with its place. Memory is that of the longest one.
    pub fn each_record(&self, mut each: impl FnMut(Span, Record)) -> Result<(), ArchiveError> {
        let mut file = BufReader::new(self.open_records()?);
        let mut line = Vec::new();
        let (mut at, mut number) = (0, 0);
        loop {
            line.clear();
            let read = file.by_ref().take(LONGEST).read_until(b'\n', &mut line);
            let read = read.map_err(|source| self.records_io(source))?;
            if read == 0 {
                return Ok(());
            }
            number += 1;
            let text = line.strip_suffix(b"\n").unwrap_or(&line);
            if !text.is_empty() {
                let record = Line::read(text)
                    .map_err(|problem| self.damaged(format!("line {number}: {problem}")))?;
                let span = Span {
                    at,
                    // At most `LONGEST`.
                    len: u32::try_from(text.len()).unwrap_or(u32::MAX),
                };
                each(span, record);
            }
            at += read as u64;
        }
    }

    /// The record at a place.
    pub fn record(&self, span: Span) -> Result<Record, ArchiveError> {
        let mut file = self.open_records()?;
        let mut line = vec![0; span.len as usize];
        file.seek(SeekFrom::Start(span.at))
            .and_then(|_| file.read_exact(&mut line))
            .map_err(|source| self.records_io(source))?;
        Line::read(&line)
            .map_err(|problem| self.damaged(format!("no record at byte {}: {problem}", span.at)))
    }

    fn open_records(&self) -> Result<File, ArchiveError> {
        File::open(self.records()).map_err(|source| self.records_io(source))
    }

    fn records_io(&self, source: io::Error) -> ArchiveError {
        ArchiveError::Io {
            path: self.records(),
            source,
        }
    }

    fn damaged(&self, problem: String) -> ArchiveError {
        ArchiveError::Damaged {
            path: self.records(),
            problem,
        }
    }
}
