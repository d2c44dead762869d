//! A journal's entries, sorted by what they are about.

use std::{collections::BTreeMap, path::Path};

use crate::{
    GameId,
    desk::{Answer, Usage},
    ending::Ending,
    journal::{
        Amendment, Entry, Exchange, FailedExchange, Opened, ReadError, Reading, Session, read,
        read_from,
    },
    kept::KeptJournal,
};

/// What a journal holds, without the servers' raw bodies, which no measurement
/// needs; [`read`] gives them where they are wanted.
#[derive(Debug, Default)]
pub struct Contents {
    /// The first record.
    pub opened: Option<Opened>,
    /// Processes that worked on the run, in order.
    pub sessions: Vec<Session>,
    /// Accepted changes of the study, in order.
    pub amendments: Vec<Amendment>,
    /// What is known of each game.
    pub games: BTreeMap<GameId, GameLog>,
    /// The first entry that cannot follow those before it.
    pub disorder: Option<String>,
}

/// What a journal holds of one game.
#[derive(Debug, Default)]
pub struct GameLog {
    /// Its exchanges, in order.
    pub exchanges: Vec<Exchange>,
    /// Its calls that came to nothing.
    pub failures: Vec<FailedExchange>,
    /// How it ended, if it did.
    pub ended: Option<Ending>,
}

impl Contents {
    /// Reads a journal to its end.
    pub fn read(path: &Path) -> Result<(Self, Reading), ReadError> {
        let mut contents = Self::default();
        let reading = read(path, |entry| contents.add(entry))?;
        Ok((contents, reading))
    }

    /// Reads a run's journal to its end, packed or not.
    pub fn of(journal: &KeptJournal) -> Result<(Self, Reading), ReadError> {
        let mut contents = Self::default();
        let file = journal.open()?;
        let reading = read_from(file, journal.path(), |entry| contents.add(entry))?;
        Ok((contents, reading))
    }

    /// Adds the next entry.
    pub fn add(&mut self, entry: Entry) {
        match entry {
            Entry::Opened(opened) if self.opened.is_none() => self.opened = Some(opened),
            Entry::Opened(_) => self.out_of_order("a second start of the journal".to_owned()),
            Entry::Session(session) => self.sessions.push(session),
            Entry::Amendment(amendment) => self.amendments.push(amendment),
            Entry::Exchange(mut exchange) => {
                if let Answer::Reply(reply) = &mut exchange.answer {
                    reply.raw = None;
                }
                let log = self.games.entry(exchange.game.clone()).or_default();
                let expected = log.exchanges.len();
                let (game, n, over) = (exchange.game.clone(), exchange.n, log.ended.is_some());
                log.exchanges.push(*exchange);
                if n as usize != expected {
                    self.out_of_order(format!(
                        "game {game}: answer {n} where answer {expected} was expected"
                    ));
                } else if over {
                    self.out_of_order(format!("game {game}: answer {n} after its end"));
                }
            }
            Entry::Failure(failure) => {
                self.games
                    .entry(failure.game.clone())
                    .or_default()
                    .failures
                    .push(failure);
            }
            Entry::Ended {
                game,
                ending,
                exchanges,
            } => {
                let log = self.games.entry(game.clone()).or_default();
                let held = log.exchanges.len();
                let twice = log.ended.replace(ending).is_some();
                if twice {
                    self.out_of_order(format!("game {game}: a second end"));
                } else if held != exchanges as usize {
                    self.out_of_order(format!(
                        "game {game}: ended after {exchanges} answers, but {held} are there"
                    ));
                }
            }
        }
    }

    /// Answers that were given, over all games.
    pub fn answers(&self) -> impl Iterator<Item = &Exchange> {
        self.games.values().flat_map(|log| &log.exchanges)
    }

    fn out_of_order(&mut self, what: String) {
        self.disorder.get_or_insert(what);
    }
}

impl Exchange {
    /// Tokens of the answer, as far as the server counted them.
    #[must_use]
    pub fn usage(&self) -> Usage {
        match &self.answer {
            Answer::Reply(reply) => reply.usage,
            Answer::Left(left) => left.usage,
            Answer::OverGameCap(_)
            | Answer::Samples(_)
            | Answer::Verdict(_)
            | Answer::Moved(_)
            | Answer::Started(_)
            | Answer::Called(_)
            | Answer::Assigned(_) => Usage::default(),
        }
    }
}
