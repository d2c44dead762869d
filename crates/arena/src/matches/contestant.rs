//! Who plays: `stockfish?elo=1350&nodes=20000&random=0.25`, or `random`.

use std::{fmt, str::FromStr};

use ludometer_instruments::ladder::rung::{RandomShare, ShareError};

use crate::engine::{EngineRef, EngineRefError};

/// An engine of which a share of the moves is random, or a player that only moves at random.
#[derive(Debug, Clone, PartialEq)]
pub struct Contestant {
    text: String,
    engine: Option<EngineRef>,
    random: RandomShare,
}

/// A text that names no contestant.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ContestantError {
    /// Its engine.
    #[error(transparent)]
    Engine(#[from] EngineRefError),
    /// Its share of random moves is no number.
    #[error("random={0}: expected a share from 0 to 1, as in random=0.25")]
    NoNumber(String),
    /// Its share of random moves.
    #[error(transparent)]
    Share(#[from] ShareError),
    /// A share that is given twice.
    #[error("random is given although it is there already")]
    Twice,
    /// An engine that would never move.
    #[error(
        "an engine with random=1 never moves; the player that only moves at random is `random`"
    )]
    Idle,
}

impl Contestant {
    /// The player that only moves at random.
    #[must_use]
    pub fn random_mover() -> Self {
        Self {
            text: "random".to_owned(),
            engine: None,
            random: RandomShare::ALL,
        }
    }

    /// A rung: the engine, and its share of random moves. Without an engine, or with nothing
    /// but random moves, the player that only moves at random.
    #[must_use]
    pub fn mixture(engine: Option<EngineRef>, random: RandomShare) -> Self {
        let Some(engine) = engine.filter(|_| random < RandomShare::ALL) else {
            return Self::random_mover();
        };
        let named = engine.to_string();
        let text = if random == RandomShare::NONE {
            named
        } else {
            let joint = if named.contains('?') { '&' } else { '?' };
            format!("{named}{joint}random={random}")
        };
        Self {
            text,
            engine: Some(engine),
            random,
        }
    }

    /// Its engine; the player that only moves at random has none.
    #[must_use]
    pub fn engine(&self) -> Option<&EngineRef> {
        self.engine.as_ref()
    }

    /// How many of its moves are random.
    #[must_use]
    pub fn random(&self) -> RandomShare {
        self.random
    }
}

impl FromStr for Contestant {
    type Err = ContestantError;

    fn from_str(text: &str) -> Result<Self, ContestantError> {
        if text == "random" {
            return Ok(Self::random_mover());
        }
        let (name, keys) = text.split_once('?').unwrap_or((text, ""));
        let mut shares = Vec::new();
        let mut others = Vec::new();
        for part in keys.split('&').filter(|part| !part.is_empty()) {
            match part.split_once('=') {
                Some(("random", share)) => shares.push(share),
                _ => others.push(part),
            }
        }
        let random = match shares.as_slice() {
            [] => RandomShare::NONE,
            [share] => {
                let number: f64 = share
                    .parse()
                    .map_err(|_| ContestantError::NoNumber((*share).to_owned()))?;
                RandomShare::new(number)?
            }
            _ => return Err(ContestantError::Twice),
        };
        if random == RandomShare::ALL {
            return Err(ContestantError::Idle);
        }
        let engine = if others.is_empty() {
            name.to_owned()
        } else {
            format!("{name}?{}", others.join("&"))
        };
        Ok(Self::mixture(Some(engine.parse()?), random))
    }
}

/// As it is read again.
impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}
