//! Tables as CSV (RFC 4180, lines end in a line feed).
//!
//! An empty cell is nothing between two commas, an empty text a pair of quotation marks.
//! Times are as in RFC 3339, flags `true` and `false`.

use std::io::{self, Write};

use super::{Column, Value};

/// The line of names.
pub(super) fn head(columns: &[Column], out: &mut dyn Write) -> io::Result<()> {
    line(columns.iter().map(|column| column.name.to_owned()), out)
}

/// The line of a row.
pub(super) fn row(row: &[Value], out: &mut dyn Write) -> io::Result<()> {
    line(row.iter().map(shown), out)
}

fn line(cells: impl Iterator<Item = String>, out: &mut dyn Write) -> io::Result<()> {
    let mut text = cells.collect::<Vec<_>>().join(",");
    text.push('\n');
    out.write_all(text.as_bytes())
}

fn shown(value: &Value) -> String {
    match value {
        Value::Empty => String::new(),
        Value::Text(text) => cell(text),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Flag(flag) => flag.to_string(),
        Value::Time(at) => at.to_string(),
    }
}

/// A text. A spreadsheet takes some first characters for a formula: in front of those stands
/// an apostrophe.
pub(crate) fn cell(text: &str) -> String {
    let formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\u{ff1d}', '\u{ff0b}']);
    let text = format!("{}{text}", if formula { "'" } else { "" });
    if text.is_empty() || text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{Value, cell, shown};

    #[test]
    fn cells_are_quoted_and_are_no_formulas() {
        assert_eq!(cell("plain"), "plain");
        assert_eq!(cell("a,\"b\""), "\"a,\"\"b\"\"\"");
        assert_eq!(cell("=1+1"), "'=1+1");
        assert_eq!(cell("@SUM(A1,2)"), "\"'@SUM(A1,2)\"");
        assert_eq!(cell(""), "\"\"");
    }

    #[test]
    fn a_number_below_nothing_is_no_formula() {
        assert_eq!(shown(&Value::Integer(-3)), "-3");
        assert_eq!(shown(&Value::Real(-0.5)), "-0.5");
        assert_eq!(shown(&Value::Empty), "");
    }
}
