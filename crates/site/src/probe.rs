//! Probes of Daydream have no pages of their own yet: their report is shown.

use ludometer_instruments::probe::{DaydreamProbe, Findings};

use crate::{Pages, pages::Tied};

impl Pages for DaydreamProbe {
    fn tables() -> Vec<crate::tables::Table<Self>> {
        crate::tables::probe::tables()
    }
}

impl Tied for Findings {}
