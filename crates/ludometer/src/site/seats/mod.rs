//! People's seats: games that a visitor of the local site plays.
//!
//! A sitting is an ordinary run: a small study that is written from what the person chose,
//! in a folder of its own, journaled as every run is. So it can be replayed and verified, and
//! one whose server was killed goes on where it was.
//!
//! | module | holds |
//! |---|---|
//! | [`order`] | from what a person chose to a study |
//! | [`offers`] | who can sit across on this machine |
//! | [`sitting`] | one run that is played in this process |
//! | [`routes`] | the server's answers |

mod offers;
mod order;
pub mod routes;
mod sitting;

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, Result};
use jiff::Timestamp;
use ludometer_record::{Digest, folder::RunFolder};
use ludometer_site::seat::{Order, SeatAnswer, SeatMenu, SeatPage, Seated};
use tokio::sync::{Mutex, OnceCell};

use self::{offers::Ladder, sitting::Sitting};
use super::{
    Shelf,
    book::{Book, Hands},
    search::PEOPLE,
    volume::Volume,
};
use crate::study::StudyFile;

/// Games that can be open at once. Where one more is begun, the one that was answered last
/// is put down.
pub const AT_ONCE: usize = 4;

/// The sittings of a server.
pub struct Seats {
    shelf: Arc<Shelf>,
    folder: PathBuf,
    open: Mutex<BTreeMap<String, Arc<Sitting>>>,
    ladder: OnceCell<Ladder>,
}

/// Why a person does not get what it asks for.
#[derive(Debug)]
pub enum Refusal {
    /// It cannot be had; a line for the person.
    Asked(String),
    /// There is no such game.
    Missing,
    /// It was answered already, or the game is played elsewhere.
    Late(String),
    /// The program failed.
    Failed(anyhow::Error),
}

impl From<anyhow::Error> for Refusal {
    fn from(problem: anyhow::Error) -> Self {
        Self::Failed(problem)
    }
}

impl Seats {
    /// Sittings that are kept in a folder, of which each is a run on the shelf.
    pub fn new(shelf: Arc<Shelf>, folder: PathBuf) -> Self {
        Self {
            shelf,
            folder,
            open: Mutex::default(),
            ladder: OnceCell::new(),
        }
    }

    /// What there is to choose.
    pub async fn menu(&self) -> SeatMenu {
        offers::menu(self.ladder().await)
    }

    async fn ladder(&self) -> &Ladder {
        self.ladder.get_or_init(Ladder::look).await
    }

    /// Begins what a person chose.
    pub async fn begin(&self, order: Order) -> Result<Seated, Refusal> {
        let seed = u64::from(rand::random::<u32>());
        let study = order::study(&order, seed, self.ladder().await).map_err(Refusal::Asked)?;
        let file = StudyFile {
            path: self.folder.join("study.toml"),
            text: study.text,
            study: study.study,
            templates: Vec::new(),
        };
        // Many may begin within a second.
        let mark = rand::random::<u32>();
        let now = Timestamp::now().strftime("%Y%m%d-%H%M%S");
        let path = self.folder.join(format!("{now}-{mark:08x}"));
        mark_folder(&self.folder)?;
        let sitting = Sitting::begin(file, RunFolder::at(&path)).await?;
        self.shelf.look();
        let book = self.shelf.at(&path).context("the run that was begun")?;
        self.keep(book.key(), sitting).await;
        Ok(Seated {
            run: book.key().to_owned(),
        })
    }

    /// Goes on with a game that was put down.
    pub async fn go_on(&self, key: &str) -> Result<SeatPage, Refusal> {
        let book = self.book(key)?;
        let known = self.open.lock().await.get(key).cloned();
        if known.is_none_or(|sitting| sitting.ended().is_some()) {
            let path = book.path().to_owned();
            let file = read_study(&path).await?;
            let sitting = Sitting::go_on(file, RunFolder::at(&path)).await?;
            self.keep(key, sitting).await;
        }
        self.look(key).await
    }

    /// What is to be decided now. Waits while somebody else is to do something.
    pub async fn look(&self, key: &str) -> Result<SeatPage, Refusal> {
        let book = self.book(key)?;
        let sitting = self.open.lock().await.get(key).cloned();
        let hands = match sitting {
            Some(sitting) => sitting.hands().await,
            None => Hands::None,
        };
        page(book, hands).await
    }

    /// Answers the open question, and gives what is to be decided next.
    pub async fn answer(&self, key: &str, answer: SeatAnswer) -> Result<SeatPage, Refusal> {
        let book = self.book(key)?;
        let sitting = self.open.lock().await.get(key).cloned();
        let Some(sitting) = sitting else {
            return Err(Refusal::Late(
                "the game was put down; go on with it first".to_owned(),
            ));
        };
        let question = Digest::from_hex(&answer.question);
        let question =
            question.ok_or_else(|| Refusal::Asked("`question` names none".to_owned()))?;
        let pending = sitting.people.pending();
        let Some(pending) = pending.into_iter().find(|one| one.question == question) else {
            return Err(Refusal::Late(ludometer_arena::people::NotAsked.to_string()));
        };
        let reply = {
            let (book, choice) = (Arc::clone(&book), answer.choice);
            aside(move || book.reply(&pending.game, &pending.asked, &choice)).await?
        };
        let text = reply.map_err(|problem| Refusal::Asked(problem.to_string()))?;
        let answered = sitting.people.answer(&question, text);
        answered.map_err(|problem| Refusal::Late(problem.to_string()))?;
        self.touch(key).await;
        self.look(key).await
    }

    /// Puts all games down, and waits until they are.
    pub async fn close(&self) {
        let all = std::mem::take(&mut *self.open.lock().await);
        for sitting in all.values() {
            sitting.put_down().await;
        }
    }

    fn book(&self, key: &str) -> Result<Arc<Book>, Refusal> {
        let book = self.shelf.book(key).or_else(|| {
            self.shelf.look();
            self.shelf.book(key)
        });
        let book = book.and_then(Volume::run).ok_or(Refusal::Missing)?;
        if book.people().is_empty() {
            return Err(Refusal::Missing);
        }
        Ok(book)
    }

    /// Keeps a sitting, and puts down the idlest where there are too many.
    async fn keep(&self, key: &str, sitting: Sitting) {
        let mut open = self.open.lock().await;
        open.insert(key.to_owned(), Arc::new(sitting));
        let mut put_down = Vec::new();
        loop {
            let playing = open.iter().filter(|(_, one)| one.ended().is_none());
            let playing: Vec<(&String, u64)> =
                playing.map(|(key, one)| (key, one.used())).collect();
            if playing.len() <= AT_ONCE {
                break;
            }
            let idlest = playing.into_iter().min_by_key(|(_, used)| *used);
            let Some(idlest) = idlest.map(|(key, _)| key.clone()) else {
                break;
            };
            put_down.extend(open.remove(&idlest));
        }
        // Of those that are over the journal tells the rest.
        open.retain(|_, one| one.ended().is_none_or(|end| end.is_some()));
        drop(open);
        for sitting in put_down {
            sitting.put_down().await;
        }
    }

    async fn touch(&self, key: &str) {
        if let Some(sitting) = self.open.lock().await.get(key) {
            sitting.touch();
        }
    }
}

async fn page(book: Arc<Book>, hands: Hands) -> Result<SeatPage, Refusal> {
    Ok(aside(move || book.seat(hands)).await?)
}

/// The games of people are not looked at from the folders above theirs.
fn mark_folder(folder: &Path) -> Result<()> {
    let place = || folder.display().to_string();
    std::fs::create_dir_all(folder).with_context(place)?;
    std::fs::write(folder.join(PEOPLE), "").with_context(place)
}

async fn read_study(path: &Path) -> Result<StudyFile> {
    let path = path.to_owned();
    aside(move || StudyFile::read(&path)).await
}

/// Reading waits for a disk.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> Result<T> + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(work).await?
}
