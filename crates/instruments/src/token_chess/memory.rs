//! What a player remembers from turn to turn.

use std::{collections::BTreeMap, fmt};

use ludometer_record::PlayerName;
use schemars::JsonSchema;
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{Error, IntoDeserializer, MapAccess, Visitor, value::MapAccessDeserializer},
};

/// Characters of a note, and of the reason for a choice.
pub const TEXT_LIMIT: usize = 200;

/// Notes that come back every turn.
pub const NOTES_SHOWN: usize = 3;

/// Moves whose price the ledger shows.
pub const LEDGER_SHOWN: usize = 10;

/// A tool of memory.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    Serialize,
    Deserialize,
    JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Memory {
    /// Nothing but the board.
    #[default]
    None,
    /// Own tokens a move: the last [`LEDGER_SHOWN`], and their sum over the game.
    Ledger,
    /// Any decision may carry a note of at most [`TEXT_LIMIT`] characters; the last
    /// [`NOTES_SHOWN`] come back every turn.
    Notepad,
}

impl Memory {
    /// All of them, in the order of the fixed menu.
    pub const ALL: [Self; 3] = [Self::None, Self::Ledger, Self::Notepad];

    /// As in a study file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Ledger => "ledger",
            Self::Notepad => "notepad",
        }
    }
}

impl fmt::Display for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// How a player comes to its memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MemoryRule {
    /// It has none.
    None,
    /// It has the ledger.
    Ledger,
    /// It has the notepad.
    Notepad,
    /// It chooses before each game.
    Choose,
}

impl MemoryRule {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::None, Self::Ledger, Self::Notepad, Self::Choose];

    /// As in a study file, and behind the `+` of a player on the command line.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Ledger => "ledger",
            Self::Notepad => "notepad",
            Self::Choose => "choose",
        }
    }

    /// The memory, where it is not for the player to choose.
    #[must_use]
    pub const fn given(self) -> Option<Memory> {
        match self {
            Self::None => Some(Memory::None),
            Self::Ledger => Some(Memory::Ledger),
            Self::Notepad => Some(Memory::Notepad),
            Self::Choose => None,
        }
    }
}

/// What the players of a study remember: all alike, or each its own.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum MemoryTable {
    /// Everyone alike.
    All(MemoryRule),
    /// By name; who is not named has none.
    Each(BTreeMap<PlayerName, MemoryRule>),
}

/// By hand, since serde's own says no more of a wrong word than that nothing matched.
impl<'de> Deserialize<'de> for MemoryTable {
    fn deserialize<D: Deserializer<'de>>(value: D) -> Result<Self, D::Error> {
        struct WordOrTable;
        impl<'de> Visitor<'de> for WordOrTable {
            type Value = MemoryTable;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("none, ledger, notepad, choose, or a table with one of them a player")
            }

            fn visit_str<E: Error>(self, word: &str) -> Result<MemoryTable, E> {
                MemoryRule::deserialize(word.into_deserializer()).map(MemoryTable::All)
            }

            fn visit_map<M: MapAccess<'de>>(self, map: M) -> Result<MemoryTable, M::Error> {
                BTreeMap::deserialize(MapAccessDeserializer::new(map)).map(MemoryTable::Each)
            }
        }
        value.deserialize_any(WordOrTable)
    }
}

impl MemoryTable {
    /// A player's.
    #[must_use]
    pub fn of(&self, player: &PlayerName) -> MemoryRule {
        match self {
            Self::All(rule) => *rule,
            Self::Each(each) => each.get(player).copied().unwrap_or(MemoryRule::None),
        }
    }
}

/// What a player chose before its game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Choice {
    /// The tools in the order in which they were offered.
    pub menu: Vec<Memory>,
    /// The tool.
    pub tool: Memory,
    /// Why, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// Whether no reply could be used, so that the tool is none.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fell_back: bool,
}
