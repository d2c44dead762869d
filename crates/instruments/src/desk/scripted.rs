//! The desk that serves tests.

use std::{
    collections::VecDeque,
    future::{Future, ready},
};

use ludometer_record::desk::{Answer, Finish, Question, Reply, Timing, Usage};

use super::{Desk, DeskError};

/// Answers from a script, in order, and keeps what it was asked.
#[derive(Debug, Default)]
pub struct ScriptedDesk {
    script: VecDeque<Result<Answer, DeskError>>,
    /// What was asked.
    pub asked: Vec<Question>,
}

impl ScriptedDesk {
    /// Plain replies, in order. Behind them the run stops.
    #[must_use]
    pub fn replies<'a>(texts: impl IntoIterator<Item = &'a str>) -> Self {
        Self {
            script: texts
                .into_iter()
                .map(|text| Ok(Self::reply(text, Finish::Stop)))
                .collect(),
            asked: Vec::new(),
        }
    }

    /// Answers and failures, in order.
    #[must_use]
    pub fn answers(script: impl IntoIterator<Item = Result<Answer, DeskError>>) -> Self {
        Self {
            script: script.into_iter().collect(),
            asked: Vec::new(),
        }
    }

    /// A reply with this text and nothing else.
    ///
    /// # Panics
    /// Never: its time is a time.
    #[must_use]
    pub fn reply(text: &str, finish: Finish) -> Answer {
        Answer::Reply(Box::new(Reply {
            text: text.to_owned(),
            reasoning: None,
            calls: Vec::new(),
            finish,
            usage: Usage::default(),
            served_model: None,
            timing: Timing {
                sent: "2026-01-01T00:00:00Z".parse().expect("a time"),
                wall_us: 0,
            },
            failed: Vec::new(),
            raw: None,
        }))
    }
}

impl Desk for ScriptedDesk {
    fn ask(
        &mut self,
        question: Question,
    ) -> impl Future<Output = Result<Answer, DeskError>> + Send {
        self.asked.push(question);
        ready(
            self.script
                .pop_front()
                .unwrap_or_else(|| Err(DeskError::halted("the script is over"))),
        )
    }
}
