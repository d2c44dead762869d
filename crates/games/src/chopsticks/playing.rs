//! One game in progress.

use std::collections::HashMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{IllegalMove, Position, Rules};

/// Plies that are left once a position has occurred a third time.
pub const COUNTDOWN_PLIES: u32 = 100;
/// The occurrence of a position that starts the countdown.
pub const STARTS_COUNTDOWN: u32 = 3;

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// Who moves first.
    First,
    /// Who moves second.
    Second,
}

impl Side {
    /// The other player.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// One side's hands are all dead.
    HandsDead {
        /// The other side.
        winner: Side,
    },
    /// The countdown ran out: a draw.
    Countdown,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HandsDead { winner } => write!(f, "hands dead, {winner} wins"),
            Self::Countdown => write!(f, "countdown, draw"),
        }
    }
}

/// One game in progress: the position, whose move it is, and the countdown.
///
/// The third occurrence of a position with the same side to move starts a countdown
/// of [`COUNTDOWN_PLIES`], once. When it has run out the game is drawn, unless the
/// last ply killed the last hand.
#[derive(Debug, Clone)]
pub struct Playing {
    rules: Rules,
    position: Position,
    to_move: Side,
    ply: u32,
    occurrences: HashMap<(Position, Side), u32>,
    countdown_left: Option<u32>,
}

impl Playing {
    /// A game from the start.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self::from_position(rules, rules.start(), Side::First)
    }

    /// A game from a position of these rules, seen from `to_move`.
    #[must_use]
    pub fn from_position(rules: Rules, position: Position, to_move: Side) -> Self {
        Self {
            rules,
            position,
            to_move,
            ply: 0,
            occurrences: HashMap::from([((position, to_move), 1)]),
            countdown_left: None,
        }
    }

    /// The rules that are played.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// The position from the side that is to move.
    #[must_use]
    pub const fn position(&self) -> Position {
        self.position
    }

    /// The side that is to move, or would be if the game had not ended.
    #[must_use]
    pub const fn to_move(&self) -> Side {
        self.to_move
    }

    /// Plies played.
    #[must_use]
    pub const fn ply(&self) -> u32 {
        self.ply
    }

    /// How often the present position has occurred with this side to move, now included.
    #[must_use]
    pub fn occurrences(&self) -> u32 {
        self.occurrences[&(self.position, self.to_move)]
    }

    /// Plies left in the countdown; `None` before it starts.
    #[must_use]
    pub const fn countdown_left(&self) -> Option<u32> {
        self.countdown_left
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub fn ending(&self) -> Option<Ending> {
        if self.position.own.is_dead() {
            let winner = self.to_move.other();
            Some(Ending::HandsDead { winner })
        } else if self.position.opponent.is_dead() {
            let winner = self.to_move;
            Some(Ending::HandsDead { winner })
        } else {
            (self.countdown_left == Some(0)).then_some(Ending::Countdown)
        }
    }

    /// Plays the move that results in `result`, seen from the side that moves.
    pub fn play(&mut self, result: Position) -> Result<(), IllegalMove> {
        if let Some(ending) = self.ending() {
            return Err(IllegalMove::Ended { ending });
        }
        let mut moves = self.rules.moves(self.position);
        if !moves.any(|chosen| self.rules.applied(self.position, chosen) == result) {
            return Err(IllegalMove::Result {
                position: self.position,
                result,
            });
        }
        self.position = result.turned();
        self.to_move = self.to_move.other();
        self.ply += 1;
        let occurrences = self
            .occurrences
            .entry((self.position, self.to_move))
            .or_default();
        *occurrences += 1;
        self.countdown_left = match self.countdown_left {
            Some(left) => Some(left - 1),
            None => (*occurrences == STARTS_COUNTDOWN).then_some(COUNTDOWN_PLIES),
        };
        Ok(())
    }
}
