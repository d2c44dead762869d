//! An imported run on disk.
//!
//! ```text
//! RUN/
//!   import.json     what was imported: program, kinds, every file's digest, what was left out
//!   records.jsonl   one record a line: path, kind, what all kinds share, and the original
//! ```

use std::{collections::BTreeMap, fs, io, path::PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{
    evidence::{Evidence, Kind},
    gather::Gathered,
};
use crate::{Digest, folder::FolderError, folder::RunFolder};

/// The version of the two files.
pub const VERSION: u32 = 1;

/// What was imported.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Import {
    /// The version of this file.
    pub version: u32,
    /// What kind of archive it is: `token-chess`.
    pub archive: String,
    /// The program, as `ludometer 0.1.0`.
    pub program: String,
    /// When.
    pub imported: String,
    /// The own name of the folder that it came from; imports before this was kept have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Records of each kind.
    pub kinds: BTreeMap<Kind, usize>,
    /// The digest of `records.jsonl`.
    pub records_blake3: Digest,
    /// Every file that became a record, in the records' order.
    pub files: Vec<SourceFile>,
    /// What was left out.
    pub left_out: Vec<LeftOut>,
    /// Files that are no JSON, counted by the end of their names.
    pub other_files: BTreeMap<String, usize>,
}

impl Import {
    /// A digest of the files of some kinds, whatever they are called: the same for every
    /// import of the same files.
    #[must_use]
    pub fn fingerprint(&self, is_meant: impl Fn(Kind) -> bool) -> Digest {
        let meant = self.files.iter().filter(|file| is_meant(file.kind));
        let mut digests: Vec<String> = meant.map(|file| file.blake3.to_string()).collect();
        digests.sort_unstable();
        Digest::of(digests.concat().as_bytes())
    }
}

/// A file that became a record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    /// Its path below the folder.
    pub path: String,
    /// What it holds.
    pub kind: Kind,
    /// Its length.
    pub bytes: u64,
    /// Its digest.
    pub blake3: Digest,
}

/// A file or folder that was left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// Its path below the folder.
    pub path: String,
    /// Why.
    pub reason: String,
    /// Whether its keys say that it is evidence, so that something is lost.
    pub is_evidence: bool,
}

/// A file's evidence.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The file's path below the folder that was imported.
    pub path: String,
    /// What it holds.
    pub evidence: Evidence,
    /// All that it says, in its order.
    pub original: Value,
}

/// A line of `records.jsonl`. What the file does not say is not in it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Line {
    path: String,
    kind: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<[String; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    termination: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<String>>,
    original: Value,
}

/// Why a folder cannot be imported, or an imported one not be read.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// What should be a folder is none.
    #[error("{}: no folder there", .0.display())]
    NoFolder(PathBuf),
    /// Nothing in the folder is evidence.
    #[error(
        "{}: no evidence of Token Chess in it: looked at {looked} JSON files{}",
        path.display(),
        first.as_ref().map_or(String::new(), |first| format!(" ({}: {})", first.path, first.reason)),
    )]
    Nothing {
        /// The folder.
        path: PathBuf,
        /// JSON files in it.
        looked: usize,
        /// The first of them.
        first: Option<LeftOut>,
    },
    /// The run's folder is in use.
    #[error("{}: there is something already; name another folder with --out", .0.display())]
    Exists(PathBuf),
    /// The system says no.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file of the run does not read.
    #[error("{}: {problem}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong, with its line.
        problem: String,
    },
    /// The run's folder cannot be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// The folder of an imported run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchiveFolder {
    path: PathBuf,
}

impl ArchiveFolder {
    /// Names a folder; touches nothing.
    #[must_use]
    pub fn at(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into() }
    }

    /// What was imported.
    #[must_use]
    pub fn import(&self) -> PathBuf {
        self.path.join("import.json")
    }

    /// The records.
    #[must_use]
    pub fn records(&self) -> PathBuf {
        self.path.join("records.jsonl")
    }

    /// Whether an imported run stands there.
    #[must_use]
    pub fn holds_import(&self) -> bool {
        self.import().exists()
    }

    /// Writes an imported run. A folder that is there and not empty is refused.
    ///
    /// # Panics
    /// Never: records are plain JSON data.
    pub fn write(
        &self,
        gathered: &Gathered,
        program: &str,
        imported: &str,
    ) -> Result<Import, ArchiveError> {
        let taken = match fs::read_dir(&self.path) {
            Ok(mut entries) => entries.next().is_some(),
            Err(error) => error.kind() != io::ErrorKind::NotFound,
        };
        if taken {
            return Err(ArchiveError::Exists(self.path.clone()));
        }
        fs::create_dir_all(&self.path).map_err(|source| ArchiveError::Io {
            path: self.path.clone(),
            source,
        })?;
        let mut records = Vec::new();
        let mut kinds = BTreeMap::new();
        for record in &gathered.records {
            *kinds.entry(record.evidence.kind()).or_default() += 1;
            serde_json::to_writer(&mut records, &Line::of(record)).expect("plain JSON data");
            records.push(b'\n');
        }
        let import = Import {
            version: VERSION,
            archive: "token-chess".to_owned(),
            program: program.to_owned(),
            imported: imported.to_owned(),
            from: gathered.from.clone(),
            kinds,
            records_blake3: Digest::of(&records),
            files: gathered.files.clone(),
            left_out: gathered.left_out.clone(),
            other_files: gathered.other_files.clone(),
        };
        let json = serde_json::to_vec_pretty(&import).expect("plain JSON data");
        // The last file makes it a run.
        let folder = RunFolder::at(&self.path);
        folder.write("records.jsonl", &records)?;
        folder.write("import.json", &json)?;
        Ok(import)
    }

    /// Reads what was imported.
    pub fn read_import(&self) -> Result<Import, ArchiveError> {
        let path = self.import();
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(source) => return Err(ArchiveError::Io { path, source }),
        };
        let damaged = |problem| ArchiveError::Damaged { path, problem };
        match serde_json::from_slice::<Value>(&bytes) {
            Ok(value)
                if value["version"]
                    .as_u64()
                    .is_some_and(|it| it > VERSION.into()) =>
            {
                let problem = format!(
                    "version {}; this program reads up to {VERSION}",
                    value["version"]
                );
                Err(damaged(problem))
            }
            _ => serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string())),
        }
    }

    /// Reads an imported run.
    pub fn read(&self) -> Result<Archived, ArchiveError> {
        let import = self.read_import()?;
        let path = self.records();
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(source) => return Err(ArchiveError::Io { path, source }),
        };
        let mut archived = Archived {
            records: Vec::new(),
            is_as_imported: Digest::of(&bytes) == import.records_blake3,
            import,
        };
        for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
            if line.is_empty() {
                continue;
            }
            let record = Line::read(line).map_err(|problem| ArchiveError::Damaged {
                path: path.clone(),
                problem: format!("line {}: {problem}", index + 1),
            })?;
            archived.records.push(record);
        }
        Ok(archived)
    }
}

/// An imported run as read.
#[derive(Debug)]
pub struct Archived {
    /// What was imported.
    pub import: Import,
    /// The records, by path.
    pub records: Vec<Record>,
    /// Whether the records are still those of the import.
    pub is_as_imported: bool,
}

impl Line {
    fn of(record: &Record) -> Self {
        let evidence = &record.evidence;
        let owned = |texts: Vec<&str>| texts.into_iter().map(str::to_owned).collect();
        Self {
            path: record.path.clone(),
            kind: evidence.kind(),
            players: evidence.players().map(|both| both.map(str::to_owned)),
            termination: evidence.termination().map(str::to_owned),
            moves: evidence.moves().map(owned),
            original: record.original.clone(),
        }
    }

    pub(super) fn read(line: &[u8]) -> Result<Record, String> {
        let line: Self = serde_json::from_slice(line).map_err(|error| error.to_string())?;
        let (evidence, original) = Evidence::read(line.original.to_string().as_bytes())
            .map_err(|error| error.to_string())?;
        if evidence.kind() != line.kind {
            return Err(format!(
                "{} in a record of a {}",
                evidence.kind(),
                line.kind
            ));
        }
        Ok(Record {
            path: line.path,
            evidence,
            original,
        })
    }
}
