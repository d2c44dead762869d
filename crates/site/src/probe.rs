//! Probes of Daydream have no pages of their own yet: their report is shown.

use ludometer_instruments::probe::{DaydreamProbe, Findings};

use crate::{Pages, pages::Tied};

impl Pages for DaydreamProbe {}

impl Tied for Findings {}
