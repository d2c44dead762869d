//! The files of a run that may be taken home. Nothing else of its folder is ever read.

use std::{io::Write, path::Path};

use anyhow::{Context, Result};
use ludometer_site::{
    papers::Download,
    tables::{TableName, write::FileKind},
    token_chess_archive::INSTRUMENT as ARCHIVE,
};

use super::volume::Volume;

/// A file that may be taken home.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum File {
    Study,
    Manifest,
    Journal,
    Findings,
    Games,
    Table(TableName, FileKind),
    Pgn,
    Solver,
    Import,
    Records,
}

const CSV: &str = "text/csv; charset=utf-8";
const PARQUET: &str = "application/vnd.apache.parquet";

/// All of them: name, what it is, media type.
const ALL: [(File, &str, &str, &str); 15] = [
    (
        File::Study,
        "study.toml",
        "the study file as it was given",
        "text/plain; charset=utf-8",
    ),
    (
        File::Manifest,
        "manifest.json",
        "what was run, with what, where",
        "application/json",
    ),
    (
        File::Journal,
        "journal.log",
        "every answer; all else follows from it",
        "text/plain; charset=utf-8",
    ),
    (
        File::Findings,
        "findings.json",
        "every number with its definition and intervals",
        "application/json",
    ),
    (
        File::Games,
        "games.json",
        "the list of games",
        "application/json",
    ),
    (
        File::Table(TableName::Games, FileKind::Csv),
        "games.csv",
        "a row a game, as CSV",
        CSV,
    ),
    (
        File::Table(TableName::Games, FileKind::Parquet),
        "games.parquet",
        "a row a game, as Parquet",
        PARQUET,
    ),
    (
        File::Table(TableName::Moves, FileKind::Csv),
        "moves.csv",
        "a row a move or reply, as CSV",
        CSV,
    ),
    (
        File::Table(TableName::Moves, FileKind::Parquet),
        "moves.parquet",
        "a row a move or reply, as Parquet",
        PARQUET,
    ),
    (
        File::Table(TableName::Samples, FileKind::Csv),
        "samples.csv",
        "a row a sample of the tool, as CSV",
        CSV,
    ),
    (
        File::Table(TableName::Samples, FileKind::Parquet),
        "samples.parquet",
        "a row a sample of the tool, as Parquet",
        PARQUET,
    ),
    (
        File::Pgn,
        "games.pgn",
        "the games for every other chess program",
        "application/x-chess-pgn",
    ),
    (
        File::Solver,
        "solver.json",
        "the solver's table as this site grades by it",
        "application/json",
    ),
    (
        File::Import,
        "import.json",
        "what was imported: every file with its digest",
        "application/json",
    ),
    (
        File::Records,
        "records.jsonl",
        "every record as its file has it; all else follows from it",
        "text/plain; charset=utf-8",
    ),
];

/// What a run of an instrument offers.
pub fn of(instrument: &str) -> Vec<Download> {
    let fits = |file: File| match file {
        File::Pgn => ["token-chess", "elo-ladder", ARCHIVE].contains(&instrument),
        File::Solver => instrument == "chop-bench",
        File::Import | File::Records => instrument == ARCHIVE,
        File::Table(name, kind) if instrument == ARCHIVE => {
            (name, kind) == (TableName::Games, FileKind::Csv)
        }
        File::Study | File::Manifest | File::Journal => instrument != ARCHIVE,
        File::Table(TableName::Samples, _) => {
            ["token-chess", "daydream-probe"].contains(&instrument)
        }
        _ => true,
    };
    let files = ALL.into_iter().filter(|(file, ..)| fits(*file));
    files
        .map(|(_, name, what, _)| Download {
            file: name.to_owned(),
            what: what.to_owned(),
        })
        .collect()
}

impl File {
    /// The file of a name; none of any other name.
    pub fn named(name: &str) -> Option<Self> {
        ALL.into_iter().find(|one| one.1 == name).map(|one| one.0)
    }

    /// Its media type.
    pub fn media_type(self) -> &'static str {
        let found = ALL.into_iter().find(|one| one.0 == self);
        found.map_or("application/octet-stream", |one| one.3)
    }

    /// Its bytes, or the table that it is: that is written a part at a time, since it may be
    /// longer than memory. Nothing where there is no such file.
    pub fn contents(self, volume: &dyn Volume) -> Result<Option<Contents>> {
        if let Self::Table(name, kind) = self {
            let offered = volume.offers(name, kind)?;
            return Ok(offered.then_some(Contents::Table(name, kind)));
        }
        Ok(self.bytes(volume)?.map(Contents::Bytes))
    }

    /// A journal is read whole: it is asked for as a whole.
    fn bytes(self, book: &dyn Volume) -> Result<Option<Vec<u8>>> {
        match self {
            Self::Study | Self::Manifest | Self::Journal | Self::Import | Self::Records => {
                book.original(self)
            }
            Self::Findings => {
                let board: serde_json::Value = serde_json::from_str(&book.board()?)?;
                Ok(Some(serde_json::to_vec_pretty(&board["findings"])?))
            }
            Self::Games => Ok(Some(serde_json::to_vec(&book.list()?)?)),
            Self::Table(..) => Ok(None),
            Self::Pgn => Ok(book.pgn()?.map(String::into_bytes)),
            Self::Solver => {
                let exam = book.exam()?;
                Ok(exam
                    .map(|exam| serde_json::to_vec(&exam.table))
                    .transpose()?)
            }
        }
    }
}

/// A file's bytes; none where there is no such file.
pub(super) fn lying(path: &Path) -> Result<Option<Vec<u8>>> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// What is in a file.
pub enum Contents {
    /// All of it.
    Bytes(Vec<u8>),
    /// A table, to be written.
    Table(TableName, FileKind),
}

impl Contents {
    /// Writes it.
    pub fn write(self, volume: &dyn Volume, out: &mut (dyn Write + Send)) -> Result<()> {
        match self {
            Self::Bytes(bytes) => Ok(out.write_all(&bytes)?),
            Self::Table(name, kind) => volume.table(name, kind, out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::File;

    #[test]
    fn only_known_names_are_files() {
        assert_eq!(File::named("journal.log"), Some(File::Journal));
        for name in [
            "lock",
            "../study.toml",
            "study.toml/",
            ".study.toml.draft",
            "",
        ] {
            assert_eq!(File::named(name), None, "{name}");
        }
    }
}
