//! What the shelf holds: a run that was played here, or an archive that was imported.

use std::{
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use anyhow::Result;
use ludometer_site::{
    chop_bench::exam::Exam,
    home::RunCard,
    list::GameList,
    marks::Marks,
    papers::{RunPage, Verified},
    replay::GamePage,
    tables::{TableName, write::FileKind},
};

use super::{book::Book, downloads::File, spine::Out};
use crate::verified;

/// Something with a card on the first page and pages behind it.
pub trait Volume: Send + Sync {
    /// Names it in links.
    fn key(&self) -> &str;

    /// Its folder, as it was named.
    fn path(&self) -> &Path;

    /// What a copy of it in another folder has, too.
    fn identity(&self) -> &str;

    /// Bytes of its records: of two copies the longer one is shown.
    fn length(&self) -> u64;

    /// When it was started or imported, as RFC 3339.
    fn started(&self) -> String;

    /// Whether its folder still says of itself what it said when this was made.
    fn is_current(&self) -> bool;

    /// The run, where it is one.
    fn run(self: Arc<Self>) -> Option<Arc<Book>>;

    /// Whether its index is in memory.
    fn is_open(&self) -> bool;

    /// Forgets what can be read again.
    fn close(&self);

    /// It in a few words. Cheap where nothing has changed.
    fn card(&self) -> Result<RunCard>;

    /// Its papers.
    fn papers(&self) -> Result<RunPage>;

    /// All games.
    fn list(&self) -> Result<GameList>;

    /// What happened in each game.
    fn marks(&self) -> Result<Marks>;

    /// One game, by its place.
    fn game(&self, place: usize) -> Result<Option<GamePage>>;

    /// What the games say, as JSON.
    fn board(&self) -> Result<Arc<str>>;

    /// The games as PGN, where they are games of chess.
    fn pgn(&self) -> Result<Option<String>>;

    /// Whether there is a table in such a file.
    fn offers(&self, name: TableName, kind: FileKind) -> Result<bool>;

    /// Writes a table that is offered.
    fn table(&self, name: TableName, kind: FileKind, out: Out<'_>) -> Result<()>;

    /// What a person can take.
    fn exam(&self) -> Result<Option<Exam>>;

    /// What `verify` says.
    fn verify(&self) -> Result<Verified>;

    /// A file of its folder that is handed out as it is; none for what is derived.
    fn original(&self, file: File) -> Result<Option<Vec<u8>>>;
}

/// What `verify` says, as a page.
pub(super) fn said(run: &str, said: verified::Verified) -> Verified {
    Verified {
        run: run.to_owned(),
        summary: said.summary,
        notes: said.notes,
        problems: said.problems,
    }
}

/// A lock whose holder panicked holds data that is still whole: it is only ever replaced.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
