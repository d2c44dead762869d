//! The manifest: what was run, with what, and where. Written once, when a run
//! starts, and never again; what may change later is in the journal.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Digest, PlayerName, RunId, Seed, journal::Amendment};

/// The version of the manifest's shape.
pub const VERSION: u32 = 1;

/// What was run, with what, and where.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// [`VERSION`].
    pub version: u32,
    /// The run.
    pub run: RunId,
    /// When it was first started.
    pub started: jiff::Timestamp,
    /// The program.
    pub program: Program,
    /// The machine.
    pub machine: Machine,
    /// The study file.
    pub study: StudySource,
    /// The seed of the study.
    pub seed: Seed,
    /// Every player and how it is asked.
    pub players: Vec<PlayerRecord>,
    /// Every prompt template, whole, so that a replay needs nothing else.
    pub prompts: Vec<PromptRecord>,
    /// Every tool that samples.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<ToolRecord>,
    /// Every engine, or what stood in for one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineRecord>,
    /// Who may sit across in a ladder's games, ascending by rating.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<OpponentRecord>,
    /// The table that rates those opponents, whole, as its file; none where the engine does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rungs: Option<String>,
    /// The study with all its defaults, as the program understood it.
    pub resolved: Value,
}

/// A tool that samples, with what it takes to draw the same again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolRecord {
    /// Its name in the study.
    pub name: String,
    /// What it is, in words.
    pub kind: String,
    /// Digest of its weights.
    pub weights: Digest,
}

/// An engine as it was found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EngineRecord {
    /// What it is there for.
    pub purpose: String,
    /// As it calls itself.
    pub name: String,
    /// Whether this program's own small referee stands in for an engine.
    pub stand_in: bool,
    /// Digest of the program's file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub binary: Option<Digest>,
    /// The options that were set.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub options: Value,
}

/// A rated opponent: an engine, or a mixture of an engine and chance.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OpponentRecord {
    /// What it is called.
    pub name: String,
    /// Its rating, in Elo. No two opponents of a study have the same.
    pub rating: f64,
    /// Standard error of the rating, in Elo; 0 where it holds by definition.
    #[serde(default)]
    pub standard_error: f64,
    /// The engine with its strength and its limit a move; none for one that only moves at
    /// random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// The share of its moves that are drawn evenly from the legal ones.
    #[serde(default)]
    pub random: f64,
}

/// The program that started a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    /// `ludometer`.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The machine a run was started on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// Operating system.
    pub os: String,
    /// Processor family.
    pub arch: String,
    /// Processor, as it calls itself.
    pub cpu: Option<String>,
    /// Cores that the program may use.
    pub cores: usize,
}

/// The study file behind a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StudySource {
    /// File name, without its folder.
    pub file: String,
    /// Digest of its bytes.
    pub blake3: Digest,
}

/// A player as it is really asked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlayerRecord {
    /// Name on the leaderboard.
    pub name: PlayerName,
    /// What it is in words: a model behind a server, or a stand-in.
    pub kind: String,
    /// Model name as sent, or the built-in player.
    pub model: String,
    /// Where its server was when the run started.
    pub endpoint: Option<String>,
    /// The request's fields as sent that are the same in every call.
    pub parameters: Value,
    /// What each call adds to them, in words.
    #[serde(default)]
    pub each_call: Vec<String>,
}

/// A prompt template as it was used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptRecord {
    /// The family.
    pub family: String,
    /// Digest of its text.
    pub blake3: Digest,
    /// Its text.
    pub text: String,
}

impl PromptRecord {
    /// A template under its family's name.
    #[must_use]
    pub fn new(family: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            family: family.into(),
            blake3: Digest::of(text.as_bytes()),
            text,
        }
    }
}

/// One difference between a run and the study it is to be resumed with.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The study key, dotted.
    pub key: String,
    /// In the run.
    pub was: Value,
    /// In the study file now.
    pub is: Value,
}

/// All leaves in which two JSON values differ, in the order of keys.
///
/// [`amended`] with them turns the one into the other, where no key has a dot or a
/// bracket in it and null stands for what is absent.
#[must_use]
pub fn differences(was: &Value, is: &Value) -> Vec<Difference> {
    let mut found = Vec::new();
    compare(String::new(), was, is, &mut found);
    found
}

fn compare(key: String, was: &Value, is: &Value, found: &mut Vec<Difference>) {
    match (was, is) {
        (Value::Object(old), Value::Object(new)) => {
            let added = new.keys().filter(|name| !old.contains_key(*name));
            for name in old.keys().chain(added) {
                let inner = if key.is_empty() {
                    name.clone()
                } else {
                    format!("{key}.{name}")
                };
                let side = |table: &serde_json::Map<String, Value>| {
                    table.get(name).cloned().unwrap_or(Value::Null)
                };
                compare(inner, &side(old), &side(new), found);
            }
        }
        (Value::Array(old), Value::Array(new)) => {
            for index in 0..old.len().max(new.len()) {
                let side = |items: &[Value]| items.get(index).cloned().unwrap_or(Value::Null);
                compare(format!("{key}[{index}]"), &side(old), &side(new), found);
            }
        }
        _ if was == is => {}
        _ => found.push(Difference {
            key,
            was: was.clone(),
            is: is.clone(),
        }),
    }
}

/// The study as it stands after its amendments.
#[must_use]
pub fn amended<'a>(resolved: &Value, amendments: impl IntoIterator<Item = &'a Amendment>) -> Value {
    let mut study = resolved.clone();
    for Amendment { key, to, .. } in amendments {
        set(&mut study, key, to);
    }
    study
}

/// Sets a leaf under a dotted key; setting it to null takes it away.
fn set(value: &mut Value, key: &str, to: &Value) {
    let Some(step) = key
        .split(['.', '['])
        .find(|step| !step.is_empty())
        .map(|step| step.strip_suffix(']').unwrap_or(step))
    else {
        *value = to.clone();
        return;
    };
    let at = key.find(step).unwrap_or(0) + step.len();
    let rest = key[at..].trim_start_matches(']');
    match value {
        Value::Object(table) if rest.is_empty() && to.is_null() => {
            table.shift_remove(step);
        }
        Value::Object(table) => set(table.entry(step).or_insert(Value::Null), rest, to),
        Value::Array(list) => {
            let Ok(index) = step.parse::<usize>() else {
                return;
            };
            // Differences name the items of a longer list one by one.
            if index == list.len() {
                list.push(Value::Null);
            }
            if let Some(item) = list.get_mut(index) {
                set(item, rest, to);
            }
            while list.last().is_some_and(Value::is_null) {
                list.pop();
            }
        }
        _ => {}
    }
}
