//! A grid of settings as a table: temperature down, soft cap across.

use ludometer_instruments::Finding;

use crate::{
    document::Table,
    number::{ends, value},
};

/// What was found at one setting.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell<'a> {
    pub(super) temperature: f64,
    /// `None` is no cap.
    pub(super) soft_cap: Option<f64>,
    pub(super) finding: &'a Finding,
}

/// The table, each finding with its interval.
pub(super) fn grid(cells: &[Cell<'_>]) -> Table {
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
            row.push(cell.map_or(String::new(), |cell| with_ends(cell.finding)));
        }
        grid.rows.push(row);
    }
    grid
}

pub(super) fn cap_name(cap: Option<f64>) -> String {
    cap.map_or("no cap".to_owned(), |cap| format!("cap {cap}"))
}

/// `61.2 (55.0–67.1)`.
pub(super) fn with_ends(finding: &Finding) -> String {
    format!("{} ({})", value(finding), ends(finding))
}
