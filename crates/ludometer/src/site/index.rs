//! A journal looked at once: where each game's records stand, and how far the run is.
//!
//! Sixteen bytes a record stay in memory, and of each game how it ended and the rating of who
//! sat across; none of what was said.

use std::collections::{BTreeMap, HashMap, VecDeque};

use anyhow::Result;
use jiff::Timestamp;
use ludometer_record::{
    GameId, GameLog, PlayerName,
    desk::{Timing, Usage},
    ending::Ending,
    journal::{
        Amendment, Entry, Session,
        follow::{Finder, Place, Span},
    },
    kept::{KeptJournal, KeptReader},
};
use ludometer_stats::ladder::Elo;
use serde::Deserialize;

/// Failures that are shown.
const ERRORS: usize = 8;

/// What is known of a journal.
#[derive(Debug, Default)]
pub struct Index {
    place: Place,
    games: HashMap<GameId, Known>,
    pub sessions: Vec<Session>,
    pub amendments: Vec<Amendment>,
    /// Answers of all kinds.
    pub answers: u64,
    /// Replies of players, with their tokens.
    pub replies: u64,
    pub usage: BTreeMap<PlayerName, Usage>,
    pub failures: u64,
    /// The last few failures, the newest first.
    pub errors: VecDeque<String>,
    /// When the last answer was asked for.
    pub last: Option<Timestamp>,
    /// Games that ended in this session.
    pub ended_in_session: usize,
}

/// What is known of a game.
#[derive(Debug, Default)]
pub struct Known {
    spans: Vec<Span>,
    /// Answers that were given.
    pub answers: u32,
    /// How it ended.
    pub ended: Option<Ending>,
    /// Rating of the opponent that was chosen, where one is chosen.
    pub opponent: Option<Elo>,
    /// Number of its last record.
    pub seen: u64,
}

/// As much of a record as the index wants; the rest is passed over unread.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Glimpse {
    Opened(serde::de::IgnoredAny),
    Session(Session),
    Amendment(Amendment),
    Exchange(Exchanged),
    Failure(Failed),
    Ended { game: GameId, ending: Ending },
}

#[derive(Deserialize)]
struct Exchanged {
    game: GameId,
    asked: Asked,
    answer: Answered,
}

#[derive(Deserialize)]
struct Asked {
    #[serde(default)]
    player: Option<PlayerName>,
}

#[derive(Deserialize)]
struct Answered {
    #[serde(default, alias = "left")]
    reply: Option<Replied>,
    #[serde(default)]
    moved: Option<Moved>,
    #[serde(default)]
    assigned: Option<Assigned>,
}

#[derive(Deserialize)]
struct Assigned {
    rating: f64,
}

#[derive(Deserialize)]
struct Replied {
    #[serde(default)]
    usage: Usage,
    timing: Timing,
}

#[derive(Deserialize)]
struct Moved {
    timing: Timing,
}

#[derive(Deserialize)]
struct Failed {
    game: GameId,
    detail: String,
}

impl Index {
    /// Looks at what came to the journal since the last time, and says whether anything did.
    pub fn refresh(&mut self, journal: &KeptJournal) -> Result<bool> {
        let length = journal.length()?;
        if length < self.place.bytes {
            // Another journal stands there now.
            *self = Self::default();
        }
        if length == self.place.bytes {
            return Ok(false);
        }
        let from = self.place;
        let place = journal.follow(from, |span, json| {
            self.add(span, serde_json::from_slice(json)?);
            Ok(())
        })?;
        self.place = place;
        Ok(place != from)
    }

    fn add(&mut self, span: Span, glimpse: Glimpse) {
        self.place.records += 1;
        let number = self.place.records;
        match glimpse {
            Glimpse::Opened(_) => {}
            Glimpse::Session(session) => {
                self.sessions.push(session);
                self.ended_in_session = 0;
            }
            Glimpse::Amendment(amendment) => self.amendments.push(amendment),
            Glimpse::Exchange(Exchanged {
                game,
                asked,
                answer,
            }) => {
                self.answers += 1;
                let timing = answer.reply.as_ref().map(|reply| reply.timing);
                let timing = timing.or_else(|| answer.moved.map(|moved| moved.timing));
                self.last = timing.map(|timing| timing.sent).max(self.last);
                if let (Some(player), Some(reply)) = (asked.player, answer.reply) {
                    self.replies += 1;
                    add_usage(self.usage.entry(player).or_default(), &reply.usage);
                }
                let known = self.games.entry(game).or_default();
                let chosen = answer.assigned.and_then(|one| Elo::new(one.rating).ok());
                known.opponent = chosen.or(known.opponent);
                known.spans.push(span);
                known.answers += 1;
                known.seen = number;
            }
            Glimpse::Failure(Failed { game, detail }) => {
                self.failures += 1;
                self.errors.push_front(format!("{game}: {detail}"));
                self.errors.truncate(ERRORS);
                let known = self.games.entry(game).or_default();
                known.spans.push(span);
                known.seen = number;
            }
            Glimpse::Ended { game, ending } => {
                self.ended_in_session += 1;
                let known = self.games.entry(game).or_default();
                known.ended = Some(ending);
                known.seen = number;
            }
        }
    }

    /// Bytes of the journal that were looked at.
    pub fn bytes(&self) -> u64 {
        self.place.bytes
    }

    /// What is known of a game.
    pub fn game(&self, id: &GameId) -> Option<&Known> {
        self.games.get(id)
    }

    /// All games that the journal names.
    pub fn games(&self) -> impl Iterator<Item = (&GameId, &Known)> {
        self.games.iter()
    }

    /// Where a game's records stand, and how it ended: enough to read it back later.
    pub fn whereabouts(&self, id: &GameId) -> Whereabouts {
        let known = self.games.get(id);
        Whereabouts {
            spans: known.map(|known| known.spans.clone()).unwrap_or_default(),
            ended: known.and_then(|known| known.ended.clone()),
        }
    }
}

/// Where a game's records stand.
#[derive(Debug, Clone, Default)]
pub struct Whereabouts {
    spans: Vec<Span>,
    ended: Option<Ending>,
}

impl Whereabouts {
    /// Reads the game's records.
    pub fn read(self, finder: &mut Finder<KeptReader>) -> Result<GameLog> {
        let mut log = GameLog {
            ended: self.ended,
            ..GameLog::default()
        };
        for span in self.spans {
            match finder.find(span)? {
                Entry::Exchange(exchange) => log.exchanges.push(*exchange),
                Entry::Failure(failure) => log.failures.push(failure),
                Entry::Opened(_)
                | Entry::Session(_)
                | Entry::Amendment(_)
                | Entry::Ended { .. } => {}
            }
        }
        Ok(log)
    }
}

fn add_usage(sum: &mut Usage, more: &Usage) {
    let add = |sum: &mut Option<u64>, more: Option<u64>| {
        if let Some(more) = more {
            *sum = Some(sum.unwrap_or(0).saturating_add(more));
        }
    };
    add(&mut sum.prompt, more.prompt);
    add(&mut sum.completion, more.completion);
    add(&mut sum.reasoning, more.reasoning);
    add(&mut sum.cached, more.cached);
}

impl Whereabouts {
    /// Whether the journal has nothing of the game.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty() && self.ended.is_none()
    }
}
