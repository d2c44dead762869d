//! What every table with replies of models has: tokens, money, time, text.

use jiff::{SignedDuration, Timestamp};
use ludometer_record::{
    GameLog, PicoUsd, PlayerName, Price,
    desk::{Answer, Finish, Reply, Timing, Usage},
    journal::Exchange,
};

use super::{Column, Value};

/// A reply with what its tokens cost.
pub(crate) struct Replied<'a> {
    pub(crate) reply: &'a Reply,
    pub(crate) price: Option<Price>,
}

type Cell = (Column, fn(&Replied<'_>) -> Value);

/// The columns of one reply.
pub(crate) const REPLY: &[Cell] = &[
    (
        Column::text(
            "finish",
            "why the reply ended: stop, length, refusal, unknown, or the server's own reason",
        ),
        |replied| finish(&replied.reply.finish),
    ),
    (
        Column::integer(
            "prompt_tokens",
            "prompt tokens as the server counted them, cached ones included",
        ),
        |replied| replied.reply.usage.prompt.into(),
    ),
    (
        Column::integer(
            "completion_tokens",
            "completion tokens as the server counted them, reasoning included",
        ),
        |replied| replied.reply.usage.completion.into(),
    ),
    (
        Column::integer("reasoning_tokens", "completion tokens spent on reasoning"),
        |replied| replied.reply.usage.reasoning.into(),
    ),
    (
        Column::integer("cached_tokens", "prompt tokens that the server had cached"),
        |replied| replied.reply.usage.cached.into(),
    ),
    (
        Column::real(
            "dollars",
            "US dollars by the study's price; empty without one, or where the server counted no tokens",
        ),
        |replied| {
            dollars(replied.price, &replied.reply.usage)
                .map(PicoUsd::dollars)
                .into()
        },
    ),
    (
        Column::time("sent", "when the question was sent"),
        |replied| replied.reply.timing.sent.into(),
    ),
    (
        Column::real("seconds", "from question to answer"),
        |replied| Value::seconds(replied.reply.timing.wall_us),
    ),
    (
        Column::integer(
            "failed_tries",
            "calls that failed before this one was answered",
        ),
        |replied| replied.reply.failed.len().into(),
    ),
    (
        Column::integer(
            "reply_characters",
            "characters of the reply, before anything is cut",
        ),
        |replied| replied.reply.text.chars().count().into(),
    ),
    (
        Column::text(
            "reply",
            "the reply's text, cut after 2,000 characters; characters that steer a terminal or the eye as their code points",
        ),
        |replied| Value::said(&replied.reply.text),
    ),
];

fn finish(finish: &Finish) -> Value {
    match finish {
        Finish::Other(reason) => Value::said(reason),
        other => Value::word(other),
    }
}

/// What tokens cost; none where there is no price or nothing was counted.
fn dollars(price: Option<Price>, usage: &Usage) -> Option<PicoUsd> {
    usage.total()?;
    Some(price?.of(usage))
}

/// What answers cost together.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Spent {
    /// Replies of players.
    pub(crate) replies: u32,
    /// Tokens as far as they were counted.
    pub(crate) usage: Usage,
    /// Money as far as there are prices.
    pub(crate) dollars: Option<PicoUsd>,
    /// From question to answer, added up, in microseconds.
    pub(crate) wall_us: Option<u64>,
    /// When the first question was sent.
    pub(crate) began: Option<Timestamp>,
    /// When the last answer was there.
    pub(crate) ended: Option<Timestamp>,
}

impl Spent {
    /// What all answers of a game cost.
    pub(crate) fn of(log: &GameLog, price: &dyn Fn(&PlayerName) -> Option<Price>) -> Self {
        let mut spent = Self::default();
        for exchange in &log.exchanges {
            spent.add(exchange, price);
        }
        spent
    }

    /// Adds an answer.
    pub(crate) fn add(
        &mut self,
        exchange: &Exchange,
        price: &dyn Fn(&PlayerName) -> Option<Price>,
    ) {
        let timing = match &exchange.answer {
            Answer::Reply(reply) => Some(reply.timing),
            Answer::Left(left) => Some(left.timing),
            Answer::Moved(moved) => Some(moved.timing),
            _ => None,
        };
        if let Some(timing) = timing {
            self.waited(timing);
        }
        if !matches!(exchange.answer, Answer::Reply(_) | Answer::Left(_)) {
            return;
        }
        self.replies += 1;
        let usage = exchange.usage();
        let plus = |sum: &mut Option<u64>, more: Option<u64>| {
            if let Some(more) = more {
                *sum = Some(sum.unwrap_or(0).saturating_add(more));
            }
        };
        plus(&mut self.usage.prompt, usage.prompt);
        plus(&mut self.usage.completion, usage.completion);
        plus(&mut self.usage.reasoning, usage.reasoning);
        plus(&mut self.usage.cached, usage.cached);
        let price = exchange.asked.player().and_then(price);
        if let Some(more) = dollars(price, &usage) {
            self.dollars = Some(self.dollars.unwrap_or(PicoUsd::ZERO) + more);
        }
    }

    fn waited(&mut self, timing: Timing) {
        self.wall_us = Some(self.wall_us.unwrap_or(0).saturating_add(timing.wall_us));
        self.began = Some(self.began.map_or(timing.sent, |at| at.min(timing.sent)));
        let wall = SignedDuration::from_micros(i64::try_from(timing.wall_us).unwrap_or(i64::MAX));
        let answered = timing.sent.saturating_add(wall).unwrap_or(timing.sent);
        self.ended = self.ended.max(Some(answered));
    }
}

type SpentCell = (Column, fn(&Spent) -> Value);

/// The columns of what answers cost together.
pub(crate) const SPENT: &[SpentCell] = &[
    (
        Column::integer(
            "replies",
            "replies of players; an agent program counts once",
        ),
        |spent| spent.replies.into(),
    ),
    (
        Column::integer(
            "prompt_tokens",
            "prompt tokens of all replies, as far as servers counted them",
        ),
        |spent| spent.usage.prompt.into(),
    ),
    (
        Column::integer(
            "completion_tokens",
            "completion tokens of all replies, reasoning included, as far as servers counted them",
        ),
        |spent| spent.usage.completion.into(),
    ),
    (
        Column::integer("reasoning_tokens", "completion tokens spent on reasoning"),
        |spent| spent.usage.reasoning.into(),
    ),
    (
        Column::integer("cached_tokens", "prompt tokens that servers had cached"),
        |spent| spent.usage.cached.into(),
    ),
    (
        Column::real(
            "dollars",
            "US dollars by the study's prices; empty where no counted reply has one",
        ),
        |spent| spent.dollars.map(PicoUsd::dollars).into(),
    ),
    (
        Column::real(
            "seconds",
            "from question to answer, players and engines, added up",
        ),
        |spent| spent.wall_us.map(|micros| micros as f64 / 1e6).into(),
    ),
];
