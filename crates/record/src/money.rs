//! Money in whole picodollars, so that adding a million calls rounds nothing.

use std::{fmt, iter::Sum, ops::Add};

use serde::{Deserialize, Serialize};

use crate::desk::Usage;

/// An amount in 10⁻¹² US dollars. A price of $0.15 a million tokens is
/// 150,000 picodollars a token; `u64` holds up to $18 million.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct PicoUsd(pub u64);

impl PicoUsd {
    /// Nothing.
    pub const ZERO: Self = Self(0);

    /// From dollars; `None` when negative, not finite, or above $18 million.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "range checked"
    )]
    pub fn from_dollars(dollars: f64) -> Option<Self> {
        let pico = (dollars * 1e12).round();
        (dollars >= 0.0 && pico < 1.8e19).then_some(Self(pico as u64))
    }

    /// In dollars, for showing.
    #[must_use]
    pub fn dollars(self) -> f64 {
        self.0 as f64 / 1e12
    }

    /// The sum, held at the largest amount instead of wrapping.
    #[must_use]
    pub fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference, held at nothing.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Add for PicoUsd {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        self.saturating_add(other)
    }
}

impl Sum for PicoUsd {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Self::saturating_add)
    }
}

impl fmt::Display for PicoUsd {
    /// Two decimals from a dollar on, otherwise two significant digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dollars = self.dollars();
        let text = if self.0 == 0 {
            "$0".to_owned()
        } else if dollars >= 1.0 {
            format!("${dollars:.2}")
        } else {
            let places = (1.0 - dollars.log10().floor()).clamp(2.0, 12.0);
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "2 to 12"
            )]
            let places = places as usize;
            format!("${dollars:.places$}")
        };
        f.pad(&text)
    }
}

/// A price that is no price.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error("a price of {0} dollars per million tokens; expected 0 to 1,000,000")]
pub struct PriceError(pub f64);

/// What a player's tokens cost, in US dollars per million.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Prompt tokens.
    pub prompt: f64,
    /// Completion tokens, reasoning included, as servers bill them.
    pub completion: f64,
    /// Prompt tokens that the server had cached; as `prompt` when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<f64>,
}

impl Price {
    /// Refuses negative, infinite and absurd prices.
    pub fn check(&self) -> Result<(), PriceError> {
        for price in [Some(self.prompt), Some(self.completion), self.cached]
            .into_iter()
            .flatten()
        {
            if !(0.0..=1e6).contains(&price) {
                return Err(PriceError(price));
            }
        }
        Ok(())
    }

    /// What one call cost. Counts that the server did not give count as none.
    #[must_use]
    pub fn of(&self, usage: &Usage) -> PicoUsd {
        let prompt = usage.prompt.unwrap_or(0);
        let cached = usage.cached.unwrap_or(0).min(prompt);
        per_token(self.prompt, prompt - cached)
            + per_token(self.cached.unwrap_or(self.prompt), cached)
            + per_token(self.completion, usage.completion.unwrap_or(0))
    }
}

/// Dollars per million tokens are 10⁶ picodollars a token.
fn per_token(dollars_per_million: f64, tokens: u64) -> PicoUsd {
    PicoUsd::from_dollars(dollars_per_million * tokens as f64 / 1e6).unwrap_or(PicoUsd(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cached_tokens_have_their_own_price() {
        let price = Price {
            prompt: 2.0,
            completion: 8.0,
            cached: Some(0.5),
        };
        let usage = Usage {
            prompt: Some(1_000_000),
            completion: Some(500_000),
            cached: Some(400_000),
            reasoning: Some(300_000),
        };
        // 0.6 M × $2 + 0.4 M × $0.5 + 0.5 M × $8
        assert_eq!(price.of(&usage), PicoUsd::from_dollars(5.4).unwrap());
    }

    #[test]
    fn small_amounts_keep_two_digits() {
        assert_eq!(
            PicoUsd::from_dollars(0.000_012_34).unwrap().to_string(),
            "$0.000012"
        );
        assert_eq!(PicoUsd::from_dollars(12.345).unwrap().to_string(), "$12.35");
        assert_eq!(PicoUsd::ZERO.to_string(), "$0");
    }

    #[test]
    fn no_price_below_nothing_or_without_end() {
        for bad in [-1.0, f64::NAN, f64::INFINITY] {
            assert!(
                Price {
                    prompt: bad,
                    completion: 1.0,
                    cached: None
                }
                .check()
                .is_err()
            );
        }
        assert_eq!(PicoUsd::from_dollars(-0.1), None);
        assert_eq!(PicoUsd::from_dollars(f64::NAN), None);
    }
}
