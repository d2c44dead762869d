//! The weights that come with the program.

use anyhow::{Context, Result};
use ludometer_daydream::{Tier, Weights};

/// The bytes of a tier's weights.
pub fn bytes(tier: Tier) -> &'static [u8] {
    match tier {
        Tier::Micro => include_bytes!("../../../assets/daydream/micro.safetensors"),
        Tier::Regular => include_bytes!("../../../assets/daydream/regular.safetensors"),
        Tier::Grand => include_bytes!("../../../assets/daydream/grand.safetensors"),
    }
}

/// A tier's weights.
pub fn built_in(tier: Tier) -> Result<Weights> {
    Weights::from_bytes(bytes(tier)).context("the built-in weights are damaged")
}
