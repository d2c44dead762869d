//! What the page of a game of the Elo ladder shows.

use ludometer_instruments::ladder::findings::SeatKind;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    replay::Said,
    token_chess::{BoardFacts, Step},
};

/// A game of the Elo ladder.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LadderReplay {
    /// The board.
    pub board: BoardFacts,
    /// Who is measured.
    pub player: String,
    /// What sits there.
    pub seat: SeatKind,
    /// How it plays, in words.
    pub plays: String,
    /// Its colour: `white` or `black`.
    pub color: String,
    /// Who sits across; absent where nobody was chosen yet.
    pub opponent: Option<OpponentShown>,
    /// The rules, a line each.
    pub rules: Vec<String>,
    /// A turn for each move, and one for what was tried where no move came.
    pub turns: Vec<LadderTurn>,
    /// The last position.
    pub end_fen: String,
    /// Whether the side to move there is in check.
    pub end_check: bool,
    /// What was called and said after the end.
    pub after: Vec<LadderEvent>,
    /// The player's tokens; absent for what is not asked in words.
    pub tokens: Option<TokensShown>,
    /// From question to answer, over the player's decisions, in microseconds; for an agent
    /// program from its start to its end. Absent where nobody took it.
    pub player_us: Option<u64>,
    /// The opponent's searches, in microseconds.
    pub opponent_us: u64,
    /// Calls of tools, or moves of replies, that came to nothing, by what they were.
    pub refused: Vec<Refused>,
    /// What a reader must know, as of a game that is not over.
    pub note: Option<String>,
}

/// Who sits across, and from what it was chosen.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct OpponentShown {
    /// What it is called.
    pub name: String,
    /// Its rating, in Elo.
    pub rating: f64,
    /// Standard error of the rating, in Elo; 0 where the rating holds by definition.
    pub standard_error: f64,
    /// What moves there, in words.
    pub plays: String,
    /// The part of the design, as `pilot`, `one by one` or `wave 2`.
    pub part: String,
    /// The games that the choice was made after, in the order of the plan.
    pub after: Vec<GameRef>,
}

/// A game of the same run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameRef {
    /// Its id.
    pub id: String,
    /// Its place in the plan; absent where the study plans no such game.
    pub place: Option<usize>,
}

/// A turn.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LadderTurn {
    /// Plies before it.
    pub ply: u32,
    /// `white` or `black`.
    pub side: String,
    /// The position before the move.
    pub fen: String,
    /// Whether the side to move is in check.
    pub check: bool,
    /// What was said, called and told, in order.
    pub events: Vec<LadderEvent>,
    /// The move; absent where none came.
    pub played: Option<LadderMove>,
}

/// A move.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct LadderMove {
    /// In UCI.
    pub text: String,
    /// In algebraic notation.
    pub san: String,
    /// From where to where.
    pub step: Option<Step>,
    /// Who made it, in words.
    pub by: String,
    /// How long that took, in microseconds, where it is known.
    pub took_us: Option<u64>,
    /// The engine's own score, from the side that moved.
    pub score: Option<String>,
    /// Depth of its search, where the engine says so.
    pub depth: Option<u32>,
    /// Positions that it visited, where it says so.
    pub nodes: Option<u64>,
}

/// Something that happened in a turn.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum LadderEvent {
    /// A model replied.
    Said(Said),
    /// A tool was called, or a move was read from a reply.
    Called(CallShown),
    /// An agent program was started.
    Started {
        /// What it was told.
        prompt: String,
        /// When.
        at: String,
    },
    /// An agent program made no more calls.
    Left {
        /// Why, in words.
        why: String,
        /// The last thing that it said.
        last_words: Option<String>,
        /// From its start to its end, in microseconds.
        took_us: u64,
        /// Whether its account of its tokens broke off.
        partial: bool,
    },
    /// A call was not made, since the game had reached a cap of the study.
    Capped {
        /// The study's key of the cap.
        key: String,
    },
}

/// A call and what became of it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct CallShown {
    /// The tool, as the player named it.
    pub tool: String,
    /// The arguments as JSON, or as the model wrote them where that is none.
    pub arguments: String,
    /// Whether it is a tool's call; else a move that was read from a reply.
    pub is_call: bool,
    /// What became of it, by a fixed name, as `illegal-move`.
    pub class: String,
    /// The same in words.
    pub words: String,
    /// Whether it came to nothing.
    pub refused: bool,
    /// Why, where it did, as the player was told.
    pub reason: Option<String>,
    /// All that the player was told, as JSON text; absent where nothing was told any more.
    pub answer: Option<String>,
    /// How long an agent took, in microseconds; a model's reply has its own time.
    pub took_us: Option<u64>,
    /// The move that it wanted, where it is a move of this board and was refused.
    pub ghost: Option<Step>,
}

/// Calls that came to nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refused {
    /// What they were, in words.
    pub words: String,
    /// How many.
    pub times: u32,
}

/// Tokens of a game. A kind that nobody counted is absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TokensShown {
    /// Prompt tokens, cached ones included.
    pub prompt: Option<u64>,
    /// Those of them that the server had cached.
    pub cached: Option<u64>,
    /// Completion tokens, reasoning included.
    pub completion: Option<u64>,
    /// Those of them spent on reasoning.
    pub reasoning: Option<u64>,
    /// Answers of the player; an agent program's account is one.
    pub answers: u32,
    /// Those of them that said their counts.
    pub counted: u32,
}
