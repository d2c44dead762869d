//! A run that is read back: its manifest, its journal, its study as amended.

use std::path::Path;

use anyhow::{Context, Result, bail};
use ludometer_instruments::{InstrumentName, MeasureError, ReadBack, Standing, Study, read_back};
use ludometer_record::{
    Contents,
    folder::RunFolder,
    journal::{Reading, Tail},
    kept::{KeptError, KeptJournal},
    manifest::{Manifest, amended},
};
use ludometer_site::tables::write::Source;

use crate::bench::{Bench, Papers};

/// A run that is read back. Reading changes nothing on disk.
#[derive(Debug)]
pub struct OpenedRun<B> {
    pub folder: RunFolder,
    pub manifest: Manifest,
    pub contents: Contents,
    pub reading: Reading,
    /// As it stands after the amendments.
    pub study: Study,
    pub bench: B,
}

impl<B: Bench> OpenedRun<B> {
    /// Reads a run's folder.
    pub fn read(path: &Path) -> Result<Self> {
        let folder = RunFolder::at(path);
        let manifest = folder.read_manifest()?;
        let journal = match KeptJournal::of(&folder) {
            Err(problem @ KeptError::Missing(_)) => {
                bail!("{problem} yet: start it again with run --resume")
            }
            other => other?,
        };
        let (contents, reading) = Contents::of(&journal)?;
        let study = study_of(&manifest, &contents)
            .with_context(|| format!("{}: the study in the manifest", path.display()))?;
        let bench = B::set_up(&study, papers(&manifest))?;
        Ok(Self {
            folder,
            manifest,
            contents,
            reading,
            study,
            bench,
        })
    }

    /// Every game played again from the journal.
    pub fn games(&self) -> Result<Vec<ReadBack<B::Record>>> {
        let games = read_back(&self.bench, &self.contents);
        Ok(games.map_err(MeasureError::Audit)?)
    }

    /// What the games say. They are those of [`OpenedRun::games`].
    pub fn measure(&self, games: Vec<ReadBack<B::Record>>) -> Result<B::Findings> {
        self.bench.measure(games, &Standing::of(&self.contents))
    }

    /// A note on a torn tail, for whoever reads the run.
    pub fn torn(&self) -> Option<String> {
        match self.reading.tail {
            Tail::Torn { after, bytes } => Some(format!(
                "the journal ends in a torn record after {after} ({bytes} bytes), which is left out"
            )),
            Tail::Clean | Tail::NoLineBreak => None,
        }
    }
}

/// What a run keeps beside its study.
pub fn papers(manifest: &Manifest) -> Papers<'_> {
    Papers {
        prompts: &manifest.prompts,
        opponents: &manifest.opponents,
        rungs: manifest.rungs.as_deref(),
    }
}

/// Which instrument a run is of.
pub fn instrument_of(path: &Path) -> Result<InstrumentName> {
    let manifest = RunFolder::at(path).read_manifest()?;
    let name = &manifest.resolved["instrument"];
    serde_json::from_value(name.clone())
        .with_context(|| format!("{}: the manifest's instrument {name}", path.display()))
}

/// The study of a run as it stands after its amendments.
pub fn study_of(manifest: &Manifest, contents: &Contents) -> Result<Study> {
    Ok(serde_json::from_value(amended(
        &manifest.resolved,
        &contents.amendments,
    ))?)
}

/// What a run's tables say of where they come from.
pub fn table_source(study: &Study, manifest: &Manifest) -> Source {
    Source {
        program: concat!("ludometer ", env!("CARGO_PKG_VERSION")).to_owned(),
        study: study.name.to_string(),
        run: manifest.run.to_string(),
    }
}
