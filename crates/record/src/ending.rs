//! How a game ended: result and termination are separate things.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Seat;

/// Who won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// The seat that moved first.
    FirstWins,
    /// The seat that moved second.
    SecondWins,
    /// Nobody.
    Draw,
}

impl GameResult {
    /// The result in which this seat wins.
    #[must_use]
    pub fn won_by(seat: Seat) -> Self {
        match seat {
            Seat::First => Self::FirstWins,
            Seat::Second => Self::SecondWins,
        }
    }
}

/// Why a scored game ended, in one of two kinds. The third kind of
/// termination, infrastructure, scores nothing: see [`Ending::Void`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// Board: all hands of one side are dead.
    HandsDead,
    /// Board: the countdown after a third occurrence ran out.
    Countdown,
    /// Board: mate.
    Checkmate,
    /// Board: no legal move, and no check.
    Stalemate,
    /// Board: neither side can mate.
    InsufficientMaterial,
    /// Board: a hundred and fifty plies without a capture or a pawn move.
    SeventyFiveMoves,
    /// Board: a position occurred five times.
    FivefoldRepetition,
    /// Board: claimed after a hundred plies without a capture or a pawn move.
    FiftyMoves,
    /// Board: claimed on a position's third occurrence, present or intended.
    ThreefoldRepetition,
    /// Protocol: a legal reply was not given.
    Illegal,
    /// Protocol: a reply without a move in it.
    Unparseable,
    /// Protocol: a reply cut off at its token limit.
    Truncated,
    /// Protocol: the model declined to answer.
    Refused,
    /// Protocol: the game's own cap on tokens or money was reached.
    BudgetExhausted,
    /// Protocol: the study's cap on plies was reached.
    PlyCap,
    /// Protocol: the last token was spent without a move, which loses.
    Forfeit,
    /// Protocol: a side was out of tokens and candidates, and the board was adjudicated.
    AdjudicatedExhausted,
    /// Protocol: the study's cap on plies was reached, and the board was adjudicated.
    AdjudicatedPlyCap,
    /// Protocol: a side gave up.
    Resignation,
    /// Protocol: an agent left before its game was over.
    WalkedAway,
    /// Protocol: an agent used up the game's time.
    TimeLimit,
    /// Protocol: a player used up the game's calls of tools.
    CallLimit,
    /// Protocol: nothing was played; a tool was asked what it would play, and answered.
    Sampled,
}

/// The kinds of termination.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TerminationKind {
    /// The rules of the game.
    Board,
    /// The rules of the study.
    Protocol,
    /// The world around it.
    Infrastructure,
}

impl Termination {
    /// Which kind it is.
    #[must_use]
    pub fn kind(self) -> TerminationKind {
        match self {
            Self::HandsDead
            | Self::Countdown
            | Self::Checkmate
            | Self::Stalemate
            | Self::InsufficientMaterial
            | Self::SeventyFiveMoves
            | Self::FivefoldRepetition
            | Self::FiftyMoves
            | Self::ThreefoldRepetition => TerminationKind::Board,
            Self::Illegal
            | Self::Unparseable
            | Self::Truncated
            | Self::Refused
            | Self::BudgetExhausted
            | Self::PlyCap
            | Self::Forfeit
            | Self::AdjudicatedExhausted
            | Self::AdjudicatedPlyCap
            | Self::Resignation
            | Self::WalkedAway
            | Self::TimeLimit
            | Self::CallLimit
            | Self::Sampled => TerminationKind::Protocol,
        }
    }

    /// In words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::HandsDead => "hands dead",
            Self::Countdown => "repetition countdown",
            Self::Illegal => "illegal move",
            Self::Unparseable => "no move found in the reply",
            Self::Truncated => "reply cut off",
            Self::Refused => "refusal",
            Self::BudgetExhausted => "game budget exhausted",
            Self::PlyCap => "ply cap",
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::SeventyFiveMoves => "seventy-five moves",
            Self::FivefoldRepetition => "fivefold repetition",
            Self::FiftyMoves => "fifty moves",
            Self::ThreefoldRepetition => "threefold repetition",
            Self::Forfeit => "forfeit",
            Self::AdjudicatedExhausted => "adjudicated, a side exhausted",
            Self::AdjudicatedPlyCap => "adjudicated at the ply cap",
            Self::Resignation => "resignation",
            Self::WalkedAway => "walked away",
            Self::TimeLimit => "time limit of the game",
            Self::CallLimit => "call limit of the game",
            Self::Sampled => "sampled, not played",
        }
    }
}

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words())
    }
}

/// Why a game is void: what the world, not a player, did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VoidCause {
    /// The call hung past its time limit.
    Timeout,
    /// The server answered with an error that does not go away.
    ServerError,
    /// The server answered with something that is no completion.
    MalformedAnswer,
    /// The connection broke and repeating did not help.
    Transport,
    /// The server refused this one request, though it takes others.
    RequestRefused,
    /// The engine crashed, fell silent, or answered nonsense.
    Engine,
    /// The agent program failed, or could not use the game's tools.
    Agent,
    /// The agent program made no call and did not end.
    AgentSilent,
    /// The run was stopped while an agent program played, which cannot go on by itself.
    Interrupted,
}

impl VoidCause {
    /// In words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Timeout => "timeout",
            Self::ServerError => "server error",
            Self::MalformedAnswer => "malformed answer",
            Self::Transport => "transport error",
            Self::RequestRefused => "request refused",
            Self::Engine => "engine failure",
            Self::Agent => "agent failure",
            Self::AgentSilent => "silent agent",
            Self::Interrupted => "interrupted",
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// With a result.
    Scored {
        /// Who won.
        result: GameResult,
        /// Why it ended.
        termination: Termination,
    },
    /// By an infrastructure failure: kept, reported, never scored.
    Void {
        /// What failed.
        cause: VoidCause,
        /// One line about it, without secrets.
        detail: String,
    },
}

impl Ending {
    /// Which kind of termination it was.
    #[must_use]
    pub fn kind(&self) -> TerminationKind {
        match self {
            Self::Scored { termination, .. } => termination.kind(),
            Self::Void { .. } => TerminationKind::Infrastructure,
        }
    }
}

/// In words, for messages.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scored {
                result,
                termination,
            } => {
                let won = match result {
                    GameResult::FirstWins => "a win of the first seat",
                    GameResult::SecondWins => "a win of the second seat",
                    GameResult::Draw => "a draw",
                };
                write!(f, "{won} ({termination})")
            }
            Self::Void { cause, detail } => write!(f, "void ({}: {detail})", cause.words()),
        }
    }
}
