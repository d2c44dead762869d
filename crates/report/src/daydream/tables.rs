//! Tables of a gate and of a sweep.

use ludometer_instruments::probe::legality::Legality;
use ludometer_stats::Method;

use super::grid::{Cell, cap_name, grid};
use crate::document::{Block, Table};
use crate::number::{counts, ends, interval, value};

/// One setting of a sweep.
#[derive(Debug, Clone)]
pub struct SweepCell {
    /// The temperature.
    pub temperature: f64,
    /// The soft cap; `None` is no cap.
    pub soft_cap: Option<f64>,
    /// What its games say.
    pub legality: Legality,
}

/// What games at one setting say.
#[must_use]
pub fn legality(found: &Legality) -> Vec<Block> {
    let mut headline = Table::new(&["", ">%", ">of", ">95%, games as clusters", ">95%, Wilson"]);
    for (name, finding) in [
        ("clean completion", &found.clean),
        ("first-try legality", &found.first_try),
        ("legal samples", &found.attempts),
        ("forced moves", &found.forced),
    ] {
        headline.rows.push(vec![
            name.to_owned(),
            value(finding),
            counts(finding),
            interval(finding, finding.clustered()),
            interval(finding, finding.interval(Method::Wilson)),
        ]);
    }
    let mut by_ply = Table::new(&[
        "plies",
        ">first try %",
        ">of",
        ">95%",
        ">moves played before %",
    ]);
    for ((band, first), (_, repeats)) in found.by_ply.iter().zip(&found.repeats) {
        by_ply.rows.push(vec![
            band.to_string(),
            value(first),
            counts(first),
            ends(first),
            value(repeats),
        ]);
    }
    vec![
        Block::Table(headline),
        Block::Heading("By ply".to_owned()),
        Block::Table(by_ply),
    ]
}

/// A grid: temperature down, soft cap across, then legality by ply where there is no cap.
#[must_use]
pub fn sweep(cells: &[SweepCell]) -> Vec<Block> {
    let first_tries: Vec<Cell<'_>> = cells
        .iter()
        .map(|cell| Cell {
            temperature: cell.temperature,
            soft_cap: cell.soft_cap,
            finding: &cell.legality.first_try,
        })
        .collect();
    let bands = cells.first().map_or(&[][..], |cell| &cell.legality.by_ply);
    let head: Vec<String> = ["temperature", "cap"]
        .into_iter()
        .map(str::to_owned)
        .chain(bands.iter().map(|(band, _)| format!(">plies {band}")))
        .chain([">forced".to_owned()])
        .collect();
    let mut by_ply = Table {
        head,
        rows: Vec::new(),
    };
    for cell in cells {
        let mut row = vec![cell.temperature.to_string(), cap_name(cell.soft_cap)];
        row.extend(
            cell.legality
                .by_ply
                .iter()
                .map(|(_, finding)| counts(finding)),
        );
        row.push(counts(&cell.legality.forced));
        by_ply.rows.push(row);
    }
    vec![
        Block::Heading("First-try legality in %, 95% intervals with games as clusters".to_owned()),
        Block::Table(grid(&first_tries)),
        Block::Heading("Legal first tries by ply".to_owned()),
        Block::Table(by_ply),
    ]
}
