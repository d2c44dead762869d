//! A run that is read back: its manifest, its journal, its study as amended.

use std::path::Path;

use anyhow::{Context, Result, bail};
use ludometer_instruments::{
    Study,
    chop_bench::{ChopBench, findings::Findings},
};
use ludometer_record::{
    Contents,
    folder::RunFolder,
    journal::{Reading, Tail},
    manifest::{Manifest, amended},
};

/// A run that is read back. Reading changes nothing on disk.
#[derive(Debug)]
pub struct OpenedRun {
    pub folder: RunFolder,
    pub manifest: Manifest,
    pub contents: Contents,
    pub reading: Reading,
    pub bench: ChopBench,
}

impl OpenedRun {
    /// Reads a run's folder.
    pub fn read(path: &Path) -> Result<Self> {
        let folder = RunFolder::at(path);
        let manifest = folder.read_manifest()?;
        if !folder.journal().exists() {
            bail!(
                "{}: the run has no journal yet: start it again with run --resume",
                path.display()
            );
        }
        let (contents, reading) = Contents::read(&folder.journal())?;
        let study = study_of(&manifest, &contents)
            .with_context(|| format!("{}: the study in the manifest", path.display()))?;
        let bench = ChopBench::new(&study, &manifest.prompts)?;
        Ok(Self {
            folder,
            manifest,
            contents,
            reading,
            bench,
        })
    }

    /// What the journal says: every game played again, and measured.
    pub fn measure(&self) -> Result<Findings> {
        Ok(Findings::measure(&self.bench, &self.contents)?)
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

/// The study of a run as it stands after its amendments.
pub fn study_of(manifest: &Manifest, contents: &Contents) -> Result<Study> {
    Ok(serde_json::from_value(amended(
        &manifest.resolved,
        &contents.amendments,
    ))?)
}
