//! An engine in a line: `stockfish?elo=1500&nodes=100000`, `./mine`, `node:./stockfish.js`.

use std::{fmt, path::PathBuf, str::FromStr, time::Duration};

use ludometer_record::study::did_you_mean;

use super::{
    find::{EngineKind, FindError, find, find_node},
    spec::EngineSpec,
    strength::Strength,
    words::Limit,
};

/// An engine, its strength and its limit a move, as a user names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineRef {
    text: String,
    program: Program,
    /// How strong it shall play.
    pub strength: Strength,
    /// What bounds each of its searches.
    pub limit: Limit,
    /// MiB of hash, where it is not the usual number.
    hash: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Program {
    Known(EngineKind),
    File(PathBuf),
    /// Run by Node.js.
    Script(PathBuf),
}

/// What bounds a search where the line does not say.
const NODES: u64 = 100_000;

const KEYS: [&str; 6] = ["elo", "skill", "nodes", "depth", "movetime", "hash"];

/// A text that names no engine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EngineRefError {
    /// No engine of that name, and no path.
    #[error(
        "{name:?} is no engine; {hint}expected stockfish, fairy-stockfish, a path, or node: and the \
         path of a script, and behind a ? its strength and limit, as in stockfish?elo=1500&nodes=10000"
    )]
    Program {
        /// The name.
        name: String,
        /// What may have been meant.
        hint: String,
    },
    /// A key that engines have not.
    #[error("{key:?} is no key of an engine; {hint}expected one of {}", KEYS.join(", "))]
    Key {
        /// The key.
        key: String,
        /// What may have been meant.
        hint: String,
    },
    /// A value that is no fitting number.
    #[error("{key}={value}: expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What would have fitted.
        expected: &'static str,
    },
    /// A rating and a skill level, or a key twice.
    #[error("{0} is given although it, or another that excludes it, is there already")]
    Twice(String),
}

impl FromStr for EngineRef {
    type Err = EngineRefError;

    fn from_str(text: &str) -> Result<Self, EngineRefError> {
        let (name, keys) = text.split_once('?').unwrap_or((text, ""));
        let mut engine = Self {
            text: text.to_owned(),
            program: program(name)?,
            strength: Strength::Full,
            limit: Limit::nodes(NODES),
            hash: None,
        };
        let mut limit: Option<Limit> = None;
        let mut seen: Vec<&str> = Vec::new();
        for (key, value) in keys
            .split('&')
            .filter(|part| !part.is_empty())
            .map(|part| part.split_once('=').unwrap_or((part, "")))
        {
            if seen.contains(&key) {
                return Err(EngineRefError::Twice(key.to_owned()));
            }
            seen.push(key);
            let positive = || number(key, value, "a positive whole number");
            match key {
                "elo" | "skill" if engine.strength != Strength::Full => {
                    return Err(EngineRefError::Twice(key.to_owned()));
                }
                "elo" => engine.strength = Strength::Elo(number(key, value, "a rating")?),
                "skill" => engine.strength = Strength::Skill(number(key, value, "a whole number")?),
                "hash" => engine.hash = Some(u32::try_from(positive()?).unwrap_or(u32::MAX)),
                "nodes" => {
                    let nodes = positive()?;
                    limit = Some(limit.map_or(Limit::nodes(nodes), |limit| limit.or_nodes(nodes)));
                }
                "depth" => {
                    let depth = u32::try_from(positive()?).unwrap_or(u32::MAX);
                    limit = Some(limit.map_or(Limit::depth(depth), |limit| limit.or_depth(depth)));
                }
                "movetime" => {
                    let time = Duration::from_millis(positive()?);
                    limit =
                        Some(limit.map_or(Limit::movetime(time), |limit| limit.or_movetime(time)));
                }
                other => {
                    return Err(EngineRefError::Key {
                        key: other.to_owned(),
                        hint: did_you_mean(other, KEYS),
                    });
                }
            }
        }
        engine.limit = limit.unwrap_or(engine.limit);
        Ok(engine)
    }
}

fn program(name: &str) -> Result<Program, EngineRefError> {
    if let Some(script) = name.strip_prefix("node:").filter(|path| !path.is_empty()) {
        return Ok(Program::Script(PathBuf::from(script)));
    }
    match name {
        "stockfish" => Ok(Program::Known(EngineKind::Stockfish)),
        "fairy-stockfish" => Ok(Program::Known(EngineKind::FairyStockfish)),
        path if path.contains(['/', '\\']) => Ok(Program::File(PathBuf::from(path))),
        other => Err(EngineRefError::Program {
            name: other.to_owned(),
            hint: did_you_mean(other, ["stockfish", "fairy-stockfish"]),
        }),
    }
}

fn number<N: FromStr + PartialOrd + Default>(
    key: &str,
    value: &str,
    expected: &'static str,
) -> Result<N, EngineRefError> {
    let wrong = || EngineRefError::Value {
        key: key.to_owned(),
        value: value.to_owned(),
        expected,
    };
    let number: N = value.parse().map_err(|_| wrong())?;
    // A skill level may be negative; nothing else may be less than one.
    if key != "skill" && number <= N::default() {
        return Err(wrong());
    }
    Ok(number)
}

impl EngineRef {
    /// The same engine limited to a rating, which it must be able to be.
    #[must_use]
    pub fn at_elo(&self, elo: u32) -> Self {
        let (name, keys) = self.text.split_once('?').unwrap_or((&self.text, ""));
        let others = keys.split('&').filter(|key| {
            !key.is_empty() && !key.starts_with("elo=") && !key.starts_with("skill=")
        });
        let keys: Vec<String> = std::iter::once(format!("elo={elo}"))
            .chain(others.map(str::to_owned))
            .collect();
        Self {
            text: format!("{name}?{}", keys.join("&")),
            strength: Strength::Elo(elo),
            ..self.clone()
        }
    }

    /// What to start; looks for the program where only its name is given.
    pub fn spec(&self) -> Result<EngineSpec, FindError> {
        let spec = match &self.program {
            Program::Known(kind) => EngineSpec::new(find(*kind, None)?),
            Program::File(path) => EngineSpec::new(find(EngineKind::Stockfish, Some(path))?),
            Program::Script(path) if !path.is_file() => {
                return Err(FindError::Script { path: path.clone() });
            }
            Program::Script(path) => EngineSpec::new(find_node()?).with_arg(path),
        };
        let mut spec = spec.with_strength(self.strength);
        spec.hash = self.hash.unwrap_or(spec.hash);
        Ok(spec)
    }
}

impl fmt::Display for EngineRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> String {
        text.parse::<EngineRef>().unwrap_err().to_string()
    }

    #[test]
    fn an_engine_is_named_with_its_strength_and_limit() {
        let engine: EngineRef = "stockfish?elo=1500&nodes=20000&depth=12".parse().unwrap();
        assert_eq!(engine.strength, Strength::Elo(1500));
        assert_eq!(engine.limit.command(), "go depth 12 nodes 20000");
        let engine: EngineRef = "fairy-stockfish?skill=-5".parse().unwrap();
        assert_eq!(engine.strength, Strength::Skill(-5));
        assert_eq!(engine.limit.command(), "go nodes 100000");
        let engine: EngineRef = "./mine?movetime=250".parse().unwrap();
        assert_eq!(engine.limit.command(), "go movetime 250");
        assert_eq!(engine.to_string(), "./mine?movetime=250");
    }

    #[test]
    fn what_is_wrong_is_told() {
        assert!(said("stokfish?elo=1500").contains("did you mean `stockfish`?"));
        assert!(said("stockfish?elo=strong").contains("elo=strong: expected a rating"));
        assert!(said("stockfish?nodes=0").contains("nodes=0: expected a positive whole number"));
        assert!(said("stockfish?node=5").contains("did you mean `nodes`?"));
        assert!(said("stockfish?elo=1500&skill=3").contains("skill is given although"));
        assert!(said("stockfish?elo=1500&elo=1600").contains("elo is given although"));
        assert!(said("stockfish?elo").contains("elo=: expected a rating"));
    }
}
