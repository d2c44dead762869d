//! The numbered state graph that a solver walks.
//!
//! A position's number is `opponent rank * ways + own rank`, where `ways` is the
//! number of ways to hold hands: one block an opponent's hands. A move by split
//! changes only the hands that are the opponent's for the next mover, so all
//! predecessors by split of a position lie in the block of its own hands: they are
//! the near predecessors. Predecessors by tap are the far ones.

use std::ops::Range;

use super::hand_table::{HandOrder, HandTable};
use super::{Position, PositionError, Rules};
use crate::{FiniteGame, Game, Outcome, Reversible, Symmetric};

/// Every position of Chopsticks under given rules, numbered, with tables for moves
/// forth and back.
#[derive(Debug, Clone)]
pub struct Graph {
    table: HandTable,
    ways: u32,
}

impl Graph {
    /// The game as played: every order of hands is a position of its own.
    #[must_use]
    pub fn new(rules: Rules) -> Self {
        Self::over(HandTable::new(rules, HandOrder::Ordered))
    }

    /// The game on representatives: each side's hands ascend, and moves that lead to
    /// the same representative are one.
    #[must_use]
    pub fn unordered(rules: Rules) -> Self {
        Self::over(HandTable::new(rules, HandOrder::Unordered))
    }

    fn over(table: HandTable) -> Self {
        let ways = u32::try_from(table.ways()).expect("hands are fewer than 2^16");
        Self { table, ways }
    }

    /// The rules that are played.
    #[must_use]
    pub const fn rules(&self) -> Rules {
        self.table.rules()
    }

    fn at(&self, own: u16, opponent: u16) -> u32 {
        u32::from(opponent) * self.ways + u32::from(own)
    }

    /// Own and the opponent's rank.
    #[allow(clippy::cast_possible_truncation, reason = "ranks are below 2^16")]
    fn ranks(&self, index: u32) -> (u16, u16) {
        ((index % self.ways) as u16, (index / self.ways) as u16)
    }
}

impl Game for Graph {
    type Position = Position;
    type NotationError = PositionError;

    fn id(&self) -> String {
        let rules = self.rules().id();
        match self.table.order() {
            HandOrder::Ordered => rules,
            HandOrder::Unordered => format!("{rules} unordered"),
        }
    }

    fn start(&self) -> Position {
        self.rules().start()
    }

    fn terminal(&self, position: &Position) -> Option<Outcome> {
        self.rules().terminal(*position)
    }

    fn for_each_successor(&self, position: &Position, mut visit: impl FnMut(Position)) {
        match self.table.order() {
            HandOrder::Ordered => self.rules().for_each_successor(position, visit),
            HandOrder::Unordered => {
                let mut all = Vec::new();
                self.rules()
                    .for_each_successor(position, |next| all.push(next.sorted()));
                all.sort_unstable();
                all.dedup();
                all.into_iter().for_each(&mut visit);
            }
        }
    }

    fn notation(&self, position: &Position) -> String {
        position.to_string()
    }

    fn parse(&self, text: &str) -> Result<Position, PositionError> {
        let position = self.rules().parse(text)?;
        Ok(match self.table.order() {
            HandOrder::Ordered => position,
            HandOrder::Unordered => position.sorted(),
        })
    }
}

impl FiniteGame for Graph {
    fn position_count(&self) -> usize {
        self.table.ways() * self.table.ways()
    }

    fn index(&self, position: Position) -> u32 {
        self.at(
            self.table.rank(position.own),
            self.table.rank(position.opponent),
        )
    }

    fn position(&self, index: u32) -> Position {
        let (own, opponent) = self.ranks(index);
        Position {
            own: *self.table.hands(own),
            opponent: *self.table.hands(opponent),
        }
    }

    fn terminal_index(&self, index: u32) -> Option<Outcome> {
        match self.ranks(index) {
            (0, _) => Some(Outcome::Lose),
            (_, 0) => Some(Outcome::Win),
            _ => None,
        }
    }

    fn for_each_successor_index(&self, index: u32, mut visit: impl FnMut(u32)) {
        let (own, opponent) = self.ranks(index);
        if own == 0 || opponent == 0 {
            return;
        }
        let modulus = self.rules().modulus();
        for (_, with) in self.table.told_apart(own).filter(|&(_, with)| with > 0) {
            for (hand, onto) in self.table.told_apart(opponent) {
                if onto > 0 {
                    let sum = wrapped(with + onto, modulus);
                    visit(self.at(self.table.replaced(opponent, hand, sum), own));
                }
            }
        }
        self.table.for_each_split_target(own, |run| {
            run.for_each(|to| visit(self.at(opponent, to)));
        });
    }

    fn successor_count(&self, index: u32) -> u32 {
        match self.ranks(index) {
            (0, _) | (_, 0) => 0,
            (own, opponent) => {
                self.table.live(own) * self.table.live(opponent) + self.table.splits(own)
            }
        }
    }
}

impl Reversible for Graph {
    const HAS_NEAR: bool = true;

    fn for_each_predecessor_index(&self, index: u32, mut visit: impl FnMut(u32)) {
        self.for_each_near_run(index, |run| run.for_each(&mut visit));
        self.for_each_far_predecessor(index, visit);
    }

    fn block_len(&self) -> usize {
        self.table.ways()
    }

    fn expansion_order(&self, index: u32) -> u32 {
        let (own, opponent) = self.ranks(index);
        self.at(opponent, own)
    }

    fn for_each_near_run(&self, index: u32, mut visit: impl FnMut(Range<u32>)) {
        let (own, opponent) = self.ranks(index);
        // Before a split the mover-to-be had the same hands, and a dead side has lost.
        if own == 0 {
            return;
        }
        let block = self.at(0, own);
        self.table.for_each_split_source(opponent, |run| {
            visit(block + u32::from(run.start)..block + u32::from(run.end));
        });
    }

    fn for_each_far_predecessor(&self, index: u32, mut visit: impl FnMut(u32)) {
        let (own, opponent) = self.ranks(index);
        let modulus = self.rules().modulus();
        for (hand, now) in self.table.told_apart(own) {
            for (_, with) in self.table.told_apart(opponent) {
                // The hand was live before the tap, so it cannot hold what was added.
                if with > 0 && with != now {
                    let before = if now > with {
                        now - with
                    } else {
                        wrapped(now + small(modulus) - with, modulus)
                    };
                    visit(self.at(opponent, self.table.replaced(own, hand, before)));
                }
            }
        }
    }
}

impl Symmetric for Graph {
    type Quotient = Self;

    fn quotient(&self) -> Self {
        Self::unordered(self.rules())
    }

    fn canonical(&self, position: Position) -> Position {
        position.sorted()
    }
}

/// A sum of two finger counts, modulo the modulus.
fn wrapped(sum: u8, modulus: usize) -> u8 {
    let modulus = small(modulus);
    if sum >= modulus { sum - modulus } else { sum }
}

fn small(modulus: usize) -> u8 {
    u8::try_from(modulus).expect("at most MAX_MODULUS")
}
