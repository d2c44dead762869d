//! The desk that has only a journal.

use std::future::{Future, ready};

use ludometer_record::{
    GameId,
    desk::{Answer, Message, Question},
    journal::{Asked, Exchange},
};

use super::{Desk, DeskError};

/// Hands out what the journal holds, and nothing else. A question that differs
/// from the recorded one is an error.
pub struct ReplayDesk<'a> {
    game: &'a GameId,
    exchanges: &'a [Exchange],
    next: usize,
    before: Vec<Message>,
    altered: Option<u32>,
    seen: Option<Seen<'a>>,
}

/// Is shown every question with its answer.
pub type Seen<'a> = &'a mut (dyn FnMut(&GameId, &Question, &Answer) + Send);

impl<'a> ReplayDesk<'a> {
    /// The exchanges of one game, in order.
    #[must_use]
    pub fn new(game: &'a GameId, exchanges: &'a [Exchange]) -> Self {
        Self {
            game,
            exchanges,
            next: 0,
            before: Vec::new(),
            altered: None,
            seen: None,
        }
    }

    /// Shows every question with its answer to `seen`.
    #[must_use]
    pub fn shown_to(self, seen: Seen<'a>) -> Self {
        Self {
            seen: Some(seen),
            ..self
        }
    }

    /// Answers that the game has not asked for.
    #[must_use]
    pub fn left(&self) -> usize {
        self.exchanges.len() - self.next
    }

    /// The first question whose copy in the journal is not the question that its
    /// digest stands for, from 0.
    #[must_use]
    pub fn altered(&self) -> Option<u32> {
        self.altered
    }

    pub(crate) fn answer(&mut self, question: &Question) -> Result<Answer, DeskError> {
        let n = u32::try_from(self.next).unwrap_or(u32::MAX);
        let Some(exchange) = self.exchanges.get(self.next) else {
            return Err(DeskError::Unanswered {
                game: self.game.clone(),
                n,
            });
        };
        let asked = question.digest();
        if asked != *exchange.asked.digest() {
            return Err(DeskError::Differs {
                game: self.game.clone(),
                n,
                asked,
                recorded: exchange.asked.digest().clone(),
            });
        }
        let kept = Asked::keep(question, &self.before);
        if exchange.n != n || exchange.asked != kept {
            self.altered.get_or_insert(n);
        }
        if let Question::Decide(decide) = question {
            self.before.clone_from(&decide.messages);
        }
        self.next += 1;
        if let Some(seen) = &mut self.seen {
            seen(self.game, question, &exchange.answer);
        }
        Ok(exchange.answer.clone())
    }
}

impl Desk for ReplayDesk<'_> {
    fn ask(
        &mut self,
        question: Question,
    ) -> impl Future<Output = Result<Answer, DeskError>> + Send {
        ready(self.answer(&question))
    }
}
