//! An engine's options: as it states them, and what may be set.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::protocol::split;

/// One option, as stated in the handshake.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineOption {
    /// May hold spaces.
    pub name: String,
    /// What it takes.
    pub kind: OptionKind,
}

/// What an option takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum OptionKind {
    /// `true` or `false`.
    Check {
        /// At the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// At the start.
        default: i64,
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of a list.
    Combo {
        /// At the start.
        default: String,
        /// The list.
        vars: Vec<String>,
    },
    /// Nothing: it is pressed.
    Button,
    /// A text on one line.
    String {
        /// At the start; `<empty>` is read as empty.
        default: String,
    },
}

const KEYS: [&str; 5] = ["type", "default", "min", "max", "var"];

impl EngineOption {
    /// Reads what follows `option`. None when it is not in UCI's grammar.
    ///
    /// A name runs to the word `type`, a value to the next key; both may hold spaces.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let ("name", text) = split(text) else {
            return None;
        };
        let (mut name, mut kind) = (Vec::new(), "");
        let (mut default, mut min, mut max, mut vars) = (None, None, None, Vec::new());
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next_if(|word| *word != "type") {
            name.push(word);
        }
        while let Some(key) = words.next() {
            if key == "type" {
                kind = words.next()?;
                continue;
            }
            let mut value = Vec::new();
            while let Some(word) = words.next_if(|word| !KEYS.contains(word)) {
                value.push(word);
            }
            let value = value.join(" ");
            match key {
                "default" => default = Some(value),
                "min" => min = Some(value.parse().ok()?),
                "max" => max = Some(value.parse().ok()?),
                "var" => vars.push(value),
                _ => {}
            }
        }
        let kind = match kind {
            "check" => OptionKind::Check {
                default: default.as_deref() == Some("true"),
            },
            "spin" => OptionKind::Spin {
                default: default?.parse().ok()?,
                min: min.unwrap_or(i64::MIN),
                max: max.unwrap_or(i64::MAX),
            },
            "combo" => OptionKind::Combo {
                default: default.unwrap_or_default(),
                vars,
            },
            "button" => OptionKind::Button,
            "string" => OptionKind::String {
                default: default
                    .filter(|value| value != "<empty>")
                    .unwrap_or_default(),
            },
            _ => return None,
        };
        let name = name.join(" ");
        (!name.is_empty()).then_some(Self { name, kind })
    }
}

/// Why an option cannot be set. Engines ignore most of these without a word.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OptionError {
    /// Not among its options.
    #[error("the engine has no option `{name}`{}", nearest.as_ref().map(|near| format!("; is `{near}` meant?")).unwrap_or_default())]
    Unknown {
        /// As asked.
        name: String,
        /// What may be meant.
        nearest: Option<String>,
    },
    /// Outside the range that the engine states.
    #[error("option `{name}` takes {min} to {max}, not {value}")]
    OutOfRange {
        /// Which.
        name: String,
        /// As asked.
        value: i64,
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// Of another type.
    #[error("option `{name}` takes {wanted}, not `{value}`")]
    Kind {
        /// Which.
        name: String,
        /// As asked.
        value: String,
        /// In words.
        wanted: String,
    },
}

/// All options of an engine.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OptionTable(Vec<EngineOption>);

impl OptionTable {
    /// Adds one; one of the same name is replaced, since an engine may state its options again.
    pub fn insert(&mut self, option: EngineOption) {
        match self.0.iter_mut().find(|old| old.name == option.name) {
            Some(old) => *old = option,
            None => self.0.push(option),
        }
    }

    /// In the engine's order.
    pub fn iter(&self) -> impl Iterator<Item = &EngineOption> {
        self.0.iter()
    }

    /// By name; UCI's names do not depend on case.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&EngineOption> {
        self.0
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Name and value as the engine spells them, if it takes them.
    pub fn check(&self, name: &str, value: &str) -> Result<(String, String), OptionError> {
        let option = self.get(name).ok_or_else(|| self.unknown(name))?;
        let wrong = |wanted: &str| OptionError::Kind {
            name: option.name.clone(),
            value: value.escape_debug().to_string(),
            wanted: wanted.to_owned(),
        };
        let value = match &option.kind {
            OptionKind::Check { .. } => match value {
                "true" | "false" => value.to_owned(),
                _ => return Err(wrong("true or false")),
            },
            &OptionKind::Spin { min, max, .. } => {
                let number = value.parse().map_err(|_| wrong("a whole number"))?;
                if !(min..=max).contains(&number) {
                    let name = option.name.clone();
                    return Err(OptionError::OutOfRange {
                        name,
                        value: number,
                        min,
                        max,
                    });
                }
                number.to_string()
            }
            OptionKind::Combo { vars, .. } => vars
                .iter()
                .find(|var| var.eq_ignore_ascii_case(value))
                .cloned()
                .ok_or_else(|| wrong(&one_of(vars)))?,
            OptionKind::Button if value.is_empty() => String::new(),
            OptionKind::Button => return Err(wrong("no value (it is a button)")),
            OptionKind::String { .. } if value.contains(char::is_control) => {
                return Err(wrong("a text on one line"));
            }
            OptionKind::String { .. } if value.is_empty() => "<empty>".to_owned(),
            OptionKind::String { .. } => value.to_owned(),
        };
        Ok((option.name.clone(), value))
    }

    fn unknown(&self, name: &str) -> OptionError {
        let near = |option: &&EngineOption| {
            strsim::damerau_levenshtein(&option.name.to_lowercase(), &name.to_lowercase())
        };
        let nearest = self.0.iter().min_by_key(near);
        OptionError::Unknown {
            name: name.escape_debug().to_string(),
            nearest: nearest
                .filter(|option| near(option) <= 1 + name.chars().count() / 3)
                .map(|option| option.name.clone()),
        }
    }
}

fn one_of(vars: &[String]) -> String {
    const SHOWN: usize = 12;
    let more = if vars.len() > SHOWN { ", …" } else { "" };
    format!(
        "one of {}{more}",
        vars.iter()
            .take(SHOWN)
            .cloned()
            .collect::<Vec<_>>()
            .join(", ")
    )
}

/// The engine's word for it.
pub(super) fn set_command(name: &str, value: &str) -> String {
    if value.is_empty() {
        format!("setoption name {name}")
    } else {
        format!("setoption name {name} value {value}")
    }
}
