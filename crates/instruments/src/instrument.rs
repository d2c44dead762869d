//! What every instrument offers, and the audit that all of them share.

use std::{collections::BTreeMap, future::Future};

use futures_util::FutureExt;
use ludometer_record::{
    Contents, GameId, GameLog, PlayerName,
    desk::{Answer, Assign, Assigned, Decide},
    ending::{Ending, VoidCause},
    journal::{Asked, Exchange},
    manifest::PromptRecord,
};

use crate::desk::{Desk, DeskError, ReplayDesk, Seen};

/// What is known of a study's games while it is being played.
#[derive(Debug, Clone, Default)]
pub struct Standing {
    /// Games that are over.
    pub over: BTreeMap<GameId, Ending>,
    /// Opponents that were chosen.
    pub assigned: BTreeMap<Assign, Assigned>,
}

impl Standing {
    /// As a journal has it.
    #[must_use]
    pub fn of(contents: &Contents) -> Self {
        let mut standing = Self::default();
        for (id, log) in &contents.games {
            standing.add(id, log);
        }
        standing
    }

    /// Adds what a journal has of one game.
    pub fn add(&mut self, id: &GameId, log: &GameLog) {
        if let Some(ended) = &log.ended {
            self.over.insert(id.clone(), ended.clone());
        }
        for exchange in &log.exchanges {
            if let (Asked::Assign(asked), Answer::Assigned(assigned)) =
                (&exchange.asked, &exchange.answer)
            {
                self.assigned.insert(asked.assign.clone(), assigned.clone());
            }
        }
    }
}

/// One way to measure: what to play, how a game is played.
pub trait Instrument: Send + Sync + 'static {
    /// A planned game.
    type Game: Send + Sync;
    /// A game that was played to its end, with everything that is measured of it.
    type Record: Send;

    /// All games of the study, in the order in which they are begun.
    fn plan(&self) -> &[Self::Game];

    /// The prompt templates as the manifest keeps them, whole.
    fn prompts(&self) -> Vec<PromptRecord>;

    /// Who is asked in a game, the one with most of the questions first.
    fn players(&self, game: &Self::Game) -> Vec<PlayerName>;

    /// A game's id.
    fn id<'a>(&self, game: &'a Self::Game) -> &'a GameId;

    /// Plays one game. Between two questions it is deterministic.
    fn play<D: Desk>(
        &self,
        game: &Self::Game,
        desk: &mut D,
    ) -> impl Future<Output = Result<Self::Record, DeskError>> + Send;

    /// How a game that was played ended.
    fn ending(&self, record: &Self::Record) -> Ending;

    /// Whether a game may be begun, given the games that are over. Those before it in the
    /// plan are begun first, as far as they may be.
    fn may_begin(&self, _: &Self::Game, _: &Standing) -> bool {
        true
    }

    /// Who sits across, given the games that are over. `None` where nobody is chosen.
    fn assign(&self, _: &Assign, _: &Standing) -> Option<Assigned> {
        None
    }

    /// The reply of a built-in player, dressed as the question wants it.
    /// `None` where the question's player is no built-in one.
    fn built_in_reply(&self, question: &Decide) -> Option<String>;
}

/// A game's record, derived from its exchanges alone.
pub type Audit<R> = Result<R, AuditError>;

/// Why a game's exchanges do not make a whole game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AuditError {
    /// The desk had to refuse a question.
    #[error(transparent)]
    Desk(#[from] DeskError),
    /// The journal's copy of a question is another one than its digest stands for.
    #[error("game {game}, question {n}: the journal's copy of the question is not what was asked")]
    Altered {
        /// The game.
        game: GameId,
        /// Its how-manieth question, from 0.
        n: u32,
    },
    /// The game was over and the journal still held answers.
    #[error("game {game}: it is over, but the journal holds {left} more answers")]
    Left {
        /// The game.
        game: GameId,
        /// How many.
        left: usize,
    },
}

/// Plays a game again from its exchanges alone.
///
/// # Panics
/// Never: a replay desk answers at once, so no game waits on it.
pub fn replay<I: Instrument>(
    instrument: &I,
    game: &I::Game,
    exchanges: &[Exchange],
    seen: Seen<'_>,
) -> Audit<I::Record> {
    let id = instrument.id(game);
    let mut desk = ReplayDesk::new(id, exchanges).shown_to(seen);
    let record = instrument
        .play(game, &mut desk)
        .now_or_never()
        .expect("a replay desk answers at once");
    if let Some(n) = desk.altered() {
        return Err(AuditError::Altered {
            game: id.clone(),
            n,
        });
    }
    let record = record?;
    match desk.left() {
        0 => Ok(record),
        left => Err(AuditError::Left {
            game: id.clone(),
            left,
        }),
    }
}

/// A planned game as the journal has it.
#[derive(Debug, Clone, PartialEq)]
pub enum ReadBack<R> {
    /// Played to its end.
    Scored(R),
    /// Void, with the reason.
    Void {
        /// What failed.
        cause: VoidCause,
        /// One line about it.
        detail: String,
        /// Answers that were given.
        answers: usize,
    },
    /// Not over.
    Unfinished {
        /// Answers that were given.
        answers: usize,
    },
}

/// Plays every planned game again from the journal, in the order of the plan.
///
/// All that does not fit is told, a line each: a game that asks something else
/// than it did, ends otherwise than it did, or is not in the plan.
pub fn read_back<I: Instrument>(
    instrument: &I,
    contents: &Contents,
) -> Result<Vec<ReadBack<I::Record>>, Vec<String>> {
    read_back_shown(instrument, contents, &mut |_, _, _| ())
}

/// The same, and every question is shown to `seen` with its answer.
pub fn read_back_shown<I: Instrument>(
    instrument: &I,
    contents: &Contents,
    seen: Seen<'_>,
) -> Result<Vec<ReadBack<I::Record>>, Vec<String>> {
    let mut problems: Vec<String> = contents.disorder.iter().cloned().collect();
    let nothing = GameLog::default();
    let mut read = Vec::with_capacity(instrument.plan().len());
    for game in instrument.plan() {
        let log = contents.games.get(instrument.id(game)).unwrap_or(&nothing);
        match read_back_one(instrument, game, log, seen) {
            Ok(game) => read.push(game),
            Err(problem) => problems.push(problem),
        }
    }
    let planned: std::collections::BTreeSet<&GameId> = instrument
        .plan()
        .iter()
        .map(|game| instrument.id(game))
        .collect();
    let strangers = contents.games.keys().filter(|id| !planned.contains(id));
    problems.extend(strangers.map(|id| format!("game {id}: the study plans no such game")));
    if problems.is_empty() {
        Ok(read)
    } else {
        Err(problems)
    }
}

/// One planned game played again from what the journal holds of it, every question shown to
/// `seen` with its answer. The error is a line for a person.
pub fn read_back_one<I: Instrument>(
    instrument: &I,
    game: &I::Game,
    log: &GameLog,
    seen: Seen<'_>,
) -> Result<ReadBack<I::Record>, String> {
    let id = instrument.id(game);
    let answers = log.exchanges.len();
    let open = match replay(instrument, game, &log.exchanges, seen) {
        Ok(record) => Some(record),
        Err(AuditError::Desk(DeskError::Unanswered { .. })) => None,
        // What a desk says for itself does not name the game.
        Err(AuditError::Desk(problem @ (DeskError::Halted { .. } | DeskError::Void { .. }))) => {
            return Err(format!("game {id}: {problem}"));
        }
        Err(problem) => return Err(problem.to_string()),
    };
    match (open, &log.ended) {
        // A game that was killed before its end was written is still open.
        (_, None) => Ok(ReadBack::Unfinished { answers }),
        (Some(record), Some(ended)) => {
            let derived = instrument.ending(&record);
            if derived == *ended {
                Ok(ReadBack::Scored(record))
            } else {
                Err(format!(
                    "game {id}: the journal says it ended as {ended}, its answers say {derived}"
                ))
            }
        }
        (None, Some(Ending::Void { cause, detail })) => {
            let said = log.failures.last().is_some_and(|failure| {
                failure.void == Some(*cause)
                    && failure.detail == *detail
                    && failure.n as usize == answers
            });
            if said {
                Ok(ReadBack::Void {
                    cause: *cause,
                    detail: detail.clone(),
                    answers,
                })
            } else {
                Err(format!(
                    "game {id}: void, but no failed call in the journal says so"
                ))
            }
        }
        (None, Some(ended)) => Err(format!(
            "game {id}: the journal says it ended as {ended}, but its answers do not reach an end"
        )),
    }
}
