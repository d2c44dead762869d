//! Taps and splits: listing them, their legality, the positions that they lead to.

use std::fmt;

use super::playing::Ending;
use super::{Hands, Position, Rules, SplitRule};

/// A move. Hands are counted from 0 in the order of the notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// Add the fingers of one's own live hand `with` to the opponent's live hand `onto`.
    Tap {
        /// One's own hand.
        with: usize,
        /// The opponent's hand.
        onto: usize,
    },
    /// Hold one's own fingers as `to`.
    Split {
        /// One's own hands after the move.
        to: Hands,
    },
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tap { with, onto } => write!(f, "tap {} onto {}", with + 1, onto + 1),
            Self::Split { to } => write!(f, "split to {to}"),
        }
    }
}

/// Why a move, or a resulting position, is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// One side's hands are all dead.
    #[error("{position}: the game is over, no {chosen}")]
    Terminal {
        /// The position before the move.
        position: Position,
        /// The move.
        chosen: Move,
    },
    /// A tap with or onto a hand that is dead or does not exist.
    #[error("{position}: no {chosen}: both hands must be live")]
    DeadHand {
        /// The position before the move.
        position: Position,
        /// The move.
        chosen: Move,
    },
    /// The split rule does not allow these hands.
    #[error("{position}: no split to {to}")]
    Split {
        /// The position before the move.
        position: Position,
        /// The hands that were asked for.
        to: Hands,
    },
    /// No move leads there.
    #[error("{position}: no move results in {result}")]
    Result {
        /// The position before the move.
        position: Position,
        /// The position that was asked for, from the same side.
        result: Position,
    },
    /// The game has ended already.
    #[error("the game has ended: {ending}")]
    Ended {
        /// How it ended.
        ending: Ending,
    },
}

impl Rules {
    /// The legal moves: taps in the order of hands, then splits in the order of
    /// notation. Moves with the same result are listed each; none if the game is over.
    #[must_use]
    pub fn moves(&self, position: Position) -> Moves {
        let over = self.terminal(position).is_some();
        let smallest = lowest_from(position.own, 0, position.own.total(), self.modulus());
        Moves {
            rules: *self,
            position,
            held: position.own.sorted(),
            tap: if over { self.hands() * self.hands() } else { 0 },
            split: (!over && self.split() != SplitRule::None).then_some(smallest),
        }
    }

    /// The position after a move, still from the mover's side; the next mover sees it
    /// [`turned`](Position::turned).
    pub fn after(&self, position: Position, chosen: Move) -> Result<Position, IllegalMove> {
        if self.terminal(position).is_some() {
            return Err(IllegalMove::Terminal { position, chosen });
        }
        match chosen {
            Move::Tap { with, onto } => {
                let live = |hands: &Hands, hand: usize| {
                    hands.fingers().get(hand).is_some_and(|&count| count > 0)
                };
                if !live(&position.own, with) || !live(&position.opponent, onto) {
                    return Err(IllegalMove::DeadHand { position, chosen });
                }
            }
            Move::Split { to } => {
                let fits = to.fingers().len() == self.hands()
                    && to
                        .fingers()
                        .iter()
                        .all(|&c| usize::from(c) < self.modulus())
                    && to.total() == position.own.total();
                if !fits || !self.allows_split(position.own, position.own.sorted(), to) {
                    return Err(IllegalMove::Split { position, to });
                }
            }
        }
        Ok(self.applied(position, chosen))
    }

    /// The positions that the legal moves lead to, from the mover's side, sorted,
    /// each once.
    #[must_use]
    pub fn results(&self, position: Position) -> Vec<Position> {
        let mut results: Vec<Position> = self
            .moves(position)
            .map(|chosen| self.applied(position, chosen))
            .collect();
        results.sort_unstable();
        results.dedup();
        results
    }

    /// Whether the split rule lets `from` become `to`, which has the same total;
    /// `held` is `from` sorted.
    fn allows_split(self, from: Hands, held: Hands, to: Hands) -> bool {
        let revives = || {
            let mut pairs = from.fingers().iter().zip(to.fingers());
            pairs.any(|(&before, &after)| before == 0 && after > 0)
        };
        match self.split() {
            SplitRule::Published => to.sorted() != held,
            SplitRule::NoRevival => to.sorted() != held && !revives(),
            SplitRule::None => false,
        }
    }
}

/// The legal moves of a position; see [`Rules::moves`].
#[derive(Debug, Clone)]
pub struct Moves {
    rules: Rules,
    position: Position,
    /// Own hands, sorted.
    held: Hands,
    /// The next tap as `with * hands + onto`.
    tap: usize,
    /// The next redistribution to look at, in ascending order.
    split: Option<Hands>,
}

impl Iterator for Moves {
    type Item = Move;

    fn next(&mut self) -> Option<Move> {
        let hands = self.rules.hands();
        while self.tap < hands * hands {
            let (with, onto) = (self.tap / hands, self.tap % hands);
            self.tap += 1;
            if self.position.own.fingers()[with] > 0 && self.position.opponent.fingers()[onto] > 0 {
                return Some(Move::Tap { with, onto });
            }
        }
        while let Some(to) = self.split {
            self.split = next_redistribution(to, self.rules.modulus());
            if self.rules.allows_split(self.position.own, self.held, to) {
                return Some(Move::Split { to });
            }
        }
        None
    }
}

/// The next hands with the same total in ascending order.
fn next_redistribution(hands: Hands, modulus: usize) -> Option<Hands> {
    let fingers = hands.fingers();
    let mut behind = 0_u16;
    for place in (0..fingers.len()).rev() {
        if behind > 0 && usize::from(fingers[place]) + 1 < modulus {
            let raised = hands.with(place, fingers[place] + 1);
            return Some(lowest_from(raised, place + 1, behind - 1, modulus));
        }
        behind += u16::from(fingers[place]);
    }
    None
}

/// `hands` with `total` fingers on the hands from `place` on, as far behind as they go.
fn lowest_from(mut hands: Hands, place: usize, total: u16, modulus: usize) -> Hands {
    let mut left = usize::from(total);
    for count in hands.fingers_mut()[place..].iter_mut().rev() {
        let here = left.min(modulus - 1);
        left -= here;
        *count = u8::try_from(here).expect("below the modulus");
    }
    hands
}
