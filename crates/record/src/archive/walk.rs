//! The files of a folder, however deep, in an order that is always the same.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

/// Folders within folders that are still looked into.
const DEPTH: usize = 32;

/// A file that was found.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Found {
    /// Its path below the folder, with `/` between the names.
    pub name: String,
    /// Where it is.
    pub path: PathBuf,
}

/// What a folder has.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Walked {
    /// Files, sorted by name.
    pub files: Vec<Found>,
    /// What was passed over, and why; sorted by name.
    pub passed: Vec<(String, String)>,
}

/// Looks for files below a folder. Links to folders are not followed, so no loop is.
pub fn walk(folder: &Path) -> io::Result<Walked> {
    let mut walked = Walked::default();
    let mut open = vec![(folder.to_owned(), String::new(), 0)];
    while let Some((at, prefix, depth)) = open.pop() {
        let entries = match fs::read_dir(&at) {
            Ok(entries) => entries,
            Err(error) if depth == 0 => return Err(error),
            Err(error) => {
                walked
                    .passed
                    .push((prefix, format!("cannot be opened: {error}")));
                continue;
            }
        };
        for entry in entries {
            let entry = entry?;
            let own = entry.file_name().to_string_lossy().into_owned();
            let name = match prefix.as_str() {
                "" => own,
                prefix => format!("{prefix}/{own}"),
            };
            let path = entry.path();
            let linked = entry.file_type()?.is_symlink();
            match fs::metadata(&path) {
                Ok(about) if about.is_file() => walked.files.push(Found { name, path }),
                Ok(about) if about.is_dir() && linked => {
                    walked.passed.push((name, "a link to a folder".to_owned()));
                }
                Ok(about) if about.is_dir() && depth >= DEPTH => {
                    walked
                        .passed
                        .push((name, format!("more than {DEPTH} folders deep")));
                }
                Ok(about) if about.is_dir() => open.push((path, name, depth + 1)),
                Ok(_) => walked.passed.push((name, "no plain file".to_owned())),
                Err(error) => walked
                    .passed
                    .push((name, format!("cannot be looked at: {error}"))),
            }
        }
    }
    walked.files.sort();
    walked.passed.sort();
    Ok(walked)
}
