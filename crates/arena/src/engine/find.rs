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
#[error(
    "no {} found; looked for {}; install it with `apt-get install {}` or say where it is",
    kind.package(),
    looked.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", "),
    kind.package()
)]
pub struct FindError {
    /// What was wanted.
    pub kind: EngineKind,
    /// Where it was looked for; folders, or the file that was named.
    pub looked: Vec<PathBuf>,
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
    let mut folders: Vec<_> = path.into_iter().flat_map(env::split_paths).collect();
    folders.push(PathBuf::from("/usr/games"));
    let Some(explicit) = explicit else {
        return program_in(&folders, kind.programs()).ok_or(FindError {
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
    found.ok_or_else(|| FindError {
        kind,
        looked: vec![explicit.to_owned()],
    })
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
