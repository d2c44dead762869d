//! Rows into a file, one game after another.

use std::io::{self, Write};

use ludometer_instruments::Instrument;
use ludometer_record::{GameLog, PlayerName, Price};

use super::{Column, Kind, Played, Row, Table, TableName, csv, parquet::ParquetFile};
use crate::Pages;

/// A kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileKind {
    /// Comma-separated values.
    Csv,
    /// Apache Parquet.
    Parquet,
}

impl FileKind {
    /// The end of a file's name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Parquet => "parquet",
        }
    }
}

/// Whose table it is; kept in the files that have a place for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Name and version of the program that writes it.
    pub program: String,
    /// The study's name.
    pub study: String,
    /// The run's own id.
    pub run: String,
}

/// Why a table cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The instrument has no such table.
    #[error("there is no table of {}", .0.word())]
    NoTable(TableName),
    /// A cell that does not fit its column.
    #[error("column {column}: a {found}; expected a {expected}", found = .found.word(), expected = .expected.word())]
    Cell {
        /// The column.
        column: &'static str,
        /// What came.
        found: Kind,
        /// What it holds.
        expected: Kind,
    },
    /// More or fewer cells than columns.
    #[error("{cells} cells for {columns} columns")]
    Width {
        /// What came.
        cells: usize,
        /// What there is.
        columns: usize,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file cannot be made.
    #[error(transparent)]
    Parquet(#[from] parquet::errors::ParquetError),
}

/// A table that is being written.
pub struct TableWriter<'a, B: Instrument> {
    bench: &'a B,
    table: Table<B>,
    price: &'a dyn Fn(&PlayerName) -> Option<Price>,
    file: File<'a>,
}

enum File<'a> {
    Csv(&'a mut (dyn Write + Send)),
    Parquet(Box<ParquetFile<&'a mut (dyn Write + Send)>>),
}

impl<'a, B: Pages> TableWriter<'a, B> {
    /// Begins a table of a study. `price` says what a player's tokens cost.
    pub fn begin(
        bench: &'a B,
        name: TableName,
        kind: FileKind,
        source: &Source,
        price: &'a dyn Fn(&PlayerName) -> Option<Price>,
        out: &'a mut (dyn Write + Send),
    ) -> Result<Self, TableError> {
        let mut tables = B::tables().into_iter();
        let table = tables.find(|table| table.name == name);
        let table = table.ok_or(TableError::NoTable(name))?;
        let file = match kind {
            FileKind::Csv => {
                csv::head(&table.columns, out)?;
                File::Csv(out)
            }
            FileKind::Parquet => {
                let facts = facts(source, table.says, &table.columns);
                let file = ParquetFile::begin(name.word(), &table.columns, facts, out)?;
                File::Parquet(Box::new(file))
            }
        };
        Ok(Self {
            bench,
            table,
            price,
            file,
        })
    }

    /// Writes the rows of a game. Games come in the order of the plan.
    pub fn game(
        &mut self,
        place: usize,
        game: &B::Game,
        log: &GameLog,
        back: &ludometer_instruments::ReadBack<B::Record>,
    ) -> Result<(), TableError> {
        let played = Played {
            bench: self.bench,
            place,
            game,
            log,
            back,
            price: self.price,
        };
        for row in self.table.rows(&played) {
            check(&self.table.columns, &row)?;
            match &mut self.file {
                File::Csv(out) => csv::row(&row, *out)?,
                File::Parquet(file) => file.row(row)?,
            }
        }
        Ok(())
    }

    /// Writes the end of the file.
    pub fn finish(self) -> Result<(), TableError> {
        match self.file {
            File::Csv(out) => out.flush()?,
            File::Parquet(file) => file.finish()?,
        }
        Ok(())
    }
}

fn check(columns: &[Column], row: &Row) -> Result<(), TableError> {
    if row.len() != columns.len() {
        return Err(TableError::Width {
            cells: row.len(),
            columns: columns.len(),
        });
    }
    for (column, value) in columns.iter().zip(row) {
        match value.kind() {
            Some(found) if found != column.kind => {
                return Err(TableError::Cell {
                    column: column.name,
                    found,
                    expected: column.kind,
                });
            }
            _ => {}
        }
    }
    Ok(())
}

/// What stands beside the rows: whose they are, and what the columns mean, as JSON.
fn facts(source: &Source, says: &str, columns: &[Column]) -> Vec<(String, String)> {
    let meanings: serde_json::Map<String, serde_json::Value> = columns
        .iter()
        .map(|column| (column.name.to_owned(), column.says.into()))
        .collect();
    let fact = |name: &str, value: &str| (format!("ludometer.{name}"), value.to_owned());
    vec![
        fact("program", &source.program),
        fact("study", &source.study),
        fact("run", &source.run),
        fact("row", says),
        fact("columns", &serde_json::Value::Object(meanings).to_string()),
    ]
}
