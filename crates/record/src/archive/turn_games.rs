//! Games of rounds three to five: batches of samples, a pick, an adjudication at the end.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::side::{self, BySide, Side, SoftCap, Winner};

/// A game of turns, each with its batches and its pick.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TurnGame {
    /// Why it ended: `adjudication_exhausted`, `adjudication_plycap` or the board's word.
    pub outcome: Option<String>,
    /// Who won.
    #[serde(default, deserialize_with = "side::winner")]
    pub winner: Option<Winner>,
    /// Who had no token and no candidate left; none where the board ended the game.
    pub exhausted_side: Option<Side>,
    /// The engine's word; none where the board ended the game.
    pub adjudication: Option<Adjudication>,
    /// Moves.
    pub plies: Option<u32>,
    /// The last position.
    pub final_fen: Option<String>,
    /// Tokens left.
    pub budgets_left: Option<BySide<u32>>,
    /// What each side did, the failing last turn included.
    pub stats: Option<BySide<SideStats>>,
    /// Turns that ended with a move.
    pub turns: Vec<Turn>,
    /// Each side's memory, from round four on.
    pub memory: Option<BySide<String>>,
    /// Tokens of each finished turn, from round four on.
    pub spend_history: Option<BySide<Vec<u32>>>,
    /// Notes, from round four on.
    pub notes: Option<BySide<Vec<Value>>>,
    /// The memory that each side chose, in round five.
    pub tool_choices: Option<BySide<ToolChoice>>,
    /// Who had White.
    pub white_player: Option<String>,
    /// Who had Black.
    pub black_player: Option<String>,
    /// Model calls, by player; in self-play one seat's counts replace the other's.
    pub llm_usage: Option<BTreeMap<String, Usage>>,
}

/// What an engine said of the last position.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Adjudication {
    /// `cp` or `mate`.
    pub kind: String,
    /// For the side to move.
    pub value: i32,
    /// The side to move.
    pub perspective: Option<Side>,
    /// For White; none where it is a mate.
    pub white_cp: Option<i32>,
    /// Plies of the search.
    pub depth: Option<u32>,
}

/// What a side did.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct SideStats {
    /// Tokens: batches.
    pub tokens_spent: u32,
    /// Batches.
    pub batches: Option<u32>,
    /// Moves.
    pub moves: Option<u32>,
    /// Legal samples.
    pub samples_legal: u32,
    /// Samples.
    pub samples_total: u32,
    /// Candidates there were, over all picks.
    pub candidates_at_pick: Option<u32>,
    /// Moves that were not picked.
    pub forced_picks: Option<u32>,
    /// `samples_legal` over `samples_total`.
    pub legality_rate: Option<f64>,
    /// `candidates_at_pick` over `moves`.
    pub mean_candidates_at_pick: Option<f64>,
}

/// A turn that ended with a move.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Turn {
    /// Moves before it.
    pub ply: u32,
    /// Whose it is.
    pub side: Side,
    /// The move.
    pub picked: String,
    /// Different legal samples.
    pub n_candidates: Option<usize>,
    /// What was sampled.
    pub batches: Vec<Batch>,
    /// Tokens left after it.
    pub budget_after: Option<u32>,
    /// Notes written in it, from round four on.
    pub notes: Option<Vec<Value>>,
}

/// The samples that one token buys.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Batch {
    /// The tool's temperature.
    pub temperature: f64,
    /// The tool's soft cap.
    #[serde(default, deserialize_with = "side::soft_cap")]
    pub soft_cap: Option<SoftCap>,
    /// The samples.
    pub samples: Vec<Sample>,
}

/// A sample.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Sample {
    /// What the tool said.
    #[serde(rename = "move")]
    pub text: String,
    /// Whether that was a legal move.
    pub legal: bool,
}

/// A memory that was chosen.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ToolChoice {
    /// Which.
    pub tool: String,
    /// Why.
    pub why: Option<String>,
}

/// A player's model calls.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Usage {
    /// Prompt tokens.
    pub prompt_tokens: Option<u64>,
    /// Completion tokens.
    pub completion_tokens: Option<u64>,
    /// Calls, repeated questions included.
    pub calls: Option<u64>,
    /// Replies that did not parse.
    pub parse_failures: Option<u64>,
}

impl TurnGame {
    /// A side's player.
    #[must_use]
    pub fn player(&self, side: Side) -> Option<&str> {
        match side {
            Side::White => self.white_player.as_deref(),
            Side::Black => self.black_player.as_deref(),
        }
    }

    /// Every logged batch with its side.
    pub fn batches(&self) -> impl Iterator<Item = (Side, &Batch)> {
        self.turns
            .iter()
            .flat_map(|turn| turn.batches.iter().map(|batch| (turn.side, batch)))
    }
}
