//! What the findings of every instrument have: games by how they stand, what was measured.

use ludometer_record::{
    GameId, PlayerName,
    study::{ModelRef, PlayerTable},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{ReadBack, Study};

/// Why a journal cannot be measured.
#[derive(Debug, thiserror::Error)]
pub enum MeasureError {
    /// Its games do not replay; the first line of what does not fit.
    #[error("the journal does not fit its study: {} ({} in all; `ludometer verify` lists them)", .0.first().map_or("", String::as_str), .0.len())]
    Audit(Vec<String>),
    /// Numbers that no estimator takes.
    #[error("the counts make no estimate: {0}")]
    Estimate(String),
}

/// Games by how they stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct GameCounts {
    /// In the plan.
    pub planned: usize,
    /// Over, with a result.
    pub scored: usize,
    /// Over, by an infrastructure failure.
    pub void: usize,
    /// Not over.
    pub unfinished: usize,
}

impl GameCounts {
    pub(crate) fn add<R>(&mut self, game: &ReadBack<R>) {
        self.planned += 1;
        match game {
            ReadBack::Scored(_) => self.scored += 1,
            ReadBack::Void { .. } => self.void += 1,
            ReadBack::Unfinished { .. } => self.unfinished += 1,
        }
    }

    /// What a reader must know about games that were not scored.
    pub(crate) fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.unfinished > 0 {
            notes.push(format!(
                "The run is not finished: {} of {} games are not over and are left out.",
                self.unfinished, self.planned
            ));
        }
        if self.void > 0 {
            notes.push(match self.void {
                1 => "One game is void by an infrastructure failure and not scored; it is listed."
                    .to_owned(),
                void => format!(
                    "{void} games are void by infrastructure failures and not scored; they are listed."
                ),
            });
        }
        notes
    }
}

impl VoidGame {
    /// A void game as findings list it; none of any other.
    pub(crate) fn of<R>(id: &GameId, game: &ReadBack<R>) -> Option<Self> {
        match game {
            ReadBack::Void {
                cause,
                detail,
                answers,
            } => Some(Self {
                game: id.to_string(),
                cause: cause.words().to_owned(),
                detail: detail.clone(),
                answers: *answers,
            }),
            ReadBack::Scored(_) | ReadBack::Unfinished { .. } => None,
        }
    }
}

/// Scored games by result, from the player's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
pub struct Results {
    /// Won.
    pub won: usize,
    /// Drawn.
    pub drawn: usize,
    /// Lost.
    pub lost: usize,
}

/// A game that the world failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct VoidGame {
    /// Its id.
    pub game: String,
    /// What failed.
    pub cause: String,
    /// One line about it.
    pub detail: String,
    /// Answers that had been given.
    pub answers: usize,
}

/// What a measured model is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ModelFacts {
    /// `built-in player: NAME`, `engine:ENGINE`, `person`, or `provider:model`.
    pub kind: String,
    /// How it is asked, in a line; empty for a built-in player.
    pub settings: String,
}

impl ModelFacts {
    pub(crate) fn of(study: &Study, name: &PlayerName) -> Self {
        let player = study.player(name);
        let kind = match player.map(|player| &player.model) {
            Some(ModelRef::BuiltIn(built_in)) => format!("{}: {built_in}", built_in.label()),
            Some(
                other @ (ModelRef::Served { .. }
                | ModelRef::Engine(_)
                | ModelRef::Agent(_)
                | ModelRef::Person),
            ) => other.to_string(),
            None => String::new(),
        };
        let settings = player.map_or(String::new(), PlayerTable::settings);
        Self { kind, settings }
    }

    /// Whether it is a person.
    #[must_use]
    pub fn is_person(&self) -> bool {
        self.kind == ModelRef::PERSON
    }

    /// Whether it is a part of this program.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        self.kind.starts_with("built-in")
    }
}

/// The notes that name the built-in players and the people, if there are any.
pub(crate) fn who_is_no_model<'a>(
    models: impl IntoIterator<Item = (&'a String, &'a ModelFacts)>,
) -> Vec<String> {
    let (mut built_in, mut people) = (Vec::new(), Vec::new());
    for (name, facts) in models {
        if facts.is_built_in() {
            built_in.push(name.as_str());
        }
        if facts.is_person() {
            people.push(name.as_str());
        }
    }
    let note = |names: &[&str], one: &str, several: &str| {
        let what = if names.len() == 1 { one } else { several };
        (!names.is_empty()).then(|| format!("{}: {what}.", names.join(", ")))
    };
    let built_in = note(
        &built_in,
        "a built-in player of this program, not a language model",
        "built-in players of this program, not language models",
    );
    let people = note(
        &people,
        "a person, not a language model",
        "people, not language models",
    );
    built_in.into_iter().chain(people).collect()
}

/// The word that the findings have for a value: the one it is serialised as.
pub(crate) fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(word)) => word,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}
