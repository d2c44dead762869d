//! What a person can choose before a game, and what was chosen.

use ludometer_daydream::Tier;
use ludometer_games::Color;
use ludometer_instruments::token_chess::{Economy, MemoryRule};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What there is to choose.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct SeatMenu {
    /// The name of a person who gives none.
    pub name: String,
    /// Opponents on the ladder.
    pub ladder: Vec<Offer>,
    /// What must be known of them: which engine was found, or how to get one.
    pub ladder_note: String,
    /// Opponents in Token Chess.
    pub token_chess: Vec<Offer>,
    /// Boards.
    pub tiers: Vec<TierOffer>,
    /// Economies, as the rounds were published.
    pub rounds: Vec<RoundOffer>,
    /// Opponents in Chopsticks.
    pub chopsticks: Vec<Offer>,
    /// Games that can be open at once.
    pub at_once: usize,
}

/// An opponent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Offer {
    /// Its name.
    pub name: String,
    /// What it is, in words.
    pub words: String,
}

/// A board.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TierOffer {
    /// As a study file names it.
    pub name: String,
    /// In words.
    pub words: String,
}

/// An economy, with its memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RoundOffer {
    /// Which.
    pub round: Round,
    /// In words.
    pub words: String,
    /// Tokens at the start, as published.
    pub budget: u32,
}

/// A published round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Round {
    /// Forfeit.
    One,
    /// Income.
    Two,
    /// Batch.
    Three,
    /// Batch, with a ledger.
    FourLedger,
    /// Batch, with a notepad.
    FourNotepad,
    /// Batch, with the choice of a memory.
    Five,
}

impl Round {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::One,
        Self::Two,
        Self::Three,
        Self::FourLedger,
        Self::FourNotepad,
        Self::Five,
    ];

    /// What a token buys.
    #[must_use]
    pub const fn economy(self) -> Economy {
        match self {
            Self::One => Economy::Forfeit,
            Self::Two => Economy::Income,
            Self::Three | Self::FourLedger | Self::FourNotepad | Self::Five => Economy::Batch,
        }
    }

    /// What the person remembers.
    #[must_use]
    pub const fn memory(self) -> MemoryRule {
        match self {
            Self::One | Self::Two | Self::Three => MemoryRule::None,
            Self::FourLedger => MemoryRule::Ledger,
            Self::FourNotepad => MemoryRule::Notepad,
            Self::Five => MemoryRule::Choose,
        }
    }

    /// In words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::One => "round 1, forfeit: the first legal sample is the move",
            Self::Two => "round 2, income: tokens come each turn",
            Self::Three => "round 3, batch: three samples a token, and a pick",
            Self::FourLedger => "round 4, batch with a ledger",
            Self::FourNotepad => "round 4, batch with a notepad",
            Self::Five => "round 5, batch with a memory of your choice",
        }
    }
}

/// What a person chose.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// The person's name.
    pub name: String,
    /// The game.
    pub game: GameOrder,
}

/// What a person wants to play.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(tag = "instrument", rename_all = "kebab-case", deny_unknown_fields)]
pub enum GameOrder {
    /// A colour pair of chess on the ladder, White first.
    EloLadder {
        /// The opponent, by its name.
        opponent: String,
    },
    /// A game of Token Chess.
    TokenChess {
        /// The opponent, by its name.
        opponent: String,
        /// The board.
        #[schemars(with = "String")]
        tier: Tier,
        /// The economy.
        round: Round,
        /// The person's colour.
        #[schemars(with = "String")]
        colour: Color,
        /// Tokens at the start; as published where absent.
        budget: Option<u32>,
    },
    /// Chopsticks.
    ChopBench {
        /// The opponent, by its name.
        opponent: String,
        /// One game moving first, or a second one moving second.
        games: u32,
    },
}
