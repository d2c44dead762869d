//! Tables of a gate and of a sweep.

use ludometer_instruments::Finding;
use ludometer_instruments::probe::legality::Legality;
use ludometer_stats::Method;

use crate::document::{Block, Table};
use crate::number::{counts, interval, value};

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
            interval(first, best(first)),
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
    let mut caps: Vec<Option<f64>> = Vec::new();
    let mut temperatures: Vec<f64> = Vec::new();
    for cell in cells {
        if !caps.contains(&cell.soft_cap) {
            caps.push(cell.soft_cap);
        }
        if !temperatures.contains(&cell.temperature) {
            temperatures.push(cell.temperature);
        }
    }
    let head: Vec<String> = std::iter::once("temperature".to_owned())
        .chain(caps.iter().map(|cap| format!(">{}", cap_name(*cap))))
        .collect();
    let mut grid = Table {
        head,
        rows: Vec::new(),
    };
    for temperature in temperatures {
        let mut row = vec![temperature.to_string()];
        for cap in &caps {
            let cell = cells
                .iter()
                .find(|c| c.soft_cap == *cap && c.temperature.to_bits() == temperature.to_bits());
            row.push(cell.map_or(String::new(), |cell| with_ends(&cell.legality.first_try)));
        }
        grid.rows.push(row);
    }
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
        Block::Table(grid),
        Block::Heading("Legal first tries by ply".to_owned()),
        Block::Table(by_ply),
    ]
}

fn cap_name(cap: Option<f64>) -> String {
    cap.map_or("no cap".to_owned(), |cap| format!("cap {cap}"))
}

fn with_ends(finding: &Finding) -> String {
    format!("{} ({})", value(finding), interval(finding, best(finding)))
}

fn best(finding: &Finding) -> Option<&ludometer_instruments::FindingInterval> {
    finding
        .clustered()
        .or_else(|| finding.interval(Method::Wilson))
}
