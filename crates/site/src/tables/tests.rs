use std::io::Write as _;

use ludometer_instruments::{
    chop_bench::ChopBench, ladder::EloLadder, probe::DaydreamProbe, token_chess::TokenChess,
};
use parquet::file::reader::{FileReader, SerializedFileReader};

use super::{Column, Kind, Value, parquet::ParquetFile};
use crate::Pages;

fn columns() -> Vec<Column> {
    vec![
        Column::text("text", "a text"),
        Column::integer("whole", "a whole number"),
        Column::real("real", "a number"),
        Column::flag("flag", "whether"),
        Column::time("time", "a moment"),
    ]
}

fn file(rows: impl Iterator<Item = Vec<Value>>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut file = ParquetFile::begin("moves", &columns(), Vec::new(), &mut out).unwrap();
    for row in rows {
        file.row(row).unwrap();
    }
    file.finish().unwrap();
    out
}

fn read(file: &[u8]) -> SerializedFileReader<std::fs::File> {
    let mut kept = tempfile::tempfile().unwrap();
    kept.write_all(file).unwrap();
    SerializedFileReader::new(kept).unwrap()
}

#[test]
fn many_rows_are_several_groups_and_all_there() {
    let row = |n: u64| {
        let there = !n.is_multiple_of(3);
        let at = there.then(|| jiff::Timestamp::from_microsecond(n.try_into().unwrap()).unwrap());
        vec![
            there.then(|| n.to_string()).into(),
            n.into(),
            there.then_some(n as f64 / 2.0).into(),
            there.into(),
            at.into(),
        ]
    };
    let read = read(&file((0..120_000).map(row)));
    assert_eq!(read.num_row_groups(), 3);
    for (n, row) in read.get_row_iter(None).unwrap().enumerate() {
        let shown = row.unwrap().to_string();
        let expected = if n.is_multiple_of(3) {
            format!("{{text: null, whole: {n}, real: null, flag: false, time: null}}")
        } else {
            let text = format!("{{text: \"{n}\", whole: {n}, real: ");
            assert!(shown.starts_with(&text), "{shown}");
            continue;
        };
        assert_eq!(shown, expected);
    }
}

#[test]
fn long_texts_end_a_group_early() {
    let long = "x".repeat(1 << 20);
    let row = |n: u64| {
        vec![
            long.as_str().into(),
            n.into(),
            Value::Empty,
            Value::Empty,
            Value::Empty,
        ]
    };
    assert_eq!(read(&file((0..20).map(row))).num_row_groups(), 3);
}

#[test]
fn a_table_without_rows_is_a_file_all_the_same() {
    let read = read(&file(std::iter::empty()));
    assert_eq!(read.metadata().file_metadata().num_rows(), 0);
    assert_eq!(
        read.metadata().file_metadata().schema_descr().num_columns(),
        5
    );
}

#[test]
fn strangers_texts_are_cut_and_cannot_steer() {
    let Value::Text(text) = Value::said(&format!("\u{1b}[2J{}", "é".repeat(5_000))) else {
        panic!("a text");
    };
    assert!(text.starts_with("⟨U+001B⟩[2J"));
    assert!(text.chars().count() < 2_100 && text.ends_with("are in the journal)"));
}

/// Names are those of an SQL column that needs no quotation marks, and each stands once.
fn names<B: Pages>() {
    for table in B::tables() {
        for (at, column) in table.columns.iter().enumerate() {
            let plain = |c: char| c.is_ascii_lowercase() || c == '_';
            assert!(column.name.chars().all(plain), "{}", column.name);
            assert!(!column.says.is_empty() && !column.says.contains(['|', '\n']));
            let twice = table.columns[..at]
                .iter()
                .any(|other| other.name == column.name);
            assert!(!twice, "{} has {} twice", table.name.word(), column.name);
        }
        assert_eq!(
            table
                .columns
                .iter()
                .filter(|one| one.name == "game")
                .count(),
            1
        );
        assert!(table.columns.iter().any(|one| one.kind == Kind::Integer));
    }
}

#[test]
fn columns_have_names_of_their_own() {
    names::<ChopBench>();
    names::<TokenChess>();
    names::<EloLadder>();
    names::<DaydreamProbe>();
}
