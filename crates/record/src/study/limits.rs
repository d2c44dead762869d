//! What a study may spend, and how many games it plays at once.

use serde::{Deserialize, Serialize};

use super::KeyError;

/// The `[limits]` table. A cap that is absent does not bind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Games at once.
    #[serde(default = "games_at_once")]
    pub games_at_once: u32,
    /// Prompt and completion tokens of the whole study.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokens: Option<u64>,
    /// US dollars of the whole study.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dollars: Option<f64>,
    /// Prompt and completion tokens of one game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_tokens: Option<u64>,
    /// US dollars of one game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_dollars: Option<f64>,
}

fn games_at_once() -> u32 {
    16
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            games_at_once: games_at_once(),
            tokens: None,
            dollars: None,
            game_tokens: None,
            game_dollars: None,
        }
    }
}

impl Limits {
    /// Checks what the types cannot say.
    pub fn check(&self) -> Result<(), KeyError> {
        if !(1..=100_000).contains(&self.games_at_once) {
            let problem = format!("{}; expected 1 to 100000", self.games_at_once);
            return Err(KeyError::new("limits.games_at_once", problem));
        }
        for (key, dollars) in [
            ("dollars", self.dollars),
            ("game_dollars", self.game_dollars),
        ] {
            if let Some(dollars) =
                dollars.filter(|dollars| crate::PicoUsd::from_dollars(*dollars).is_none())
            {
                let problem = format!("{dollars}; expected an amount of US dollars, at least 0");
                return Err(KeyError::new(format!("limits.{key}"), problem));
            }
        }
        Ok(())
    }
}
