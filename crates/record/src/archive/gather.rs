//! A folder of evidence read: what becomes a record, and what is left out.

use std::{collections::BTreeMap, fs, path::Path};

use super::{
    evidence::{Evidence, EvidenceError},
    folder::{ArchiveError, LeftOut, Record, SourceFile},
    walk::walk,
};
use crate::Digest;

/// Bytes past which a file is left out: the largest of the published ones has a hundredth.
const LARGEST: u64 = 16 << 20;

/// Records read from a folder of evidence, and what was left out.
#[derive(Debug, Default)]
pub struct Gathered {
    /// The folder's own name.
    pub from: Option<String>,
    /// The records, by path.
    pub records: Vec<Record>,
    /// A file for each record.
    pub files: Vec<SourceFile>,
    /// What was left out.
    pub left_out: Vec<LeftOut>,
    /// Files that are no JSON, counted by the end of their names.
    pub other_files: BTreeMap<String, usize>,
}

/// Reads every JSON file below a folder. No file is fatal; none at all is.
pub fn gather(folder: &Path) -> Result<Gathered, ArchiveError> {
    if !folder.is_dir() {
        return Err(ArchiveError::NoFolder(folder.to_owned()));
    }
    let walked = walk(folder).map_err(|source| ArchiveError::Io {
        path: folder.to_owned(),
        source,
    })?;
    let mut gathered = Gathered {
        from: own_name(folder),
        ..Gathered::default()
    };
    for (path, reason) in walked.passed {
        gathered.left_out.push(LeftOut {
            path,
            reason,
            is_evidence: false,
        });
    }
    let mut looked = 0;
    for file in walked.files {
        let end = Path::new(&file.name)
            .extension()
            .map(|end| end.to_string_lossy().to_ascii_lowercase());
        if end.as_deref() != Some("json") {
            *gathered
                .other_files
                .entry(end.unwrap_or_default())
                .or_default() += 1;
            continue;
        }
        looked += 1;
        gathered.take(file.name, &file.path);
    }
    if gathered.records.is_empty() {
        return Err(ArchiveError::Nothing {
            path: folder.to_owned(),
            looked,
            first: gathered.left_out.into_iter().next(),
        });
    }
    Ok(gathered)
}

/// A folder's own name, also where it was called `.` or `..`.
fn own_name(folder: &Path) -> Option<String> {
    let whole = folder.canonicalize().ok()?;
    let name = whole.file_name()?;
    Some(name.to_string_lossy().into_owned())
}

impl Gathered {
    fn take(&mut self, name: String, path: &Path) {
        let mut leave = |reason: String, is_evidence| {
            self.left_out.push(LeftOut {
                path: name.clone(),
                reason,
                is_evidence,
            });
        };
        let bytes = match fs::metadata(path) {
            Ok(about) if about.len() > LARGEST => {
                return leave(
                    format!("{} bytes; {LARGEST} are read at most", about.len()),
                    false,
                );
            }
            _ => fs::read(path),
        };
        let bytes = match bytes {
            Ok(bytes) => bytes,
            Err(error) => return leave(format!("cannot be read: {error}"), false),
        };
        let blake3 = Digest::of(&bytes);
        if let Some(twin) = self.files.iter().find(|file| file.blake3 == blake3) {
            return leave(format!("the same bytes as {}", twin.path), false);
        }
        match Evidence::read(&bytes) {
            Ok((evidence, original)) => {
                self.files.push(SourceFile {
                    path: name.clone(),
                    kind: evidence.kind(),
                    bytes: bytes.len() as u64,
                    blake3,
                });
                self.records.push(Record {
                    path: name,
                    evidence,
                    original,
                });
            }
            Err(error) => {
                let is_evidence = matches!(error, EvidenceError::Broken { .. });
                leave(error.to_string(), is_evidence);
            }
        }
    }
}
