//! One run with a person in it, played in this process.
//!
//! It has a thread of its own, as `ludometer run` has: engines and tools that it starts end
//! with it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use anyhow::{Context, Result};
use ludometer_arena::{
    people::People,
    stop::{self, Stop, StopSource, Urgency},
};
use ludometer_record::{PlayerName, folder::RunFolder};
use tokio::sync::{oneshot, watch};

use super::{super::book::Hands, Refusal};
use crate::{
    bench::{Bench, ForInstrument, for_instrument},
    playing::{End, Session},
    prepare,
    study::StudyFile,
    written::write_up,
};

/// How it ended: with all games over, or put down (none), or for this reason.
pub type Ended = Option<String>;

/// A run that is played.
pub struct Sitting {
    /// Who is asked.
    pub people: People,
    stop: StopSource,
    ended: watch::Receiver<Option<Ended>>,
    /// When it was answered last, counted over all sittings.
    used: AtomicU64,
}

/// Counts answers over all sittings.
static USED: AtomicU64 = AtomicU64::new(0);

impl Sitting {
    /// Begins a run. Resolves once it stands on disk.
    pub async fn begin(file: StudyFile, folder: RunFolder) -> Result<Self, Refusal> {
        Self::start(file, folder, Way::Begin).await
    }

    /// Goes on with a run.
    pub async fn go_on(file: StudyFile, folder: RunFolder) -> Result<Self, Refusal> {
        Self::start(file, folder, Way::GoOn).await
    }

    async fn start(file: StudyFile, folder: RunFolder, way: Way) -> Result<Self, Refusal> {
        let people = People::of(people(&file)?);
        let (source, stop) = stop::channel();
        let (ready, began) = oneshot::channel();
        let (tell, ended) = watch::channel(None);
        let playing = Playing {
            file,
            folder,
            way,
            people: people.clone(),
            stop,
            ready,
        };
        let thread = std::thread::Builder::new().name("sitting".to_owned());
        let spawned = thread.spawn(move || {
            let end = for_instrument(playing.file.study.instrument, playing);
            // Whoever waits may be gone.
            let _ = tell.send(Some(end.err().map(|problem| format!("{problem:#}"))));
        });
        spawned.context("a thread for the game")?;
        let mut over = ended.clone();
        if began.await.is_err() {
            // It ended before it began, and says why.
            let _ = over.wait_for(Option::is_some).await;
            let why = ended.borrow().clone().flatten();
            return Err(Refusal::Late(
                why.unwrap_or_else(|| "the game did not begin".to_owned()),
            ));
        }
        let sitting = Self {
            people,
            stop: source,
            ended,
            used: AtomicU64::new(0),
        };
        sitting.touch();
        Ok(sitting)
    }

    /// How it ended; none while it is played.
    pub fn ended(&self) -> Option<Ended> {
        self.ended.borrow().clone()
    }

    /// How it stands, once a question waits or it is over.
    pub async fn hands(&self) -> Hands {
        let mut ended = self.ended.clone();
        tokio::select! {
            biased;
            over = ended.wait_for(Option::is_some) => match over.ok().and_then(|end| end.clone()) {
                Some(Some(why)) => Hands::Stopped(why),
                _ => Hands::None,
            },
            () = self.people.asked() => match self.people.pending().into_iter().next() {
                Some(pending) => Hands::Open(pending.question),
                None => Hands::Busy,
            },
        }
    }

    /// Notes that it is in use.
    pub fn touch(&self) {
        self.used.store(USED.fetch_add(1, Relaxed), Relaxed);
    }

    /// When it was used last.
    pub fn used(&self) -> u64 {
        self.used.load(Relaxed)
    }

    /// Stops it and waits until it has stopped. What was answered is in the journal.
    pub async fn put_down(&self) {
        self.stop.ask(Urgency::Abandon);
        let mut ended = self.ended.clone();
        let _ = ended.wait_for(Option::is_some).await;
    }
}

/// Whether a run is begun or gone on with.
#[derive(Debug, Clone, Copy)]
enum Way {
    Begin,
    GoOn,
}

struct Playing {
    file: StudyFile,
    folder: RunFolder,
    way: Way,
    people: People,
    stop: Stop,
    ready: oneshot::Sender<()>,
}

impl ForInstrument for Playing {
    type Output = Result<()>;

    fn with<B: Bench>(self) -> Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let end = runtime.block_on(async {
            let folder = self.folder.clone();
            let prepared = match self.way {
                Way::Begin => prepare::start::<B>(&self.file, folder, None).await?,
                Way::GoOn => prepare::resume::<B>(&self.file, folder, None).await?,
            };
            let session = Session::new(prepared, self.people, self.stop);
            // Nobody waits for a game that nobody wants any more.
            let _ = self.ready.send(());
            let end = session.play(|line| note!("{line}")).await?;
            if let End::Done = end {
                write_up::<B>(&self.folder)?;
            }
            anyhow::Ok(end)
        })?;
        match end {
            End::Done | End::Interrupted => Ok(()),
            End::Stopped(reasons) => Err(anyhow::anyhow!(reasons.join("; "))),
        }
    }
}

fn people(file: &StudyFile) -> Result<Vec<PlayerName>> {
    let people = file
        .study
        .players
        .iter()
        .filter(|player| player.is_person());
    Ok(people
        .map(ludometer_record::study::PlayerTable::name)
        .collect::<Result<_, _>>()?)
}
