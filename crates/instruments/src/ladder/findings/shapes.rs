//! The shape of the findings as a whole.

use std::collections::BTreeMap;

use ludometer_games::Color;
use ludometer_record::{PlayerName, manifest::OpponentRecord};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    player::PlayerFindings,
    rating::{RatingInterval, Unbounded},
};
use crate::{
    Unit,
    ladder::bench::Examinee,
    measured::{GameCounts, ModelFacts, VoidGame},
};

/// Everything that a run of the Elo ladder says. A pure function of its journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Findings of an Elo ladder run")]
pub struct Findings {
    /// Always `ludometer-ladder-findings`.
    pub format: String,
    /// Version of this shape.
    pub version: u32,
    /// What was asked.
    pub study: StudyFacts,
    /// Games by how they stand, pilots included.
    pub games: GameCounts,
    /// What a reader must know before believing a number.
    pub notes: Vec<String>,
    /// Players, the best rating first; those without one last.
    pub players: Vec<PlayerFindings>,
    /// Every pair of players. The family of the adjustments is all of them.
    pub differences: Vec<Difference>,
    /// Games that are void, with the reason; they are not scored and not replaced.
    pub voids: Vec<LadderVoid>,
}

/// What was asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StudyFacts {
    /// Name of the study.
    pub name: String,
    /// Its question, if the file states one.
    pub question: Option<String>,
    /// Always `elo-ladder`.
    pub instrument: String,
    /// Seed.
    pub seed: u64,
    /// What the ratings mean, in a line.
    pub scale: String,
    /// Scored games planned for each player, without the pilot.
    pub games_per_player: u32,
    /// Whether a pilot came first.
    pub pilot: bool,
    /// How opponents were chosen, in a line.
    pub design: String,
    /// Plies after which a game is drawn.
    pub ply_cap: u32,
    /// How models without a program answer: `tools` or `json`.
    pub form: String,
    /// Replies without a legal move after which such a model loses.
    pub tries: u32,
    /// Calls of tools, or replies, after which a game is lost.
    pub max_calls: u32,
    /// All that may sit across, ascending by rating.
    pub opponents: Vec<OpponentFacts>,
    /// Each measured player and what it is.
    pub players: BTreeMap<String, ModelFacts>,
}

/// A rated opponent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OpponentFacts {
    /// What it is called.
    pub name: String,
    /// Its rating, in Elo.
    pub rating: f64,
    /// Standard error of the rating, in Elo; 0 where the rating holds by definition.
    pub standard_error: f64,
    /// The engine with its limits; null for one that only moves at random.
    pub engine: Option<String>,
    /// The share of its moves that are drawn evenly from the legal ones.
    pub random: f64,
}

impl OpponentFacts {
    pub(super) fn of(record: &OpponentRecord) -> Self {
        Self {
            name: record.name.clone(),
            rating: record.rating,
            standard_error: record.standard_error,
            engine: record.engine.clone(),
            random: record.random,
        }
    }

    /// Whether it is a rung: a mixture with random moves, or an opponent whose rating was
    /// itself estimated.
    #[must_use]
    pub fn is_rung(&self) -> bool {
        self.random > 0.0 || self.standard_error > 0.0
    }
}

/// What sits in a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeatKind {
    /// A model behind a server.
    Model,
    /// An agent program.
    Agent,
    /// A chess engine, or a mixture of one with random moves.
    Engine,
    /// A part of this program.
    BuiltIn,
    /// A person.
    Person,
}

impl SeatKind {
    pub(in crate::ladder) const fn of(examinee: &Examinee) -> Self {
        match examinee {
            Examinee::BuiltIn(_) => Self::BuiltIn,
            Examinee::Engine(_) => Self::Engine,
            Examinee::Model => Self::Model,
            Examinee::Agent => Self::Agent,
            Examinee::Person => Self::Person,
        }
    }

    /// The word of findings and PGN.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Model => "model",
            Self::Agent => "agent",
            Self::Engine => "engine",
            Self::BuiltIn => "built-in",
            Self::Person => "person",
        }
    }

    /// Whether it is told of the game in words, so that it can call, err and spend tokens.
    #[must_use]
    pub const fn is_asked(self) -> bool {
        matches!(self, Self::Model | Self::Agent)
    }
}

/// How far one player stands above another.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Difference {
    /// Always `rating-difference`.
    pub id: String,
    /// What it is, in a line.
    pub definition: String,
    /// Always Elo.
    pub unit: Unit,
    /// The one whose rating comes first in the subtraction.
    #[schemars(with = "String")]
    pub first: PlayerName,
    /// The other.
    #[schemars(with = "String")]
    pub second: PlayerName,
    /// Rating of the first less rating of the second; null where the games do not tell it.
    pub value: Option<Unbounded>,
    /// Scored games of both.
    pub games: usize,
    /// By itself; then at the level at which all differences hold at once.
    pub intervals: Vec<RatingInterval>,
    /// Twice what the log likelihood loses when both share one rating.
    pub likelihood_ratio: f64,
    /// P(chi-square with one degree of freedom > that ratio); approximate.
    pub p: f64,
    /// The same after Holm's adjustment over all differences.
    pub p_holm: f64,
}

/// A void game, with its place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct LadderVoid {
    /// Who is measured in it.
    #[schemars(with = "String")]
    pub player: PlayerName,
    /// The player's colour.
    #[schemars(with = "String")]
    pub color: Color,
    /// Which pair it belongs to, from 1; null for the pilot.
    pub pair: Option<u32>,
    /// Who sat across; null where nobody had been chosen.
    pub opponent: Option<OpponentFacts>,
    /// The game, and what failed.
    pub void: VoidGame,
}
