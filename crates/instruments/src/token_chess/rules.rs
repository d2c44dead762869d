//! The economy of a game: what a token buys, and what happens without one.

use std::fmt;

use ludometer_daydream::{Setting, Tier};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The published economies.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Economy {
    /// Round one: a sample a token; the first legal one is the move; whoever spends the
    /// last token without a move loses.
    Forfeit,
    /// Round two: so many tokens a turn, which can be saved; where they run out, the tool
    /// is drawn from silently and the player never learns of it.
    Income,
    /// Rounds three to five: several samples a token, legal ones become candidates, and
    /// picking one is free; where tokens run out, an engine adjudicates.
    Batch,
}

/// What happens when the side to move has neither a token nor a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Exhaustion {
    /// An engine says who has won.
    Adjudicate,
    /// The tool is drawn from silently at the default setting, up to [`SILENT_DRAWS`]
    /// times, and then a legal move is drawn evenly; the game goes on.
    SolventPlaysOn,
    /// As long as the other side has a token, as with `solvent-plays-on`; then an engine
    /// says who has won.
    AdjudicateWhenBothDry,
    /// The side has lost.
    Forfeit,
}

impl Exhaustion {
    /// As in a study file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Adjudicate => "adjudicate",
            Self::SolventPlaysOn => "solvent-plays-on",
            Self::AdjudicateWhenBothDry => "adjudicate-when-both-dry",
            Self::Forfeit => "forfeit",
        }
    }

    /// Whether a game can go on without any token.
    #[must_use]
    pub const fn plays_on(self) -> bool {
        matches!(self, Self::SolventPlaysOn)
    }
}

/// What happens at the ply cap.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AtPlyCap {
    /// The game is drawn.
    Draw,
    /// An engine says who has won.
    Adjudicate,
}

/// Draws that the harness makes for a side without tokens before it draws evenly among the
/// legal moves, as published.
pub const SILENT_DRAWS: u32 = 30;

/// Temperatures that a player may set, as published.
pub const TEMPERATURES: std::ops::RangeInclusive<f64> = 0.05..=3.0;

/// All rules of a game.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Rules {
    /// The economy.
    pub economy: Economy,
    /// The board and its model.
    #[schemars(with = "String")]
    pub tier: Tier,
    /// Tokens that each side starts with.
    pub budget: u32,
    /// Samples that a token buys.
    pub batch: u32,
    /// Tokens that a side gets at the start of each of its turns.
    pub income: u32,
    /// Plies after which the game is over.
    pub ply_cap: u32,
    /// What happens there.
    pub at_ply_cap: AtPlyCap,
    /// What happens when the side to move has neither a token nor a candidate.
    pub exhaustion: Exhaustion,
    /// Plies that the adjudicating engine searches.
    pub depth: u32,
    /// Centipawns that decide an adjudication.
    pub threshold: u32,
}

impl Rules {
    /// As published.
    #[must_use]
    pub const fn published(economy: Economy, tier: Tier) -> Self {
        let (budget, batch, income, ply_cap) = match economy {
            Economy::Forfeit => (30, 1, 0, 200),
            Economy::Income => (0, 1, 4, 300),
            Economy::Batch => (40, 3, 0, 300),
        };
        Self {
            economy,
            tier,
            budget,
            batch,
            income,
            ply_cap,
            at_ply_cap: match economy {
                Economy::Forfeit | Economy::Income => AtPlyCap::Draw,
                Economy::Batch => AtPlyCap::Adjudicate,
            },
            exhaustion: match economy {
                Economy::Forfeit => Exhaustion::Forfeit,
                Economy::Income => Exhaustion::SolventPlaysOn,
                Economy::Batch => Exhaustion::Adjudicate,
            },
            depth: 10,
            threshold: 100,
        }
    }

    /// Whether candidates gather until one is picked; otherwise the first legal sample is
    /// the move.
    #[must_use]
    pub const fn picks(&self) -> bool {
        matches!(self.economy, Economy::Batch)
    }

    /// Whether an engine may be asked.
    #[must_use]
    pub const fn may_adjudicate(&self) -> bool {
        matches!(self.at_ply_cap, AtPlyCap::Adjudicate)
            || matches!(
                self.exhaustion,
                Exhaustion::Adjudicate | Exhaustion::AdjudicateWhenBothDry
            )
    }

    /// The decision that stands in for one that could not be read.
    ///
    /// # Panics
    /// Never: the settings are positive.
    #[must_use]
    pub fn fallback(&self) -> Setting {
        match self.economy {
            Economy::Forfeit | Economy::Income => silent(),
            Economy::Batch => Setting::new(0.9, None).expect("positive"),
        }
    }
}

/// The setting of silent draws.
///
/// # Panics
/// Never: the setting is positive.
#[must_use]
pub fn silent() -> Setting {
    Setting::new(0.5, Some(5.0)).expect("positive")
}

impl Economy {
    /// All of them, in the order of the rounds.
    pub const ALL: [Self; 3] = [Self::Forfeit, Self::Income, Self::Batch];

    /// As in a study file.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Forfeit => "forfeit",
            Self::Income => "income",
            Self::Batch => "batch",
        }
    }
}

impl fmt::Display for Economy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}
