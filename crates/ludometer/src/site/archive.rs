//! An imported archive on the shelf: its records looked at once, each read back when it is
//! shown.

use std::{
    path::Path,
    sync::{Arc, Mutex},
    time::SystemTime,
};

use anyhow::{Result, bail};
use ludometer_instruments::token_chess::archive::Findings;
use ludometer_record::{
    archive::{ArchiveFolder, Import, folder::ArchiveError},
    journal::follow::Span,
};
use ludometer_report::{document, token_chess_archive as report};
use ludometer_site::{
    board::BoardPage,
    chop_bench::exam::Exam,
    home::{Progress, RunCard},
    list::GameList,
    marks::{Marks, marks},
    papers::{RunPage, Verified},
    replay::GamePage,
    tables::{TableName, write::FileKind},
    token_chess_archive as pages,
};

use super::{
    book::Book,
    downloads::{self, File, lying},
    spine::Out,
    volume::{Volume, lock, said},
};
use crate::archive;

/// An imported archive.
pub struct Archive {
    key: String,
    folder: ArchiveFolder,
    path: std::path::PathBuf,
    import: Import,
    /// Of the file that says what was imported.
    mark: Option<Mark>,
    open: Mutex<Option<(Option<Mark>, Arc<Index>)>>,
    board: Mutex<Option<(Option<Mark>, Arc<str>)>>,
}

/// What tells a file from a later state of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Mark {
    length: u64,
    written: Option<SystemTime>,
}

/// What is kept of the records: sixteen bytes and a line of the list for each game.
struct Index {
    /// Where each game's record stands, in the order of the list.
    spans: Vec<Span>,
    list: GameList,
}

impl Archive {
    /// What makes an archive the same in another folder: its records' digest.
    pub fn identity_of(import: &Import) -> &str {
        import.records_blake3.as_str()
    }

    /// An archive of which `import` was read.
    pub fn of(path: &Path, key: String, import: Import) -> Self {
        let folder = ArchiveFolder::at(path);
        Self {
            mark: mark(&folder.import()),
            key,
            folder,
            path: path.to_owned(),
            import,
            open: Mutex::new(None),
            board: Mutex::new(None),
        }
    }

    /// What is known of the records, which are looked at anew where they changed.
    fn index(&self) -> Result<Arc<Index>> {
        let mut open = lock(&self.open);
        let now = mark(&self.folder.records());
        if let Some((then, index)) = open.as_ref()
            && *then == now
        {
            return Ok(Arc::clone(index));
        }
        let (mut spans, mut rows) = (Vec::new(), Vec::new());
        self.folder.each_record(|span, record| {
            if let Some(row) = pages::row(&record) {
                spans.push(span);
                rows.push(row);
            }
        })?;
        let list = GameList::of(&self.key, &pages::FACETS, rows);
        let index = Arc::new(Index { spans, list });
        *open = Some((now, Arc::clone(&index)));
        Ok(index)
    }

    fn card_of(&self, index: &Index) -> RunCard {
        let list = &index.list;
        let mut players: Vec<String> = Vec::new();
        for facet in list
            .facets
            .iter()
            .filter(|facet| ["white", "black"].contains(&facet.name.as_str()))
        {
            for name in &facet.values {
                if !players.contains(name) {
                    players.push(name.clone());
                }
            }
        }
        RunCard {
            key: self.key.clone(),
            name: match &self.import.from {
                Some(from) => format!(
                    "Token Chess archive: {}",
                    ludometer_site::replay::readable(from)
                ),
                None => "Token Chess archive".to_owned(),
            },
            question: Some(
                "What do the games say, beside what the report said of them?".to_owned(),
            ),
            instrument: pages::INSTRUMENT.to_owned(),
            started: self.import.imported.clone(),
            program: self.import.program.clone(),
            players: pages::players(&players),
            progress: Progress {
                planned: index.spans.len(),
                scored: index.spans.len(),
                ..Progress::default()
            },
            people: Vec::new(),
            imported: Some(pages::imported(&self.import)),
        }
    }
}

impl Volume for Archive {
    fn key(&self) -> &str {
        &self.key
    }

    fn path(&self) -> &Path {
        &self.path
    }

    fn identity(&self) -> &str {
        Self::identity_of(&self.import)
    }

    fn length(&self) -> u64 {
        mark(&self.folder.records()).map_or(0, |mark| mark.length)
    }

    fn started(&self) -> String {
        self.import.imported.clone()
    }

    fn is_current(&self) -> bool {
        mark(&self.folder.import()) == self.mark
    }

    fn run(self: Arc<Self>) -> Option<Arc<Book>> {
        None
    }

    fn is_open(&self) -> bool {
        lock(&self.open).is_some()
    }

    fn close(&self) {
        *lock(&self.open) = None;
        *lock(&self.board) = None;
    }

    fn card(&self) -> Result<RunCard> {
        Ok(self.card_of(&*self.index()?))
    }

    fn papers(&self) -> Result<RunPage> {
        Ok(RunPage {
            card: self.card()?,
            id: self.import.records_blake3.to_string(),
            study: String::new(),
            manifest: serde_json::to_string_pretty(&self.import)?,
            sessions: Vec::new(),
            amendments: Vec::new(),
            left_out: pages::left_out(&self.import),
            downloads: downloads::of(pages::INSTRUMENT),
            exam: false,
        })
    }

    fn list(&self) -> Result<GameList> {
        Ok(self.index()?.list.clone())
    }

    /// None: an archive's games are not played again.
    fn marks(&self) -> Result<Marks> {
        Ok(marks(&self.key, []))
    }

    fn game(&self, place: usize) -> Result<Option<GamePage>> {
        let index = self.index()?;
        let Some(span) = index.spans.get(place) else {
            return Ok(None);
        };
        let record = self.folder.record(*span)?;
        Ok(pages::page(&self.key, place, index.spans.len(), &record))
    }

    /// All records are in memory while they are measured, and not after that.
    fn board(&self) -> Result<Arc<str>> {
        let mut kept = lock(&self.board);
        let now = mark(&self.folder.records());
        if let Some((then, json)) = kept.as_ref()
            && *then == now
        {
            return Ok(Arc::clone(json));
        }
        let archived = self.folder.read()?;
        let findings = Findings::measure(&archived.import, &archived.records);
        drop(archived);
        let blocks = report::document(&findings).into_iter();
        let page = BoardPage {
            run: self.key.clone(),
            instrument: pages::INSTRUMENT.to_owned(),
            ties: Vec::new(),
            report: blocks.map(|block: document::Block| block.into()).collect(),
            claims: Some(pages::claims::claims(&findings)),
            findings: serde_json::to_value(&findings)?,
        };
        let json: Arc<str> = serde_json::to_string(&page)?.into();
        *kept = Some((now, Arc::clone(&json)));
        Ok(json)
    }

    fn pgn(&self) -> Result<Option<String>> {
        archive::pgn(&self.folder).map(Some)
    }

    /// The list of its games: nothing else of it is tidy.
    fn offers(&self, name: TableName, kind: FileKind) -> Result<bool> {
        Ok((name, kind) == (TableName::Games, FileKind::Csv))
    }

    fn table(&self, _: TableName, _: FileKind, out: Out<'_>) -> Result<()> {
        Ok(out.write_all(self.list()?.csv().as_bytes())?)
    }

    fn exam(&self) -> Result<Option<Exam>> {
        Ok(None)
    }

    fn verify(&self) -> Result<Verified> {
        Ok(said(&self.key, archive::verified(&self.path, None)?))
    }

    fn original(&self, file: File) -> Result<Option<Vec<u8>>> {
        match file {
            File::Import => lying(&self.folder.import()),
            File::Records => lying(&self.folder.records()),
            _ => Ok(None),
        }
    }
}

fn mark(path: &Path) -> Option<Mark> {
    let about = std::fs::metadata(path).ok()?;
    Some(Mark {
        length: about.len(),
        written: about.modified().ok(),
    })
}

/// Reads what was imported; another kind of archive than is known here is told.
pub fn import_of(path: &Path) -> Result<Import> {
    let import = ArchiveFolder::at(path).read_import()?;
    if import.archive != "token-chess" {
        let problem = format!(
            "an archive of {:?}; this program knows token-chess",
            import.archive
        );
        bail!(ArchiveError::Damaged {
            path: ArchiveFolder::at(path).import(),
            problem,
        });
    }
    Ok(import)
}
