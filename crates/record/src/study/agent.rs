//! A player that is a program: what it is started with, and how long it may take.
//!
//! Words in braces stand for what each game fills in; see [`Placeholder`]. Braces around
//! anything else are the program's own.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{KeyError, did_you_mean};

/// Which program plays: one that this program knows how to start, or any.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AgentKind {
    /// `codex exec`.
    Codex,
    /// `claude -p`.
    Claude,
    /// `gemini -p`.
    Gemini,
    /// The command of the study.
    Command,
}

impl AgentKind {
    /// All of them, in the order in which they are listed to users.
    pub const ALL: [Self; 4] = [Self::Codex, Self::Claude, Self::Gemini, Self::Command];

    /// The word behind `agent:`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Codex => "codex",
            Self::Claude => "claude",
            Self::Gemini => "gemini",
            Self::Command => "command",
        }
    }

    /// The events that its output is read as, unless told otherwise.
    #[must_use]
    pub fn events(self) -> AgentEvents {
        match self {
            Self::Codex => AgentEvents::Codex,
            Self::Claude => AgentEvents::Claude,
            Self::Gemini => AgentEvents::Gemini,
            Self::Command => AgentEvents::None,
        }
    }
}

impl fmt::Display for AgentKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "agent:{}", self.word())
    }
}

/// Whose events a program prints.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AgentEvents {
    /// Those of `codex exec --json`.
    Codex,
    /// Those of `claude -p --output-format stream-json`.
    Claude,
    /// Those of `gemini -p --output-format stream-json`.
    Gemini,
    /// None: nothing is known of its tokens.
    None,
}

/// What a word in braces stands for in a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Placeholder {
    /// What the agent is told.
    Prompt,
    /// A file with what the agent is told.
    PromptFile,
    /// The game's server: a URL of MCP's streamable HTTP.
    Url,
    /// The command of the game's server over standard input and output.
    Attach,
    /// A JSON file that names the game's server, as many programs read it.
    McpConfig,
    /// The game's own folder.
    Folder,
}

impl Placeholder {
    /// All of them, in the order in which they are listed to users.
    pub const ALL: [Self; 6] = [
        Self::Prompt,
        Self::PromptFile,
        Self::Url,
        Self::Attach,
        Self::McpConfig,
        Self::Folder,
    ];

    /// The word between the braces.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Prompt => "prompt",
            Self::PromptFile => "prompt_file",
            Self::Url => "url",
            Self::Attach => "attach",
            Self::McpConfig => "mcp_config",
            Self::Folder => "folder",
        }
    }

    /// Whether a program can find the game's server by it.
    fn leads_to_the_game(self) -> bool {
        matches!(self, Self::Url | Self::Attach | Self::McpConfig)
    }
}

/// A stretch of a command's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    /// As it stands.
    Text(&'a str),
    /// To be filled in.
    Filled(Placeholder),
    /// A word in braces that stands for nothing.
    Unknown(&'a str),
}

/// Takes a word of a command apart. What looks like a placeholder is a word of small
/// letters and `_` between braces; everything else is text.
#[must_use]
pub fn pieces(word: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut begun, mut from) = (0, 0);
    while let Some(open) = word[from..].find('{').map(|at| from + at) {
        let inner = &word[open + 1..];
        let length = inner
            .find(|c: char| !(c.is_ascii_lowercase() || c == '_'))
            .unwrap_or(inner.len());
        from = open + 1;
        if length == 0 || !inner[length..].starts_with('}') {
            continue;
        }
        if begun < open {
            pieces.push(Piece::Text(&word[begun..open]));
        }
        let name = &inner[..length];
        let known = Placeholder::ALL.into_iter().find(|one| one.word() == name);
        pieces.push(known.map_or(Piece::Unknown(name), Piece::Filled));
        from = open + length + 2;
        begun = from;
    }
    if begun < word.len() {
        pieces.push(Piece::Text(&word[begun..]));
    }
    pieces
}

/// A `[player.agent]` table: how a player's program is started and how long it may take.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AgentTable {
    /// The whole command of `agent:command`; of a known program, the words that start it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// The model that a known program is told to use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The effort that a known program is told to make.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effort: Option<String>,
    /// Appended to the command.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Names of environment variables that are handed on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub env: Vec<String>,
    /// What its output is read as.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<AgentEvents>,
    /// Seconds of a game that are the agent's own: from a result to its next call.
    #[serde(default = "game_s")]
    pub game_s: f64,
    /// Seconds without a call after which the program counts as hung.
    #[serde(default = "silence_s")]
    pub silence_s: f64,
    /// Seconds after the game in which the program ends by itself.
    #[serde(default = "leave_s")]
    pub leave_s: f64,
}

fn game_s() -> f64 {
    7200.0
}

fn silence_s() -> f64 {
    900.0
}

fn leave_s() -> f64 {
    60.0
}

impl Default for AgentTable {
    fn default() -> Self {
        Self {
            command: Vec::new(),
            model: None,
            effort: None,
            args: Vec::new(),
            env: Vec::new(),
            events: None,
            game_s: game_s(),
            silence_s: silence_s(),
            leave_s: leave_s(),
        }
    }
}

impl AgentTable {
    /// What is set apart from defaults, in a line.
    #[must_use]
    pub fn settings(&self) -> String {
        let mut parts = Vec::new();
        let named = [("model", &self.model), ("effort", &self.effort)];
        for (name, value) in named {
            parts.extend(value.as_ref().map(|value| format!("{name} {value}")));
        }
        for (name, words) in [("command", &self.command), ("args", &self.args)] {
            if !words.is_empty() {
                parts.push(format!("{name} {}", words.join(" ")));
            }
        }
        parts.push(format!("{} s a game", self.game_s));
        parts.join(", ")
    }

    /// Checks the table of a player of this kind. `at` is its key, as in `player[0].agent`.
    pub fn check(&self, kind: AgentKind, at: &str) -> Result<(), KeyError> {
        let error = |key: &str, problem: String| Err(KeyError::new(format!("{at}.{key}"), problem));
        if kind == AgentKind::Command && self.command.is_empty() {
            return error(
                "command",
                "empty; expected a program and its words".to_owned(),
            );
        }
        if self
            .command
            .first()
            .is_some_and(|word| word.trim().is_empty())
        {
            return error("command[0]", "empty; expected a program".to_owned());
        }
        for (key, words) in [("command", &self.command), ("args", &self.args)] {
            for (index, word) in words.iter().enumerate() {
                if let Err(problem) = check_word(word) {
                    return error(&format!("{key}[{index}]"), problem);
                }
            }
        }
        if kind == AgentKind::Command {
            if let Some(key) = [("model", &self.model), ("effort", &self.effort)]
                .into_iter()
                .find_map(|(key, value)| value.as_ref().map(|_| key))
            {
                let problem = format!("{kind} does not know where to put it; say it in `command`");
                return error(key, problem);
            }
            let words = self.command.iter().chain(&self.args);
            let leads = words.flat_map(|word| pieces(word)).any(|piece| {
                matches!(piece, Piece::Filled(placeholder) if placeholder.leads_to_the_game())
            });
            if !leads {
                let problem = "the program cannot find its game; expected {url}, {attach} or \
                               {mcp_config} among the words";
                return error("command", problem.to_owned());
            }
        }
        if kind == AgentKind::Gemini && self.effort.is_some() {
            return error("effort", format!("{kind} has no such setting"));
        }
        // Kept in the manifest, so a key that was put here by mistake must not get by.
        if let Some(index) = self.env.iter().position(|name| !is_variable(name)) {
            let problem = "expected the name of an environment variable, not its value: \
                           letters, digits and _";
            return error(&format!("env[{index}]"), problem.to_owned());
        }
        for (key, value) in [
            ("game_s", self.game_s),
            ("silence_s", self.silence_s),
            ("leave_s", self.leave_s),
        ] {
            if !(0.001..=1e6).contains(&value) {
                let problem = format!("{value}; expected seconds, from 0.001 to 1000000");
                return error(key, problem);
            }
        }
        Ok(())
    }
}

/// Whether a text can be the name of an environment variable.
pub(super) fn is_variable(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || c == '_';
    !text.is_empty() && text.chars().all(fits)
}

/// A word that no program can be given, or with a placeholder that stands for nothing.
fn check_word(word: &str) -> Result<(), String> {
    if word.contains('\0') {
        return Err("a word of a command cannot hold a NUL".to_owned());
    }
    let unknown = pieces(word).into_iter().find_map(|piece| match piece {
        Piece::Unknown(name) => Some(name),
        Piece::Text(_) | Piece::Filled(_) => None,
    });
    let Some(name) = unknown else {
        return Ok(());
    };
    let known = Placeholder::ALL.map(Placeholder::word);
    let list = known.map(|word| format!("{{{word}}}")).join(", ");
    let hint = did_you_mean(name, known);
    Err(format!(
        "{{{name}}} stands for nothing; {hint}expected one of {list}"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn braces_are_a_placeholder_only_around_a_plain_word() {
        use Piece::{Filled, Text, Unknown};
        assert_eq!(
            pieces("--to={url}/x{prompt_file}"),
            [
                Text("--to="),
                Filled(Placeholder::Url),
                Text("/x"),
                Filled(Placeholder::PromptFile)
            ]
        );
        for text in [
            r#"model_providers.x={name="x",base_url="http://127.0.0.1/v1"}"#,
            r#"{"mcpServers":{}}"#,
            "{}",
            "{url",
            "{Url}",
            "a { b",
        ] {
            assert_eq!(pieces(text), [Text(text)], "{text}");
        }
        assert_eq!(
            pieces("{{url}}"),
            [Text("{"), Filled(Placeholder::Url), Text("}")]
        );
        assert_eq!(pieces("{game}"), [Unknown("game")]);
        assert_eq!(pieces(""), []);
    }
}
