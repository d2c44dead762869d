//! What an engine plays.

use std::io::{self, Write as _};

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

/// Fairy-Stockfish's `grand` widened to twelve files, as it wants to be told.
pub const GRAND12: &str = "\
[grand12:grand]
maxRank = 10
maxFile = 12
startFen = r10r/1nbcaqkacbn1/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/1NBCAQKACBN1/R10R w - - 0 1
";

/// What an engine plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Variant {
    /// Chess; any UCI engine.
    #[default]
    Chess,
    /// Gardner minichess, 5×5; Fairy-Stockfish.
    Gardner,
    /// Grand chess on 12×10; Fairy-Stockfish built for large boards.
    Grand12,
}

impl Variant {
    /// Its name to Fairy-Stockfish.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Gardner => "gardner",
            Self::Grand12 => "grand12",
        }
    }

    /// Whether it takes a build for large boards.
    #[must_use]
    pub fn is_large(self) -> bool {
        self == Self::Grand12
    }

    /// A file that teaches it to the engine, for as long as the value lives;
    /// none if the engine knows it by itself.
    pub(super) fn file(self) -> io::Result<Option<NamedTempFile>> {
        if self != Self::Grand12 {
            return Ok(None);
        }
        let mut file = tempfile::Builder::new()
            .prefix("ludometer-")
            .suffix(".ini")
            .tempfile()?;
        file.write_all(GRAND12.as_bytes())?;
        Ok(Some(file))
    }
}
