//! Plays a prepared run: lanes, progress, signals.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, atomic::Ordering::Relaxed},
};

use anyhow::{Result, bail};
use futures_util::future::join_all;
use ludometer_arena::{
    budget::{Caps, Purse, Spend},
    desk::World,
    engines::Engines,
    lane::{self, Lane, LaneEnd},
    model::ModelClient,
    people::People,
    progress::Progress,
    stop::{self, Stop, StopSource, Urgency},
};
use ludometer_instruments::{Standing, Study};
use ludometer_record::{
    Contents, GameId, PicoUsd, PlayerName, Price,
    desk::Answer,
    ending::Ending,
    folder::RunLock,
    journal::{Exchange, Journal},
    study::PlayerTable,
};

use crate::{bench::Bench, prepare::Prepared, progress::Shown};

/// How a run came to its end.
#[derive(Debug)]
pub enum End {
    /// Every game is over.
    Done,
    /// Games are left; why.
    Stopped(Vec<String>),
    /// Games are left because it was asked to stop.
    Interrupted,
}

/// A run that was played, its folder still locked.
#[derive(Debug)]
pub struct Played {
    pub end: End,
    _lock: RunLock,
}

/// Plays all games that are left, showing how far it is, until it is done or a signal comes.
pub async fn play<B: Bench>(prepared: Prepared<B>) -> Result<Played> {
    let (source, stop) = stop::channel();
    let session = Session::new(prepared, People::default(), stop);
    let shown = Shown::start(session.world.progress.clone(), session.lanes.clone());
    let signals = tokio::spawn(heed_signals(source));
    let end = session.play(|line| shown.say(line)).await;
    signals.abort();
    drop(shown);
    Ok(Played {
        end: end?,
        _lock: session.lock,
    })
}

/// A run that is played by this process: its games that are left, and all that they need.
pub struct Session<B> {
    world: World<B>,
    journal: Journal,
    lanes: Arc<[Lane]>,
    recorded: Mutex<BTreeMap<GameId, Vec<Exchange>>>,
    at_once: usize,
    lock: RunLock,
}

impl<B: Bench> Session<B> {
    /// Sets the games up. `people` sit in the seats of the study's people.
    pub fn new(prepared: Prepared<B>, people: People, stop: Stop) -> Self {
        let Prepared {
            lock,
            journal,
            contents,
            study,
            bench,
            equipment,
            clients,
        } = prepared;
        let progress = Arc::new(so_far(&bench, &contents, &study));
        let spent = Spend {
            tokens: progress.tokens.load(Relaxed),
            money: PicoUsd(progress.money.load(Relaxed)),
        };
        let lanes: Arc<[Lane]> = lanes(&bench, &contents, &clients).into_values().collect();
        let standing = Standing::of(&contents);
        let open = contents
            .games
            .into_iter()
            .filter(|(_, log)| log.ended.is_none());
        let recorded: BTreeMap<GameId, Vec<Exchange>> =
            open.map(|(id, log)| (id, log.exchanges)).collect();
        let at_once = study.limits.games_at_once as usize;
        let world = World {
            instrument: bench,
            toolbox: equipment.toolbox,
            adjudicator: equipment.adjudicator,
            clients,
            purse: Purse::new(Caps::of_study(&study.limits), spent),
            game_caps: Caps::of_game(&study.limits),
            progress,
            stop,
            standing: Mutex::new(standing),
            // Two to a game, where one of them is measured.
            engines: Engines::new(2 * at_once),
            agents: equipment.agents,
            people,
            prices: prices(&study),
        };
        Self {
            world,
            journal,
            lanes,
            recorded: Mutex::new(recorded),
            at_once,
            lock,
        }
    }

    /// Plays until all games are over or it has to stop. `say` is told of a server that has
    /// stopped while others go on.
    pub async fn play(&self, say: impl Fn(&str)) -> Result<End> {
        let world = &self.world;
        let ends = join_all(self.lanes.iter().map(|lane| async {
            let end = lane::play(world, &self.journal, lane, &self.recorded, self.at_once).await;
            if let LaneEnd::Halted(reason) = &end
                && self.lanes.len() > 1
                && !world.stop.is_asked()
            {
                say(&format!("stopped there, other servers go on: {reason}"));
            }
            end
        }))
        .await;
        let mut reasons = Vec::new();
        for end in ends {
            match end {
                LaneEnd::Done => {}
                LaneEnd::Differs(problem) => bail!(
                    "{}: this program plays the game otherwise than the journal has it: {problem}",
                    self.journal.path().display()
                ),
                LaneEnd::Halted(reason) => reasons.push(reason),
            }
        }
        reasons.dedup();
        Ok(if reasons.is_empty() {
            End::Done
        } else if world.stop.is_asked() {
            End::Interrupted
        } else {
            End::Stopped(reasons)
        })
    }
}

fn prices(study: &Study) -> BTreeMap<PlayerName, Price> {
    let price = |player: &PlayerTable| Some((player.name().ok()?, player.price?));
    study.players.iter().filter_map(price).collect()
}

/// The first signal lets calls in flight finish, the second abandons them.
async fn heed_signals(source: StopSource) {
    loop {
        signal().await;
        if source.urgency() == Urgency::None {
            note!("stopping: calls in flight are finished first; once more abandons them");
            source.ask(Urgency::Finish);
        } else {
            source.ask(Urgency::Abandon);
        }
    }
}

/// Ctrl-C, or a polite kill.
pub async fn signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = tokio::signal::ctrl_c() => {}
            }
            return;
        }
    }
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending::<()>().await;
    }
}

/// Games that are left, by the server that answers most of their questions.
fn lanes<B: Bench>(
    bench: &B,
    contents: &Contents,
    clients: &BTreeMap<PlayerName, ModelClient>,
) -> BTreeMap<Option<String>, Lane> {
    let server = |player: &PlayerName| {
        let client = clients.get(player)?;
        Some(client.endpoint().base_url().to_owned())
    };
    let mut lanes: BTreeMap<Option<String>, Lane> = BTreeMap::new();
    for (place, game) in bench.plan().iter().enumerate() {
        let log = contents.games.get(bench.id(game));
        if log.is_some_and(|log| log.ended.is_some()) {
            continue;
        }
        let lane = bench.players(game).iter().find_map(server);
        lanes.entry(lane).or_default().games.push(place);
    }
    lanes
}

/// The counters as earlier sessions left them.
fn so_far<B: Bench>(bench: &B, contents: &Contents, study: &Study) -> Progress {
    let progress = Progress::default();
    progress.games.store(bench.plan().len() as u64, Relaxed);
    for log in contents.games.values() {
        if let Some(ended) = &log.ended {
            progress.over.fetch_add(1, Relaxed);
            progress
                .void
                .fetch_add(u64::from(matches!(ended, Ending::Void { .. })), Relaxed);
        }
        for exchange in &log.exchanges {
            // Of an agent only its end tells tokens.
            if !matches!(
                exchange.answer,
                Answer::Reply(_) | Answer::OverGameCap(_) | Answer::Left(_)
            ) {
                continue;
            }
            let player = exchange.asked.player().and_then(|name| study.player(name));
            let Some(player) = player.filter(|player| player.is_asked()) else {
                continue;
            };
            let usage = exchange.usage();
            let cost = player.price.map_or(PicoUsd::ZERO, |price| price.of(&usage));
            progress.answered(&usage, cost);
        }
    }
    progress
}
