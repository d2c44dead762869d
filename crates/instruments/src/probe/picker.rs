//! Who chooses among legal samples.

use ludometer_games::Board;
use rand::{Rng, seq::IndexedRandom};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::turn::first;
use crate::token_chess::mock;

/// A way to choose among legal samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Picker {
    /// Mate, then the biggest capture, then a check, then any.
    Heuristic,
    /// Any of them.
    Random,
    /// The one that came first; it looks for no second.
    FirstLegal,
}

impl Picker {
    /// As in a study file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Heuristic => "heuristic",
            Self::Random => "random",
            Self::FirstLegal => "first-legal",
        }
    }

    /// Different legal samples that it looks for, where `n` are allowed.
    pub(super) const fn wanted(self, n: usize) -> usize {
        match self {
            Self::Heuristic | Self::Random => n,
            Self::FirstLegal => 1,
        }
    }

    /// The move; there is at least one candidate.
    pub(super) fn choose<R: Rng + ?Sized>(
        self,
        board: &Board,
        candidates: &[String],
        rng: &mut R,
    ) -> String {
        match self {
            Self::Heuristic => mock::best(board, candidates, rng),
            Self::Random => candidates.choose(rng).cloned().unwrap_or_default(),
            Self::FirstLegal => first(board, candidates, rng),
        }
    }
}
