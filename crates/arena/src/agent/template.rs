//! The words, files and variables that a program is started with. Pure.

use std::{
    fmt,
    path::{Path, PathBuf},
};

use ludometer_record::study::{
    AgentKind,
    agent::{Piece, Placeholder, pieces},
};
use serde_json::json;

use super::{presets, spec::AgentSpec};
use crate::mcp::Address;

/// The name under which a program knows the game's server.
pub(super) const SERVER: &str = "ludometer";

/// How a program gets to its game.
#[derive(Clone, PartialEq, Eq)]
pub struct Access {
    /// The game's URL, for programs that speak MCP over HTTP.
    pub url: String,
    /// The command that takes a program that speaks MCP over pipes there, word for word.
    pub attach: Vec<String>,
    /// Variables that this command needs.
    pub variables: Vec<(String, String)>,
}

impl Access {
    /// The way to a game of a gate. `ludometer` is this program's own file.
    #[must_use]
    pub fn to(address: &Address, ludometer: &Path) -> Self {
        Self {
            url: address.url.clone(),
            attach: vec![
                ludometer.to_string_lossy().into_owned(),
                "mcp".to_owned(),
                "attach".to_owned(),
                address.lines.to_string(),
            ],
            variables: vec![("LUDOMETER_GAME_TOKEN".to_owned(), address.token.clone())],
        }
    }
}

/// Who knows the way to a game can play it.
impl fmt::Debug for Access {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Access")
    }
}

/// Where the things of one game are. All paths are absolute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Places {
    pub(super) folder: PathBuf,
}

impl Places {
    /// The empty folder that the program works in.
    pub(super) fn work(&self) -> PathBuf {
        self.folder.join("work")
    }

    /// What the program takes for its user's home.
    pub(super) fn home(&self) -> PathBuf {
        self.folder.join("home")
    }

    pub(super) fn prompt(&self) -> PathBuf {
        self.folder.join("prompt.txt")
    }

    fn mcp_config(&self) -> PathBuf {
        self.folder.join("mcp.json")
    }

    pub(super) fn stdout(&self) -> PathBuf {
        self.folder.join("stdout.txt")
    }

    pub(super) fn stderr(&self) -> PathBuf {
        self.folder.join("stderr.txt")
    }
}

/// Everything that a program is started with, the environment that it is handed aside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Launch {
    /// The program's arguments.
    pub(super) words: Vec<String>,
    /// Files that are written first.
    pub(super) files: Vec<(PathBuf, String)>,
    /// Variables that it is given.
    pub(super) variables: Vec<(String, String)>,
}

/// What the placeholders stand for in one game.
#[derive(Debug, Clone, Copy)]
pub(super) struct Filling<'a> {
    pub(super) places: &'a Places,
    pub(super) access: &'a Access,
    pub(super) prompt: &'a str,
}

impl Launch {
    pub(super) fn of(spec: &AgentSpec, filling: Filling<'_>) -> Self {
        let table = &spec.table;
        let mut words: Vec<String> = spec.words.clone();
        let mut files = vec![
            (filling.places.prompt(), filling.prompt.to_owned()),
            (filling.places.mcp_config(), filling.mcp_config()),
        ];
        let preset = match spec.kind {
            AgentKind::Command => presets::Preset::default(),
            AgentKind::Codex => presets::codex(table),
            AgentKind::Claude => presets::claude(table),
            AgentKind::Gemini => presets::gemini(table, filling.access),
        };
        words.extend(preset.before);
        words.extend(table.args.iter().cloned());
        words.extend(preset.after);
        let home = filling.places.home();
        files.extend(
            preset
                .home_files
                .into_iter()
                .map(|(path, text)| (home.join(path), text)),
        );
        Self {
            words: words.iter().flat_map(|word| filling.word(word)).collect(),
            files,
            variables: [preset.variables, filling.access.variables.clone()].concat(),
        }
    }
}

impl Filling<'_> {
    /// A word with its placeholders filled in: one word, but for a bare `{attach}`, which is
    /// as many as the command has.
    fn word(&self, word: &str) -> Vec<String> {
        let pieces = pieces(word);
        if let [Piece::Filled(Placeholder::Attach)] = pieces[..] {
            return self.access.attach.clone();
        }
        let filled = pieces.into_iter().map(|piece| match piece {
            Piece::Text(text) => text.to_owned(),
            Piece::Filled(placeholder) => self.value(placeholder),
            // Refused when the study was read.
            Piece::Unknown(name) => format!("{{{name}}}"),
        });
        vec![filled.collect()]
    }

    fn value(&self, placeholder: Placeholder) -> String {
        let path = |path: &Path| path.to_string_lossy().into_owned();
        match placeholder {
            Placeholder::Prompt => self.prompt.to_owned(),
            Placeholder::PromptFile => path(&self.places.prompt()),
            Placeholder::Url => self.access.url.clone(),
            Placeholder::Attach => shell_words(&self.access.attach),
            Placeholder::McpConfig => path(&self.places.mcp_config()),
            Placeholder::Folder => path(&self.places.folder),
        }
    }

    /// The server in the form that many programs read.
    fn mcp_config(&self) -> String {
        let server = json!({ "type": "http", "url": self.access.url });
        let config = json!({ "mcpServers": { SERVER: server } });
        format!("{config:#}\n")
    }
}

/// One line for a POSIX shell that means these words.
fn shell_words(words: &[String]) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=,@%+".contains(c);
    let quoted = words.iter().map(|word| {
        if !word.is_empty() && word.chars().all(plain) {
            word.clone()
        } else {
            format!("'{}'", word.replace('\'', r"'\''"))
        }
    });
    quoted.collect::<Vec<_>>().join(" ")
}
