//! Follows a journal that may still grow, and finds its records again by their place.
//!
//! [`super::read`] reads a journal whole and once. A reader that stays, such as the site,
//! looks at each record once, keeps where it stands, and later reads back only those that
//! it wants.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
};

use super::{
    Entry, ReadError,
    frame::{self, Unwrapped},
    reader::{check_first, read_from, unknown},
};

/// Where a record stands in the file, its head included and its line break left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Span {
    /// Its first byte.
    pub at: u64,
    /// How many bytes.
    pub len: u32,
}

/// How far a follower has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// Whole records.
    pub records: u64,
    /// Bytes of whole records.
    pub bytes: u64,
}

/// Hands on the JSON of every whole record behind `from`, and says how far it came.
///
/// What stands at the end and is no whole record is waited for: it is torn, or being
/// written. Memory is that of the longest record.
pub fn follow(
    path: &Path,
    from: Place,
    each: impl FnMut(Span, &[u8]) -> Result<(), serde_json::Error>,
) -> Result<Place, ReadError> {
    let file = File::open(path).map_err(|source| ReadError::Io {
        path: path.to_owned(),
        source,
    })?;
    follow_in(file, path, from, each)
}

/// The same of a journal that is open already. `path` is what errors call it.
pub fn follow_in(
    mut file: impl Read + Seek,
    path: &Path,
    from: Place,
    mut each: impl FnMut(Span, &[u8]) -> Result<(), serde_json::Error>,
) -> Result<Place, ReadError> {
    let io = |source| ReadError::Io {
        path: path.to_owned(),
        source,
    };
    file.seek(SeekFrom::Start(from.bytes)).map_err(io)?;
    let mut file = BufReader::with_capacity(1 << 16, file);
    let mut place = from;
    let mut line = Vec::new();
    loop {
        line.clear();
        file.by_ref()
            .take(frame::LIMIT as u64 + 64)
            .read_until(b'\n', &mut line)
            .map_err(io)?;
        match frame::unwrap(&line) {
            Unwrapped::Whole { json, ended: true } => {
                if place.records == 0 {
                    check_first(json, path)?;
                }
                let span = Span {
                    at: place.bytes,
                    // A record is at most `LIMIT` long.
                    len: u32::try_from(line.len() - 1).unwrap_or(u32::MAX),
                };
                let record = place.records + 1;
                each(span, json).map_err(|problem| unknown(path, record, &problem))?;
                place.records = record;
                place.bytes += line.len() as u64;
            }
            // A whole record without its line break gets one when the run goes on.
            Unwrapped::Whole { ended: false, .. } | Unwrapped::Cut => return Ok(place),
            // Zeros of a power loss, or damage: a reading from the start tells the two apart.
            Unwrapped::Wrong(_) => {
                let mut file = file.into_inner();
                file.rewind().map_err(io)?;
                return read_from(file, path, |_| ()).map(|_| place);
            }
        }
    }
}

/// Reads records back by their places.
#[derive(Debug)]
pub struct Finder<F = File> {
    file: BufReader<F>,
    path: PathBuf,
}

impl Finder {
    /// Opens a journal.
    pub fn open(path: &Path) -> Result<Self, ReadError> {
        let file = File::open(path).map_err(|source| ReadError::Io {
            path: path.to_owned(),
            source,
        })?;
        Ok(Self::over(file, path))
    }
}

impl<F: Read + Seek> Finder<F> {
    /// Over a journal that is open already. `path` is what errors call it.
    pub fn over(file: F, path: &Path) -> Self {
        Self {
            file: BufReader::new(file),
            path: path.to_owned(),
        }
    }

    /// The record at a place, checked like any other.
    pub fn find(&mut self, span: Span) -> Result<Entry, ReadError> {
        let io = |source| ReadError::Io {
            path: self.path.clone(),
            source,
        };
        let mut line = vec![0; span.len as usize];
        self.file.seek(SeekFrom::Start(span.at)).map_err(io)?;
        self.file.read_exact(&mut line).map_err(io)?;
        let wrong = match frame::unwrap(&line) {
            Unwrapped::Whole { json, .. } => {
                return serde_json::from_slice(json)
                    .map_err(|problem| unknown(&self.path, 0, &problem));
            }
            Unwrapped::Cut => frame::Wrong::End(line.len()),
            Unwrapped::Wrong(wrong) => wrong,
        };
        Err(io(io::Error::new(
            io::ErrorKind::InvalidData,
            format!("no record at byte {}: {wrong}", span.at),
        )))
    }
}
