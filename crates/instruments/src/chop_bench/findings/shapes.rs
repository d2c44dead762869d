//! The shapes of the findings, as `findings.json` has them.

use std::collections::BTreeMap;

use ludometer_games::Outcome;
use ludometer_record::PlayerName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::{Cell, ChopBenchTable};
use crate::{
    Finding, Study,
    measured::{GameCounts, ModelFacts, Results, VoidGame, word},
};

/// Everything that a run of Chop-Bench says. A pure function of its journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Findings of a Chop-Bench run")]
pub struct Findings {
    /// Always `ludometer-findings`.
    pub format: String,
    /// Version of this shape.
    pub version: u32,
    /// What was asked.
    pub study: StudyFacts,
    /// Games by how they stand.
    pub games: GameCounts,
    /// What a reader must know before believing a number.
    pub notes: Vec<String>,
    /// Models, best headline optimality first; without one at the end.
    pub leaderboard: Vec<Standing>,
    /// Which neighbours on the leaderboard can be told apart.
    pub separability: Vec<Separation>,
    /// Each model × family × mode.
    pub cells: Vec<CellFindings>,
    /// Games that are void, with the reason; they are not scored.
    pub voids: Vec<VoidGame>,
}

/// What was asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StudyFacts {
    /// Name of the study.
    pub name: String,
    /// Its question, if the file states one.
    pub question: Option<String>,
    /// Always `chop-bench`.
    pub instrument: String,
    /// Seed.
    pub seed: u64,
    /// Rules, as the solver names them.
    pub rules: String,
    /// Prompt families.
    pub families: Vec<String>,
    /// Those that count as structured.
    pub structured: Vec<String>,
    /// Modes.
    pub modes: Vec<String>,
    /// Opponents, taken in turn.
    pub opponents: Vec<String>,
    /// `standard` or `strata`.
    pub starts: String,
    /// What an unusable or illegal reply costs.
    pub policy: String,
    /// Games in each cell.
    pub games_per_cell: u32,
    /// Each measured model and what it is.
    pub models: BTreeMap<String, ModelFacts>,
}

impl StudyFacts {
    pub(in super::super) fn of(study: &Study, table: &ChopBenchTable) -> Self {
        let measured = table.measured(&study.player_names());
        Self {
            name: study.name.to_string(),
            question: study.question.clone(),
            instrument: "chop-bench".to_owned(),
            seed: study.seed.0,
            rules: table
                .rules
                .rules()
                .map(|rules| ludometer_games::Game::id(&rules))
                .unwrap_or_default(),
            families: table.families.clone(),
            structured: Vec::new(),
            modes: table.modes.iter().map(ToString::to_string).collect(),
            opponents: table.opponents.iter().map(ToString::to_string).collect(),
            starts: word(table.starts),
            policy: table.policy.to_string(),
            games_per_cell: table.games_per_cell,
            models: measured
                .iter()
                .map(|name| (name.to_string(), ModelFacts::of(study, name)))
                .collect(),
        }
    }
}

/// One model on the leaderboard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Standing {
    /// Place, from 1; models with the same headline share one. Absent without a headline.
    pub rank: Option<usize>,
    /// The model.
    #[schemars(with = "String")]
    pub model: PlayerName,
    /// What it is.
    pub kind: String,
    /// Headline: mean over the families within each mode, then over the modes.
    pub optimality: Finding,
    /// The same mean of the legality of moves.
    pub legality: Finding,
    /// Structured families less `plain`, where the study has both.
    pub structure_gain: Option<Finding>,
    /// Best family less worst family, where there are several.
    pub family_range: Option<Finding>,
    /// Optimality by value of the position and distance to the end.
    pub strata: Vec<Stratum>,
    /// Scored games won, drawn and lost.
    pub results: Results,
    /// Scored games by termination.
    pub terminations: BTreeMap<String, usize>,
    /// Moves by what the reply was: `legal`, or a class of error.
    pub replies: BTreeMap<String, usize>,
    /// Legal moves by what they did to the value.
    pub value_changes: BTreeMap<String, usize>,
    /// Prompt and completion tokens a move, further tries included; absent where a server does not count.
    pub tokens_per_move: Option<Finding>,
    /// Money a move; absent without a price.
    pub cost_per_move: Option<Finding>,
}

/// Moves from positions of one value and a band of distances.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stratum {
    /// Value of the position to the mover.
    #[schemars(with = "String")]
    pub value: Outcome,
    /// Least and greatest distance to the end in plies; absent for draws.
    pub plies: Option<(u16, u16)>,
    /// Share of optimal moves.
    pub optimality: Finding,
}

/// One model × family × mode.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CellFindings {
    /// Which.
    #[serde(flatten)]
    pub cell: Cell,
    /// Games by how they stand.
    pub games: GameCounts,
    /// Share of legal moves.
    pub legality: Finding,
    /// Share of optimal moves.
    pub optimality: Finding,
    /// Moves by what the reply was: `legal`, or a class of error.
    pub replies: BTreeMap<String, usize>,
}

/// Whether two neighbours on the leaderboard can be told apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Separation {
    /// The one above.
    #[schemars(with = "String")]
    pub better: PlayerName,
    /// The one below.
    #[schemars(with = "String")]
    pub worse: PlayerName,
    /// Difference of their headlines.
    pub difference: Finding,
    /// Two-sided p-value of no difference.
    pub p: f64,
    /// Holm-adjusted over all pairs of neighbours.
    pub p_holm: f64,
    /// Whether the adjusted p-value is at most 0.05.
    pub told_apart: bool,
}
