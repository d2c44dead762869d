//! What a run prepares of a player that is a program, before its first game.

use std::{env, ffi::OsString, fmt, path::PathBuf};

use ludometer_record::study::{AgentEvents, AgentKind, AgentTable};

use crate::process::find_program;

/// Words that start a known program, unless a study says otherwise.
fn usual(kind: AgentKind) -> &'static str {
    match kind {
        AgentKind::Codex => "codex",
        AgentKind::Claude => "claude",
        AgentKind::Gemini => "gemini",
        AgentKind::Command => "",
    }
}

/// How to get a known program.
fn advice(kind: AgentKind) -> &'static str {
    match kind {
        AgentKind::Codex => "; npm install -g @openai/codex, or say where it is in `command`",
        AgentKind::Claude => {
            "; npm install -g @anthropic-ai/claude-code, or say where it is in `command`"
        }
        AgentKind::Gemini => "; npm install -g @google/gemini-cli, or say where it is in `command`",
        AgentKind::Command => "",
    }
}

/// A player's program cannot be started on this machine.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PrepareError {
    /// There is no such program.
    #[error("no program {program:?} found{advice}")]
    NotFound {
        /// As it was looked for.
        program: String,
        /// What to do about it.
        advice: &'static str,
    },
    /// A variable that is to be handed on is not there.
    #[error("set the environment variable {0}")]
    NotSet(String),
}

/// A variable that is handed on. Its value is in no text.
#[derive(Clone)]
pub(super) struct Handed {
    pub(super) name: String,
    pub(super) value: OsString,
}

impl fmt::Debug for Handed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}=[key]", self.name)
    }
}

/// A program that can be started.
#[derive(Debug, Clone)]
pub struct AgentSpec {
    pub(super) kind: AgentKind,
    pub(super) table: AgentTable,
    /// Where the program is, absolute.
    pub(super) program: PathBuf,
    /// The words of the command behind the program.
    pub(super) words: Vec<String>,
    pub(super) handed: Vec<Handed>,
}

impl AgentSpec {
    /// Finds the program and takes the variables that it is handed from the environment.
    pub fn prepare(kind: AgentKind, table: &AgentTable) -> Result<Self, PrepareError> {
        Self::prepare_with(kind, table, |name| env::var_os(name))
    }

    /// [`AgentSpec::prepare`] with an environment of the caller's.
    pub fn prepare_with(
        kind: AgentKind,
        table: &AgentTable,
        variable: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, PrepareError> {
        let mut words = table.command.clone();
        if words.is_empty() {
            words.push(usual(kind).to_owned());
        }
        let program = words.remove(0);
        let found = find_program(&program).ok_or_else(|| PrepareError::NotFound {
            advice: advice(kind),
            program,
        })?;
        let hand = |name: &String| {
            variable(name)
                .filter(|value| !value.is_empty())
                .map(|value| Handed {
                    name: name.clone(),
                    value,
                })
                .ok_or_else(|| PrepareError::NotSet(name.clone()))
        };
        Ok(Self {
            kind,
            table: table.clone(),
            program: found,
            words,
            handed: table.env.iter().map(hand).collect::<Result<_, _>>()?,
        })
    }

    /// Where the program is.
    #[must_use]
    pub fn program(&self) -> &std::path::Path {
        &self.program
    }

    /// The program and the words that make it say its version; none for a command of the
    /// study, which may know no such word.
    #[must_use]
    pub fn version_command(&self) -> Option<Vec<OsString>> {
        if self.kind == AgentKind::Command {
            return None;
        }
        let mut words = vec![self.program.clone().into_os_string()];
        words.extend(self.words.iter().map(OsString::from));
        words.push("--version".into());
        Some(words)
    }

    pub(super) fn events(&self) -> AgentEvents {
        self.table.events.unwrap_or(self.kind.events())
    }

    /// The program's name in messages.
    pub(super) fn name(&self) -> String {
        let name = self.program.file_name().unwrap_or(self.program.as_os_str());
        name.to_string_lossy().into_owned()
    }
}
