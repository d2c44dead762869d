//! Writes question and answer to the journal before the game sees the answer.
//!
//! A draw of the tool is handed in and not waited for: it can be drawn again, and what
//! comes behind it in the journal is durable only together with it.

use std::collections::VecDeque;

use ludometer_instruments::{
    Instrument,
    desk::{Desk, DeskError},
};
use ludometer_record::{
    GameId,
    desk::{Answer, Message, Question},
    journal::{Asked, Entry, Exchange, FailedExchange, Journal},
};

use super::LiveDesk;

/// Hands out what the journal holds, then goes live, durably.
#[derive(Debug)]
pub struct JournaledDesk<'a, I> {
    live: LiveDesk<'a, I>,
    journal: &'a Journal,
    game: &'a GameId,
    recorded: VecDeque<Exchange>,
    n: u32,
    before: Vec<Message>,
}

impl<'a, I: Instrument> JournaledDesk<'a, I> {
    /// A desk for one game, with its exchanges of earlier sessions in order.
    #[must_use]
    pub fn new(
        live: LiveDesk<'a, I>,
        journal: &'a Journal,
        game: &'a GameId,
        recorded: Vec<Exchange>,
    ) -> Self {
        Self {
            live,
            journal,
            game,
            recorded: recorded.into(),
            n: 0,
            before: Vec::new(),
        }
    }

    /// Exchanges so far.
    #[must_use]
    pub fn exchanges(&self) -> u32 {
        self.n
    }

    async fn answer(&mut self, question: &Question) -> Result<Answer, DeskError> {
        if let Some(exchange) = self.recorded.pop_front() {
            let asked = question.digest();
            if asked != *exchange.asked.digest() {
                return Err(DeskError::Differs {
                    game: self.game.clone(),
                    n: self.n,
                    asked,
                    recorded: exchange.asked.digest().clone(),
                });
            }
            self.live.note_recorded(question, &exchange.answer);
            return Ok(exchange.answer);
        }
        if self.live.is_for_a_person(question) {
            // Who is to decide looks at the journal for what came before, draws among it.
            let settled = self.journal.settle().await;
            settled.map_err(|error| DeskError::halted(error.to_string()))?;
        }
        match self.live.ask(question.clone()).await {
            Ok(answer) => {
                let entry = Entry::Exchange(Box::new(Exchange {
                    game: self.game.clone(),
                    n: self.n,
                    asked: Asked::keep(question, &self.before),
                    answer: answer.clone(),
                }));
                if matches!(question, Question::Draw(_)) {
                    // The same draw gives the same samples again, so nothing is lost with
                    // it; it is on disk before any later answer is.
                    let handed_in = self.journal.hand_in(&entry);
                    handed_in.map_err(|error| DeskError::halted(error.to_string()))?;
                } else {
                    self.write(&entry).await?;
                }
                Ok(answer)
            }
            Err(error) => {
                let failed = match &error {
                    DeskError::Void {
                        cause,
                        detail,
                        call,
                    } => Some((Some(*cause), detail, call)),
                    DeskError::Halted {
                        reason,
                        call: Some(call),
                    } => Some((None, reason, call)),
                    _ => None,
                };
                if let Some((void, detail, call)) = failed {
                    self.write(&Entry::Failure(FailedExchange {
                        game: self.game.clone(),
                        n: self.n,
                        digest: question.digest(),
                        void,
                        detail: detail.clone(),
                        call: (**call).clone(),
                    }))
                    .await?;
                }
                Err(error)
            }
        }
    }

    async fn write(&self, entry: &Entry) -> Result<(), DeskError> {
        self.journal
            .append(entry)
            .await
            .map_err(|error| DeskError::halted(error.to_string()))
    }
}

impl<I: Instrument> Desk for JournaledDesk<'_, I> {
    async fn ask(&mut self, question: Question) -> Result<Answer, DeskError> {
        let answer = self.answer(&question).await?;
        self.n += 1;
        if let Question::Decide(decide) = question {
            self.before = decide.messages;
        }
        Ok(answer)
    }
}
