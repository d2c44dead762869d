//! Plays all games of one server, as many at once as the study allows. Each
//! server has a lane of its own, so that one that is slow, full or down holds up
//! nobody else's games.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
};

use futures_util::{StreamExt, stream::FuturesUnordered};
use ludometer_instruments::{Instrument, desk::DeskError};
use ludometer_record::{
    GameId,
    ending::Ending,
    journal::{Entry, Exchange, Journal},
};

use crate::desk::{JournaledDesk, LiveDesk, World};

/// How a lane came to its end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LaneEnd {
    /// All its games are over.
    Done,
    /// Stopped with games left; why.
    Halted(String),
    /// The journal and the program do not fit: the text says where.
    Differs(String),
}

/// The games that are left of one server.
#[derive(Debug, Default)]
pub struct Lane {
    /// Places in the instrument's plan.
    pub games: Vec<usize>,
    /// How many of them are over.
    pub over: AtomicU64,
}

/// Plays a lane's games until they are over or it has to stop. Recorded exchanges
/// are taken out of `recorded` as games begin.
pub async fn play<I: Instrument>(
    world: &World<I>,
    journal: &Journal,
    lane: &Lane,
    recorded: &Mutex<BTreeMap<GameId, Vec<Exchange>>>,
    at_once: usize,
) -> LaneEnd {
    let mut waiting: VecDeque<usize> = lane.games.iter().copied().collect();
    let mut playing = FuturesUnordered::new();
    let mut end = LaneEnd::Done;
    loop {
        while end == LaneEnd::Done && playing.len() < at_once && !world.stop.is_asked() {
            // A game whose opponent follows from others waits until those are over.
            let next = {
                let standing = world.standing();
                let plan = world.instrument.plan();
                let ready = |place: &usize| world.instrument.may_begin(&plan[*place], &standing);
                waiting.iter().position(ready)
            };
            let Some(place) = next.and_then(|next| waiting.remove(next)) else {
                break;
            };
            playing.push(play_one(world, journal, place, recorded));
        }
        match playing.next().await {
            // The first reason is the one to tell; others follow from it.
            Some(Err(stopped)) if end == LaneEnd::Done => end = stopped,
            Some(Err(_)) => {}
            Some(Ok(())) => {
                lane.over.fetch_add(1, Relaxed);
            }
            None => break,
        }
    }
    match end {
        LaneEnd::Done if !waiting.is_empty() => LaneEnd::Halted("interrupted".to_owned()),
        end => end,
    }
}

async fn play_one<I: Instrument>(
    world: &World<I>,
    journal: &Journal,
    place: usize,
    recorded: &Mutex<BTreeMap<GameId, Vec<Exchange>>>,
) -> Result<(), LaneEnd> {
    let instrument = &world.instrument;
    let game = &instrument.plan()[place];
    let id = instrument.id(game);
    let before = recorded
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .remove(id);
    let mut desk = JournaledDesk::new(
        LiveDesk::new(world, id),
        journal,
        id,
        before.unwrap_or_default(),
    );
    let ending = match instrument.play(game, &mut desk).await {
        Ok(record) => instrument.ending(&record),
        Err(DeskError::Void { cause, detail, .. }) => Ending::Void { cause, detail },
        Err(DeskError::Halted { reason, .. }) => return Err(LaneEnd::Halted(reason)),
        Err(differs @ (DeskError::Differs { .. } | DeskError::Unanswered { .. })) => {
            return Err(LaneEnd::Differs(differs.to_string()));
        }
    };
    let void = matches!(ending, Ending::Void { .. });
    let entry = Entry::Ended {
        game: id.clone(),
        ending: ending.clone(),
        exchanges: desk.exchanges(),
    };
    journal
        .append(&entry)
        .await
        .map_err(|error| LaneEnd::Halted(error.to_string()))?;
    world.standing().over.insert(id.clone(), ending);
    world.progress.over.fetch_add(1, Relaxed);
    world.progress.void.fetch_add(u64::from(void), Relaxed);
    Ok(())
}
