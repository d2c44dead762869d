//! Games as lines of JSON: what they share in the first line, then a line a game.
//!
//! A line is whole or it is not there: a torn last line is cut. Games of other rules, or of
//! another engine, are not continued.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read as _, Seek as _, SeekFrom, Write as _},
    path::{Path, PathBuf},
};

use jiff::Timestamp;
use ludometer_games::Color;
use serde::{Deserialize, Serialize};

use super::{End, GameKey, Rules};
use crate::engine::Identity;

/// The version of the file's form.
const FORMAT: u32 = 1;

/// What all games of a file share.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    format: u32,
    /// Of Ludometer.
    pub program_version: String,
    /// How they are played.
    pub rules: Rules,
    /// Each contestant's name, and what it is.
    pub contestants: Vec<(String, String)>,
    /// Each engine by the text that names it.
    pub engines: Vec<(String, Identity)>,
}

/// A game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Line {
    /// Which.
    #[serde(flatten)]
    pub key: GameKey,
    /// White's name.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// Who won; none is a draw.
    pub winner: Option<Color>,
    /// How it ended.
    pub end: End,
    /// In UCI, with spaces between.
    pub moves: String,
    /// When it ended.
    pub at: Timestamp,
}

/// Why a file of games cannot be begun or continued.
#[derive(Debug, thiserror::Error)]
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
    /// A line that is none of its kind.
    #[error("{}, line {line}: {error}", path.display())]
    Line {
        /// Which file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// Why.
        #[source]
        error: serde_json::Error,
    },
    /// Games of something else.
    #[error(
        "{} holds games with {what} (there {there}, here {here}); take another file, or remove \
         this one",
        path.display()
    )]
    Other {
        /// Which file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// In the file.
        there: String,
        /// Wanted.
        here: String,
    },
    /// A game that is there twice.
    #[error("{}, line {line}: game {} of {} against {} is there twice", path.display(), key.game, key.first, key.second)]
    Twice {
        /// Which file.
        path: PathBuf,
        /// From 1.
        line: usize,
        /// Which game.
        key: GameKey,
    },
}

impl Header {
    /// What games share that are played now.
    #[must_use]
    pub fn new(
        rules: Rules,
        contestants: Vec<(String, String)>,
        engines: Vec<(String, Identity)>,
    ) -> Self {
        Self {
            format: FORMAT,
            program_version: env!("CARGO_PKG_VERSION").to_owned(),
            rules,
            contestants,
            engines,
        }
    }

    /// Whether games of `self` may be followed by games of `other`. A contestant may come or
    /// go, if its engine is there; one of the same name must be the same.
    fn check(&self, path: &Path, other: &Self) -> Result<(), FileError> {
        let differ = |what, there: String, here: String| {
            Err(FileError::Other {
                path: path.to_owned(),
                what,
                there,
                here,
            })
        };
        if self.format != other.format {
            return differ(
                "another form",
                self.format.to_string(),
                other.format.to_string(),
            );
        }
        if self.rules != other.rules {
            let said = |rules: &Rules| {
                format!(
                    "seed {}, {} opening plies, cap {}",
                    rules.seed.0, rules.opening_plies, rules.ply_cap
                )
            };
            return differ("other rules", said(&self.rules), said(&other.rules));
        }
        for (name, what) in &other.contestants {
            let same_name = self.contestants.iter().find(|(before, _)| before == name);
            if let Some((_, before)) = same_name.filter(|(_, before)| before != what) {
                return differ(
                    "another contestant of that name",
                    format!("{name}: {before}"),
                    what.clone(),
                );
            }
        }
        for (text, engine) in &other.engines {
            let there = self.engines.iter().find(|(before, _)| before == text);
            if there.is_none_or(|(_, before)| before != engine) {
                return differ(
                    "another engine, or other options of it",
                    there.map_or("none".to_owned(), |(text, it)| {
                        format!("{text}: {}", it.name)
                    }),
                    format!("{text}: {}", engine.name),
                );
            }
        }
        Ok(())
    }
}

/// A file that games are added to.
#[derive(Debug)]
pub(super) struct GameFile {
    path: PathBuf,
    file: File,
}

impl GameFile {
    /// Begins or continues a file; gives what it holds.
    pub(super) fn open(path: &Path, header: &Header) -> Result<(Self, Vec<Line>), FileError> {
        let failed = |error| FileError::Io {
            path: path.to_owned(),
            error,
        };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(failed)?;
        let whole = text
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |at| at + 1);
        file.set_len(whole as u64)
            .and_then(|()| file.seek(SeekFrom::Start(whole as u64)))
            .map_err(failed)?;
        let mut games = Self {
            path: path.to_owned(),
            file,
        };
        if whole == 0 {
            games.append(header)?;
            return Ok((games, Vec::new()));
        }
        let (found, lines) = parse(path, &text[..whole])?;
        found.check(path, header)?;
        Ok((games, lines))
    }

    /// Adds a line, durably.
    pub(super) fn append(&mut self, line: &impl Serialize) -> Result<(), FileError> {
        let failed = |error| FileError::Io {
            path: self.path.clone(),
            error,
        };
        let mut text = serde_json::to_vec(line).map_err(|error| failed(error.into()))?;
        text.push(b'\n');
        self.file.write_all(&text).map_err(failed)?;
        self.file.sync_data().map_err(failed)
    }
}

/// Reads a file of games, a torn last line left out.
pub fn read(path: &Path) -> Result<(Header, Vec<Line>), FileError> {
    let text = std::fs::read(path).map_err(|error| FileError::Io {
        path: path.to_owned(),
        error,
    })?;
    let whole = text.iter().rposition(|&byte| byte == b'\n');
    parse(path, &text[..whole.map_or(0, |at| at + 1)])
}

fn parse(path: &Path, text: &[u8]) -> Result<(Header, Vec<Line>), FileError> {
    let failed = |line: usize| {
        move |error| FileError::Line {
            path: path.to_owned(),
            line: line + 1,
            error,
        }
    };
    let mut lines = text
        .split(|&byte| byte == b'\n')
        .enumerate()
        .filter(|(_, line)| !line.is_empty());
    let header = lines.next().map_or(&b""[..], |(_, line)| line);
    let header: Header = serde_json::from_slice(header).map_err(failed(0))?;
    let mut seen = std::collections::BTreeSet::new();
    let mut games = Vec::new();
    for (number, line) in lines {
        let line: Line = serde_json::from_slice(line).map_err(failed(number))?;
        if !seen.insert(line.key.clone()) {
            return Err(FileError::Twice {
                path: path.to_owned(),
                line: number + 1,
                key: line.key,
            });
        }
        games.push(line);
    }
    Ok((header, games))
}
