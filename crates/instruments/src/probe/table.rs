//! The `[probe]` table of a study file.

use ludometer_daydream::{Setting, SettingError, Tier};
use ludometer_record::study::KeyError;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    game::{Draws, Rules},
    picker::Picker,
    sweep::{CAPS, TEMPERATURES, grid},
};

/// Most settings of a grid.
const SETTINGS: usize = 1_000;

/// What is asked of the tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// It plays both sides: how often is a sample legal, by depth?
    Legality,
    /// One side chooses among several legal samples: what is the choice worth?
    Choice,
    /// It is shown real games up to some depths: how often is a sample legal?
    Prefix,
    /// The games of `legality` at every setting of a grid.
    Grid,
}

impl Kind {
    /// As in a study file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Legality => "legality",
            Self::Choice => "choice",
            Self::Prefix => "prefix",
            Self::Grid => "grid",
        }
    }
}

/// The `[probe]` table. Everything has a default, as published where it was published.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ProbeTable {
    /// What is asked.
    pub kind: Kind,
    /// The board, and the model that dreams on it.
    pub tier: Tier,
    /// The sampler's temperature.
    pub temperature: f64,
    /// Its bound on logits; 0 is none.
    pub soft_cap: f64,
    /// Games; of a grid, at each setting.
    pub games: u32,
    /// Samples a ply before a legal move is drawn evenly; with `prefix`, samples a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempts: Option<u32>,
    /// Plies after which a game is over.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ply_cap: Option<u32>,
    /// Whether draws that leave legal moves end a game.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draws: Option<Draws>,
    /// Plies of a band, in which legality is told.
    pub band: u32,
    /// With `choice`: different legal samples that are chosen from.
    pub candidates: u32,
    /// With `choice`: who chooses on the other side.
    pub against: Picker,
    /// With `prefix`: plies of each real game that are shown.
    pub depths: Vec<u32>,
    /// With `prefix`: the real games, one a line, relative to the study file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games_file: Option<String>,
    /// With `grid`: its temperatures.
    pub temperatures: Vec<f64>,
    /// With `grid`: its bounds on logits; 0 is none.
    pub soft_caps: Vec<f64>,
}

impl Default for ProbeTable {
    fn default() -> Self {
        Self {
            kind: Kind::Legality,
            tier: Tier::Regular,
            temperature: 0.9,
            soft_cap: 0.0,
            games: 10,
            attempts: None,
            ply_cap: None,
            draws: None,
            band: 50,
            candidates: 3,
            against: Picker::FirstLegal,
            depths: vec![0, 10, 20, 40, 80, 120],
            games_file: None,
            temperatures: TEMPERATURES.to_vec(),
            soft_caps: CAPS.map(|cap| cap.unwrap_or(0.0)).to_vec(),
        }
    }
}

impl ProbeTable {
    /// The rules of every setting; one where there is no grid.
    pub fn cells(&self) -> Result<Vec<Rules>, KeyError> {
        let key = |key: &'static str| {
            move |error: SettingError| {
                KeyError::new(
                    format!("probe.{key}"),
                    format!("{}; expected a positive number", error.value),
                )
            }
        };
        let settings = match self.kind {
            Kind::Grid => {
                let caps: Vec<Option<f64>> = self.soft_caps.iter().map(|c| cap(*c)).collect();
                grid(&self.temperatures, &[None]).map_err(key("temperatures"))?;
                grid(&self.temperatures, &caps).map_err(key("soft_caps"))?
            }
            Kind::Legality | Kind::Choice | Kind::Prefix => {
                Setting::new(self.temperature, None).map_err(key("temperature"))?;
                let setting = Setting::new(self.temperature, cap(self.soft_cap));
                vec![setting.map_err(key("soft_cap"))?]
            }
        };
        let (attempts, ply_cap, draws) = match self.kind {
            Kind::Legality | Kind::Grid => (30, 200, Draws::Ignored),
            Kind::Choice => (40, 300, Draws::Claimed),
            Kind::Prefix => (10, 200, Draws::Ignored),
        };
        let rules = |setting| Rules {
            setting,
            attempts: self.attempts.map_or(attempts, |n| n as usize),
            ply_cap: self.ply_cap.map_or(ply_cap, |n| n as usize),
            draws: self.draws.unwrap_or(draws),
        };
        Ok(settings.into_iter().map(rules).collect())
    }

    /// Checks what the types cannot say.
    pub fn check(&self) -> Result<(), KeyError> {
        let error =
            |key: &str, problem: String| Err(KeyError::new(format!("probe.{key}"), problem));
        for (key, value, high) in [
            ("games", Some(self.games), 100_000),
            ("attempts", self.attempts, 1_000),
            ("ply_cap", self.ply_cap, 10_000),
            ("band", Some(self.band), 10_000),
            ("candidates", Some(self.candidates), 64),
        ] {
            if let Some(value) = value
                && !(1..=high).contains(&value)
            {
                return error(key, format!("{value}; expected 1 to {high}"));
            }
        }
        for (key, values) in [
            ("depths", self.depths.len()),
            ("temperatures", self.temperatures.len()),
            ("soft_caps", self.soft_caps.len()),
        ] {
            if values == 0 {
                return error(key, "it is empty; expected at least one number".to_owned());
            }
        }
        if self.depths.iter().any(|depth| *depth > 10_000) {
            return error("depths", "expected plies up to 10000".to_owned());
        }
        let settings = self.temperatures.len().saturating_mul(self.soft_caps.len());
        if settings > SETTINGS {
            return error(
                "temperatures",
                format!("{settings} settings; expected at most {SETTINGS}"),
            );
        }
        match (self.kind, &self.games_file) {
            (Kind::Prefix, None) => {
                return error(
                    "kind",
                    "\"prefix\" needs real games; expected games_file = \"games.txt\"".to_owned(),
                );
            }
            (Kind::Legality | Kind::Choice | Kind::Grid, Some(_)) => {
                return error(
                    "games_file",
                    "real games are for kind = \"prefix\" only".to_owned(),
                );
            }
            _ => {}
        }
        self.cells().map(drop)
    }
}

/// 0 is no cap.
fn cap(value: f64) -> Option<f64> {
    (value != 0.0).then_some(value)
}
