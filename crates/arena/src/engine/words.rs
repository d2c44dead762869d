//! The units of a search: what bounds it and what it says.

use std::{
    fmt::{self, Write as _},
    time::Duration,
};

use ludometer_record::desk;
use serde::{Deserialize, Serialize};

/// Hundredths of a pawn, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Centipawns(pub i32);

/// Plies of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Depth(pub u32);

/// Positions visited.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Nodes(pub u64);

/// What an engine thinks of a position, for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// An estimate.
    Cp(Centipawns),
    /// Mate in so many full moves; negative when the side to move is mated,
    /// zero when it is mated already.
    Mate(i32),
}

/// As the records have it.
impl From<Score> for desk::Score {
    fn from(score: Score) -> Self {
        match score {
            Score::Cp(Centipawns(cp)) => Self::Cp(cp),
            Score::Mate(moves) => Self::Mate(moves),
        }
    }
}

impl Score {
    /// The same for the other side. Mate in zero has no sign and stays.
    #[must_use]
    pub fn for_other_side(self) -> Self {
        match self {
            Self::Cp(Centipawns(value)) => Self::Cp(Centipawns(value.saturating_neg())),
            Self::Mate(moves) => Self::Mate(moves.saturating_neg()),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cp(Centipawns(value)) => write!(f, "cp {value}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

/// What ends a search, whichever comes first. Never empty, so that no search is endless.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    depth: Option<Depth>,
    nodes: Option<Nodes>,
    movetime: Option<Duration>,
}

impl Limit {
    /// At this depth.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(Depth(depth)),
            nodes: None,
            movetime: None,
        }
    }

    /// After about so many positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self {
            depth: None,
            nodes: Some(Nodes(nodes)),
            movetime: None,
        }
    }

    /// After this time.
    #[must_use]
    pub fn movetime(time: Duration) -> Self {
        Self {
            depth: None,
            nodes: None,
            movetime: Some(time),
        }
    }

    /// Also at this depth.
    #[must_use]
    pub fn or_depth(self, depth: u32) -> Self {
        Self {
            depth: Some(Depth(depth)),
            ..self
        }
    }

    /// Also after about so many positions.
    #[must_use]
    pub fn or_nodes(self, nodes: u64) -> Self {
        Self {
            nodes: Some(Nodes(nodes)),
            ..self
        }
    }

    /// Also after this time.
    #[must_use]
    pub fn or_movetime(self, time: Duration) -> Self {
        Self {
            movetime: Some(time),
            ..self
        }
    }

    /// The time, if that bounds it.
    #[must_use]
    pub fn time(self) -> Option<Duration> {
        self.movetime
    }

    /// The engine's word for it.
    #[must_use]
    pub fn command(self) -> String {
        let mut command = "go".to_owned();
        if let Some(Depth(depth)) = self.depth {
            let _ = write!(command, " depth {depth}");
        }
        if let Some(Nodes(nodes)) = self.nodes {
            let _ = write!(command, " nodes {nodes}");
        }
        if let Some(time) = self.movetime {
            // Zero would mean "no limit" to many engines.
            let _ = write!(command, " movetime {}", time.as_millis().max(1));
        }
        command
    }
}
