//! What was measured of the tool alone, without a budget.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::side::{self, BySide, Side, SoftCap, Winner};

/// A game between two ways to pick from the tool's candidates.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ChoiceGame {
    /// Why it ended.
    pub termination: Option<String>,
    /// Who won.
    #[serde(default, deserialize_with = "side::winner")]
    pub winner: Option<Winner>,
    /// Moves.
    pub plies: Option<u32>,
    /// Who picked.
    pub pickers: Option<BySide<String>>,
    /// Candidates that were wanted.
    pub k: Option<usize>,
    /// The last position.
    pub final_fen: Option<String>,
    /// Every move.
    pub moves: Vec<ChoiceMove>,
}

/// How a move came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChoiceSource {
    /// Picked among the candidates.
    Picked,
    /// A legal move drawn evenly: there was no candidate.
    ForcedRandom,
}

/// A move.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ChoiceMove {
    /// Moves before it.
    pub ply: u32,
    /// Whose it is.
    pub side: Side,
    /// Samples drawn.
    pub samples: Option<u32>,
    /// Different legal samples.
    pub candidates: Option<Vec<String>>,
    /// The move.
    pub picked: String,
    /// How it came about.
    pub source: ChoiceSource,
}

/// Samples a ply in a game that the tool plays by itself. The moves are not kept.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ToolProfile {
    /// `regular`, `micro`, `grand`.
    pub tier: String,
    /// What the tool was set to.
    pub config: ToolSetting,
    /// Why it ended.
    pub termination: Option<String>,
    /// Moves.
    pub plies: Option<u32>,
    /// Every ply.
    pub moves: Vec<ProfilePly>,
}

/// What the tool was set to.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
pub struct ToolSetting {
    /// Temperature.
    pub temperature: f64,
    /// Soft cap.
    #[serde(default, deserialize_with = "side::soft_cap")]
    pub soft_cap: Option<SoftCap>,
}

/// A ply of a profile.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct ProfilePly {
    /// Moves before it.
    pub ply: u32,
    /// Samples drawn.
    pub samples: u32,
    /// Whether the last of them was legal; if not, the move was drawn evenly.
    pub legal_landed: bool,
}

/// Samples after prefixes of real games.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct RealPrefix {
    /// Games behind it.
    pub games_sampled: Option<u32>,
    /// Samples a position.
    pub samples_per_pos: Option<u32>,
    /// By the prefix' plies, as texts.
    pub by_depth: BTreeMap<String, PrefixDepth>,
}

/// One length of prefix.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PrefixDepth {
    /// Legal samples.
    pub hits: u32,
    /// Samples.
    pub samples: u32,
    /// Positions.
    pub positions: Option<u32>,
    /// `hits` over `samples`; none without samples.
    pub legality: Option<f64>,
}

/// Legal first samples and all of them, by the ply as a text.
pub type ByPly = BTreeMap<String, (u32, u32)>;

/// The tool against a weak engine at many settings.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Sweep {
    /// `regular`, `micro`, `grand`.
    pub tier: String,
    /// Games a setting.
    pub games_per_cell: Option<u32>,
    /// By the setting's name, as `t0.8_cNone`.
    pub cells: BTreeMap<String, SweepCell>,
    /// Legal first samples and all of them, by the setting's name and the ply.
    pub ply_legal: Option<BTreeMap<String, ByPly>>,
}

/// One setting.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct SweepCell {
    /// Temperature.
    pub temp: f64,
    /// Soft cap.
    #[serde(default, deserialize_with = "side::soft_cap")]
    pub cap: Option<SoftCap>,
    /// Games.
    pub games: Option<u32>,
    /// Games that went to their end.
    pub clean_completion: Option<u32>,
    /// Moves whose first sample was legal.
    pub first_try_legal: u32,
    /// Moves of the tool's side.
    pub model_moves: u32,
    /// `first_try_legal` over `model_moves`.
    pub legal_rate: Option<f64>,
    /// Moves drawn evenly after all samples were illegal.
    pub forced_random: Option<u32>,
}
