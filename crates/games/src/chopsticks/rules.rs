//! The parameters of the game, and what follows from them alone.

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use super::{Hands, MAX_HANDS, MAX_MODULUS, Move, Position};
use crate::{Game, Outcome};

/// Which redistributions of one's own fingers are moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SplitRule {
    /// Any redistribution of the total, each hand below the modulus, that is not a
    /// permutation of the present hands; hands may die or come back to life.
    #[default]
    Published,
    /// As published, but a dead hand stays dead.
    NoRevival,
    /// No splits: taps only.
    None,
}

impl SplitRule {
    /// Every rule.
    pub const ALL: [Self; 3] = [Self::Published, Self::NoRevival, Self::None];

    /// The rule's name, as serialised.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Published => "published",
            Self::NoRevival => "no-revival",
            Self::None => "none",
        }
    }

    /// The rule with a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|rule| rule.name() == name)
    }
}

/// The parameters of a game of Chopsticks.
///
/// The default is the published game: two hands a side, modulus five.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Rules {
    hands: u8,
    modulus: u8,
    split: SplitRule,
}

/// Why there are no such rules.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// Too few or too many hands.
    #[error("{hands} hands a side, expected 1 to {MAX_HANDS}")]
    Hands {
        /// Hands a side that were asked for.
        hands: usize,
    },
    /// Too small or too large a modulus.
    #[error("modulus {modulus}, expected 2 to {MAX_MODULUS}")]
    Modulus {
        /// The modulus that was asked for.
        modulus: usize,
    },
    /// The positions cannot be numbered in 32 bits.
    #[error(
        "{hands} hands modulo {modulus} have {positions} positions, more than {}",
        u32::MAX
    )]
    TooManyPositions {
        /// Hands a side that were asked for.
        hands: usize,
        /// The modulus that was asked for.
        modulus: usize,
        /// modulus^(2 hands).
        positions: u64,
    },
}

impl Rules {
    /// Rules for `hands` hands a side counted modulo `modulus`.
    pub fn new(hands: usize, modulus: usize, split: SplitRule) -> Result<Self, RulesError> {
        let narrow = |count: usize, allowed: RangeInclusive<usize>| {
            let narrow = u8::try_from(count).ok();
            narrow.filter(|_| allowed.contains(&count))
        };
        let narrow_hands = narrow(hands, 1..=MAX_HANDS).ok_or(RulesError::Hands { hands })?;
        let narrow_modulus =
            narrow(modulus, 2..=MAX_MODULUS).ok_or(RulesError::Modulus { modulus })?;
        // 36^12 is below 2^63.
        let positions = (0..2 * hands).fold(1_u64, |product, _| product * modulus as u64);
        if u32::try_from(positions).is_err() {
            return Err(RulesError::TooManyPositions {
                hands,
                modulus,
                positions,
            });
        }
        Ok(Self {
            hands: narrow_hands,
            modulus: narrow_modulus,
            split,
        })
    }

    /// Hands a side.
    #[must_use]
    pub fn hands(&self) -> usize {
        usize::from(self.hands)
    }

    /// The modulus: finger counts are below it.
    #[must_use]
    pub fn modulus(&self) -> usize {
        usize::from(self.modulus)
    }

    /// Which splits are moves.
    #[must_use]
    pub const fn split(&self) -> SplitRule {
        self.split
    }

    /// The start: one finger on every hand.
    #[must_use]
    pub fn start(&self) -> Position {
        let ones = Hands::all(self.hands(), 1);
        Position {
            own: ones,
            opponent: ones,
        }
    }

    /// Lose if the mover's hands are all dead, else win if the opponent's are.
    ///
    /// Only the first arises by play. Both sides dead, which cannot arise either,
    /// counts as lost.
    #[must_use]
    pub fn terminal(&self, position: Position) -> Option<Outcome> {
        if position.own.is_dead() {
            Some(Outcome::Lose)
        } else if position.opponent.is_dead() {
            Some(Outcome::Win)
        } else {
            None
        }
    }

    /// Every way to hold hands under these rules, in the order of their notation.
    pub(crate) fn every_hands(self) -> impl Iterator<Item = Hands> {
        let mut next = Some(Hands::all(self.hands(), 0));
        std::iter::from_fn(move || {
            let hands = next?;
            let mut after = hands;
            next = None;
            for place in after.fingers_mut().iter_mut().rev() {
                if *place + 1 < self.modulus {
                    *place += 1;
                    next = Some(after);
                    break;
                }
                *place = 0;
            }
            Some(hands)
        })
    }
}

impl Default for Rules {
    fn default() -> Self {
        Self {
            hands: 2,
            modulus: 5,
            split: SplitRule::Published,
        }
    }
}

impl Game for Rules {
    type Position = Position;
    type NotationError = super::PositionError;

    fn id(&self) -> String {
        format!(
            "chopsticks hands={} modulus={} split={}",
            self.hands,
            self.modulus,
            self.split.name()
        )
    }

    fn start(&self) -> Position {
        Rules::start(self)
    }

    fn terminal(&self, position: &Position) -> Option<Outcome> {
        Rules::terminal(self, *position)
    }

    fn for_each_successor(&self, position: &Position, mut visit: impl FnMut(Position)) {
        for chosen in self.moves(*position) {
            visit(self.applied(*position, chosen).turned());
        }
    }

    fn notation(&self, position: &Position) -> String {
        position.to_string()
    }

    fn parse(&self, text: &str) -> Result<Position, Self::NotationError> {
        Rules::parse(self, text)
    }
}

impl Rules {
    /// The position after a move that is known to be legal, still from the mover's side.
    pub(crate) fn applied(self, position: Position, chosen: Move) -> Position {
        match chosen {
            Move::Tap { with, onto } => {
                let sum = position.own.fingers()[with] + position.opponent.fingers()[onto];
                Position {
                    opponent: position.opponent.with(onto, sum % self.modulus),
                    ..position
                }
            }
            Move::Split { to } => Position {
                own: to,
                ..position
            },
        }
    }
}
