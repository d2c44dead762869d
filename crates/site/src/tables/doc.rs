//! All columns as a page of the book: `docs/tables.md`.

use std::fmt::Write;

use ludometer_instruments::{
    Instrument, chop_bench::ChopBench, ladder::EloLadder, probe::DaydreamProbe,
    token_chess::TokenChess,
};

use super::{TEXT_LIMIT, Table};
use crate::Pages;

/// The whole page. A test holds `docs/tables.md` to it.
#[must_use]
pub fn page() -> String {
    let mut text = format!(
        "# Tables

<!-- Made from the code by `make tables`; not to be edited. -->

A run's games as tables for pandas, R, DuckDB, Polars or a spreadsheet: one row a game, one a move, one a sample. Each is there as CSV and as Parquet with the same rows and columns.

```sh
ludometer report RUN --format csv --table moves > moves.csv
ludometer report RUN --format parquet --table moves > moves.parquet
```

They are among the downloads on the papers page of a run, too, served and as files. With DuckDB: `SELECT model, avg(optimal::int) FROM 'moves.parquet' WHERE graded GROUP BY model`.

- Every planned game has a row in `games`. Moves and samples are those of games that are over with a result, the ones that findings are measured on; a game that is open or void has none. `game` joins the tables.
- Types: *text* is UTF-8, *integer* has 64 bits, *real* is a double, *flag* is true or false, *time* is a moment in UTC to the microsecond. What is not known is null; a count that no server gave is null and not 0.
- In CSV a null is nothing between two commas and an empty text is `\"\"`; times are as in RFC 3339. A text that a spreadsheet would take for a formula (it begins with `=`, `+`, `-`, `@`, a tab or a carriage return) has an apostrophe in front; numbers never do. A text may hold line breaks, in quotation marks. Parquet has the texts without the apostrophe.
- Texts of models and agents are cut after {} characters and say so; the journal has them whole. Characters that steer a terminal or the direction of writing stand as their code points, as `⟨U+001B⟩`.
- A Parquet file is compressed with Snappy, and its key-value metadata say what it is: `ludometer.program`, `ludometer.study`, `ludometer.run`, `ludometer.row` (what a row is) and `ludometer.columns` (a JSON object: what each column means). It is written a row group at a time, so that memory does not grow with the run.

A table is a view of the journal like any other: rows do not say how sure a number is. Samples and moves of one game are alike; take games as the independent units, as `findings.json` does.
",
        TEXT_LIMIT.to_string().replace("000", ",000")
    );
    section::<ChopBench>(&mut text, "Chop-Bench");
    section::<TokenChess>(&mut text, "Token Chess");
    section::<EloLadder>(&mut text, "Elo ladder");
    section::<DaydreamProbe>(&mut text, "Probes of Daydream");
    text
}

fn section<B: Pages>(text: &mut String, name: &str) {
    let _ = write!(text, "\n## {name}\n");
    for table in B::tables() {
        describe(text, &table);
    }
}

fn describe<B: Instrument>(text: &mut String, table: &Table<B>) {
    let _ = write!(
        text,
        "\n### `{}`: a row is {}\n\n| column | type | what it is |\n|---|---|---|\n",
        table.name.word(),
        table.says
    );
    for column in &table.columns {
        let _ = writeln!(
            text,
            "| `{}` | {} | {} |",
            column.name,
            column.kind.word(),
            column.says
        );
    }
}
