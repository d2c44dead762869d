//! A run's games as tables for statistics programs: one row a game, a move, a sample.
//!
//! | module | holds |
//! |---|---|
//! | here | tables, columns and values; a game that is to become rows |
//! | [`write`](mod@write) | rows into a file, one game after another |
//! | [`csv`], [`parquet`] | the two kinds of file |
//! | [`games`] | what the `games` tables of all instruments have |
//! | [`reply`] | what every table with replies of models has |
//! | `chop_bench`, `token_chess`, `ladder`, `probe` | the instruments' own columns |
//! | [`doc`] | all columns as a page of the book |
//!
//! A column's name, type, description and value stand in one line of code, and the page of
//! the book is made of them. Only games that are over with a result have rows in tables of
//! moves and samples; every planned game has one in `games`, empty where nothing is known.

pub(crate) mod chop_bench;
pub mod csv;
pub mod doc;
pub mod games;
pub(crate) mod ladder;
pub mod parquet;
pub(crate) mod probe;
pub mod reply;
pub(crate) mod token_chess;
pub mod write;

#[cfg(test)]
mod tests;

use jiff::Timestamp;
use ludometer_instruments::{Instrument, ReadBack};
use ludometer_record::{GameLog, PlayerName, Price};
use serde::Serialize;

use crate::replay::readable_within;

/// Longest text of a stranger in a cell, in characters. The journal has the rest.
pub const TEXT_LIMIT: usize = 2_000;

/// Which of a run's tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TableName {
    /// One row a game.
    Games,
    /// One row a move, or a decision.
    Moves,
    /// One row a sample of the tool.
    Samples,
}

impl TableName {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Games, Self::Moves, Self::Samples];

    /// Its name, which is that of its file, too.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Moves => "moves",
            Self::Samples => "samples",
        }
    }
}

/// What a column holds. Every cell may be empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// UTF-8 text.
    Text,
    /// A whole number of 64 bits.
    Integer,
    /// A floating point number of 64 bits.
    Real,
    /// True or false.
    Flag,
    /// A moment, in UTC, to the microsecond.
    Time,
}

impl Kind {
    /// In a word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Integer => "integer",
            Self::Real => "real",
            Self::Flag => "flag",
            Self::Time => "time",
        }
    }
}

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// What that means, in a line.
    pub says: &'static str,
}

impl Column {
    pub(crate) const fn text(name: &'static str, says: &'static str) -> Self {
        Self::of(name, Kind::Text, says)
    }

    pub(crate) const fn integer(name: &'static str, says: &'static str) -> Self {
        Self::of(name, Kind::Integer, says)
    }

    pub(crate) const fn real(name: &'static str, says: &'static str) -> Self {
        Self::of(name, Kind::Real, says)
    }

    pub(crate) const fn flag(name: &'static str, says: &'static str) -> Self {
        Self::of(name, Kind::Flag, says)
    }

    pub(crate) const fn time(name: &'static str, says: &'static str) -> Self {
        Self::of(name, Kind::Time, says)
    }

    const fn of(name: &'static str, kind: Kind, says: &'static str) -> Self {
        Self { name, kind, says }
    }
}

/// What stands in a cell.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// Nothing is known.
    Empty,
    /// A text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// Whether.
    Flag(bool),
    /// A moment.
    Time(Timestamp),
}

impl Value {
    /// What it is; none of an empty cell, which fits every column.
    #[must_use]
    pub const fn kind(&self) -> Option<Kind> {
        match self {
            Self::Empty => None,
            Self::Text(_) => Some(Kind::Text),
            Self::Integer(_) => Some(Kind::Integer),
            Self::Real(_) => Some(Kind::Real),
            Self::Flag(_) => Some(Kind::Flag),
            Self::Time(_) => Some(Kind::Time),
        }
    }

    /// A stranger's text: what steers the eye or a terminal stands as its code point, and what
    /// is longer than [`TEXT_LIMIT`] is cut and says so.
    pub(crate) fn said(text: &str) -> Self {
        Self::Text(readable_within(text, TEXT_LIMIT))
    }

    /// The word that a journal and findings have for a value.
    pub(crate) fn word(value: impl Serialize) -> Self {
        match serde_json::to_value(value) {
            Ok(serde_json::Value::String(word)) => Self::Text(word),
            Ok(other) => Self::Text(other.to_string()),
            Err(_) => Self::Empty,
        }
    }

    /// Something as it is printed.
    pub(crate) fn shown(value: impl std::fmt::Display) -> Self {
        Self::Text(value.to_string())
    }

    /// Seconds, from microseconds.
    pub(crate) fn seconds(micros: u64) -> Self {
        Self::Real(micros as f64 / 1e6)
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Empty, Into::into)
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<bool> for Value {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Real(number)
    }
}

impl From<Timestamp> for Value {
    /// To the microsecond, as every file has it.
    fn from(at: Timestamp) -> Self {
        Self::Time(Timestamp::from_microsecond(at.as_microsecond()).unwrap_or(at))
    }
}

impl From<u64> for Value {
    fn from(number: u64) -> Self {
        Self::Integer(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Integer(number.into())
    }
}

impl From<i32> for Value {
    fn from(number: i32) -> Self {
        Self::Integer(number.into())
    }
}

impl From<usize> for Value {
    fn from(number: usize) -> Self {
        (number as u64).into()
    }
}

/// Values, one a column.
pub type Row = Vec<Value>;

/// A planned game as far as a run has it, to become rows.
pub struct Played<'a, B: Instrument> {
    /// The study.
    pub bench: &'a B,
    /// Its place in the plan, from 0.
    pub place: usize,
    /// The game as planned.
    pub game: &'a B::Game,
    /// What the journal has of it.
    pub log: &'a GameLog,
    /// The same, played again.
    pub back: &'a ReadBack<B::Record>,
    /// What a player's tokens cost, where the study says so.
    pub price: &'a dyn Fn(&PlayerName) -> Option<Price>,
}

impl<'a, B: Instrument> Played<'a, B> {
    /// Its record, where it is over with a result.
    #[must_use]
    pub fn record(&self) -> Option<&'a B::Record> {
        match self.back {
            ReadBack::Scored(record) => Some(record),
            ReadBack::Void { .. } | ReadBack::Unfinished { .. } => None,
        }
    }

    /// The game's id.
    #[must_use]
    pub fn id(&self) -> Value {
        Value::shown(self.bench.id(self.game))
    }

    /// Something of its record.
    pub(crate) fn of<T: Into<Value>>(&self, what: impl FnOnce(&'a B::Record) -> T) -> Value {
        self.record().map(what).into()
    }
}

/// A table of an instrument.
pub struct Table<B: Instrument> {
    /// Which.
    pub name: TableName,
    /// What a row is, in a line.
    pub says: &'static str,
    /// Its columns.
    pub columns: Vec<Column>,
    rows: Box<MakeRows<B>>,
}

type MakeRows<B> = dyn Fn(&Played<'_, B>) -> Vec<Row> + Send + Sync;

impl<B: Instrument> Table<B> {
    /// A table whose rows are made by `rows`.
    pub(crate) fn new(
        name: TableName,
        says: &'static str,
        columns: Vec<Column>,
        rows: impl Fn(&Played<'_, B>) -> Vec<Row> + Send + Sync + 'static,
    ) -> Self {
        let rows = Box::new(rows);
        Self {
            name,
            says,
            columns,
            rows,
        }
    }

    /// The rows of a game.
    #[must_use]
    pub fn rows(&self, played: &Played<'_, B>) -> Vec<Row> {
        (self.rows)(played)
    }
}

/// The columns of a list of cells.
pub(crate) fn columns<F>(cells: &[(Column, F)]) -> impl Iterator<Item = Column> + '_ {
    cells.iter().map(|(column, _)| *column)
}
