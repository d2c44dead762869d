//! From a study file to a run that is ready to be played.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context, Result, bail};
use jiff::Timestamp;
use ludometer_arena::model::ModelClient;
use ludometer_instruments::Study;
use ludometer_record::{
    Contents, Digest, PlayerName, RunId,
    folder::{RunFolder, RunLock},
    journal::{Entry, FORMAT, Journal, Opened, Session, Tail, VERSION},
    manifest::{self, Machine, Manifest, Program, StudySource},
};

use crate::{
    amend,
    bench::{Bench, Papers},
    equipment::Equipment,
    opened::{papers, study_of},
    players,
    study::StudyFile,
};

/// A run that is ready to be played. It holds the folder's lock.
#[derive(Debug)]
pub struct Prepared<B> {
    pub lock: RunLock,
    pub journal: Journal,
    pub contents: Contents,
    pub study: Study,
    pub bench: B,
    pub equipment: Equipment,
    pub clients: BTreeMap<PlayerName, ModelClient>,
}

/// Starts a run in a folder that holds none.
pub async fn start<B: Bench>(
    file: &StudyFile,
    folder: RunFolder,
    engine: Option<&Path>,
) -> Result<Prepared<B>> {
    let study = file.study.clone();
    let clients = players::clients(&study)?;
    let mut equipment = Equipment::of(&study, engine).await?;
    equipment.bring_agents(&study, &folder).await?;
    let papers = Papers {
        prompts: &file.templates,
        opponents: &equipment.opponents,
        rungs: equipment.rungs.as_deref(),
    };
    let bench = B::set_up(&study, papers).with_context(|| file.path.display().to_string())?;
    let lock = folder.lock()?;
    let name = file
        .path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned());
    let manifest = Manifest {
        version: manifest::VERSION,
        run: RunId(format!("{:016x}", rand::random::<u64>())),
        started: Timestamp::now(),
        program: program(),
        machine: machine(),
        study: StudySource {
            file: name.unwrap_or_default(),
            blake3: Digest::of(file.text.as_bytes()),
        },
        seed: study.seed,
        players: players::records(&study, &clients)?,
        prompts: bench.prompts(),
        tools: equipment.tools.clone(),
        engines: equipment.engines.clone(),
        opponents: equipment.opponents.clone(),
        rungs: equipment.rungs.clone(),
        resolved: serde_json::to_value(&study)?,
    };
    folder.start(&file.text, &manifest, &lock)?;
    let journal = Journal::create(&folder.journal())?;
    open(&journal, &manifest, &clients).await?;
    Ok(Prepared {
        lock,
        journal,
        contents: Contents::default(),
        study,
        bench,
        equipment,
        clients,
    })
}

/// Goes on with a run, if the study file still asks the same.
pub async fn resume<B: Bench>(
    file: &StudyFile,
    folder: RunFolder,
    engine: Option<&Path>,
) -> Result<Prepared<B>> {
    if !folder.holds_run() {
        bail!(
            "{}: no run there to go on with; start one without --resume",
            folder.path().display()
        );
    }
    let lock = folder.lock()?;
    let manifest = folder.read_manifest()?;
    let mut contents = Contents::default();
    let (journal, fresh) = if folder.journal().exists() {
        let (journal, reading) = Journal::resume(&folder.journal(), |entry| contents.add(entry))?;
        if let Tail::Torn { after, bytes } = reading.tail {
            note!(
                "note: torn record after {after}, dropped ({bytes} bytes); its question is asked again"
            );
        }
        (journal, reading.records == 0)
    } else if folder.packed_journal().exists() {
        bail!(
            "{}: the journal of this run is put away packed: unpack it first, with gunzip",
            folder.packed_journal().display()
        );
    } else {
        // The start was killed between the manifest and the journal.
        (Journal::create(&folder.journal())?, true)
    };
    if let Some(problem) = &contents.disorder {
        bail!("{}: {problem}", folder.journal().display());
    }
    let amendments = amend::amendments(&study_of(&manifest, &contents)?, file, &manifest)?;
    contents.amendments.extend(amendments.iter().cloned());
    let study = study_of(&manifest, &contents)?;
    let bench = B::set_up(&study, papers(&manifest))?;
    let over = |id| {
        contents
            .games
            .get(id)
            .is_some_and(|log| log.ended.is_some())
    };
    let left = !bench.plan().iter().all(|game| over(bench.id(game))) || !amendments.is_empty();
    // With nothing left to ask, no server and no key is needed.
    let clients = if left {
        players::clients(&study)?
    } else {
        BTreeMap::new()
    };
    let equipment = if left {
        let mut equipment = Equipment::of(&study, engine).await?;
        equipment.check_same(&manifest)?;
        equipment.bring_agents(&study, &folder).await?;
        equipment
    } else {
        Equipment::default()
    };
    if fresh {
        open(&journal, &manifest, &clients).await?;
    } else if left {
        amend::say_moved(&manifest, &contents, &players::endpoints(&clients));
        journal.append(&session(&clients)).await?;
    }
    for amendment in amendments {
        note!(
            "note: {} was {}, is now {}; kept as an amendment of the run",
            amendment.key,
            amendment.from,
            amendment.to
        );
        journal.append(&Entry::Amendment(amendment)).await?;
    }
    Ok(Prepared {
        lock,
        journal,
        contents,
        study,
        bench,
        equipment,
        clients,
    })
}

/// Writes the first records of a journal.
async fn open(
    journal: &Journal,
    manifest: &Manifest,
    clients: &BTreeMap<PlayerName, ModelClient>,
) -> Result<()> {
    let opened = Opened {
        format: FORMAT.to_owned(),
        version: VERSION,
        run: manifest.run.clone(),
    };
    journal.append(&Entry::Opened(opened)).await?;
    journal.append(&session(clients)).await?;
    Ok(())
}

fn session(clients: &BTreeMap<PlayerName, ModelClient>) -> Entry {
    let Program { name, version } = program();
    Entry::Session(Session {
        started: Timestamp::now(),
        program: format!("{name} {version}"),
        endpoints: players::endpoints(clients),
    })
}

fn program() -> Program {
    Program {
        name: "ludometer".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
    }
}

fn machine() -> Machine {
    // Linux says it in a file; elsewhere the family has to do.
    let cpu = std::fs::read_to_string("/proc/cpuinfo")
        .ok()
        .and_then(|text| {
            let line = text.lines().find(|line| line.starts_with("model name"))?;
            Some(line.split_once(':')?.1.trim().to_owned())
        });
    Machine {
        os: std::env::consts::OS.to_owned(),
        arch: std::env::consts::ARCH.to_owned(),
        cpu,
        cores: std::thread::available_parallelism().map_or(1, usize::from),
    }
}
