//! A person's seat: what stands open in a game, and what a person's choice says.
//!
//! A person is asked what a model is asked, and the journal keeps what a model would have
//! written for the same choice. So every reader of a journal reads a person's games, too:
//! [`Seated::reply`] makes the text, and the game's own parser reads it back.

mod choice;

#[cfg(test)]
mod tests;

use std::future::{Future, ready};

use futures_util::FutureExt;
use ludometer_record::{
    GameLog,
    desk::{Answer, Decide, Question},
};

use crate::{
    Instrument,
    desk::{Desk, DeskError, ReplayDesk},
};

pub use choice::{Choice, Refused};

/// An instrument in which a person can take a seat.
pub trait Seated: Instrument {
    /// What a model would have written for a person's choice. What cannot be chosen is
    /// refused in a line for the person, and nothing is written.
    /// By default nobody sits in the instrument.
    fn reply(
        &self,
        _game: &Self::Game,
        _asked: &Decide,
        _choice: &Choice,
    ) -> Result<String, Refused> {
        Err(Refused("nobody has a seat in this instrument".to_owned()))
    }
}

/// A game as far as its journal has it.
#[derive(Debug)]
pub struct OpenGame<R> {
    /// Its record, where the answers reach an end.
    pub record: Option<R>,
    /// Every question that was answered, with its answer.
    pub exchanges: Vec<(Question, Answer)>,
    /// The question that waits for its answer.
    pub asked: Option<Question>,
}

/// Plays a game again as far as its journal has it, and keeps the question that is open.
///
/// # Errors
/// A line for a person: the journal's answers are not this game's.
///
/// # Panics
/// Never: a replay desk answers at once, so no game waits on it.
pub fn open_game<I: Instrument>(
    instrument: &I,
    game: &I::Game,
    log: &GameLog,
) -> Result<OpenGame<I::Record>, String> {
    let mut exchanges = Vec::with_capacity(log.exchanges.len());
    let mut see = |_: &_, question: &Question, answer: &Answer| {
        exchanges.push((question.clone(), answer.clone()));
    };
    let replay = ReplayDesk::new(instrument.id(game), &log.exchanges).shown_to(&mut see);
    let mut desk = Asked { replay, open: None };
    let played = instrument
        .play(game, &mut desk)
        .now_or_never()
        .expect("a replay desk answers at once");
    let asked = desk.open;
    let record = match played {
        Ok(record) => Some(record),
        Err(DeskError::Unanswered { .. }) => None,
        Err(problem) => return Err(problem.to_string()),
    };
    Ok(OpenGame {
        record,
        exchanges,
        asked,
    })
}

/// A replay that keeps the question behind its last answer.
struct Asked<'a> {
    replay: ReplayDesk<'a>,
    open: Option<Question>,
}

impl Desk for Asked<'_> {
    fn ask(
        &mut self,
        question: Question,
    ) -> impl Future<Output = Result<Answer, DeskError>> + Send {
        let answer = self.replay.answer(&question);
        if matches!(answer, Err(DeskError::Unanswered { .. })) {
            self.open = Some(question);
        }
        ready(answer)
    }
}
