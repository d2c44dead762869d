//! Any file of evidence, told apart by its keys.

use std::fmt;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    probes::{ChoiceGame, RealPrefix, Sweep, ToolProfile},
    round_one::RoundOneGame,
    round_two::BankedGame,
    turn_games::TurnGame,
};

/// The kinds of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A game of rounds three to five: has `turns`.
    TurnGame,
    /// A game of round two: `mode` is `zero` or `round2`.
    BankedGame,
    /// A choice probe: `mode` is `choice`.
    ChoiceGame,
    /// A tool's profile: `mode` is `profile`.
    ToolProfile,
    /// Prefixes of real games: `mode` is `realprefix`.
    RealPrefix,
    /// A game of round one: has `attempts`.
    RoundOneGame,
    /// A sweep over settings: has `cells` and `tier`.
    Sweep,
}

impl Kind {
    /// The name in a record.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::TurnGame => "turn-game",
            Self::BankedGame => "banked-game",
            Self::ChoiceGame => "choice-game",
            Self::ToolProfile => "tool-profile",
            Self::RealPrefix => "real-prefix",
            Self::RoundOneGame => "round-one-game",
            Self::Sweep => "sweep",
        }
    }

    /// The kind of a file; `None` where no key tells one.
    #[must_use]
    pub fn of(file: &Value) -> Option<Self> {
        let file = file.as_object()?;
        if file.contains_key("turns") {
            return Some(Self::TurnGame);
        }
        match file.get("mode").and_then(Value::as_str) {
            Some("zero" | "round2") => return Some(Self::BankedGame),
            Some("choice") => return Some(Self::ChoiceGame),
            Some("profile") => return Some(Self::ToolProfile),
            Some("realprefix") => return Some(Self::RealPrefix),
            _ => {}
        }
        if file.contains_key("attempts") {
            return Some(Self::RoundOneGame);
        }
        (file.contains_key("cells") && file.contains_key("tier")).then_some(Self::Sweep)
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// What a file holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Evidence {
    /// A game of rounds three to five.
    TurnGame(Box<TurnGame>),
    /// A game of round two.
    BankedGame(BankedGame),
    /// A choice probe.
    ChoiceGame(ChoiceGame),
    /// A tool's profile.
    ToolProfile(ToolProfile),
    /// Prefixes of real games.
    RealPrefix(RealPrefix),
    /// A game of round one.
    RoundOneGame(RoundOneGame),
    /// A sweep over settings.
    Sweep(Sweep),
}

/// Why a file is no evidence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EvidenceError {
    /// The bytes are no text.
    #[error("not UTF-8 from byte {0} on")]
    NotText(usize),
    /// The text is no JSON.
    #[error("not JSON: {0}")]
    NotJson(String),
    /// JSON, but of no kind that is known.
    #[error(
        "no evidence of Token Chess: expected the key turns, mode, attempts, or cells with tier"
    )]
    Unknown,
    /// A kind that is known, with a field that is not as it should be.
    #[error("a broken {kind}: {problem}")]
    Broken {
        /// The kind that its keys tell.
        kind: Kind,
        /// Field and place, as the JSON reader says.
        problem: String,
    },
}

impl Evidence {
    /// Reads a file: its fields, and all that it says. A byte-order mark is passed over.
    pub fn read(bytes: &[u8]) -> Result<(Self, Value), EvidenceError> {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        let text = std::str::from_utf8(bytes)
            .map_err(|error| EvidenceError::NotText(error.valid_up_to()))?;
        let whole: Value = serde_json::from_str(text)
            .map_err(|error| EvidenceError::NotJson(error.to_string()))?;
        let kind = Kind::of(&whole).ok_or(EvidenceError::Unknown)?;
        Ok((Self::parse(kind, text)?, whole))
    }

    /// Reads a kind from text, so that an error has its line.
    fn parse(kind: Kind, text: &str) -> Result<Self, EvidenceError> {
        fn read<T: DeserializeOwned>(kind: Kind, text: &str) -> Result<T, EvidenceError> {
            serde_json::from_str(text).map_err(|error| EvidenceError::Broken {
                kind,
                problem: error.to_string(),
            })
        }
        Ok(match kind {
            Kind::TurnGame => Self::TurnGame(read(kind, text)?),
            Kind::BankedGame => Self::BankedGame(read(kind, text)?),
            Kind::ChoiceGame => Self::ChoiceGame(read(kind, text)?),
            Kind::ToolProfile => Self::ToolProfile(read(kind, text)?),
            Kind::RealPrefix => Self::RealPrefix(read(kind, text)?),
            Kind::RoundOneGame => Self::RoundOneGame(read(kind, text)?),
            Kind::Sweep => Self::Sweep(read(kind, text)?),
        })
    }

    /// Its kind.
    #[must_use]
    pub const fn kind(&self) -> Kind {
        match self {
            Self::TurnGame(_) => Kind::TurnGame,
            Self::BankedGame(_) => Kind::BankedGame,
            Self::ChoiceGame(_) => Kind::ChoiceGame,
            Self::ToolProfile(_) => Kind::ToolProfile,
            Self::RealPrefix(_) => Kind::RealPrefix,
            Self::RoundOneGame(_) => Kind::RoundOneGame,
            Self::Sweep(_) => Kind::Sweep,
        }
    }

    /// The players, White's first, as far as the file names them.
    #[must_use]
    pub fn players(&self) -> Option<[&str; 2]> {
        match self {
            Self::TurnGame(game) => game
                .white_player
                .as_deref()
                .zip(game.black_player.as_deref()),
            Self::RoundOneGame(game) => game
                .white_player
                .as_deref()
                .zip(game.black_player.as_deref()),
            Self::BankedGame(game) => {
                let players = game.players.as_ref()?;
                Some((players.white.as_str(), players.black.as_str()))
            }
            Self::ChoiceGame(game) => {
                let pickers = game.pickers.as_ref()?;
                Some((pickers.white.as_str(), pickers.black.as_str()))
            }
            Self::ToolProfile(_) | Self::RealPrefix(_) | Self::Sweep(_) => None,
        }
        .map(|(white, black)| [white, black])
    }

    /// The moves that were played; `None` for what keeps none.
    #[must_use]
    pub fn moves(&self) -> Option<Vec<&str>> {
        match self {
            Self::TurnGame(game) => {
                Some(game.turns.iter().map(|turn| turn.picked.as_str()).collect())
            }
            Self::BankedGame(game) => {
                Some(game.moves.iter().map(|made| made.text.as_str()).collect())
            }
            Self::ChoiceGame(game) => {
                Some(game.moves.iter().map(|made| made.picked.as_str()).collect())
            }
            Self::RoundOneGame(game) => {
                let legal = game.attempts.iter().filter(|attempt| attempt.legal);
                Some(legal.map(|attempt| attempt.text.as_str()).collect())
            }
            Self::ToolProfile(_) | Self::RealPrefix(_) | Self::Sweep(_) => None,
        }
    }

    /// Why a game ended, in the file's word.
    #[must_use]
    pub fn termination(&self) -> Option<&str> {
        match self {
            Self::TurnGame(game) => game.outcome.as_deref(),
            Self::RoundOneGame(game) => game.outcome.as_deref(),
            Self::BankedGame(game) => game.termination.as_deref(),
            Self::ChoiceGame(game) => game.termination.as_deref(),
            Self::ToolProfile(profile) => profile.termination.as_deref(),
            Self::RealPrefix(_) | Self::Sweep(_) => None,
        }
    }
}
