//! One run: its papers, its index, its pages.
//!
//! | module | holds |
//! |---|---|
//! | [`open`] | what is kept of a run that is looked at |
//! | [`card`] | the run in a few words, and how far it has come |
//! | [`seat`] | a person's seat in it |

mod card;
mod open;
mod seat;

use std::{
    io::Read,
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use anyhow::{Context, Result};
use ludometer_record::{
    GameId,
    folder::RunFolder,
    kept::{JournalMark, KeptError, KeptJournal, journal_length},
    manifest::Manifest,
};
use ludometer_site::{
    board::BoardPage,
    chop_bench::exam::Exam,
    home::RunCard,
    list::GameList,
    marks::Marks,
    papers::{RunPage, Sitting, Verified},
    replay::GamePage,
    tables::{TableName, write::FileKind},
};

use self::open::{Open, known};
pub use self::seat::Hands;
use super::{
    downloads::{self, File, lying},
    spine::{Out, Wanted},
    volume::{Volume, lock, said},
};
use crate::{opened::table_source, verified::verified};

/// A run counts as worked on for so long after its journal grew.
const FRESH: Duration = Duration::from_secs(30);

/// One run.
pub struct Book {
    key: String,
    folder: RunFolder,
    /// Written once, when the run starts.
    manifest: Manifest,
    /// Of the manifest's file: another run may be started where this one was.
    written: Option<SystemTime>,
    identity: String,
    open: Mutex<Option<Open>>,
    card: Mutex<Option<(Option<JournalMark>, RunCard)>>,
    board: Mutex<Option<(u64, Arc<str>)>>,
}

impl Book {
    /// A run of which the manifest was read.
    pub fn of(folder: RunFolder, key: String, manifest: Manifest) -> Self {
        Self {
            written: written(&folder),
            identity: manifest.run.to_string(),
            key,
            folder,
            manifest,
            open: Mutex::new(None),
            card: Mutex::new(None),
            board: Mutex::new(None),
        }
    }
}

impl Volume for Book {
    fn key(&self) -> &str {
        &self.key
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn identity(&self) -> &str {
        &self.identity
    }

    fn length(&self) -> u64 {
        journal_length(&self.folder)
    }

    fn started(&self) -> String {
        self.manifest.started.to_string()
    }

    fn is_current(&self) -> bool {
        written(&self.folder) == self.written
    }

    fn run(self: Arc<Self>) -> Option<Arc<Book>> {
        Some(self)
    }

    fn is_open(&self) -> bool {
        lock(&self.open).is_some()
    }

    fn close(&self) {
        *lock(&self.open) = None;
        *lock(&self.board) = None;
    }

    fn card(&self) -> Result<RunCard> {
        let mark = JournalMark::of(&self.folder);
        // A packed one is not written any more, whenever that was.
        let fresh = mark
            .filter(|_| self.folder.journal().exists())
            .and_then(|mark| mark.written)
            .and_then(|at| SystemTime::now().duration_since(at).ok())
            .is_some_and(|age| age < FRESH);
        let mut kept = lock(&self.card);
        let mut card = match kept.take() {
            Some((at, card)) if at == mark => card,
            _ => self.with(|open| Ok(self.card_of(open)))?,
        };
        *kept = Some((mark, card.clone()));
        let progress = &mut card.progress;
        progress.working = fresh && progress.scored + progress.void < progress.planned;
        if !progress.working {
            progress.ends = None;
        }
        Ok(card)
    }

    fn papers(&self) -> Result<RunPage> {
        let card = self.card()?;
        let study = std::fs::read_to_string(self.folder.study()).unwrap_or_default();
        self.with(|open| {
            Ok(RunPage {
                id: self.manifest.run.to_string(),
                study,
                manifest: serde_json::to_string_pretty(&self.manifest)?,
                sessions: open
                    .index
                    .sessions
                    .iter()
                    .map(|session| Sitting {
                        started: session.started.to_string(),
                        program: session.program.clone(),
                    })
                    .collect(),
                amendments: open
                    .index
                    .amendments
                    .iter()
                    .map(|one| format!("{}: {} became {} ({})", one.key, one.from, one.to, one.at))
                    .collect(),
                left_out: Vec::new(),
                downloads: downloads::of(&card.instrument),
                exam: open.spine.has_exam(),
                card,
            })
        })
    }

    fn list(&self) -> Result<GameList> {
        self.with(|open| {
            let known = |id: &GameId| known(&open.index, id);
            Ok(open.spine.list(&self.key, &known))
        })
    }

    fn game(&self, place: usize) -> Result<Option<GamePage>> {
        let (spine, whereabouts, journal) = self.with(|open| {
            let whereabouts = open.spine.id(place).map(|id| open.index.whereabouts(id));
            Ok((Arc::clone(&open.spine), whereabouts, open.reader()))
        })?;
        let Some(whereabouts) = whereabouts else {
            return Ok(None);
        };
        let log = match whereabouts {
            none if none.is_empty() => ludometer_record::GameLog::default(),
            some => {
                let journal = journal.context("what is indexed is of a journal")?;
                some.read(&mut journal.finder()?)?
            }
        };
        let page = spine.game(&self.key, place, &log);
        Ok(page.map(|page| GamePage {
            people: self.people(),
            ..page
        }))
    }

    fn board(&self) -> Result<Arc<str>> {
        let mut kept = lock(&self.board);
        let length = self.with(|open| Ok(open.index.bytes()))?;
        if let Some((at, json)) = kept.as_ref()
            && *at == length
        {
            return Ok(Arc::clone(json));
        }
        let page: BoardPage = self.reading(|spine, read| spine.board(&self.key, read))?;
        let json: Arc<str> = serde_json::to_string(&page)?.into();
        *kept = Some((length, Arc::clone(&json)));
        Ok(json)
    }

    fn marks(&self) -> Result<Marks> {
        self.reading(|spine, read| spine.marks(&self.key, read))
    }

    fn pgn(&self) -> Result<Option<String>> {
        self.reading(|spine, read| spine.pgn(&self.manifest, read))
    }

    fn offers(&self, name: TableName, _: FileKind) -> Result<bool> {
        self.with(|open| Ok(open.spine.tables().contains(&name)))
    }

    fn table(&self, name: TableName, kind: FileKind, out: Out<'_>) -> Result<()> {
        let study = self.with(|open| Ok(open.study.clone()))?;
        let wanted = Wanted {
            name,
            kind,
            source: table_source(&study, &self.manifest),
            study: &study,
        };
        self.reading(|spine, read| spine.table(&wanted, read, out))
    }

    fn exam(&self) -> Result<Option<Exam>> {
        self.with(|open| Ok(open.spine.exam()))
    }

    fn verify(&self) -> Result<Verified> {
        Ok(said(&self.key, verified(self.folder.path(), None)?))
    }

    fn original(&self, file: File) -> Result<Option<Vec<u8>>> {
        match file {
            File::Study => lying(&self.folder.study()),
            File::Manifest => lying(&self.folder.manifest()),
            File::Journal => {
                let journal = match KeptJournal::of(&self.folder) {
                    Ok(journal) => journal,
                    Err(KeptError::Missing(_)) => return Ok(None),
                    Err(problem) => return Err(problem.into()),
                };
                let mut bytes = Vec::new();
                journal.open()?.read_to_end(&mut bytes)?;
                Ok(Some(bytes))
            }
            _ => Ok(None),
        }
    }
}

/// When a run's manifest was written.
fn written(folder: &RunFolder) -> Option<SystemTime> {
    std::fs::metadata(folder.manifest()).ok()?.modified().ok()
}
