//! How a player may set the sampler.

use serde::{Deserialize, Serialize};

use crate::number;

/// How much the sampler flattens the model's odds: 1 leaves them, less sharpens.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct Temperature(f64);

/// A bound that logits approach: c·tanh(logit / c), before the temperature.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize)]
#[serde(try_from = "f64", into = "f64")]
pub struct SoftCap(f64);

/// A temperature or a cap that is no positive number.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{what} is {value}, expected a positive number")]
pub struct SettingError {
    /// Temperature or soft cap.
    pub what: &'static str,
    /// The number that was given.
    pub value: f64,
}

/// A sampler's setting. Which settings a game allows is that game's rule.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Setting {
    /// The temperature.
    pub temperature: Temperature,
    /// The cap on logits, if any.
    pub soft_cap: Option<SoftCap>,
}

fn positive(what: &'static str, value: f64) -> Result<f64, SettingError> {
    if value.is_finite() && value > 0.0 {
        Ok(value)
    } else {
        Err(SettingError { what, value })
    }
}

impl Temperature {
    /// The model's own odds.
    pub const ONE: Self = Self(1.0);

    /// A temperature: positive and finite.
    pub fn new(value: f64) -> Result<Self, SettingError> {
        positive("temperature", value).map(Self)
    }

    /// As a number.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

impl SoftCap {
    /// A cap: positive and finite.
    pub fn new(value: f64) -> Result<Self, SettingError> {
        positive("soft cap", value).map(Self)
    }

    /// As a number.
    #[must_use]
    pub const fn get(self) -> f64 {
        self.0
    }
}

macro_rules! as_number {
    ($name:ident) => {
        impl TryFrom<f64> for $name {
            type Error = SettingError;

            fn try_from(value: f64) -> Result<Self, SettingError> {
                Self::new(value)
            }
        }

        impl From<$name> for f64 {
            fn from(value: $name) -> f64 {
                value.0
            }
        }
    };
}
as_number!(Temperature);
as_number!(SoftCap);

impl Setting {
    /// A setting from numbers.
    pub fn new(temperature: f64, soft_cap: Option<f64>) -> Result<Self, SettingError> {
        Ok(Self {
            temperature: Temperature::new(temperature)?,
            soft_cap: soft_cap.map(SoftCap::new).transpose()?,
        })
    }

    /// Each token's probability.
    #[must_use]
    pub fn probabilities(self, logits: &[f32]) -> Vec<f64> {
        let mut weights = Vec::new();
        let total = self.weigh(logits, &mut weights);
        weights.iter().map(|weight| weight / total).collect()
    }

    /// Probabilities that are not yet divided by their sum, which is given.
    pub(crate) fn weigh(self, logits: &[f32], weights: &mut Vec<f64>) -> f64 {
        weights.clear();
        weights.extend(logits.iter().map(|&logit| {
            let logit = f64::from(logit);
            self.soft_cap
                .map_or(logit, |SoftCap(cap)| cap * number::tanh(logit / cap))
        }));
        let most = weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let mut total = 0.0;
        for weight in &mut *weights {
            // Infinities come from weights that no training gives; the odds are then
            // even among the infinite.
            let below = if *weight >= most { 0.0 } else { *weight - most };
            let odds = number::exp(below / self.temperature.0);
            *weight = if odds.is_nan() { 0.0 } else { odds };
            total += *weight;
        }
        if total == 0.0 {
            weights.fill(1.0);
            total = weights.len() as f64;
        }
        total
    }
}

impl Default for Setting {
    /// Temperature 1, no cap: the model's own odds.
    fn default() -> Self {
        Self {
            temperature: Temperature::ONE,
            soft_cap: None,
        }
    }
}
