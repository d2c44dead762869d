//! When a player has played enough.

use ludometer_stats::{
    Interval, Level,
    ladder::{EProcess, Evidence, Game, fit},
};

use super::Played;

/// The rules that end a player's games, whichever comes first.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Stops {
    /// This many games are planned; the last wave is cut to it.
    pub games: Option<u32>,
    /// The interval is this narrow.
    pub width: Option<Width>,
    /// The next games would cost more than what is left of this sum.
    pub budget: Option<f64>,
}

/// A wanted width.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Width {
    /// In Elo, upper end less lower end.
    pub at_most: f64,
    /// The interval's level.
    pub level: Level,
    /// Which interval.
    pub of: WidthOf,
}

/// The interval whose width is looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WidthOf {
    /// The anytime-valid set: keeps its level whenever one stops.
    Anytime,
    /// The profile interval. Its level is for a number of games that was fixed
    /// beforehand; with looks in between it is only approximate.
    Profile,
}

/// Why a player stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopReason {
    /// All games were played.
    Games,
    /// The interval is narrow enough.
    Width,
    /// The money is spent.
    Budget,
}

impl Width {
    /// Whether the games so far reach it.
    #[must_use]
    pub fn is_reached(&self, played: &Played) -> bool {
        self.is_reached_by(&played.games().collect::<Vec<Game>>())
    }

    /// Whether these games reach it.
    #[must_use]
    pub fn is_reached_by(&self, games: &[Game]) -> bool {
        let Interval { lo, hi } = match self.of {
            WidthOf::Profile => fit(&Evidence::new(games), self.level).interval,
            WidthOf::Anytime => {
                let mut process = EProcess::new();
                process.observe(games);
                process.set(self.level).interval
            }
        };
        hi - lo <= self.at_most
    }
}
