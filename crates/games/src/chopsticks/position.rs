//! Two sides' hands, and their notation.

use std::fmt;

use super::{Hands, Rules};

/// Both sides' hands from the mover's side, written `AB-CD`, own hands first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// The mover's hands.
    pub own: Hands,
    /// The other side's hands.
    pub opponent: Hands,
}

impl Position {
    /// The same hands from the other side.
    #[must_use]
    pub const fn turned(self) -> Self {
        Self {
            own: self.opponent,
            opponent: self.own,
        }
    }

    /// The representative of the positions that differ only in the order of hands
    /// within a side: each side's hands ascend.
    #[must_use]
    pub fn sorted(self) -> Self {
        Self {
            own: self.own.sorted(),
            opponent: self.opponent.sorted(),
        }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.own, self.opponent)
    }
}

/// Why a text is not a position under given rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// There is not exactly one `-` between the sides.
    #[error("{text:?}: expected own hands, one '-', the opponent's hands")]
    Shape {
        /// The text that was given.
        text: String,
    },
    /// A side has too few or too many hands.
    #[error("{text:?}: {found} hands on a side, expected {expected}")]
    HandCount {
        /// The text that was given.
        text: String,
        /// Characters on that side.
        found: usize,
        /// Hands a side under the rules.
        expected: usize,
    },
    /// A character is not a finger count below the modulus.
    #[error("{text:?}: {found:?} is no finger count below {modulus}")]
    Fingers {
        /// The text that was given.
        text: String,
        /// The character.
        found: char,
        /// The modulus of the rules.
        modulus: usize,
    },
}

impl Rules {
    /// The position that a text `AB-CD` names; digits above 9 are `a` to `z`.
    ///
    /// Positions that play cannot reach are positions too, `00-00` among them.
    pub fn parse(&self, text: &str) -> Result<Position, PositionError> {
        let shape = || PositionError::Shape {
            text: text.to_owned(),
        };
        let (own, opponent) = text.split_once('-').ok_or_else(shape)?;
        if opponent.contains('-') {
            return Err(shape());
        }
        Ok(Position {
            own: self.parse_hands(own, text)?,
            opponent: self.parse_hands(opponent, text)?,
        })
    }

    fn parse_hands(self, side: &str, text: &str) -> Result<Hands, PositionError> {
        let found = side.chars().count();
        if found != self.hands() {
            return Err(PositionError::HandCount {
                text: text.to_owned(),
                found,
                expected: self.hands(),
            });
        }
        let mut hands = Hands::all(found, 0);
        for (place, digit) in hands.fingers_mut().iter_mut().zip(side.chars()) {
            *place = self
                .parse_fingers(digit)
                .ok_or_else(|| PositionError::Fingers {
                    text: text.to_owned(),
                    found: digit,
                    modulus: self.modulus(),
                })?;
        }
        Ok(hands)
    }

    fn parse_fingers(self, digit: char) -> Option<u8> {
        // One notation a position: capitals are refused, though base 36 has them.
        let count = digit.to_digit(36).filter(|_| !digit.is_ascii_uppercase())?;
        let count = u8::try_from(count).ok()?;
        (usize::from(count) < self.modulus()).then_some(count)
    }
}
