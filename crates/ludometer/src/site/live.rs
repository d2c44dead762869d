//! What the server tells by itself: the cards of runs whose journals grow.
//!
//! What is told is how things stand, not what changed, so that a reader who missed something
//! misses nothing: after a restart of either side the next event is whole again.

use std::{collections::BTreeMap, convert::Infallible, sync::Arc, time::Duration};

use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use ludometer_site::home::RunCard;
use tokio::sync::watch;

use super::shelf::Shelf;

/// How often journals are looked at while somebody listens.
const EVERY: Duration = Duration::from_millis(700);

/// How long an index is kept that nobody asks for.
const IDLE: Duration = Duration::from_mins(1);

/// The cards of all runs, as JSON, by key.
type Cards = BTreeMap<String, Arc<str>>;

/// Looks at the journals for all who listen.
#[derive(Clone)]
pub struct Live {
    cards: watch::Sender<Arc<Cards>>,
}

impl Live {
    /// Starts to look.
    pub fn start(shelf: Arc<Shelf>) -> Self {
        let (cards, _) = watch::channel(Arc::new(Cards::new()));
        let live = Self {
            cards: cards.clone(),
        };
        tokio::spawn(async move {
            loop {
                if cards.receiver_count() > 0 {
                    let shelf = Arc::clone(&shelf);
                    let looked = tokio::task::spawn_blocking(move || {
                        shelf.look();
                        shelf.cards().0
                    });
                    if let Ok(now) = looked.await {
                        tell(&cards, &now);
                    }
                }
                // An index that is being made is waited for.
                let own = Arc::clone(&shelf);
                let _ = tokio::task::spawn_blocking(move || own.rest(IDLE)).await;
                tokio::time::sleep(EVERY).await;
            }
        });
        live
    }

    /// Events for one listener: each is a list of cards that changed, all of them at first.
    pub fn events(&self) -> Sse<impl Stream<Item = Result<Event, Infallible>> + use<>> {
        let cards = self.cards.subscribe();
        let told = Arc::new(Cards::new());
        let events = stream::unfold((cards, told, true), |(mut cards, told, first)| async move {
            loop {
                if !first {
                    cards.changed().await.ok()?;
                }
                let now = Arc::clone(&cards.borrow_and_update());
                if now.is_empty() {
                    cards.changed().await.ok()?;
                    continue;
                }
                let news: Vec<&str> = now
                    .iter()
                    .filter(|(key, card)| told.get(*key) != Some(card))
                    .map(|(_, card)| card.as_ref())
                    .collect();
                let event = Event::default()
                    .event("cards")
                    .data(format!("[{}]", news.join(",")));
                return Some((Ok(event), (cards, now, false)));
            }
        });
        Sse::new(events).keep_alive(KeepAlive::default())
    }
}

fn tell(cards: &watch::Sender<Arc<Cards>>, now: &[RunCard]) {
    let now: Cards = now
        .iter()
        .filter_map(|card| Some((card.key.clone(), serde_json::to_string(card).ok()?.into())))
        .collect();
    cards.send_if_modified(|before| {
        let changed = **before != now;
        if changed {
            *before = Arc::new(now);
        }
        changed
    });
}
