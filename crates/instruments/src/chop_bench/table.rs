//! The `[chop_bench]` table of a study file.

use std::{collections::BTreeMap, fmt};

use ludometer_games::chopsticks::{Rules, SplitRule};
use ludometer_record::{
    PlayerName,
    study::{BuiltIn, KeyError, did_you_mean},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::family::BUILT_IN_FAMILIES;

/// Largest modulus: positions are written with one digit a hand.
const MODULUS_LIMIT: u8 = 10;

/// Most positions of a variant that is solved anew for each run.
const POSITION_LIMIT: u64 = 2_000_000;

/// The `[chop_bench]` table. Everything has a default.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ChopBenchTable {
    /// Who is measured, by name; everyone when empty.
    pub models: Vec<PlayerName>,
    /// Prompt families: built-in ones, or names under `templates`.
    pub families: Vec<String>,
    /// Ways of asking.
    pub modes: Vec<Mode>,
    /// Opponents; the games of a cell take them in turn.
    pub opponents: Vec<Opponent>,
    /// Where games start.
    pub starts: Starts,
    /// With `starts = "strata"`: the smallest distance of wins and losses, in plies.
    pub min_distance: u16,
    /// Games in each cell.
    pub games_per_cell: u32,
    /// What an unusable or illegal reply costs.
    pub policy: Policy,
    /// Plies after which a game is drawn, beside the game's own countdown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply_cap: Option<u32>,
    /// The rules, where they are not the published ones.
    pub rules: RulesTable,
    /// Prompt templates of one's own: family name to file, relative to the study file.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub templates: BTreeMap<String, String>,
}

impl Default for ChopBenchTable {
    fn default() -> Self {
        Self {
            models: Vec::new(),
            families: BUILT_IN_FAMILIES
                .iter()
                .map(|(name, _)| (*name).to_owned())
                .collect(),
            modes: vec![Mode::Stateless, Mode::Dialogue],
            opponents: vec![Opponent::BuiltIn(BuiltIn::Solver)],
            starts: Starts::Standard,
            min_distance: 1,
            games_per_cell: 20,
            policy: Policy::Strict,
            ply_cap: None,
            rules: RulesTable::default(),
            templates: BTreeMap::new(),
        }
    }
}

/// A way of asking.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Mode {
    /// Each turn a fresh prompt with the position alone.
    Stateless,
    /// One growing conversation a game.
    Dialogue,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Stateless => "stateless",
            Self::Dialogue => "dialogue",
        })
    }
}

/// Who sits across from the examinee.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum Opponent {
    /// A built-in player.
    BuiltIn(BuiltIn),
    /// Another player of the study.
    Player(String),
}

impl From<String> for Opponent {
    fn from(text: String) -> Self {
        text.parse()
            .map_or_else(|_| Self::Player(text), Self::BuiltIn)
    }
}

impl From<Opponent> for String {
    fn from(opponent: Opponent) -> Self {
        opponent.to_string()
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BuiltIn(player) => player.fmt(f),
            Self::Player(name) => f.pad(name),
        }
    }
}

/// Where games start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Starts {
    /// One finger on every hand; the examinee moves first in every other game.
    Standard,
    /// Positions sampled by value, then by distance; the examinee moves first.
    Strata,
}

/// What an unusable or illegal reply costs. Either way it is not optimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Policy {
    /// The game, as a loss.
    Strict,
    /// Up to so many further tries; the first one is what is graded.
    Retry(u32),
}

impl fmt::Display for Policy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Strict => f.pad("strict"),
            Self::Retry(1) => f.pad("one further try, the first is graded"),
            Self::Retry(further) => write!(f, "{further} further tries, the first is graded"),
        }
    }
}

impl Policy {
    /// Tries that a turn allows, the first included.
    #[must_use]
    pub fn tries(self) -> u32 {
        match self {
            Self::Strict => 1,
            Self::Retry(further) => further.saturating_add(1),
        }
    }
}

/// The rules of the game. Defaults are the published ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct RulesTable {
    /// Hands of each player.
    pub hands: u8,
    /// Fingers are counted modulo this.
    pub modulus: u8,
    /// Which splits are legal.
    pub split: SplitRule,
}

impl Default for RulesTable {
    fn default() -> Self {
        Self {
            hands: 2,
            modulus: 5,
            split: SplitRule::Published,
        }
    }
}

impl RulesTable {
    /// The rules that it asks for.
    pub fn rules(&self) -> Result<Rules, ludometer_games::chopsticks::RulesError> {
        Rules::new(
            usize::from(self.hands),
            usize::from(self.modulus),
            self.split,
        )
    }

    fn check(self) -> Result<(), KeyError> {
        if self.modulus > MODULUS_LIMIT {
            let problem = format!(
                "{}; expected at most {MODULUS_LIMIT}, one digit a hand",
                self.modulus
            );
            return error("rules.modulus", problem);
        }
        if let Err(problem) = self.rules() {
            return error("rules", problem.to_string());
        }
        let positions = u64::from(self.modulus).checked_pow(2 * u32::from(self.hands));
        if positions.is_none_or(|positions| positions > POSITION_LIMIT) {
            return error(
                "rules",
                format!(
                    "more than {POSITION_LIMIT} positions; solve such a game with `ludometer solve`"
                ),
            );
        }
        Ok(())
    }
}

impl ChopBenchTable {
    /// The players that are measured.
    #[must_use]
    pub fn measured(&self, players: &[PlayerName]) -> Vec<PlayerName> {
        if self.models.is_empty() {
            players.to_vec()
        } else {
            self.models.clone()
        }
    }

    /// Checks what the types cannot say.
    pub fn check(&self, players: &[PlayerName]) -> Result<(), KeyError> {
        self.check_players(players)?;
        self.check_families()?;
        self.check_lists()?;
        self.check_numbers()?;
        self.rules.check()
    }

    /// Models and opponents are players of the study.
    fn check_players(&self, players: &[PlayerName]) -> Result<(), KeyError> {
        let names: Vec<&str> = players.iter().map(PlayerName::as_str).collect();
        for (index, model) in self.models.iter().enumerate() {
            if !players.contains(model) {
                let hint = did_you_mean(model.as_str(), names.iter().copied());
                let problem = format!(
                    "{:?} is no player of this study; {hint}expected one of {}",
                    model.as_str(),
                    names.join(", ")
                );
                return error(&format!("models[{index}]"), problem);
            }
            if self.models[..index].contains(model) {
                return error(
                    &format!("models[{index}]"),
                    format!("{:?} is there twice", model.as_str()),
                );
            }
        }
        for (index, opponent) in self.opponents.iter().enumerate() {
            if let Opponent::Player(name) = opponent
                && !players.iter().any(|player| player.as_str() == name)
            {
                let known = BuiltIn::WORDS.into_iter().chain(names.iter().copied());
                let hint = did_you_mean(name, known);
                let problem = format!(
                    "{name:?} is no opponent; {hint}expected solver, random, greedy, epsilon:0.1 or a player of this study ({})",
                    names.join(", ")
                );
                return error(&format!("opponents[{index}]"), problem);
            }
        }
        Ok(())
    }

    /// Every family has a template, and a name that a game's can be made of.
    fn check_families(&self) -> Result<(), KeyError> {
        for (index, family) in self.families.iter().enumerate() {
            let built_in = BUILT_IN_FAMILIES.iter().any(|(name, _)| name == family);
            if !built_in && !self.templates.contains_key(family) {
                let known: Vec<&str> = BUILT_IN_FAMILIES.iter().map(|(name, _)| *name).collect();
                let own = self.templates.keys().map(String::as_str);
                let hint = did_you_mean(family, known.iter().copied().chain(own));
                let problem = format!(
                    "unknown family {family:?}; {hint}expected one of {} or a name under [chop_bench.templates]",
                    known.join(", ")
                );
                return error(&format!("families[{index}]"), problem);
            }
            if self.families[..index].contains(family) {
                return error(
                    &format!("families[{index}]"),
                    format!("{family:?} is there twice"),
                );
            }
        }
        // A game is named MODEL.FAMILY.MODE.NUMBER; a model may have dots in its name.
        let named = |name: &str| PlayerName::new(name).is_ok() && !name.contains('.');
        if let Some(name) = self.templates.keys().find(|name| !named(name)) {
            let problem =
                format!("{name:?} is no name for a family; expected letters, digits and - _");
            return error("templates", problem);
        }
        Ok(())
    }

    /// No list is empty, no mode there twice.
    fn check_lists(&self) -> Result<(), KeyError> {
        for (key, empty) in [
            ("families", self.families.is_empty()),
            ("modes", self.modes.is_empty()),
            ("opponents", self.opponents.is_empty()),
        ] {
            if empty {
                return error(key, "an empty list; expected at least one".to_owned());
            }
        }
        for (index, mode) in self.modes.iter().enumerate() {
            if self.modes[..index].contains(mode) {
                return error(
                    &format!("modes[{index}]"),
                    format!("{:?} is there twice", mode.to_string()),
                );
            }
        }
        Ok(())
    }

    fn check_numbers(&self) -> Result<(), KeyError> {
        if !(1..=1_000_000).contains(&self.games_per_cell) {
            return error(
                "games_per_cell",
                format!("{}; expected 1 to 1000000", self.games_per_cell),
            );
        }
        if let Policy::Retry(further) = self.policy
            && !(1..=100).contains(&further)
        {
            return error(
                "policy",
                format!("retry = {further}; expected 1 to 100 further tries"),
            );
        }
        if self.ply_cap == Some(0) {
            return error("ply_cap", "0; expected at least 1 ply".to_owned());
        }
        Ok(())
    }
}

fn error(key: &str, problem: String) -> Result<(), KeyError> {
    Err(KeyError::new(format!("chop_bench.{key}"), problem))
}
