//! What a study of the tool says.
//!
//! Samples and moves of one game are alike, so games are the independent units. Of a real
//! game, the positions that were looked at belong together.

mod bands;
mod choice;
mod prefix;

use std::collections::BTreeMap;

use ludometer_daydream::{Setting, Tier};
use ludometer_record::Contents;
use schemars::JsonSchema;
use serde::Serialize;

pub use bands::{BandFindings, CellFindings};
pub use choice::{ChoiceFindings, PickerFindings};
pub use prefix::{DepthFindings, PrefixFindings};

use super::{DaydreamProbe, Kind, PlannedGame, Record, game::Game, play::Look};
use crate::{
    Instrument, MeasureError, ReadBack,
    measured::{GameCounts, VoidGame, word},
};

/// What a study of the tool says.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[schemars(title = "Findings of a probe of Daydream")]
pub struct Findings {
    /// `ludometer-probe`.
    pub format: String,
    /// Of the format.
    pub version: u32,
    /// What was asked.
    pub study: StudyFacts,
    /// Games by how they stand.
    pub games: GameCounts,
    /// What a reader must know.
    pub notes: Vec<String>,
    /// Games that the tool played by itself, by setting; one where there is no grid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub cells: Vec<CellFindings>,
    /// What choosing is worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choice: Option<ChoiceFindings>,
    /// Real games, looked at.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefix: Option<PrefixFindings>,
    /// Games that the world failed.
    pub voids: Vec<VoidGame>,
}

/// What was asked.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct StudyFacts {
    /// The study's name.
    pub name: String,
    /// What it asks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<String>,
    /// Which probe.
    pub kind: Kind,
    /// The board, and the model that dreamt on it.
    #[schemars(with = "String")]
    pub tier: Tier,
    /// All randomness comes from it.
    pub seed: u64,
    /// How it was sampled and how games ended, in a line.
    pub rules: String,
}

/// Games by how they ended.
pub type Terminations = BTreeMap<String, usize>;

impl Findings {
    /// Plays every game again from the journal and measures.
    pub fn measure(bench: &DaydreamProbe, contents: &Contents) -> Result<Self, MeasureError> {
        let games = crate::read_back(bench, contents).map_err(MeasureError::Audit)?;
        Self::of(bench, games)
    }

    /// Measures games in the order of the plan.
    pub fn of(bench: &DaydreamProbe, read: Vec<ReadBack<Record>>) -> Result<Self, MeasureError> {
        measure(bench, read)
    }
}

fn measure(bench: &DaydreamProbe, read: Vec<ReadBack<Record>>) -> Result<Findings, MeasureError> {
    let mut counts = GameCounts::default();
    let mut voids = Vec::new();
    let mut played: Vec<(&PlannedGame, Game)> = Vec::new();
    let mut looks: Vec<Vec<Look>> = Vec::new();
    for (planned, game) in bench.plan().iter().zip(read) {
        counts.add(&game);
        voids.extend(VoidGame::of(&planned.id, &game));
        match game {
            ReadBack::Scored(Record::Game(game)) => played.push((planned, game)),
            ReadBack::Scored(Record::Looks(game)) => looks.push(game),
            ReadBack::Void { .. } | ReadBack::Unfinished { .. } => {}
        }
    }
    let table = bench.table();
    let cells = match table.kind {
        Kind::Legality | Kind::Grid => bands::cells(bench, &played),
        Kind::Choice | Kind::Prefix => Vec::new(),
    };
    let choice = match table.kind {
        Kind::Choice => Some(choice::measure(bench, &played)?),
        _ => None,
    };
    let prefix = (table.kind == Kind::Prefix).then(|| prefix::measure(bench, &looks));
    let study = bench.study();
    Ok(Findings {
        format: "ludometer-probe".to_owned(),
        version: 1,
        study: StudyFacts {
            name: study.name.to_string(),
            question: study.question.clone(),
            kind: table.kind,
            tier: table.tier,
            seed: study.seed.0,
            rules: rules(bench),
        },
        games: counts,
        notes: counts.notes(),
        cells,
        choice,
        prefix,
        voids,
    })
}

/// The rules in a line.
fn rules(bench: &DaydreamProbe) -> String {
    let table = bench.table();
    let rules = bench.cells()[0];
    let at = match table.kind {
        Kind::Grid => format!("{} settings", bench.cells().len()),
        _ => setting_words(rules.setting),
    };
    let draws = match rules.draws {
        super::game::Draws::Claimed => "draws are claimed",
        super::game::Draws::Ignored => "a game goes on while there is a legal move",
    };
    match table.kind {
        Kind::Prefix => format!("{at}; {} samples a position", rules.attempts),
        Kind::Legality | Kind::Grid => format!(
            "{at}; up to {} samples a ply until one is legal, then a legal move drawn evenly; at most {} plies; {draws}",
            rules.attempts, rules.ply_cap
        ),
        Kind::Choice => format!(
            "{at}; the heuristic looks for {} different legal samples, up to {} samples a ply; the other side chooses by {}; at most {} plies; {draws}",
            table.candidates,
            rules.attempts,
            table.against.word(),
            rules.ply_cap
        ),
    }
}

/// A setting in words.
#[must_use]
pub fn setting_words(setting: Setting) -> String {
    let cap = match setting.soft_cap {
        Some(cap) => format!("soft cap {}", cap.get()),
        None => "no soft cap".to_owned(),
    };
    format!("temperature {}, {cap}", setting.temperature.get())
}

/// How a game ended, as one word.
fn termination(game: &Game) -> String {
    game.ending
        .map_or_else(|| "ply-cap".to_owned(), |ending| word(ending.kind))
}

fn terminations<'a>(games: impl IntoIterator<Item = &'a Game>) -> Terminations {
    let mut all = Terminations::new();
    for game in games {
        *all.entry(termination(game)).or_default() += 1;
    }
    all
}
