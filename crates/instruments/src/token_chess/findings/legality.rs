//! Attempt legality by what may explain it: ply, setting, retry.

use ludometer_daydream::Setting;
use ludometer_stats::GameTallies;

use super::{
    numbers::share,
    player::{Legality, SettingSlice, Slice},
    seats::Seats,
};
use crate::{
    Finding, MeasureError,
    token_chess::record::{Batch, Turn},
};

/// Numbers from the first, which is in, to the second, which is out; or without end.
#[derive(Debug, Clone, Copy)]
pub(super) struct Band<T> {
    pub(super) label: &'static str,
    from: T,
    to: Option<T>,
}

impl<T: PartialOrd> Band<T> {
    const fn new(label: &'static str, from: T, to: T) -> Self {
        let to = Some(to);
        Self { label, from, to }
    }

    const fn open(label: &'static str, from: T) -> Self {
        let to = None;
        Self { label, from, to }
    }

    pub(super) fn holds(&self, value: &T) -> bool {
        *value >= self.from && self.to.as_ref().is_none_or(|to| value < to)
    }
}

/// Plies before the move; the first three are those of the published gates of the tool.
pub(super) const PLIES: [Band<u32>; 7] = [
    Band::new("0–9", 0, 10),
    Band::new("10–19", 10, 20),
    Band::new("20–29", 20, 30),
    Band::new("30–39", 30, 40),
    Band::new("40–59", 40, 60),
    Band::new("60–99", 60, 100),
    Band::open("100 and later", 100),
];

/// Places of a batch among its turn's batches.
pub(super) const RETRIES: [Band<usize>; 5] = [
    Band::new("1", 1, 2),
    Band::new("2", 2, 3),
    Band::new("3", 3, 4),
    Band::new("4", 4, 5),
    Band::open("5 and later", 5),
];

const TEMPERATURES: [Band<f64>; 6] = [
    Band::new("below 0.5", 0.0, 0.5),
    Band::new("0.5 to 0.8", 0.5, 0.8),
    Band::new("0.8 to 1.0", 0.8, HOT),
    Band::new("1.0 to 1.2", HOT, 1.2),
    Band::new("1.2 to 1.5", 1.2, 1.5),
    Band::open("1.5 and above", 1.5),
];

/// From this temperature on a batch is hot.
pub(super) const HOT: f64 = 1.0;

/// Soft caps; without one a batch stands apart.
const SOFT_CAPS: [Band<f64>; 4] = [
    Band::new("below 5", 0.0, 5.0),
    Band::new("5 to 10", 5.0, 10.0),
    Band::new("10 to 20", 10.0, 20.0),
    Band::open("20 and above", 20.0),
];

const NO_CAP: &str = "none";

const DEFINITION: &str = "legal samples / samples";

fn temperature(setting: Setting) -> &'static str {
    let value = setting.temperature.get();
    let band = TEMPERATURES.iter().find(|band| band.holds(&value));
    band.map_or("", |band| band.label)
}

fn soft_cap(setting: Setting) -> &'static str {
    let Some(cap) = setting.soft_cap else {
        return NO_CAP;
    };
    let band = SOFT_CAPS.iter().find(|band| band.holds(&cap.get()));
    band.map_or("", |band| band.label)
}

/// Measures a player's seats.
pub(super) fn legality(seats: &Seats<'_>) -> Result<Legality, MeasureError> {
    let all = seats.samples(|_, _, _| true)?;
    let caps = || std::iter::once(NO_CAP).chain(SOFT_CAPS.iter().map(|band| band.label));
    let temperatures = || TEMPERATURES.iter().map(|band| band.label);
    let mut by_setting = Vec::new();
    for t in temperatures() {
        for c in caps() {
            let here = |_: &Turn, _, batch: &Batch| {
                temperature(batch.setting) == t && soft_cap(batch.setting) == c
            };
            let finding = finding(
                "attempt-legality.setting",
                &format!("temperature {t}, soft cap {c}"),
                &seats.samples(here)?,
                &all,
            );
            by_setting.extend(finding.map(|finding| SettingSlice {
                temperature: t.to_owned(),
                soft_cap: c.to_owned(),
                finding,
            }));
        }
    }
    Ok(Legality {
        by_ply: slices(seats, &all, "ply", PLIES.map(|band| band.label), |label| {
            move |turn: &Turn, _, _: &Batch| in_band(&PLIES, label, &turn.ply)
        })?,
        by_retry: slices(
            seats,
            &all,
            "batch of its turn",
            RETRIES.map(|band| band.label),
            |label| move |_: &Turn, place, _: &Batch| in_band(&RETRIES, label, &place),
        )?,
        by_temperature: slices(seats, &all, "temperature", temperatures(), |label| {
            move |_: &Turn, _, batch: &Batch| temperature(batch.setting) == label
        })?,
        by_soft_cap: slices(seats, &all, "soft cap", caps(), |label| {
            move |_: &Turn, _, batch: &Batch| soft_cap(batch.setting) == label
        })?,
        by_setting,
    })
}

fn in_band<T: PartialOrd>(bands: &[Band<T>], label: &str, value: &T) -> bool {
    bands
        .iter()
        .any(|band| band.label == label && band.holds(value))
}

fn slices<K: Fn(&Turn, usize, &Batch) -> bool>(
    seats: &Seats<'_>,
    all: &GameTallies,
    what: &str,
    labels: impl IntoIterator<Item = &'static str>,
    keep: impl Fn(&'static str) -> K,
) -> Result<Vec<Slice>, MeasureError> {
    let mut slices = Vec::new();
    for label in labels {
        let id = format!("attempt-legality.{}", what.replace(' ', "-"));
        let tallies = seats.samples(keep(label))?;
        let found = finding(&id, &format!("{what} {label}"), &tallies, all);
        slices.extend(found.map(|finding| Slice {
            label: label.to_owned(),
            finding,
        }));
    }
    Ok(slices)
}

/// None without a sample.
fn finding(id: &str, which: &str, tallies: &GameTallies, all: &GameTallies) -> Option<Finding> {
    let definition = format!("{DEFINITION}, {which}");
    (tallies.games() > 0).then(|| share(id, &definition, tallies, all))
}
