//! A game that was played, with all that is measured of it.

use ludometer_games::Color;
use ludometer_record::{
    GameId, PlayerName,
    desk::{Assigned, Departure, Score, Usage},
    ending::Ending,
};
use ludometer_stats::ladder::Outcome;
use serde::Serialize;

use super::{Seat, assign::seat_after, plan::Place};
use crate::served::Calls;

/// A game that was played.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GameRecord {
    /// The game.
    pub id: GameId,
    /// Who is measured in it.
    pub player: PlayerName,
    /// Its place among the player's games.
    #[serde(skip)]
    pub place: Place,
    /// The player's colour.
    pub color: Color,
    /// Who sat across, by name.
    pub opponent: String,
    /// Its rating, and the games that it was chosen after.
    pub assigned: Assigned,
    /// Every move, in order.
    pub moves: Vec<MoveMade>,
    /// The position at the end.
    pub final_fen: String,
    /// How it ended.
    pub ending: Ending,
    /// The player's calls and refused moves.
    pub calls: Calls,
    /// The player's replies that held no call or move at all.
    pub unusable: u32,
    /// The player's tokens.
    pub tokens: Tokens,
    /// From question to answer, over all of the player's decisions, in microseconds; for an
    /// agent program from its start to its end.
    pub player_us: u64,
    /// The opponent's searches, in microseconds.
    pub opponent_us: u64,
    /// The last thing that an agent said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_words: Option<String>,
}

/// One move.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MoveMade {
    /// Who made it.
    pub by: Actor,
    /// As UCI writes it.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// How long its maker took, in microseconds, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub took_us: Option<u64>,
    /// The engine's own score, from the side that moved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
}

/// Who made a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Actor {
    /// Who is measured.
    Player,
    /// The opponent's engine.
    Opponent,
    /// Chance, in the opponent's place.
    Chance,
}

/// Tokens of one game. A sum is absent where no answer said a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Tokens {
    /// Counts added up, as far as they were said.
    pub sum: Usage,
    /// Answers of the player.
    pub answers: u32,
    /// Those of them that said prompt and completion tokens.
    pub counted: u32,
}

impl Tokens {
    /// Adds an answer's counts.
    pub fn add(&mut self, usage: &Usage) {
        let plus = |sum: &mut Option<u64>, count: Option<u64>| {
            if let Some(count) = count {
                *sum = Some(sum.unwrap_or(0).saturating_add(count));
            }
        };
        plus(&mut self.sum.prompt, usage.prompt);
        plus(&mut self.sum.completion, usage.completion);
        plus(&mut self.sum.reasoning, usage.reasoning);
        plus(&mut self.sum.cached, usage.cached);
        self.answers += 1;
        self.counted += u32::from(usage.prompt.is_some() && usage.completion.is_some());
    }

    /// Adds an agent's account, which counts as whole only where it was closed.
    pub fn add_departure(&mut self, left: &Departure) {
        let counted = self.counted;
        self.add(&left.usage);
        if left.usage_is_partial {
            self.counted = counted;
        }
    }

    /// Whether every answer said its counts, and there was one.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.answers > 0 && self.counted == self.answers
    }
}

impl GameRecord {
    /// How the game ended for the player.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match seat_after(&self.ending, self.color) {
            Seat::Scored(outcome) => Some(outcome),
            Seat::Waiting | Seat::Void => None,
        }
    }
}
