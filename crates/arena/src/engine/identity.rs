//! Which engine it was, for the manifest.

use std::{
    fs::{self, File},
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{
    client::Engine,
    error::{EngineError, Problem},
    option::OptionKind,
};

/// Which engine it was, and how it was set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// As it calls itself.
    pub name: String,
    /// Its authors, if it says so.
    pub author: Option<String>,
    /// Its program, and every argument that is a file; of a script with the WebAssembly
    /// beside it.
    pub files: Vec<EngineFile>,
    /// What it plays.
    pub variant: String,
    /// Every option with the value in force.
    pub options: Vec<(String, String)>,
}

/// A file of an engine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineFile {
    /// Its name, without its folder.
    pub file: String,
    /// Of its bytes, as 64 digits.
    pub blake3: String,
}

impl Engine {
    /// Reads its files, which takes some 20 ms for a binary with a network inside.
    pub async fn identity(&self) -> Result<Identity, EngineError> {
        let mut paths = vec![self.spec().path.clone()];
        let args = self.spec().args.iter().map(Path::new);
        paths.extend(args.filter(|arg| arg.is_file()).map(Path::to_owned));
        let read = move || {
            let beside: Vec<PathBuf> = paths.iter().flat_map(|path| parts(path)).collect();
            paths.extend(beside);
            paths
                .iter()
                .map(|path| fingerprint(path))
                .collect::<Result<Vec<_>, _>>()
        };
        let files = match tokio::task::spawn_blocking(read).await {
            Ok(files) => files,
            Err(panic) => std::panic::resume_unwind(panic.into_panic()),
        };
        let files = files.map_err(|problem| EngineError {
            engine: self.name().to_owned(),
            problem: Box::new(problem),
            last_lines: Vec::new(),
        })?;
        Ok(Identity {
            name: self.name().to_owned(),
            author: self.author().map(str::to_owned),
            files,
            variant: self.spec().variant.as_str().to_owned(),
            options: self.options_in_force(),
        })
    }

    /// Every option but the buttons, with what was set or else its default. The
    /// path of the variants is left out: that file was temporary.
    #[must_use]
    pub fn options_in_force(&self) -> Vec<(String, String)> {
        let value = |name: &str, kind: &OptionKind| {
            let set = self.options_set().iter().find(|(set, _)| set == name);
            Some(match (set, kind) {
                (Some((_, value)), _) => value.clone(),
                (None, OptionKind::Check { default }) => default.to_string(),
                (None, OptionKind::Spin { default, .. }) => default.to_string(),
                (None, OptionKind::Combo { default, .. } | OptionKind::String { default }) => {
                    default.clone()
                }
                (None, OptionKind::Button) => return None,
            })
        };
        let all = self
            .options()
            .iter()
            .filter(|option| option.name != "VariantPath");
        all.filter_map(|option| Some((option.name.clone(), value(&option.name, &option.kind)?)))
            .collect()
    }
}

/// The WebAssembly of a script: files beside it whose names begin as its own does.
fn parts(script: &Path) -> Vec<PathBuf> {
    let stem = script.file_stem().unwrap_or_default().to_string_lossy();
    let is_script = script.extension().is_some_and(|end| end == "js");
    let (Some(folder), true) = (script.parent(), is_script) else {
        return Vec::new();
    };
    let files = fs::read_dir(folder).into_iter().flatten().flatten();
    let is_part = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(stem.as_ref()) && name.ends_with(".wasm")
    };
    let mut parts: Vec<PathBuf> = files.map(|file| file.path()).filter(is_part).collect();
    parts.sort();
    parts
}

fn fingerprint(path: &Path) -> Result<EngineFile, Problem> {
    let file = path
        .file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned();
    let failed = |error| Problem::File {
        file: file.clone(),
        error,
    };
    let mut hasher = blake3::Hasher::new();
    hasher
        .update_reader(File::open(path).map_err(failed)?)
        .map_err(failed)?;
    Ok(EngineFile {
        blake3: hasher.finalize().to_hex().to_string(),
        file,
    })
}
