//! A run's folder.
//!
//! ```text
//! RUN/
//!   study.toml         the study file as it was given
//!   manifest.json      what was run; written once
//!   journal.log        every answer, in order; all else follows from it
//!   journal.log.gz     the same, packed: what kept results have instead (read, never written)
//!   lock               held while a process works on the run
//!   agents/            what agent programs left, a folder for each game
//!   findings.json      \
//!   report.md           > derived; may be thrown away
//!   leaderboard.svg    |
//!   games.pgn          /   (games of chess)
//!   games/            /    (the ladder's: what was checked of each)
//! ```

use std::{
    fs::{self, File, OpenOptions, TryLockError},
    io::{self, Write},
    path::{Path, PathBuf},
};

use crate::{
    GameId,
    manifest::{self, Manifest},
};

/// The folder of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunFolder {
    path: PathBuf,
}

/// Why a run's folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// Something else stands there.
    #[error("{}: there is a run already; continue it with --resume or name another folder with --out", .0.display())]
    Exists(PathBuf),
    /// Something stands there that is no run.
    #[error("{}: the folder is not empty and holds no run; name another one with --out", .0.display())]
    NotARun(PathBuf),
    /// Nothing stands there.
    #[error("{}: no run there: {missing} is missing", path.display())]
    Missing {
        /// The folder.
        path: PathBuf,
        /// The file that is missing.
        missing: &'static str,
    },
    /// Another process works on it.
    #[error("{}: another process is working on this run; wait for it or stop it", .0.display())]
    Locked(PathBuf),
    /// The system says no.
    #[error("{}: {what}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What was tried.
        what: &'static str,
        /// What the system says.
        source: io::Error,
    },
    /// The manifest does not read.
    #[error("{}:{line}: this is no manifest: {problem}", path.display())]
    Manifest {
        /// The file.
        path: PathBuf,
        /// Line of the problem, from 1.
        line: usize,
        /// What the JSON reader says.
        problem: String,
    },
    /// The manifest is of a newer program.
    #[error("{}: manifest version {found}; this program reads up to {}: use the ludometer that wrote it, or a newer one", path.display(), manifest::VERSION)]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: u64,
    },
}

/// Held while a process works on a run; the system frees it however the process ends.
#[derive(Debug)]
pub struct RunLock {
    _file: File,
}

impl RunFolder {
    /// Names a folder; touches nothing.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// The folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The journal.
    #[must_use]
    pub fn journal(&self) -> PathBuf {
        self.path.join("journal.log")
    }

    /// The manifest.
    #[must_use]
    pub fn manifest(&self) -> PathBuf {
        self.path.join("manifest.json")
    }

    /// The journal of a run that was put away, packed with gzip.
    #[must_use]
    pub fn packed_journal(&self) -> PathBuf {
        self.path.join("journal.log.gz")
    }

    /// The study file's copy.
    #[must_use]
    pub fn study(&self) -> PathBuf {
        self.path.join("study.toml")
    }

    /// What agent programs leave, a folder for each game.
    #[must_use]
    pub fn agents(&self) -> PathBuf {
        self.path.join("agents")
    }

    /// The findings.
    #[must_use]
    pub fn findings(&self) -> PathBuf {
        self.path.join("findings.json")
    }

    /// Whether a run stands there: its manifest is the last file of a start.
    #[must_use]
    pub fn holds_run(&self) -> bool {
        self.manifest().exists()
    }

    /// Takes the folder for this process, creating it if need be.
    ///
    /// A folder that is there and is neither empty nor a run's is refused.
    pub fn lock(&self) -> Result<RunLock, FolderError> {
        // A start that was killed before its manifest leaves these two. A journal is
        // begun only behind a manifest: one without is somebody's answers.
        let begun = self.path.join("lock").exists();
        if let Ok(entries) = fs::read_dir(&self.path) {
            let ours = |name: &str| name == "lock" || (begun && name == "study.toml");
            let strange = |name: &str| !ours(name) && !name.starts_with('.');
            if !self.holds_run()
                && entries
                    .flatten()
                    .any(|entry| strange(&entry.file_name().to_string_lossy()))
            {
                return Err(FolderError::NotARun(self.path.clone()));
            }
        }
        fs::create_dir_all(&self.path).map_err(self.io("cannot be created"))?;
        let path = self.path.join("lock");
        let file = OpenOptions::new()
            .create(true)
            .truncate(false)
            .write(true)
            .open(&path)
            .map_err(|source| FolderError::Io {
                path,
                what: "cannot be written",
                source,
            })?;
        match file.try_lock() {
            Ok(()) => Ok(RunLock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(FolderError::Locked(self.path.clone())),
            Err(TryLockError::Error(source)) => Err(self.io("cannot be locked")(source)),
        }
    }

    /// Writes the two files of a start, the manifest last. A run that is there is an error.
    ///
    /// # Panics
    /// Never: a manifest is plain JSON data.
    pub fn start(
        &self,
        study: &str,
        manifest: &Manifest,
        _lock: &RunLock,
    ) -> Result<(), FolderError> {
        if self.holds_run() {
            return Err(FolderError::Exists(self.path.clone()));
        }
        self.write("study.toml", study.as_bytes())?;
        let json = serde_json::to_vec_pretty(manifest).expect("a manifest is plain JSON data");
        self.write("manifest.json", &json)
    }

    /// Reads the manifest.
    pub fn read_manifest(&self) -> Result<Manifest, FolderError> {
        let path = self.manifest();
        let text = match fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(FolderError::Missing {
                    path: self.path.clone(),
                    missing: "manifest.json",
                });
            }
            Err(source) => {
                return Err(FolderError::Io {
                    path,
                    what: "cannot be read",
                    source,
                });
            }
        };
        let wrong = |problem: serde_json::Error| FolderError::Manifest {
            path: path.clone(),
            line: problem.line(),
            problem: problem.to_string(),
        };
        let value: serde_json::Value = serde_json::from_str(&text).map_err(wrong)?;
        match value["version"].as_u64() {
            Some(found) if found > u64::from(manifest::VERSION) => {
                Err(FolderError::Newer { path, found })
            }
            _ => serde_json::from_str(&text).map_err(wrong),
        }
    }

    /// Writes what was checked of one game.
    pub fn write_verification(&self, game: &GameId, bytes: &[u8]) -> Result<(), FolderError> {
        let folder = self.path.join("games");
        fs::create_dir_all(&folder).map_err(|source| FolderError::Io {
            path: folder.clone(),
            what: "cannot be created",
            source,
        })?;
        write_in(
            &folder,
            &format!("{}.verification.json", game.file_name()),
            bytes,
        )
    }

    /// Writes a file so that it is there whole or not at all.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
        write_in(&self.path, name, bytes)
    }

    fn io(&self, what: &'static str) -> impl FnOnce(io::Error) -> FolderError + use<> {
        let path = self.path.clone();
        move |source| FolderError::Io { path, what, source }
    }
}

fn write_in(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), FolderError> {
    let path = folder.join(name);
    let draft = folder.join(format!(".{name}.draft"));
    let written = File::create(&draft)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&draft, &path))
        .and_then(|()| sync_folder(folder));
    written.map_err(|source| {
        let _ = fs::remove_file(&draft);
        FolderError::Io {
            path,
            what: "cannot be written",
            source,
        }
    })
}

/// Makes a rename durable. Folders cannot be synced on Windows, where the rename itself is.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    if cfg!(unix) {
        File::open(path)?.sync_all()
    } else {
        Ok(())
    }
}
