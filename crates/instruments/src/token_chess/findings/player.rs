//! The shape of what is said of one player.

use std::collections::BTreeMap;

use ludometer_games::Color;
use ludometer_record::PlayerName;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    Finding,
    measured::Results,
    token_chess::{Economy, Memory},
};

/// The finding that an economy's players are ranked by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Headline {
    /// Round one, forfeit: games won per token.
    WinsPerToken,
    /// Round two, income: moves that the player landed.
    ControlRate,
    /// From round three on, batch: the colour-balanced score.
    BalancedScore,
}

impl Headline {
    /// The headline of an economy.
    #[must_use]
    pub const fn of(economy: Economy) -> Self {
        match economy {
            Economy::Forfeit => Self::WinsPerToken,
            Economy::Income => Self::ControlRate,
            Economy::Batch => Self::BalancedScore,
        }
    }

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::WinsPerToken => "games won per token",
            Self::ControlRate => "control rate",
            Self::BalancedScore => "colour-balanced score",
        }
    }
}

/// What the games of a group say of one player.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlayerFindings {
    /// The player.
    #[schemars(with = "String")]
    pub player: PlayerName,
    /// What it is.
    pub kind: String,
    /// Whether it is a part of this program.
    pub built_in: bool,
    /// Scored games in which it sat.
    pub games: usize,
    /// Those of them against itself, which have no score.
    pub self_play: usize,
    /// Those of them whose result is the verdict of the stand-in referee.
    pub stand_in: usize,
    /// Games against others by result.
    pub results: Results,
    /// By which of the following it is ranked.
    pub headline: Headline,
    /// Games won over tokens spent, against others.
    pub wins_per_token: Finding,
    /// Games won over games, against others.
    pub win_rate: Finding,
    /// Colour-balanced score against others: mean of the next two.
    pub balanced_score: Finding,
    /// Score against others as White.
    pub score_as_white: Finding,
    /// Score against others as Black.
    pub score_as_black: Finding,
    /// Moves that it landed or picked itself over its moves.
    pub control_rate: Finding,
    /// Turns whose first sample was legal over turns with a sample.
    pub first_try_legality: Finding,
    /// Legal samples over samples.
    pub attempt_legality: Finding,
    /// Turns whose first sample was legal over samples.
    pub hits_per_call: Finding,
    /// Attempt legality by what may explain it.
    pub legality: Legality,
    /// How it set the sampler, by its how-manieth batch of a turn it was.
    pub knobs: Vec<Knob>,
    /// What it spent.
    pub spending: Spending,
    /// Candidates at its picks; absent where nothing is picked.
    pub candidates_per_pick: Option<Finding>,
    /// Moves at random, since it picked what cannot be picked, over picks; absent where
    /// nothing is picked.
    pub forced_picks: Option<Finding>,
    /// What its replies were; absent for a built-in player.
    pub replies: Option<Replies>,
    /// What the harness did in its turns; absent where it did nothing.
    pub silent: Option<Silent>,
    /// What it did with each memory that it had.
    pub memories: Vec<MemoryUse>,
    /// Which memory it chose; absent where it had no choice.
    pub choices: Option<MemoryChoice>,
    /// What each seat cost; in self-play each of the two its own.
    pub seats: Vec<SeatCost>,
}

impl PlayerFindings {
    /// The finding that it is ranked by.
    #[must_use]
    pub fn headline(&self) -> &Finding {
        match self.headline {
            Headline::WinsPerToken => &self.wins_per_token,
            Headline::ControlRate => &self.control_rate,
            Headline::BalancedScore => &self.balanced_score,
        }
    }
}

/// One class of what was counted, such as a band of plies.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Slice {
    /// Which.
    pub label: String,
    /// What was found.
    pub finding: Finding,
}

/// Attempt legality by temperature and soft cap together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SettingSlice {
    /// Band of temperatures.
    pub temperature: String,
    /// Band of soft caps.
    pub soft_cap: String,
    /// What was found.
    pub finding: Finding,
}

/// Attempt legality, class by class; classes without a sample are left out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Legality {
    /// By the turn's ply.
    pub by_ply: Vec<Slice>,
    /// By the batch's place among the turn's batches, from 1.
    pub by_retry: Vec<Slice>,
    /// By temperature.
    pub by_temperature: Vec<Slice>,
    /// By soft cap.
    pub by_soft_cap: Vec<Slice>,
    /// By both.
    pub by_setting: Vec<SettingSlice>,
}

/// Settings that a player chose for its n-th batch of a turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Knob {
    /// The batch's place among the turn's batches, from 1.
    pub retry: String,
    /// Mean temperature.
    pub temperature: Finding,
    /// Share with a soft cap.
    pub capped: Finding,
}

/// Tokens of the budget.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Spending {
    /// A turn, which is a ply of the player's.
    pub per_turn: Finding,
    /// A game.
    pub per_game: Finding,
    /// A turn, by the turn's ply.
    pub by_ply: Vec<Slice>,
}

/// What a model's replies were.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Replies {
    /// Decisions whose first reply could not be used.
    pub parse_failures: Finding,
    /// Decisions that the rules made, since the second reply could not be used either.
    pub fallbacks: Finding,
}

/// What the harness did for a player without tokens, silently.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Silent {
    /// Legal samples over samples; drawing ends with the first legal one.
    pub legality: Finding,
    /// Moves that it landed by sampling.
    pub sampled: usize,
    /// Moves that it drew evenly among the legal ones.
    pub uniform: usize,
}

/// What a player did with one memory.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MemoryUse {
    /// The memory.
    pub memory: Memory,
    /// Seats that had it.
    pub seats: usize,
    /// Notes written over decisions that could carry one; absent without a notepad.
    pub notes: Option<Finding>,
    /// Batches that it set to temperature 1.0 or more over batches that it set.
    pub hot: Finding,
    /// Legal samples over samples.
    pub attempt_legality: Finding,
    /// Tokens of the budget a turn.
    pub per_turn: Finding,
    /// Points over games against others, colours as they came.
    pub score: Finding,
}

/// Which memory a player chose.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MemoryChoice {
    /// Each tool's share of the choices that were made.
    pub chosen: BTreeMap<Memory, Finding>,
    /// Choices that could not be read, so that the tool was none; not among the others.
    pub fell_back: Finding,
    /// Every choice.
    pub each: Vec<ChosenMemory>,
}

/// One choice.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChosenMemory {
    /// The game.
    pub game: String,
    /// The seat.
    #[schemars(with = "String")]
    pub side: Color,
    /// The tools in the order in which they were offered.
    pub menu: Vec<Memory>,
    /// The tool.
    pub tool: Memory,
    /// Why, in its own words.
    pub why: Option<String>,
    /// Whether no reply could be used.
    pub fell_back: bool,
}

/// What one colour's seats cost. A count that no server gave is null, not zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct SeatCost {
    /// The colour.
    #[schemars(with = "String")]
    pub side: Color,
    /// Seats: games in which it sat there.
    pub seats: usize,
    /// Tokens of the budget.
    pub spent: u64,
    /// Decisions that were its to make.
    pub decisions: u64,
    /// Replies that its model gave.
    pub calls: u64,
    /// Replies whose prompt and completion tokens were both counted: the sums are over these.
    pub counted_calls: u64,
    /// Prompt tokens.
    pub prompt_tokens: Option<u64>,
    /// Completion tokens, reasoning included.
    pub completion_tokens: Option<u64>,
    /// Completion tokens spent on reasoning.
    pub reasoning_tokens: Option<u64>,
}
