//! Where an engine is on this machine.

use std::{
    env,
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use thiserror::Error;

/// An engine that this program looks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EngineKind {
    /// Plays all boards of this project.
    FairyStockfish,
    /// Plays chess at a stated rating.
    Stockfish,
}

impl EngineKind {
    /// Its program, by the names that its packages and releases use.
    #[must_use]
    pub fn programs(self) -> &'static [&'static str] {
        match self {
            Self::FairyStockfish => &[
                "fairy-stockfish",
                "fairy-stockfish-largeboard",
                "fairy-stockfish-largeboard_x86-64",
                "fairy-stockfish-largeboard_x86-64-modern",
                "fairy-stockfish-largeboard_x86-64-bmi2",
            ],
            Self::Stockfish => &["stockfish"],
        }
    }

    /// Debian's package.
    #[must_use]
    pub fn package(self) -> &'static str {
        match self {
            Self::FairyStockfish => "fairy-stockfish",
            Self::Stockfish => "stockfish",
        }
    }
}

/// There is no such engine here.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FindError {
    /// It is not installed.
    #[error(
        "no {} found; looked for {}; install it with `apt-get install {}` or say where it is",
        kind.package(), listed(looked), kind.package()
    )]
    Engine {
        /// What was wanted.
        kind: EngineKind,
        /// The folders where it was looked for.
        looked: Vec<PathBuf>,
    },
    /// No such program, though it was named.
    #[error("{}: no program there that can be run; expected an engine", path.display())]
    Program {
        /// What was named.
        path: PathBuf,
    },
    /// Nothing that runs an engine's script.
    #[error(
        "an engine in a script needs Node.js, and no node found; looked in {}; install it with \
         `apt-get install nodejs`",
        listed(looked)
    )]
    Node {
        /// The folders.
        looked: Vec<PathBuf>,
    },
    /// No such script.
    #[error("{} is no file; behind node: stands the script of an engine", path.display())]
    Script {
        /// What was named.
        path: PathBuf,
    },
}

fn listed(looked: &[PathBuf]) -> String {
    let looked: Vec<String> = looked
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    looked.join(", ")
}

/// Finds Node.js, which runs engines that are built for the web.
pub fn find_node() -> Result<PathBuf, FindError> {
    let folders = folders(env::var_os("PATH").as_deref());
    program_in(&folders, &["node", "nodejs"]).ok_or(FindError::Node { looked: folders })
}

/// Finds an engine: the one that is named, or the first on PATH, or where Debian puts
/// games, which is not on everybody's PATH.
pub fn find(kind: EngineKind, explicit: Option<&Path>) -> Result<PathBuf, FindError> {
    find_in(kind, explicit, env::var_os("PATH").as_deref())
}

/// [`find`] with a PATH of the caller's.
pub fn find_in(
    kind: EngineKind,
    explicit: Option<&Path>,
    path: Option<&OsStr>,
) -> Result<PathBuf, FindError> {
    let folders = folders(path);
    let Some(explicit) = explicit else {
        return program_in(&folders, kind.programs()).ok_or(FindError::Engine {
            kind,
            looked: folders,
        });
    };
    if is_program(explicit) {
        return Ok(explicit.to_owned());
    }
    // A bare name is looked up as a shell does; a path is taken at its word.
    let is_bare = explicit.components().count() == 1;
    let found = is_bare.then(|| program_in(&folders, &[explicit])).flatten();
    found.ok_or_else(|| FindError::Program {
        path: explicit.to_owned(),
    })
}

fn folders(path: Option<&OsStr>) -> Vec<PathBuf> {
    let mut folders: Vec<_> = path.into_iter().flat_map(env::split_paths).collect();
    folders.push(PathBuf::from("/usr/games"));
    folders
}

/// The first of these programs in the first of these folders that has one.
pub(crate) fn program_in(folders: &[PathBuf], programs: &[impl AsRef<Path>]) -> Option<PathBuf> {
    let all = folders
        .iter()
        .flat_map(|folder| programs.iter().map(|name| folder.join(name)));
    all.into_iter().find(|path| is_program(path))
}

fn is_program(path: &Path) -> bool {
    let Ok(about) = fs::metadata(path) else {
        return false;
    };
    #[cfg(unix)]
    let may_run = std::os::unix::fs::PermissionsExt::mode(&about.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let may_run = true;
    about.is_file() && may_run
}
