//! Games of round two: an income a turn, and a fallback that moves where a player fails.

use serde::Deserialize;

use super::side::{self, BySide, Side, Winner};

/// A game with a bank for each side, or one that the fallback plays alone.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct BankedGame {
    /// `zero` (the fallback alone) or `round2`.
    pub mode: String,
    /// Why it ended.
    pub termination: Option<String>,
    /// Who won.
    #[serde(default, deserialize_with = "side::winner")]
    pub winner: Option<Winner>,
    /// Moves.
    pub plies: Option<u32>,
    /// The last position.
    pub final_fen: Option<String>,
    /// Tokens left; none where nobody has any.
    pub banks_final: Option<BySide<i64>>,
    /// Who played.
    pub players: Option<BySide<String>>,
    /// How much of a side's play was its player's.
    pub control_stats: Option<BySide<Control>>,
    /// Every move.
    pub moves: Vec<BankedMove>,
}

/// How much of a side's play was its player's.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Control {
    /// Moves.
    pub moves: u32,
    /// Of them, the player's.
    pub player_controlled: u32,
    /// Tokens spent.
    pub tokens_spent: u32,
    /// `player_controlled` over `moves`.
    pub control_rate: Option<f64>,
}

/// Where a move came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A sample that the player asked for.
    Player,
    /// A sample of the fallback's.
    FallbackSampled,
    /// A legal move drawn evenly, after the fallback's samples were all illegal.
    FallbackRandom,
}

/// A move.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct BankedMove {
    /// Moves before it.
    pub ply: u32,
    /// Whose it is.
    pub side: Side,
    /// The player's samples in this turn.
    pub attempts: Option<u32>,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Where it came from.
    pub source: Source,
    /// The fallback's samples; none where it was not needed.
    pub fallback_samples: Option<u32>,
    /// Tokens left after the turn.
    pub bank_after: Option<i64>,
}
