//! What the tests of the program share.

#![allow(
    dead_code,
    unused_imports,
    unreachable_pub,
    reason = "each test file uses its part"
)]

pub mod mcp;
pub mod site;

use std::{
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
};

pub use ludometer_loopback::{Behaviour, Fault, FaultKind, Server, Speech};
use tempfile::TempDir;

/// A folder of a test's own, with a study in it.
pub struct Lab {
    folder: TempDir,
}

/// What a command came to.
#[derive(Debug)]
pub struct Said {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl Lab {
    /// A lab with a study file.
    pub fn with(study: &str) -> Self {
        let lab = Self {
            folder: TempDir::new().unwrap(),
        };
        lab.study(study);
        lab
    }

    /// Writes the study file anew.
    pub fn study(&self, text: &str) {
        std::fs::write(self.path("study.toml"), text).unwrap();
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn run_folder(&self) -> PathBuf {
        self.path("run")
    }

    pub fn journal(&self) -> PathBuf {
        self.run_folder().join("journal.log")
    }

    /// The program in this folder, without the caller's keys and servers.
    pub fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ludometer"));
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null());
        for variable in [
            "STEER_BASE_URL",
            "OPENAI_API_KEY",
            "ANTHROPIC_API_KEY",
            "OPENROUTER_API_KEY",
            "COLUMNS",
        ] {
            command.env_remove(variable);
        }
        command
    }

    pub fn say(&self, arguments: &[&str]) -> Said {
        Said::of(self.command(arguments).output().unwrap())
    }

    /// `run study.toml --out run`.
    pub fn run(&self) -> Said {
        self.say(&["run", "study.toml", "--out", "run"])
    }

    /// `run`, going on by itself, its words kept.
    pub fn begin(&self) -> Child {
        let mut command = self.command(&["run", "study.toml", "--out", "run"]);
        command
            .stderr(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap()
    }

    pub fn resume(&self) -> Said {
        self.say(&["run", "study.toml", "--out", "run", "--resume"])
    }

    /// Begins the run, or goes on with it, with nobody to listen.
    pub fn go(&self) -> Child {
        let resume: &[&str] = if self.run_folder().join("manifest.json").exists() {
            &["--resume"]
        } else {
            &[]
        };
        let mut arguments = vec!["run", "study.toml", "--out", "run"];
        arguments.extend(resume);
        self.command(&arguments)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }

    pub fn verify(&self) -> Said {
        self.say(&["verify", "run"])
    }

    /// The findings, derived from the journal alone.
    pub fn findings(&self) -> serde_json::Value {
        let said = self.say(&["report", "run", "--format", "json"]).well();
        serde_json::from_str(&said.out).unwrap()
    }
}

impl Said {
    pub fn of(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Expects exit code 0.
    #[track_caller]
    pub fn well(self) -> Self {
        self.exits(0)
    }

    /// Expects this exit code.
    #[track_caller]
    pub fn exits(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:#?}");
        self
    }

    /// Expects words on standard error.
    #[track_caller]
    pub fn tells(self, words: &[&str]) -> Self {
        for word in words {
            assert!(self.err.contains(word), "{word:?} is missing in {self:#?}");
        }
        self
    }

    /// Expects one line on standard error.
    #[track_caller]
    pub fn in_one_line(self) -> Self {
        assert_eq!(self.err.trim_end().lines().count(), 1, "{self:#?}");
        self
    }
}

/// A small study of one model behind `url`, with more keys for the player and the instrument.
pub fn study(url: &str, player: &str, chop_bench: &str) -> String {
    format!(
        r#"
name = "test"
instrument = "chop-bench"
seed = 5

[[player]]
name = "model"
model = "openai-compatible:loopback"
base_url = "{url}"
seed = 1
{player}

[chop_bench]
families = ["plain", "json"]
opponents = ["epsilon:0.3", "random"]
games_per_cell = 2
ply_cap = 30
{chop_bench}
"#
    )
}

/// Every file under a folder with its bytes.
pub fn snapshot(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<(PathBuf, Vec<u8>)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.clone(), std::fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

/// PATH with the folder that Debian puts games into.
pub fn path_with_games() -> String {
    let path = std::env::var("PATH").unwrap_or_default();
    format!("{path}:/usr/games")
}

/// Whether Fairy-Stockfish is installed.
pub fn has_fairy_stockfish() -> bool {
    has("fairy-stockfish")
}

/// Whether a program is installed.
pub fn has(program: &str) -> bool {
    path_with_games()
        .split(':')
        .any(|folder| Path::new(folder).join(program).exists())
}
