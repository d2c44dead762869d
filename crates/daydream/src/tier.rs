//! The three published sizes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Config;

/// Which board a model was made for, and with it how large it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Tier {
    /// Gardner minichess, 5×5.
    Micro,
    /// Standard chess, 8×8.
    Regular,
    /// Grand chess on 12×10, ranks of two digits.
    Grand,
}

/// A tier that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no tier is called {name:?}; there are micro, regular and grand")]
pub struct UnknownTier {
    /// The name that was asked for.
    pub name: String,
}

impl Tier {
    /// Every tier, the smallest first.
    pub const ALL: [Self; 3] = [Self::Micro, Self::Regular, Self::Grand];

    /// The tier's name, as serialised.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Micro => "micro",
            Self::Regular => "regular",
            Self::Grand => "grand",
        }
    }

    /// The published shape.
    #[must_use]
    pub const fn config(self) -> Config {
        let (layers, heads, width, context) = match self {
            Self::Micro => (4, 4, 128, 128),
            Self::Regular => (6, 6, 192, 256),
            Self::Grand => (6, 8, 256, 512),
        };
        Config::published(layers, heads, width, context)
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Tier {
    type Err = UnknownTier;

    fn from_str(name: &str) -> Result<Self, UnknownTier> {
        Self::ALL
            .into_iter()
            .find(|tier| tier.name() == name)
            .ok_or_else(|| UnknownTier {
                name: name.to_owned(),
            })
    }
}
