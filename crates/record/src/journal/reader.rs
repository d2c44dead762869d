//! Reads a journal, and tells a torn tail from damage.
//!
//! A process that is killed, or a machine that loses power, can leave a last
//! record that is cut short or partly zeros. No game ever saw it, because an
//! answer is released only after its sync, so dropping it loses nothing that
//! was used. Anything else that does not check is an error with its place, and
//! the file is left as it is.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Read},
    path::{Path, PathBuf},
};

use super::{
    Entry, FORMAT, Opened, VERSION,
    frame::{self, Unwrapped, Wrong},
};

/// Why a journal cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be opened or read.
    #[error("{}: {source}", path.display())]
    Io {
        /// The journal.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A record in the middle does not check.
    #[error("{}:{record}: damaged record at byte {offset}: {wrong}; the file was left as it is", path.display())]
    Damaged {
        /// The journal.
        path: PathBuf,
        /// Its number, from 1; also its line.
        record: u64,
        /// Where it starts, in bytes.
        offset: u64,
        /// What is wrong.
        wrong: Wrong,
    },
    /// A record checks, but says nothing that this version knows.
    #[error("{}:{record}: {problem}", path.display())]
    Unknown {
        /// The journal.
        path: PathBuf,
        /// Its number, from 1; also its line.
        record: u64,
        /// What the JSON reader says.
        problem: String,
    },
    /// The first record is not a journal's.
    #[error("{}: this is no journal: its first record does not say \"{FORMAT}\"", path.display())]
    NoJournal {
        /// The file.
        path: PathBuf,
    },
    /// Written by a newer program.
    #[error("{}: journal version {found}; this program reads up to {VERSION}: use the ludometer that wrote it, or a newer one", path.display())]
    Newer {
        /// The journal.
        path: PathBuf,
        /// Its version.
        found: u32,
    },
}

/// How the file ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tail {
    /// After a line break.
    Clean,
    /// After a whole record without its line break.
    NoLineBreak,
    /// In a torn record, which is left out.
    Torn {
        /// Whole records before it.
        after: u64,
        /// Bytes of it.
        bytes: u64,
    },
}

/// What reading came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// Whole records.
    pub records: u64,
    /// Bytes of whole records, line breaks included where they are there.
    pub bytes: u64,
    /// What is behind them.
    pub tail: Tail,
}

/// Reads a journal from its start and hands on each entry, the first included.
///
/// Memory is that of the longest record. A journal that is empty or has only a
/// torn first record has no records and is no error.
pub fn read(path: &Path, each: impl FnMut(Entry)) -> Result<Reading, ReadError> {
    let file = File::open(path).map_err(|source| ReadError::Io {
        path: path.to_owned(),
        source,
    })?;
    read_from(file, path, each)
}

/// The same of a journal that is open already, from where it stands. `path` is what errors
/// call it.
pub fn read_from(
    file: impl Read,
    path: &Path,
    mut each: impl FnMut(Entry),
) -> Result<Reading, ReadError> {
    let io = |source| ReadError::Io {
        path: path.to_owned(),
        source,
    };
    let mut file = BufReader::with_capacity(1 << 20, file);
    let mut reading = Reading {
        records: 0,
        bytes: 0,
        tail: Tail::Clean,
    };
    let mut line = Vec::new();
    loop {
        line.clear();
        file.by_ref()
            .take(frame::LIMIT as u64 + 64)
            .read_until(b'\n', &mut line)
            .map_err(io)?;
        if line.is_empty() {
            return Ok(reading);
        }
        match frame::unwrap(&line) {
            Unwrapped::Whole { json, ended } => {
                each(decode(json, path, reading.records + 1)?);
                reading.records += 1;
                reading.bytes += line.len() as u64;
                if !ended {
                    reading.tail = Tail::NoLineBreak;
                    return Ok(reading);
                }
            }
            Unwrapped::Cut => {
                // A cut record that a line break ends is damage, unless it is all there is.
                return close(&mut file, &line, Wrong::End(line.len()), reading, path);
            }
            Unwrapped::Wrong(wrong) => return close(&mut file, &line, wrong, reading, path),
        }
    }
}

/// Decides what a line that does not check is: the torn tail, or damage.
fn close(
    file: &mut impl BufRead,
    line: &[u8],
    wrong: Wrong,
    mut reading: Reading,
    path: &Path,
) -> Result<Reading, ReadError> {
    let mut rest = Vec::new();
    file.read_to_end(&mut rest)
        .map_err(|source| ReadError::Io {
            path: path.to_owned(),
            source,
        })?;
    let cut = line.last() != Some(&b'\n')
        && rest.is_empty()
        && matches!(frame::unwrap(line), Unwrapped::Cut);
    let zeros = unwritten(line, &rest);
    if !(cut || zeros) {
        let foreign = reading.records == 0 && wrong == Wrong::Head;
        if foreign && !String::from_utf8_lossy(line).contains(FORMAT) {
            return Err(ReadError::NoJournal {
                path: path.to_owned(),
            });
        }
        return Err(ReadError::Damaged {
            path: path.to_owned(),
            record: reading.records + 1,
            offset: reading.bytes,
            wrong,
        });
    }
    reading.tail = Tail::Torn {
        after: reading.records,
        bytes: (line.len() + rest.len()) as u64,
    };
    Ok(reading)
}

/// Whether this is a record of which a power loss left zeros in part: sectors that
/// were never written come as runs of them or at the end. A lone zero byte is damage,
/// and so are zeros with a record behind them or without the start of one before.
fn unwritten(line: &[u8], rest: &[u8]) -> bool {
    let Some(first) = line.iter().position(|&byte| byte == 0) else {
        return false;
    };
    let begun = !matches!(frame::unwrap(&line[..first]), Unwrapped::Wrong(_));
    let run = line.get(first + 1) == Some(&0) || line.len() + rest.len() == first + 1;
    begun && run && !holds_record(rest)
}

fn holds_record(bytes: &[u8]) -> bool {
    bytes
        .split_inclusive(|&byte| byte == b'\n')
        .any(|line| matches!(frame::unwrap(line), Unwrapped::Whole { .. }))
}

fn decode(json: &[u8], path: &Path, record: u64) -> Result<Entry, ReadError> {
    if record == 1 {
        check_first(json, path)?;
    }
    serde_json::from_slice(json).map_err(|problem| unknown(path, record, &problem))
}

pub(super) fn unknown(path: &Path, record: u64, problem: &serde_json::Error) -> ReadError {
    ReadError::Unknown {
        path: path.to_owned(),
        record,
        problem: problem.to_string(),
    }
}

/// The first record is looked at by itself, so that a journal of a newer
/// version is called that and not "unknown".
pub(super) fn check_first(json: &[u8], path: &Path) -> Result<(), ReadError> {
    #[derive(serde::Deserialize)]
    struct First {
        opened: serde_json::Value,
    }
    let no_journal = || ReadError::NoJournal {
        path: path.to_owned(),
    };
    let First { opened } = serde_json::from_slice(json).map_err(|_| no_journal())?;
    if opened["format"] != FORMAT {
        return Err(no_journal());
    }
    match opened["version"]
        .as_u64()
        .and_then(|version| u32::try_from(version).ok())
    {
        Some(found) if found > VERSION => Err(ReadError::Newer {
            path: path.to_owned(),
            found,
        }),
        _ => serde_json::from_value::<Opened>(opened)
            .map(|_| ())
            .map_err(|_| no_journal()),
    }
}
