//! A study file on disk, with the templates that it names.

use std::{
    io::Read,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail};
use ludometer_instruments::{
    InstrumentName, Study,
    probe::prefix::{GAMES, choose},
    tool::board_of,
};
use ludometer_record::{folder::RunFolder, manifest::PromptRecord};

/// Largest study file or template that is read, in bytes.
const LIMIT: u64 = 4 << 20;

/// Largest file of real games that is read, in bytes of its text.
const GAMES_LIMIT: u64 = 64 << 20;

/// A study, its text, and its own prompt templates.
#[derive(Debug)]
pub struct StudyFile {
    pub path: PathBuf,
    pub text: String,
    pub study: Study,
    pub templates: Vec<PromptRecord>,
}

impl StudyFile {
    /// Reads a study file, or that of a run's folder with the templates it was started with.
    pub fn read(path: &Path) -> Result<Self> {
        if path.is_dir() {
            let (text, study) = read_study(&path.join("study.toml"))?;
            let templates = RunFolder::at(path).read_manifest()?.prompts;
            return Ok(Self {
                path: path.join("study.toml"),
                text,
                study,
                templates,
            });
        }
        let (text, study) = read_study(path)?;
        let folder = path.parent().unwrap_or(Path::new("."));
        let own = match study.instrument {
            InstrumentName::EloLadder => &study.ladder.templates,
            _ => &study.chop_bench.templates,
        };
        let mut templates: Vec<PromptRecord> = own
            .iter()
            .map(|(family, file)| {
                let text = read_text(&folder.join(file)).with_context(|| {
                    format!(
                        "{}: template of the prompt family {family:?}",
                        path.display()
                    )
                })?;
                Ok(PromptRecord::new(family.clone(), text))
            })
            .collect::<Result<_>>()?;
        if let Some(file) = &study.probe.games_file
            && study.instrument == InstrumentName::DaydreamProbe
        {
            templates.push(real_games(&study, &folder.join(file))?);
        }
        Ok(Self {
            path: path.to_owned(),
            text,
            study,
            templates,
        })
    }
}

/// The real games of a study that goes on from some, as a run keeps them.
pub fn real_games(study: &Study, path: &Path) -> Result<PromptRecord> {
    let place = || path.display().to_string();
    let mut text = String::new();
    let file = ludometer_trainer::corpus::open(path).with_context(place)?;
    let mut file = file.take(GAMES_LIMIT + 1);
    file.read_to_string(&mut text).with_context(place)?;
    if text.len() as u64 > GAMES_LIMIT {
        bail!("{}: expected at most {GAMES_LIMIT} bytes", path.display());
    }
    let probe = &study.probe;
    let kept = choose(
        &text,
        probe.games as usize,
        study.seed,
        board_of(probe.tier),
    );
    Ok(PromptRecord::new(GAMES, kept.with_context(place)?))
}

fn read_study(path: &Path) -> Result<(String, Study)> {
    let text = read_text(path)?;
    let study = Study::parse(&text, path)?;
    Ok((text, study))
}

fn read_text(path: &Path) -> Result<String> {
    let size = std::fs::metadata(path)
        .with_context(|| path.display().to_string())?
        .len();
    if size > LIMIT {
        bail!(
            "{}: {size} bytes; expected a text of at most {LIMIT}",
            path.display()
        );
    }
    let bytes = std::fs::read(path).with_context(|| path.display().to_string())?;
    String::from_utf8(bytes).map_err(|error| {
        anyhow::anyhow!(
            "{}: no UTF-8 at byte {}",
            path.display(),
            error.utf8_error().valid_up_to()
        )
    })
}

/// A TOML string, for studies that the program writes. JSON's quoting is TOML's, too.
pub fn quoted(text: &str) -> String {
    serde_json::Value::String(text.to_owned()).to_string()
}
