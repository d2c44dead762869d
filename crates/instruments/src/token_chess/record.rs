//! What a game leaves: every attempt, legal or not, with its text, setting, ply and side.

use ludometer_daydream::Setting;
use ludometer_games::{BoardEnding, ByColor, Color};
use ludometer_record::{
    GameId, PlayerName,
    desk::{Usage, Verdict},
    ending::Ending,
};
use serde::{Deserialize, Serialize};

pub use crate::tool::TextClass;

use super::{
    memory::{Choice, Memory},
    rules::Rules,
};

/// A game that was played to its end.
#[derive(Debug, Clone, PartialEq)]
pub struct GameRecord {
    /// The game.
    pub id: GameId,
    /// Its condition; empty where nothing is swept.
    pub condition: String,
    /// Its rules.
    pub rules: Rules,
    /// Who sat where.
    pub players: ByColor<PlayerName>,
    /// What each of them remembered.
    pub memory: ByColor<Memory>,
    /// What each of them chose, where it was for them to choose.
    pub choices: ByColor<Option<Choice>>,
    /// Every turn; the last one has no move where the game ended in it.
    pub turns: Vec<Turn>,
    /// Every move.
    pub moves: Vec<String>,
    /// The last position.
    pub final_fen: String,
    /// Result and termination.
    pub ending: Ending,
    /// How it came about.
    pub end: End,
    /// What each seat did and cost.
    pub seats: ByColor<SeatTally>,
}

/// A game as far as it was played.
#[derive(Debug, Clone, PartialEq)]
pub struct SoFar {
    /// Its rules.
    pub rules: Rules,
    /// What each player remembers.
    pub memory: ByColor<Memory>,
    /// What each of them chose, where it was for them to choose.
    pub choices: ByColor<Option<Choice>>,
    /// Every turn; the last one may have been broken off.
    pub turns: Vec<Turn>,
    /// The last position.
    pub final_fen: String,
    /// How it ended, if it has.
    pub end: Option<End>,
    /// What each seat did and cost.
    pub seats: ByColor<SeatTally>,
}

/// How a game came to its end.
#[derive(Debug, Clone, PartialEq)]
pub enum End {
    /// By the rules of its board.
    Board(BoardEnding),
    /// This side spent its last token without a move.
    Forfeit(Color),
    /// An engine said who had won.
    Adjudicated {
        /// The side that had neither a token nor a candidate; none at the ply cap.
        exhausted: Option<Color>,
        /// What the engine said, from the side that was to move.
        verdict: Verdict,
        /// The side that was to move.
        to_move: Color,
    },
    /// At the ply cap.
    PlyCap,
    /// This side's model reached the game's own cap on tokens or money.
    GameCap(Color),
}

impl End {
    /// The side that had neither a token nor a candidate, if the game ended by that.
    #[must_use]
    pub fn exhausted(&self) -> Option<Color> {
        match self {
            Self::Forfeit(side) => Some(*side),
            Self::Adjudicated { exhausted, .. } => *exhausted,
            Self::Board(_) | Self::PlyCap | Self::GameCap(_) => None,
        }
    }
}

/// One turn.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// Plies before it.
    pub ply: u32,
    /// Who was to move.
    pub side: Color,
    /// Legal moves that there were.
    pub legal_moves: u32,
    /// What was drawn, in order.
    pub batches: Vec<Batch>,
    /// Legal samples without duplicates, in the order in which they came.
    pub candidates: Vec<String>,
    /// The move; none where the game ended in this turn.
    pub played: Option<Played>,
    /// Tokens that the turn cost.
    pub spent: u32,
    /// Tokens that were left.
    pub bank_after: u32,
}

/// Samples that were drawn together.
#[derive(Debug, Clone, PartialEq)]
pub struct Batch {
    /// The sampler's setting.
    pub setting: Setting,
    /// Who wanted it.
    pub by: Asker,
    /// The samples.
    pub attempts: Vec<Attempt>,
}

/// Who wanted samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Asker {
    /// The player.
    Player,
    /// The rules, since the player's replies could not be used.
    Fallback,
    /// The harness, silently and for nothing.
    Harness,
}

/// One sample offered as a move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Its text as it came.
    pub text: String,
    /// What the rules say of it.
    pub class: TextClass,
}

impl Attempt {
    /// Whether it is exactly a legal move.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        self.class == TextClass::Legal
    }
}

/// A move with how it came to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// The move.
    pub text: String,
    /// How it came to be played.
    pub by: MovedBy,
}

/// How a move came to be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MovedBy {
    /// The player picked it, or landed it.
    Player,
    /// At random among the candidates, since the player picked what cannot be picked.
    ForcedPick,
    /// The harness landed it, silently.
    HarnessSampled,
    /// The harness drew it evenly among the legal moves.
    HarnessUniform,
}

/// A note that a player wrote for itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// When.
    pub ply: u32,
    /// What.
    pub text: String,
}

/// What a seat did and cost.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SeatTally {
    /// Tokens spent.
    pub spent: u32,
    /// Tokens left.
    pub bank: u32,
    /// Tokens on each of its moves.
    pub ledger: Vec<u32>,
    /// Notes that it wrote.
    pub notes: Vec<Note>,
    /// Decisions that were its to make.
    pub decisions: u32,
    /// Replies that its model gave.
    pub calls: u32,
    /// Decisions whose first reply could not be used.
    pub parse_failures: u32,
    /// Decisions that the rules made, since the second reply could not be used either.
    pub fallbacks: u32,
    /// Picks at random, since the player picked what cannot be picked.
    pub forced_picks: u32,
    /// Its model's tokens.
    pub usage: UsageTally,
}

/// Tokens of many calls. A count that no server gave is absent, not zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct UsageTally {
    /// Sums over the calls that were counted.
    pub sums: Usage,
    /// Calls whose prompt and completion were both counted.
    pub counted: u32,
}

impl UsageTally {
    /// Adds a call.
    pub fn add(&mut self, usage: &Usage) {
        let plus = |sum: &mut Option<u64>, more: Option<u64>| {
            if let Some(more) = more {
                *sum = Some(sum.unwrap_or(0).saturating_add(more));
            }
        };
        plus(&mut self.sums.prompt, usage.prompt);
        plus(&mut self.sums.completion, usage.completion);
        plus(&mut self.sums.reasoning, usage.reasoning);
        plus(&mut self.sums.cached, usage.cached);
        self.counted += u32::from(usage.prompt.is_some() && usage.completion.is_some());
    }
}
