//! The journal of a run that is only read: as it lies there, or unpacked.
//!
//! Results that are put away keep `journal.log.gz` instead of `journal.log`. It is unpacked
//! once into a temporary file without a name, so that its records are found by their places
//! like those of any other journal; the system takes the file back however the process ends.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use flate2::bufread::MultiGzDecoder;

use crate::{
    folder::RunFolder,
    journal::{
        ReadError,
        follow::{Finder, Place, Span, follow_in},
    },
};

/// Most bytes that a packed journal is unpacked to.
pub const UNPACKED_LIMIT: u64 = 2 << 30;

/// Shortest gzip file: a head of ten bytes, an empty block, a tail of eight.
const SHORTEST: u64 = 20;

/// A journal that can be read.
#[derive(Debug, Clone)]
pub struct KeptJournal {
    path: PathBuf,
    /// Where it was packed.
    unpacked: Option<Arc<File>>,
}

/// A reader of a journal, with a place of its own in it.
#[derive(Debug)]
pub struct KeptReader {
    file: Source,
}

#[derive(Debug)]
enum Source {
    Own(File),
    /// Shared by all its readers, so that each keeps its place itself.
    Shared {
        file: Arc<File>,
        at: u64,
    },
}

/// Why a run's journal cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum KeptError {
    /// There is none.
    #[error("{}: the run has no journal", .0.display())]
    Missing(PathBuf),
    /// The packed one does not unpack.
    #[error("{}: cannot be unpacked: {source}", path.display())]
    Packed {
        /// The packed journal.
        path: PathBuf,
        /// What the unpacker or the system says.
        source: io::Error,
    },
    /// The packed one is too large to be unpacked unasked.
    #[error("{}: more than {limit} bytes unpacked; unpack it beside itself, with gunzip -k", path.display())]
    TooLarge {
        /// The packed journal.
        path: PathBuf,
        /// The most that is unpacked.
        limit: u64,
    },
}

/// What tells one state of a journal from a later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct JournalMark {
    /// Bytes of the file that is there, packed or not.
    pub length: u64,
    /// When it was last written, where the system says so.
    pub written: Option<SystemTime>,
}

impl KeptJournal {
    /// Opens the journal of a run. An unpacked one goes before a packed one.
    pub fn of(folder: &RunFolder) -> Result<Self, KeptError> {
        let (plain, packed) = (folder.journal(), folder.packed_journal());
        if plain.exists() {
            return Ok(Self {
                path: plain,
                unpacked: None,
            });
        }
        if !packed.exists() {
            return Err(KeptError::Missing(folder.path().to_owned()));
        }
        let file = unpacked(&packed, UNPACKED_LIMIT)?;
        Ok(Self {
            path: packed,
            unpacked: Some(Arc::new(file)),
        })
    }

    /// The file that lies there: what errors name.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Opens it at its first byte.
    pub fn open(&self) -> Result<KeptReader, ReadError> {
        let file = match &self.unpacked {
            Some(file) => Source::Shared {
                file: Arc::clone(file),
                at: 0,
            },
            None => Source::Own(File::open(&self.path).map_err(|source| self.io(source))?),
        };
        Ok(KeptReader { file })
    }

    /// Bytes of it, unpacked.
    pub fn length(&self) -> Result<u64, ReadError> {
        let about = match &self.unpacked {
            Some(file) => file.metadata(),
            None => std::fs::metadata(&self.path),
        };
        Ok(about.map_err(|source| self.io(source))?.len())
    }

    /// As [`follow`](crate::journal::follow::follow).
    pub fn follow(
        &self,
        from: Place,
        each: impl FnMut(Span, &[u8]) -> Result<(), serde_json::Error>,
    ) -> Result<Place, ReadError> {
        follow_in(self.open()?, &self.path, from, each)
    }

    /// Finds records by their places.
    pub fn finder(&self) -> Result<Finder<KeptReader>, ReadError> {
        Ok(Finder::over(self.open()?, &self.path))
    }

    fn io(&self, source: io::Error) -> ReadError {
        ReadError::Io {
            path: self.path.clone(),
            source,
        }
    }
}

impl Read for KeptReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match &mut self.file {
            Source::Own(file) => file.read(buffer),
            Source::Shared { file, at } => {
                let read = read_at(file, buffer, *at)?;
                *at += read as u64;
                Ok(read)
            }
        }
    }
}

impl Seek for KeptReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (file, at) = match &mut self.file {
            Source::Own(file) => return file.seek(to),
            Source::Shared { file, at } => (file, at),
        };
        let place = match to {
            SeekFrom::Start(place) => Some(place),
            SeekFrom::Current(by) => at.checked_add_signed(by),
            SeekFrom::End(by) => file.metadata()?.len().checked_add_signed(by),
        };
        *at = place.ok_or(io::ErrorKind::InvalidInput)?;
        Ok(*at)
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

impl JournalMark {
    /// The mark of a run's journal; none where there is no journal.
    #[must_use]
    pub fn of(folder: &RunFolder) -> Option<Self> {
        let about = std::fs::metadata(folder.journal());
        let about = about.or_else(|_| std::fs::metadata(folder.packed_journal()));
        about.ok().map(|about| Self {
            length: about.len(),
            written: about.modified().ok(),
        })
    }
}

/// Bytes of a run's journal, unpacked; for a packed one as its last four bytes say, which is
/// right for all that is unpacked here.
#[must_use]
pub fn journal_length(folder: &RunFolder) -> u64 {
    if let Ok(about) = std::fs::metadata(folder.journal()) {
        return about.len();
    }
    let stated = || -> io::Result<u64> {
        let mut file = File::open(folder.packed_journal())?;
        if file.metadata()?.len() < SHORTEST {
            return Ok(0);
        }
        let mut tail = [0; 4];
        file.seek(SeekFrom::End(-4))?;
        file.read_exact(&mut tail)?;
        Ok(u32::from_le_bytes(tail).into())
    };
    stated().unwrap_or(0)
}

fn unpacked(path: &Path, limit: u64) -> Result<File, KeptError> {
    let unpack = || -> io::Result<(File, u64)> {
        let packed = MultiGzDecoder::new(BufReader::new(File::open(path)?));
        let mut file = tempfile::tempfile()?;
        let bytes = io::copy(&mut packed.take(limit + 1), &mut file)?;
        Ok((file, bytes))
    };
    match unpack() {
        Ok((_, bytes)) if bytes > limit => Err(KeptError::TooLarge {
            path: path.to_owned(),
            limit,
        }),
        Ok((file, _)) => Ok(file),
        Err(source) => Err(KeptError::Packed {
            path: path.to_owned(),
            source,
        }),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::{Compression, write::GzEncoder};

    use super::*;

    fn packed(bytes: &[u8]) -> Vec<u8> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        packer.write_all(bytes).unwrap();
        packer.finish().unwrap()
    }

    fn folder(files: &[(&str, &[u8])]) -> (tempfile::TempDir, RunFolder) {
        let home = tempfile::tempdir().unwrap();
        for (name, bytes) in files {
            std::fs::write(home.path().join(name), bytes).unwrap();
        }
        let folder = RunFolder::at(home.path());
        (home, folder)
    }

    #[test]
    fn a_packed_journal_reads_as_what_was_packed_for_each_reader() {
        // Two members, as from two parts that were packed one behind the other.
        let both = [packed(b"one\n"), packed(b"two\n")].concat();
        let (_home, folder) = folder(&[("journal.log.gz", &both)]);
        let kept = KeptJournal::of(&folder).unwrap();
        assert_eq!(kept.length().unwrap(), 8);
        let (mut first, mut second) = (kept.open().unwrap(), kept.open().unwrap());
        let mut part = [0; 4];
        second.seek(SeekFrom::End(-4)).unwrap();
        first.read_exact(&mut part).unwrap();
        assert_eq!(&part, b"one\n");
        second.read_exact(&mut part).unwrap();
        assert_eq!(&part, b"two\n");
        let mut rest = String::new();
        first.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "two\n");
        assert!(first.seek(SeekFrom::Current(-9)).is_err());
        assert_eq!(first.seek(SeekFrom::Current(-8)).unwrap(), 0);
    }

    #[test]
    fn the_plain_journal_goes_before_the_packed_one() {
        let old = packed(b"old\n");
        let (_home, folder) = folder(&[("journal.log.gz", &old), ("journal.log", b"newer\n")]);
        let kept = KeptJournal::of(&folder).unwrap();
        assert_eq!(kept.path(), folder.journal());
        assert_eq!(journal_length(&folder), 6);
    }

    #[test]
    fn the_length_is_known_before_it_is_unpacked() {
        let (_home, folder) = folder(&[("journal.log.gz", &packed(&vec![b'x'; 100_000]))]);
        assert_eq!(journal_length(&folder), 100_000);
        let mark = JournalMark::of(&folder).unwrap();
        assert!(mark.length < 1000, "{mark:?}");
    }

    #[test]
    fn a_cut_or_changed_file_and_a_bomb_are_told_by_name() {
        let whole = packed(&[b'x'; 5000]);
        let mut changed = whole.clone();
        // The checksum.
        let at = changed.len() - 8;
        changed[at] ^= 1;
        for bytes in [&whole[..whole.len() - 3], &changed, b"no gzip at all"] {
            let (_home, folder) = folder(&[("journal.log.gz", bytes)]);
            let problem = KeptJournal::of(&folder).unwrap_err().to_string();
            assert!(
                problem.contains("journal.log.gz: cannot be unpacked"),
                "{problem}"
            );
        }
        let (_home, folder) = folder(&[("journal.log.gz", &whole)]);
        let problem = unpacked(&folder.packed_journal(), 4999).unwrap_err();
        assert!(matches!(problem, KeptError::TooLarge { limit: 4999, .. }));
        assert!(unpacked(&folder.packed_journal(), 5000).is_ok());
    }

    #[test]
    fn without_a_journal_there_is_a_line() {
        let (_home, folder) = folder(&[]);
        let problem = KeptJournal::of(&folder).unwrap_err().to_string();
        assert!(problem.ends_with("the run has no journal"), "{problem}");
        assert_eq!(journal_length(&folder), 0);
        assert_eq!(JournalMark::of(&folder), None);
    }
}
