//! A person's seat: what can be chosen before a game, and what is to be decided in it.
//!
//! A seat's page is a function of the journal, as a replay is: a game that was put down, or
//! whose server was killed, shows the same page again. Legal moves come as data.

pub mod board;
mod order;

use ludometer_instruments::seat::OpenGame;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use ludometer_instruments::seat::Choice;
pub use order::{GameOrder, Offer, Order, Round, RoundOffer, SeatMenu, TierOffer};

use crate::{chop_bench::seat::ChopSeat, token_chess::seat::TokenSeat};

/// What is to be decided in a person's game.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SeatPage {
    /// The run, by its key.
    pub run: String,
    /// Its study's name.
    pub name: String,
    /// The instrument, as a study file names it.
    pub instrument: String,
    /// The person.
    pub player: String,
    /// The game's place in the plan, from 0.
    pub place: usize,
    /// Games in the plan.
    pub planned: usize,
    /// How the game stands.
    pub stands: Stands,
    /// Why it does not go on, where it was stopped.
    pub why: Option<String>,
    /// What the open question is called.
    pub question: Option<String>,
    /// What a model would be told here.
    pub told: Option<String>,
    /// Games that are over, the first first.
    pub over: Vec<OverGame>,
    /// The game itself.
    pub view: SeatView,
}

/// How a person's game stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Stands {
    /// The person is to decide.
    Yours,
    /// Somebody else is to do something.
    Waiting,
    /// It was put down, and can be gone on with.
    Resting,
    /// Something stopped it; it can be gone on with.
    Stopped,
    /// All games are over.
    Over,
}

/// A game that is over.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OverGame {
    /// Its place in the plan, from 0.
    pub place: usize,
    /// How it came out, in words.
    pub says: String,
}

/// A person's game, by instrument.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "shape", rename_all = "kebab-case")]
pub enum SeatView {
    /// Chess, on the ladder.
    Board(board::BoardSeat),
    /// Token Chess.
    TokenChess(Box<TokenSeat>),
    /// Chopsticks.
    ChopBench(ChopSeat),
    /// Nothing to be shown.
    Nothing,
}

/// An answer to the open question.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SeatAnswer {
    /// What the question is called.
    pub question: String,
    /// What the person chose.
    pub choice: Choice,
}

/// A run that was begun.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Seated {
    /// Its key.
    pub run: String,
}

/// The question that waits for a person, where one does.
pub(crate) fn asked<R>(open: &OpenGame<R>) -> Option<&ludometer_record::desk::Decide> {
    match &open.asked {
        Some(ludometer_record::desk::Question::Decide(decide)) => Some(decide),
        _ => None,
    }
}
