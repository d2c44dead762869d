//! A study of the tool by itself: games, and nobody to ask.

use anyhow::Result;
use ludometer_instruments::{Instrument, probe::DaydreamProbe};

use super::{Forecast, Loads};
use crate::study::StudyFile;

pub(super) fn forecast(file: &StudyFile) -> Result<Forecast> {
    Ok(Forecast {
        games: DaydreamProbe::new(&file.study, &file.templates)?
            .plan()
            .len(),
        one: Loads::new(),
        other: Loads::new(),
        how: String::new(),
    })
}
