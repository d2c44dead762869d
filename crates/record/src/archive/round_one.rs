//! Games of round one: one sample a token, tried until one is legal.

use serde::Deserialize;

use super::side::{self, BySide, Side, SoftCap, Winner};

/// A game that is lost by who runs out of tokens.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct RoundOneGame {
    /// Why it ended: `forfeit`, `ply_cap`, `chess_result`.
    pub outcome: Option<String>,
    /// Who won.
    #[serde(default, deserialize_with = "side::winner")]
    pub winner: Option<Winner>,
    /// Accepted moves.
    pub plies: Option<u32>,
    /// Tokens spent: samples asked for.
    pub calls_spent: Option<BySide<u32>>,
    /// Turns whose first sample was legal.
    pub legal_first_try: Option<BySide<u32>>,
    /// Accepted moves.
    pub moves_made: Option<BySide<u32>>,
    /// `legal_first_try` over `calls_spent`.
    pub legal_hit_rate: Option<BySide<f64>>,
    /// Every sample, in order.
    pub attempts: Vec<Attempt>,
    /// Who had White.
    pub white_player: Option<String>,
    /// Who had Black.
    pub black_player: Option<String>,
}

/// One sample offered as a move.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Attempt {
    /// Accepted moves before it.
    pub ply: u32,
    /// Who asked for it.
    pub side: Side,
    /// Tokens left after it.
    pub budget_after: Option<u32>,
    /// The tool's temperature.
    pub temperature: Option<f64>,
    /// The tool's soft cap.
    #[serde(default, deserialize_with = "side::soft_cap")]
    pub soft_cap: Option<SoftCap>,
    /// What the tool said, cut at its length.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether that was a legal move.
    pub legal: bool,
    /// Legal moves there were.
    pub n_legal_moves: Option<usize>,
}

impl RoundOneGame {
    /// A side's player.
    #[must_use]
    pub fn player(&self, side: Side) -> Option<&str> {
        match side {
            Side::White => self.white_player.as_deref(),
            Side::Black => self.black_player.as_deref(),
        }
    }

    /// What a side began with, which no file says: one more than after its first sample.
    #[must_use]
    pub fn budget(&self, side: Side) -> Option<u32> {
        let first = self.attempts.iter().find(|attempt| attempt.side == side)?;
        first.budget_after?.checked_add(1)
    }

    /// Each attempt with its place among those of its turn, from 1.
    pub fn tries(&self) -> impl Iterator<Item = (usize, &Attempt)> {
        let mut before = None;
        let mut nth = 0;
        self.attempts.iter().map(move |attempt| {
            nth = if before == Some(attempt.ply) {
                nth + 1
            } else {
                1
            };
            before = Some(attempt.ply);
            (nth, attempt)
        })
    }
}
