//! How a game ended, or will end under best play, from one side's view.

use serde::{Deserialize, Serialize};

/// Win, lose or draw, always from the view of the side to move.
///
/// Serialised in capitals (`"WIN"`), as the solved tables of the literature write it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub enum Outcome {
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Lose,
    /// Nobody wins.
    Draw,
}

impl Outcome {
    /// The same outcome from the other side's view.
    #[must_use]
    pub const fn negated(self) -> Self {
        match self {
            Self::Win => Self::Lose,
            Self::Lose => Self::Win,
            Self::Draw => Self::Draw,
        }
    }

    /// The word in capitals, as serialised.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Win => "WIN",
            Self::Lose => "LOSE",
            Self::Draw => "DRAW",
        }
    }
}

impl std::fmt::Display for Outcome {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Outcome;

    #[test]
    fn serialises_as_displayed() {
        for outcome in [Outcome::Win, Outcome::Lose, Outcome::Draw] {
            let json = serde_json::to_string(&outcome).unwrap();
            assert_eq!(json, format!("\"{outcome}\""));
            assert_eq!(serde_json::from_str::<Outcome>(&json).unwrap(), outcome);
            assert_eq!(outcome.negated().negated(), outcome);
        }
    }
}
