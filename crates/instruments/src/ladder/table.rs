//! The `[ladder]` table of a study file.

use std::collections::BTreeMap;

use ludometer_record::{
    PlayerName,
    study::{KeyError, did_you_mean},
};
use ludometer_stats::ladder::planning::Ladder;
use serde::{Deserialize, Serialize};

use super::{Choice, Design, Stops, Then, prompt::TEMPLATES};
use crate::served::PLY_CAP;

/// Who sits across.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opponents {
    /// An engine limited to ratings, from the least to the most that it states.
    #[default]
    Engine,
    /// Mixtures of an engine and random moves, below the engine's least.
    Rungs,
}

/// How a model without a program answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// It calls the game's tools.
    #[default]
    Tools,
    /// One JSON object a turn, with a move in it.
    Json,
}

/// The ladder's own keys.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct LadderTable {
    /// Who is measured; every player when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub examinees: Option<Vec<PlayerName>>,
    /// Who sits across.
    pub opponents: Opponents,
    /// One of those alone, by its name; chosen by the games before when absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
    /// The engine and its limit a move, without a strength.
    pub engine: String,
    /// Scored games of each player, an even number; the pilot is not among them.
    pub games: u32,
    /// Whether one game as White against the lowest opponent comes first. It informs the
    /// choice of opponents and is left out of the rating.
    pub pilot: bool,
    /// Colour pairs that are chosen one by one.
    pub adaptive_pairs: u32,
    /// Pairs of a wave, after those: at one rating, chosen when the wave before is over.
    pub wave_pairs: u32,
    /// Instead of waves: a new pair whenever fewer than this many are being played.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refill_pairs: Option<u32>,
    /// Plies after which a game is drawn.
    pub ply_cap: u32,
    /// How models without a program answer.
    pub form: Form,
    /// Replies without a legal move after which a model without a program loses.
    pub tries: u32,
    /// Calls of tools, or replies, after which a game is lost.
    pub max_calls: u32,
    /// Prompt templates of one's own, by name; files relative to the study file.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub templates: BTreeMap<String, String>,
}

impl Default for LadderTable {
    fn default() -> Self {
        Self {
            examinees: None,
            opponents: Opponents::Engine,
            opponent: None,
            engine: "stockfish?nodes=1225000".to_owned(),
            games: 40,
            pilot: true,
            adaptive_pairs: 5,
            wave_pairs: 3,
            refill_pairs: None,
            ply_cap: PLY_CAP,
            form: Form::Tools,
            tries: 10,
            max_calls: 1_000,
            templates: BTreeMap::new(),
        }
    }
}

/// Longest game that is taken, in plies.
const LONGEST: u32 = 2_000;

impl LadderTable {
    /// The players that are measured, in the order of the table or the file.
    #[must_use]
    pub fn examinees(&self, players: &[PlayerName]) -> Vec<PlayerName> {
        self.examinees.clone().unwrap_or_else(|| players.to_vec())
    }

    /// Pairs of each player.
    #[must_use]
    pub fn pairs(&self) -> u32 {
        self.games / 2
    }

    /// The design that chooses opponents from a ladder.
    #[must_use]
    pub fn design(&self, ladder: Ladder) -> Design {
        let count = |count: u32| usize::try_from(count).unwrap_or(usize::MAX);
        Design {
            ladder,
            pilot: self.pilot,
            adaptive_pairs: count(self.adaptive_pairs),
            then: match self.refill_pairs {
                None => Then::Waves {
                    pairs: count(self.wave_pairs),
                },
                Some(at_once) => Then::Refill {
                    at_once: count(at_once),
                },
            },
            choice: Choice::LeastVariance,
            stops: Stops {
                games: Some(self.games),
                ..Stops::default()
            },
        }
    }

    /// Checks what the types cannot say.
    pub fn check(&self, players: &[PlayerName]) -> Result<(), KeyError> {
        let error =
            |key: &str, problem: String| Err(KeyError::new(format!("ladder.{key}"), problem));
        if self.games == 0 || !self.games.is_multiple_of(2) {
            return error(
                "games",
                format!(
                    "{}; expected an even number from 2 on, since games come in colour pairs",
                    self.games
                ),
            );
        }
        for (key, value, most) in [
            ("games", self.games, 100_000),
            ("wave_pairs", self.wave_pairs, 10_000),
            ("refill_pairs", self.refill_pairs.unwrap_or(1), 10_000),
            ("ply_cap", self.ply_cap, LONGEST),
            ("tries", self.tries, 1_000),
            ("max_calls", self.max_calls, 100_000),
        ] {
            if !(1..=most).contains(&value) {
                return error(
                    key,
                    format!("{value}; expected a whole number from 1 to {most}"),
                );
            }
        }
        if self.engine.trim().is_empty() {
            let problem = "expected an engine and its limit, as in stockfish?nodes=1225000";
            return error("engine", problem.to_owned());
        }
        let default = Self::default();
        if self.opponents == Opponents::Rungs && self.engine != default.engine {
            let problem = "the rungs have an engine and a limit of their own; leave it out, or \
                           take opponents = \"engine\"";
            return error("engine", problem.to_owned());
        }
        if self.refill_pairs.is_some() && self.wave_pairs != default.wave_pairs {
            let problem = "refill_pairs takes the place of waves; leave one of them out";
            return error("wave_pairs", problem.to_owned());
        }
        let known = TEMPLATES.map(|(name, _)| name);
        if let Some(name) = self
            .templates
            .keys()
            .find(|name| !known.contains(&name.as_str()))
        {
            let hint = did_you_mean(name, known);
            let problem = format!(
                "no template is called {name:?}; {hint}expected one of {}",
                known.join(", ")
            );
            return error("templates", problem);
        }
        let Some(examinees) = &self.examinees else {
            return Ok(());
        };
        if examinees.is_empty() {
            return error("examinees", "expected at least one player".to_owned());
        }
        for (index, name) in examinees.iter().enumerate() {
            let key = format!("examinees[{index}]");
            if !players.contains(name) {
                let names = players.iter().map(PlayerName::as_str);
                let hint = did_you_mean(name.as_str(), names);
                let problem = format!(
                    "{:?} is no player; {hint}expected the name of a [[player]]",
                    name.as_str()
                );
                return error(&key, problem);
            }
            if examinees[..index].contains(name) {
                return error(&key, format!("{:?} stands here twice", name.as_str()));
            }
        }
        Ok(())
    }
}
