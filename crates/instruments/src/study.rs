//! The study file as a whole.

use std::path::Path;

use ludometer_record::{
    PlayerName, Seed,
    study::{self, BuiltIn, KeyError, Limits, ModelRef, PlayerTable, StudyError},
};
use serde::{Deserialize, Serialize};

use crate::{
    chop_bench::ChopBenchTable, ladder::LadderTable, probe::ProbeTable,
    token_chess::TokenChessTable,
};

/// The instruments, as a study file names them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum InstrumentName {
    /// Every move of solved Chopsticks, graded.
    ChopBench,
    /// Games whose every move is a sample of a tool.
    TokenChess,
    /// The tool by itself.
    DaydreamProbe,
    /// Whole games of chess against rated opponents.
    EloLadder,
}

impl InstrumentName {
    /// Every instrument. `tests/conformance.rs` runs over this list and refuses
    /// one whose folder under `src/` lacks its README or its golden playthrough.
    pub const ALL: [Self; 4] = [
        Self::ChopBench,
        Self::TokenChess,
        Self::DaydreamProbe,
        Self::EloLadder,
    ];

    /// Its folder under `src/`.
    #[must_use]
    pub fn folder(self) -> &'static str {
        match self {
            Self::ChopBench => "chop_bench",
            Self::TokenChess => "token_chess",
            Self::DaydreamProbe => "probe",
            Self::EloLadder => "ladder",
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
    #[serde(default, rename = "player", skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<PlayerTable>,
    /// Chop-Bench's own keys.
    #[serde(default)]
    pub chop_bench: ChopBenchTable,
    /// Token Chess's own keys.
    #[serde(default)]
    pub token_chess: TokenChessTable,
    /// The keys of probes of the tool by itself.
    #[serde(default)]
    pub probe: ProbeTable,
    /// The Elo ladder's own keys.
    #[serde(default)]
    pub ladder: LadderTable,
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
        let probes = self.instrument == InstrumentName::DaydreamProbe;
        let problem = match (self.players.is_empty(), probes) {
            (true, false) => Some("expected at least one [[player]] table"),
            (false, true) => Some("a probe asks the tool alone; expected no [[player]] table"),
            _ => None,
        };
        if let Some(problem) = problem {
            return Err(KeyError::new("player", problem));
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
            let built_in = matches!(player.model, ModelRef::BuiltIn(_));
            if !built_in && names[index].as_str().parse::<BuiltIn>().is_ok() {
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
        self.check_built_in()?;
        match self.instrument {
            InstrumentName::ChopBench => self.chop_bench.check(&names),
            InstrumentName::TokenChess => self.token_chess.check(&names),
            InstrumentName::DaydreamProbe => self.probe.check(),
            InstrumentName::EloLadder => self.ladder.check(&names),
        }
    }

    /// Players of this program, and engines, do not play every instrument.
    fn check_built_in(&self) -> Result<(), KeyError> {
        let (plays, expected): (fn(&ModelRef) -> bool, _) = match self.instrument {
            InstrumentName::ChopBench => (
                |model| {
                    let other = |built_in: &BuiltIn| {
                        matches!(built_in, BuiltIn::Mock(_) | BuiltIn::Referee)
                    };
                    matches!(model, ModelRef::BuiltIn(built_in) if !other(built_in))
                },
                "solver, random, greedy or epsilon:0.1",
            ),
            InstrumentName::TokenChess => (
                |model| matches!(model, ModelRef::BuiltIn(BuiltIn::Mock(_))),
                "mock:random, mock:adaptive or mock:heuristic",
            ),
            InstrumentName::EloLadder => (
                |model| {
                    matches!(
                        model,
                        ModelRef::BuiltIn(BuiltIn::Random | BuiltIn::Referee)
                            | ModelRef::Engine(_)
                            | ModelRef::Agent(_)
                    )
                },
                "random, referee, an engine as in engine:stockfish?elo=1500, a program as in agent:codex",
            ),
            InstrumentName::DaydreamProbe => return Ok(()),
        };
        for (index, player) in self.players.iter().enumerate() {
            if player.is_served() || player.is_person() || plays(&player.model) {
                continue;
            }
            let problem = format!(
                "{} does not play this instrument; expected {expected}, a model, or person",
                player.model
            );
            return Err(KeyError::new(format!("player[{index}].model"), problem));
        }
        Ok(())
    }
}
