//! The `[token_chess]` table of a study file.

use std::{collections::BTreeMap, fmt};

use ludometer_daydream::Tier;
use ludometer_record::{
    PlayerName,
    study::{KeyError, did_you_mean},
};
use serde::{
    Deserialize, Deserializer, Serialize,
    de::{DeserializeOwned, Error},
};
use serde_json::Value;

use super::{
    memory::{MemoryRule, MemoryTable},
    rules::{AtPlyCap, Economy, Exhaustion, Rules},
};

/// Most conditions of one study.
const CONDITIONS_LIMIT: usize = 10_000;

/// The `[token_chess]` table. Everything has a default, as published for its economy.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TokenChessTable {
    /// What a token buys, and what happens when there is none left.
    pub economy: Economy,
    /// The board, and the model that dreams on it.
    pub tier: Tier,
    /// Tokens that each side starts with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<u32>,
    /// Samples that a token buys.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub batch: Option<u32>,
    /// Tokens that a side gets at the start of each of its turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub income: Option<u32>,
    /// Plies after which the game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply_cap: Option<u32>,
    /// What happens there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at_ply_cap: Option<AtPlyCap>,
    /// What happens when the side to move has neither a token nor a candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exhaustion: Option<Exhaustion>,
    /// Plies that the adjudicating engine searches.
    pub depth: u32,
    /// Centipawns that decide an adjudication.
    pub threshold: u32,
    /// Who adjudicates.
    pub adjudicator: Adjudicator,
    /// What each player remembers from turn to turn.
    pub memory: MemoryTable,
    /// In which order the tools of memory are offered, where they are offered.
    pub menu: Menu,
    /// Who meets whom.
    pub schedule: Schedule,
    /// With `match`: the pairs; the first two players when empty.
    #[serde(deserialize_with = "pairs")]
    pub pairs: Vec<[PlayerName; 2]>,
    /// With `gauntlet`: who meets everyone else; the first player when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub challenger: Option<PlayerName>,
    /// With `round-robin`: whether each player meets itself, too.
    pub self_play: bool,
    /// Games of each pair in each condition; colours alternate.
    pub games: u32,
    /// Conditions: a key of this table with the values that it takes in turn. Of several
    /// keys, every combination.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub sweep: BTreeMap<String, Vec<Value>>,
}

impl Default for TokenChessTable {
    fn default() -> Self {
        Self {
            economy: Economy::Batch,
            tier: Tier::Regular,
            budget: None,
            batch: None,
            income: None,
            ply_cap: None,
            at_ply_cap: None,
            exhaustion: None,
            depth: 10,
            threshold: 100,
            adjudicator: Adjudicator::Auto,
            memory: MemoryTable::All(MemoryRule::None),
            menu: Menu::Fixed,
            schedule: Schedule::Match,
            pairs: Vec::new(),
            challenger: None,
            self_play: false,
            games: 4,
            sweep: BTreeMap::new(),
        }
    }
}

/// Who adjudicates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Adjudicator {
    /// Fairy-Stockfish where it is installed, otherwise the built-in referee.
    Auto,
    /// Fairy-Stockfish, or nobody.
    FairyStockfish,
    /// This program's own small referee.
    BuiltIn,
}

/// In which order the tools of memory are offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Menu {
    /// None, ledger, notepad.
    Fixed,
    /// Shuffled for each seat of each game; the record has the order.
    Permuted,
}

/// Who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Schedule {
    /// The pairs that are named.
    Match,
    /// Everyone meets everyone else.
    RoundRobin,
    /// One player meets everyone else.
    Gauntlet,
}

/// The keys that a sweep may go over.
pub const SWEPT: [&str; 12] = [
    "economy",
    "tier",
    "budget",
    "batch",
    "income",
    "ply_cap",
    "at_ply_cap",
    "exhaustion",
    "depth",
    "threshold",
    "memory",
    "menu",
];

/// One combination of the values that a sweep goes over.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition {
    /// As in `budget-20.tier-micro`; empty where nothing is swept.
    pub name: String,
    /// The rules.
    pub rules: Rules,
    /// What each player remembers.
    pub memory: MemoryTable,
    /// The order of the menu.
    pub menu: Menu,
}

impl TokenChessTable {
    /// The rules of one condition, its economy's defaults filled in.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let published = Rules::published(self.economy, self.tier);
        Rules {
            budget: self.budget.unwrap_or(published.budget),
            batch: self.batch.unwrap_or(published.batch),
            income: self.income.unwrap_or(published.income),
            ply_cap: self.ply_cap.unwrap_or(published.ply_cap),
            at_ply_cap: self.at_ply_cap.unwrap_or(published.at_ply_cap),
            exhaustion: self.exhaustion.unwrap_or(published.exhaustion),
            depth: self.depth,
            threshold: self.threshold,
            ..published
        }
    }

    /// Every combination of what is swept, the last key fastest.
    pub fn conditions(&self) -> Result<Vec<Condition>, KeyError> {
        let mut all = vec![(String::new(), self.clone())];
        for (key, values) in &self.sweep {
            let at = |problem: String| KeyError::new(format!("token_chess.sweep.{key}"), problem);
            if !SWEPT.contains(&key.as_str()) {
                let hint = did_you_mean(key, SWEPT);
                let known = SWEPT.join(", ");
                return Err(at(format!(
                    "{key:?} cannot be swept; {hint}expected one of {known}"
                )));
            }
            if values.is_empty() || all.len() * values.len() > CONDITIONS_LIMIT {
                return Err(at(format!(
                    "{} values; expected at least 1, and at most {CONDITIONS_LIMIT} combinations",
                    values.len()
                )));
            }
            let names: Vec<String> = values.iter().map(|value| label("", key, value)).collect();
            let twice = (1..names.len()).find(|at| names[..*at].contains(&names[*at]));
            if let Some(at_value) = twice {
                return Err(at(format!("{} is there twice", values[at_value])));
            }
            let mut wider = Vec::new();
            for (name, table) in &all {
                for value in values {
                    let table = table.with(key, value).map_err(&at)?;
                    wider.push((label(name, key, value), table));
                }
            }
            all = wider;
        }
        all.into_iter()
            .map(|(name, table)| {
                table.check_rules().map_err(|wrong| self.swept(wrong))?;
                Ok(Condition {
                    name,
                    rules: table.rules(),
                    memory: table.memory,
                    menu: table.menu,
                })
            })
            .collect()
    }

    /// An error about a key at the place where the key is set.
    fn swept(&self, wrong: KeyError) -> KeyError {
        let key = wrong.key.trim_start_matches("token_chess.");
        if self.sweep.contains_key(key) {
            KeyError::new(format!("token_chess.sweep.{key}"), wrong.problem)
        } else {
            wrong
        }
    }

    /// The same table with one key set.
    fn with(&self, key: &str, value: &Value) -> Result<Self, String> {
        let mut table = serde_json::to_value(self).map_err(|problem| problem.to_string())?;
        if let Value::Object(keys) = &mut table {
            keys.insert(key.to_owned(), value.clone());
        }
        read(table).map_err(|problem| {
            let problem = problem.replace("unknown variant", "unknown word");
            let problem = problem.replace("expected u32", "expected a whole number, at least 0");
            format!("{value}: {problem}")
        })
    }

    /// The players of every pair, in the order in which they meet.
    #[must_use]
    pub fn pairings(&self, players: &[PlayerName]) -> Vec<[PlayerName; 2]> {
        let pair = |a: &PlayerName, b: &PlayerName| [a.clone(), b.clone()];
        match self.schedule {
            Schedule::Match if !self.pairs.is_empty() => self.pairs.clone(),
            Schedule::Match => match players {
                [only] => vec![pair(only, only)],
                [first, second, ..] => vec![pair(first, second)],
                [] => Vec::new(),
            },
            Schedule::RoundRobin => {
                let mut pairs = Vec::new();
                for (index, first) in players.iter().enumerate() {
                    if self.self_play {
                        pairs.push(pair(first, first));
                    }
                    pairs.extend(
                        players[index + 1..]
                            .iter()
                            .map(|second| pair(first, second)),
                    );
                }
                pairs
            }
            Schedule::Gauntlet => {
                let challenger = self.challenger.as_ref().or(players.first());
                let Some(challenger) = challenger else {
                    return Vec::new();
                };
                players
                    .iter()
                    .filter(|other| *other != challenger)
                    .map(|other| pair(challenger, other))
                    .collect()
            }
        }
    }

    /// Checks what the types cannot say.
    pub fn check(&self, players: &[PlayerName]) -> Result<(), KeyError> {
        let known = |key: String, name: &PlayerName| {
            if players.contains(name) {
                return Ok(());
            }
            let names: Vec<&str> = players.iter().map(PlayerName::as_str).collect();
            let hint = did_you_mean(name.as_str(), names.iter().copied());
            let problem = format!(
                "{:?} is no player of this study; {hint}expected one of {}",
                name.as_str(),
                names.join(", ")
            );
            Err(KeyError::new(format!("token_chess.{key}"), problem))
        };
        for (index, pair) in self.pairs.iter().enumerate() {
            for name in pair {
                known(format!("pairs[{index}]"), name)?;
            }
            if self.pairs[..index].contains(pair) {
                let problem = format!("{} against {} is there twice", pair[0], pair[1]);
                return Err(KeyError::new(
                    format!("token_chess.pairs[{index}]"),
                    problem,
                ));
            }
        }
        if let Some(name) = &self.challenger {
            known("challenger".to_owned(), name)?;
        }
        if let MemoryTable::Each(each) = &self.memory {
            for name in each.keys() {
                known(format!("memory.{name}"), name)?;
            }
        }
        let error = |key: &str, problem: &str| {
            Err(KeyError::new(
                format!("token_chess.{key}"),
                problem.to_owned(),
            ))
        };
        if self.schedule != Schedule::Match && !self.pairs.is_empty() {
            return error("pairs", "they are named with schedule = \"match\" only");
        }
        if self.schedule != Schedule::Gauntlet && self.challenger.is_some() {
            return error(
                "challenger",
                "it is named with schedule = \"gauntlet\" only",
            );
        }
        if self.schedule != Schedule::RoundRobin && self.self_play {
            return error(
                "self_play",
                "it goes with schedule = \"round-robin\" only; in a match, name the pair",
            );
        }
        if self.schedule == Schedule::Gauntlet && players.len() < 2 {
            return error("schedule", "a gauntlet needs at least two players");
        }
        if self.schedule == Schedule::RoundRobin && self.pairings(players).is_empty() {
            return error(
                "schedule",
                "a round-robin of one player needs self_play = true",
            );
        }
        if !(1..=1_000_000).contains(&self.games) {
            let problem = format!("{}; expected 1 to 1000000", self.games);
            return error("games", &problem);
        }
        self.conditions().map(drop)
    }

    fn check_rules(&self) -> Result<(), KeyError> {
        let rules = self.rules();
        for (key, value, low, high) in [
            ("budget", rules.budget, 0, 1_000_000),
            ("batch", rules.batch, 1, 64),
            ("income", rules.income, 0, 1_000_000),
            ("ply_cap", rules.ply_cap, 1, 10_000),
            ("depth", rules.depth, 1, 60),
            ("threshold", rules.threshold, 0, 100_000),
        ] {
            if !(low..=high).contains(&value) {
                let problem = format!("{value}; expected {low} to {high}");
                return Err(KeyError::new(format!("token_chess.{key}"), problem));
            }
        }
        if rules.budget == 0 && rules.income == 0 && !rules.exhaustion.plays_on() {
            return Err(KeyError::new(
                "token_chess.budget",
                "0 without income: nobody could ever move; expected a budget, an income, or \
                 exhaustion = \"solvent-plays-on\"",
            ));
        }
        Ok(())
    }
}

/// An array of two would take two of three and say nothing.
fn pairs<'de, D: Deserializer<'de>>(value: D) -> Result<Vec<[PlayerName; 2]>, D::Error> {
    let pair = |names: Vec<PlayerName>| {
        <[PlayerName; 2]>::try_from(names).map_err(|names| {
            D::Error::custom(format!("a pair of {}, expected two players", names.len()))
        })
    };
    let pairs = Vec::<Vec<PlayerName>>::deserialize(value)?;
    pairs.into_iter().map(pair).collect()
}

fn read<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|problem| problem.to_string())
}

/// A condition's name with one more key in it, fit to name a game.
fn label(before: &str, key: &str, value: &Value) -> String {
    let value = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let value: String = value
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || c == '-' {
                c
            } else {
                '_'
            }
        })
        .collect();
    let key = key.replace('_', "-");
    match before {
        "" => format!("{key}-{value}"),
        before => format!("{before}.{key}-{value}"),
    }
}

impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if self.name.is_empty() {
            "all games"
        } else {
            &self.name
        })
    }
}
