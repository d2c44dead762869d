//! How the sampler is set.

use std::fmt;
use std::str::FromStr;

use anyhow::{Result, bail};
use clap::Args;
use ludometer_daydream::Setting;

/// A soft cap on the command line: a number, or `none`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cap(pub Option<f64>);

impl fmt::Display for Cap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(cap) => cap.fmt(f),
            None => f.pad("none"),
        }
    }
}

impl FromStr for Cap {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        if text.eq_ignore_ascii_case("none") {
            return Ok(Self(None));
        }
        match text.parse::<f64>() {
            Ok(cap) if cap.is_finite() && cap > 0.0 => Ok(Self(Some(cap))),
            _ => bail!("expected a positive number or none"),
        }
    }
}

/// Temperature, cap and seed.
#[derive(Debug, Clone, Args)]
pub struct SettingArgs {
    /// Below 1 sharpens the model's odds, above 1 flattens them.
    #[arg(long, default_value_t = 0.8, allow_negative_numbers = true)]
    temperature: f64,
    /// Bound c on logits, c·tanh(logit/c), before the temperature: a number, or none.
    #[arg(
        long,
        default_value = "none",
        value_name = "CAP",
        allow_hyphen_values = true
    )]
    soft_cap: Cap,
}

impl SettingArgs {
    pub fn setting(&self) -> Result<Setting> {
        Ok(Setting::new(self.temperature, self.soft_cap.0)?)
    }
}

/// A setting in words.
pub fn words(setting: Setting) -> String {
    let cap = match setting.soft_cap {
        Some(cap) => format!("soft cap {}", cap.get()),
        None => "no soft cap".to_owned(),
    };
    format!("temperature {}, {cap}", setting.temperature.get())
}
