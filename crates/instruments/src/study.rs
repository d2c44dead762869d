//! The study file as a whole.

use std::path::Path;

use ludometer_record::{
    PlayerName, Seed,
    study::{self, BuiltIn, KeyError, Limits, ModelRef, PlayerTable, StudyError},
};
use serde::{Deserialize, Serialize};

use crate::chop_bench::ChopBenchTable;

/// The instruments, as a study file names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InstrumentName {
    /// Every move of solved Chopsticks, graded.
    ChopBench,
}

impl InstrumentName {
    /// Every instrument. `tests/conformance.rs` runs over this list and refuses
    /// one whose folder under `src/` lacks its README or its golden playthrough.
    pub const ALL: [Self; 1] = [Self::ChopBench];

    /// Its folder under `src/`.
    #[must_use]
    pub fn folder(self) -> &'static str {
        match self {
            Self::ChopBench => "chop_bench",
        }
    }
}

/// One file, one question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Study {
    /// Name of the study, and of its run's folder.
    pub name: PlayerName,
    /// What it asks, for readers of the report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Which instrument measures.
    pub instrument: InstrumentName,
    /// All randomness comes from here.
    #[serde(default = "seed")]
    pub seed: Seed,
    /// Spending and games at once.
    #[serde(default)]
    pub limits: Limits,
    /// Who is measured, and who plays against them.
    #[serde(rename = "player")]
    pub players: Vec<PlayerTable>,
    /// Chop-Bench's own keys.
    #[serde(default)]
    pub chop_bench: ChopBenchTable,
}

fn seed() -> Seed {
    Seed(1)
}

impl Study {
    /// Reads a study file's text. `path` is for error messages only.
    pub fn parse(text: &str, path: &Path) -> Result<Self, StudyError> {
        study::parse(text, path, Self::check)
    }

    /// The player of this name.
    #[must_use]
    pub fn player(&self, name: &PlayerName) -> Option<&PlayerTable> {
        self.players
            .iter()
            .find(|player| player.name().as_ref() == Ok(name))
    }

    /// The players' names, in the order of the file.
    #[must_use]
    pub fn player_names(&self) -> Vec<PlayerName> {
        self.players
            .iter()
            .filter_map(|player| player.name().ok())
            .collect()
    }

    fn check(&self) -> Result<(), KeyError> {
        if self.players.is_empty() {
            return Err(KeyError::new(
                "player",
                "expected at least one [[player]] table",
            ));
        }
        for (index, player) in self.players.iter().enumerate() {
            player.check(&format!("player[{index}]"))?;
        }
        // The run's folder is named so; a study file that was handed on must not say where.
        if self.name.as_str().contains('/') || self.name.as_str().starts_with('.') {
            let problem = format!(
                "{:?} is to name the run's folder; expected no / and no . at its start",
                self.name.as_str()
            );
            return Err(KeyError::new("name", problem));
        }
        let names = self.player_names();
        for (index, player) in self.players.iter().enumerate() {
            let served = matches!(player.model, ModelRef::Served { .. });
            if served && names[index].as_str().parse::<BuiltIn>().is_ok() {
                let problem = format!(
                    "{:?} is the name of a built-in player; give this one a `name` of its own",
                    names[index].as_str()
                );
                return Err(KeyError::new(format!("player[{index}].name"), problem));
            }
        }
        for (index, name) in names.iter().enumerate() {
            if names[..index].contains(name) {
                let problem = format!(
                    "{:?} is the name of two players; give one a `name` of its own",
                    name.as_str()
                );
                return Err(KeyError::new(format!("player[{index}]"), problem));
            }
        }
        self.limits.check()?;
        match self.instrument {
            InstrumentName::ChopBench => self.chop_bench.check(&names),
        }
    }
}
