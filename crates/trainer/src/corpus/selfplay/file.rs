//! The file of games: line `i` is game `i`, so that its length says where to go on.
//!
//! Its settings lie beside it, written first. Without them, or with others, it is not
//! continued.

use std::{
    ffi::OsString,
    fs::{self, File, OpenOptions},
    io::{self, BufRead as _, BufReader, Read as _, Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use serde_json::Value;
use thiserror::Error;

use super::Settings;

/// Why a file of games cannot be begun or continued.
#[derive(Debug, Error)]
pub enum FileError {
    /// The disk.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which file.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// Games of unknown settings.
    #[error(
        "{} holds games, but their settings, {}, are missing; take another file, or remove this one",
        path.display(), sidecar(path).display()
    )]
    NoSettings {
        /// The games.
        path: PathBuf,
    },
    /// Games of other settings.
    #[error(
        "{} holds games of other settings ({}); take another file, or remove both",
        path.display(), differ.join("; ")
    )]
    OtherSettings {
        /// The games.
        path: PathBuf,
        /// `key: theirs there, ours here`, one a key.
        differ: Vec<String>,
    },
    /// Settings that cannot be read.
    #[error("{} does not hold settings: {error}", path.display())]
    BadSettings {
        /// The settings.
        path: PathBuf,
        /// Why.
        #[source]
        error: serde_json::Error,
    },
}

/// Where a file's settings are: its name with `.settings.json` behind.
#[must_use]
pub fn sidecar(path: &Path) -> PathBuf {
    let mut name = path.file_name().map_or_else(OsString::new, OsString::from);
    name.push(".settings.json");
    path.with_file_name(name)
}

/// A file ready to be written on.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) file: File,
    /// Whole games in it.
    pub(super) games: u64,
    /// Bytes of a torn last line that were cut.
    pub(super) cut: u64,
}

/// Begins or continues a file.
pub(super) fn open(path: &Path, settings: &Settings) -> Result<Opened, FileError> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| FileError::Io { path, error }
    };
    let beside = sidecar(path);
    let is_new = fs::metadata(path).map_or(true, |about| about.len() == 0);
    match fs::read(&beside) {
        Ok(bytes) => compare(path, &beside, &bytes, settings)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            if !is_new {
                return Err(FileError::NoSettings {
                    path: path.to_owned(),
                });
            }
            write_settings(&beside, settings).map_err(failed(&beside))?;
        }
        Err(error) => return Err(failed(&beside)(error)),
    }
    let mut options = OpenOptions::new();
    let file = options
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path);
    file.and_then(cut_torn_line).map_err(failed(path))
}

fn write_settings(beside: &Path, settings: &Settings) -> io::Result<()> {
    let text = serde_json::to_string_pretty(settings)? + "\n";
    let torn = beside.with_extension("tmp");
    fs::write(&torn, text)?;
    fs::rename(torn, beside)
}

fn compare(path: &Path, beside: &Path, bytes: &[u8], ours: &Settings) -> Result<(), FileError> {
    let bad = |error| FileError::BadSettings {
        path: beside.to_owned(),
        error,
    };
    let theirs: Value = serde_json::from_slice(bytes).map_err(bad)?;
    let ours = serde_json::to_value(ours).map_err(bad)?;
    let mut keys: Vec<&String> = [&theirs, &ours]
        .into_iter()
        .filter_map(Value::as_object)
        .flat_map(serde_json::Map::keys)
        .collect();
    keys.sort_unstable();
    keys.dedup();
    let differ: Vec<_> = keys
        .into_iter()
        .filter(|key| theirs.get(*key) != ours.get(*key))
        .map(|key| {
            let show = |value: Option<&Value>| value.map_or("nothing".to_owned(), Value::to_string);
            format!(
                "{key}: {} there, {} here",
                show(theirs.get(key)),
                show(ours.get(key))
            )
        })
        .collect();
    if differ.is_empty() {
        return Ok(());
    }
    Err(FileError::OtherSettings {
        path: path.to_owned(),
        differ,
    })
}

fn cut_torn_line(mut file: File) -> io::Result<Opened> {
    let (mut games, mut whole, mut length) = (0, 0, 0);
    let mut input = BufReader::new(&file);
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.by_ref().read_until(b'\n', &mut line)? as u64;
        if read == 0 {
            break;
        }
        length += read;
        if line.ends_with(b"\n") {
            games += 1;
            whole = length;
        }
    }
    file.set_len(whole)?;
    file.seek(SeekFrom::Start(whole))?;
    Ok(Opened {
        file,
        games,
        cut: length - whole,
    })
}
