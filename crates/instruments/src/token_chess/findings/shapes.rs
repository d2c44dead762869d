//! The shape of the findings as a whole.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    compared::{Contrast, Match, SideFindings, TerminationCount},
    player::PlayerFindings,
};
use crate::{
    Study,
    measured::{GameCounts, ModelFacts, VoidGame, word},
    token_chess::{Condition, Economy, Rules},
};

/// Everything that a run of Token Chess says. A pure function of its journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "Findings of a Token Chess run")]
pub struct Findings {
    /// Always `ludometer-token-chess-findings`.
    pub format: String,
    /// Version of this shape.
    pub version: u32,
    /// What was asked.
    pub study: StudyFacts,
    /// Games by how they stand.
    pub games: GameCounts,
    /// What a reader must know before believing a number.
    pub notes: Vec<String>,
    /// Each economy over all its conditions; then, where it has several, each of these.
    pub groups: Vec<Group>,
    /// Conditions, and memories of one player, compared by permutation tests.
    pub contrasts: Vec<Contrast>,
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
    /// Always `token-chess`.
    pub instrument: String,
    /// Seed.
    pub seed: u64,
    /// Who meets whom.
    pub schedule: String,
    /// Games of each pair in each condition.
    pub games_per_pair: u32,
    /// Who adjudicates, as the study wants it; who did is with the games.
    pub adjudicator: String,
    /// Every combination of what is swept; one without a name where nothing is.
    pub conditions: Vec<ConditionFacts>,
    /// Each player and what it is.
    pub players: BTreeMap<String, ModelFacts>,
}

/// One condition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ConditionFacts {
    /// As in `budget-20.tier-micro`; empty where nothing is swept.
    pub name: String,
    /// Its rules.
    pub rules: Rules,
    /// How each player comes to its memory.
    pub memory: BTreeMap<String, String>,
    /// In which order tools of memory are offered.
    pub menu: String,
}

impl StudyFacts {
    pub(super) fn of(study: &Study, conditions: &[Condition]) -> Self {
        let (table, names) = (&study.token_chess, study.player_names());
        let facts = |condition: &Condition| ConditionFacts {
            name: condition.name.clone(),
            rules: condition.rules,
            memory: names
                .iter()
                .map(|name| {
                    let rule = condition.memory.of(name).word();
                    (name.to_string(), rule.to_owned())
                })
                .collect(),
            menu: word(condition.menu),
        };
        Self {
            name: study.name.to_string(),
            question: study.question.clone(),
            instrument: "token-chess".to_owned(),
            seed: study.seed.0,
            schedule: word(table.schedule),
            games_per_pair: table.games,
            adjudicator: word(table.adjudicator),
            conditions: conditions.iter().map(facts).collect(),
            players: names
                .iter()
                .map(|name| (name.to_string(), ModelFacts::of(study, name)))
                .collect(),
        }
    }
}

/// Games that are looked at together: those of an economy, or of one of its conditions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Group {
    /// The economy.
    pub economy: Economy,
    /// The condition; absent for all games of the economy.
    pub condition: Option<String>,
    /// Games by how they stand.
    pub games: GameCounts,
    /// Players, the best headline first.
    pub players: Vec<PlayerFindings>,
    /// Each pair of players that met.
    pub matches: Vec<Match>,
    /// Scores by colour, by who ran out, by who spent more.
    pub sides: SideFindings,
    /// Scored games by termination.
    pub terminations: Vec<TerminationCount>,
    /// Who said who had won, where the board did not.
    pub adjudications: Adjudications,
}

/// Adjudicated games.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Adjudications {
    /// By the engine, as it calls itself.
    pub engines: BTreeMap<String, usize>,
    /// Those of this program's own small referee, which stood in for an engine.
    pub stand_in: usize,
}
