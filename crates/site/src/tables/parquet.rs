//! Tables as Apache Parquet: real types, empty cells as nulls, Snappy, and beside the rows
//! what every column means.
//!
//! Rows are kept until there are enough for a row group, so that memory does not grow with
//! the run.

use std::{io::Write, sync::Arc};

use parquet::{
    basic::{Compression, LogicalType, Repetition, TimeUnit, Type as Physical},
    data_type::{BoolType, ByteArray, ByteArrayType, DoubleType, Int64Type},
    errors::Result,
    file::{
        metadata::KeyValue,
        properties::WriterProperties,
        writer::{SerializedFileWriter, SerializedRowGroupWriter},
    },
    schema::types::Type,
};

use super::{Column, Kind, Value};

/// Most rows of a row group.
const ROWS: usize = 50_000;

/// About the most bytes of text that are kept for a row group.
const BYTES: usize = 8 << 20;

/// A file that is being written.
pub(super) struct ParquetFile<W: Write + Send> {
    file: SerializedFileWriter<W>,
    columns: Vec<Cells>,
    rows: usize,
    bytes: usize,
}

/// The cells of a column that wait to be written.
struct Cells {
    /// 1 where there is a value, 0 where there is none.
    levels: Vec<i16>,
    values: Values,
}

enum Values {
    Text(Vec<ByteArray>),
    /// Whole numbers, and microseconds since 1970.
    Integer(Vec<i64>),
    Real(Vec<f64>),
    Flag(Vec<bool>),
}

impl Cells {
    fn of(column: &Column) -> Self {
        Self {
            levels: Vec::new(),
            values: match column.kind {
                Kind::Text => Values::Text(Vec::new()),
                Kind::Integer | Kind::Time => Values::Integer(Vec::new()),
                Kind::Real => Values::Real(Vec::new()),
                Kind::Flag => Values::Flag(Vec::new()),
            },
        }
    }

    /// Takes a cell, which is of the column's kind or empty; says how many bytes of text.
    fn take(&mut self, value: Value) -> usize {
        let mut bytes = 0;
        let there = match (&mut self.values, value) {
            (Values::Text(all), Value::Text(text)) => {
                bytes = text.len();
                all.push(text.into_bytes().into());
                true
            }
            (Values::Integer(all), Value::Integer(number)) => {
                all.push(number);
                true
            }
            (Values::Integer(all), Value::Time(at)) => {
                all.push(at.as_microsecond());
                true
            }
            (Values::Real(all), Value::Real(number)) => {
                all.push(number);
                true
            }
            (Values::Flag(all), Value::Flag(flag)) => {
                all.push(flag);
                true
            }
            _ => false,
        };
        self.levels.push(there.into());
        bytes
    }

    /// Writes what waits, and forgets it.
    fn write<W: Write + Send>(
        &mut self,
        group: &mut SerializedRowGroupWriter<'_, W>,
    ) -> Result<()> {
        let Some(mut column) = group.next_column()? else {
            return Ok(());
        };
        let levels = Some(self.levels.as_slice());
        match &mut self.values {
            Values::Text(all) => {
                column
                    .typed::<ByteArrayType>()
                    .write_batch(all, levels, None)?;
                all.clear();
            }
            Values::Integer(all) => {
                column.typed::<Int64Type>().write_batch(all, levels, None)?;
                all.clear();
            }
            Values::Real(all) => {
                column
                    .typed::<DoubleType>()
                    .write_batch(all, levels, None)?;
                all.clear();
            }
            Values::Flag(all) => {
                column.typed::<BoolType>().write_batch(all, levels, None)?;
                all.clear();
            }
        }
        self.levels.clear();
        column.close()
    }
}

impl<W: Write + Send> ParquetFile<W> {
    /// Begins a file. `facts` are kept beside the rows, by name.
    pub(super) fn begin(
        table: &str,
        columns: &[Column],
        facts: Vec<(String, String)>,
        out: W,
    ) -> Result<Self> {
        let facts = facts
            .into_iter()
            .map(|(key, value)| KeyValue::new(key, value));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            .set_key_value_metadata(Some(facts.collect()))
            .build();
        let schema = schema(table, columns)?;
        Ok(Self {
            file: SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?,
            columns: columns.iter().map(Cells::of).collect(),
            rows: 0,
            bytes: 0,
        })
    }

    /// Takes a row, one value a column.
    pub(super) fn row(&mut self, row: Vec<Value>) -> Result<()> {
        for (cells, value) in self.columns.iter_mut().zip(row) {
            self.bytes += cells.take(value);
        }
        self.rows += 1;
        if self.rows >= ROWS || self.bytes >= BYTES {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        if self.rows == 0 {
            return Ok(());
        }
        let mut group = self.file.next_row_group()?;
        for cells in &mut self.columns {
            cells.write(&mut group)?;
        }
        group.close()?;
        (self.rows, self.bytes) = (0, 0);
        Ok(())
    }

    /// Writes the end of the file, without which no reader takes it.
    pub(super) fn finish(mut self) -> Result<()> {
        self.flush()?;
        self.file.close().map(drop)
    }
}

fn schema(table: &str, columns: &[Column]) -> Result<Type> {
    let fields = columns.iter().map(|column| {
        let (physical, logical) = match column.kind {
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Integer => (Physical::INT64, None),
            Kind::Real => (Physical::DOUBLE, None),
            Kind::Flag => (Physical::BOOLEAN, None),
            Kind::Time => (
                Physical::INT64,
                Some(LogicalType::timestamp(true, TimeUnit::MICROS)),
            ),
        };
        let field = Type::primitive_type_builder(column.name, physical)
            .with_repetition(Repetition::OPTIONAL)
            .with_logical_type(logical)
            .build()?;
        Ok(Arc::new(field))
    });
    Type::group_type_builder(table)
        .with_fields(fields.collect::<Result<_>>()?)
        .build()
}
