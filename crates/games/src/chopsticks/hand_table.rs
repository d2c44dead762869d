//! Tables over one side's hands: their numbering, split classes and changed hands.
//!
//! Hands are ranked by (total, sorted hands, hands). What a split can reach is then
//! one run of ranks, the hands with the same total, without the run in its middle
//! that holds the permutations of the present hands.

use std::ops::Range;

use super::{Hands, Rules, SplitRule};

/// Whether the order of hands within a side tells positions apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum HandOrder {
    /// `12` and `21` are two ways to hold hands: the game as played.
    Ordered,
    /// Only ascending hands are ranked: one representative for all orders.
    Unordered,
}

/// Ranks of hands, and what changes of hands lead to.
#[derive(Debug, Clone)]
pub(super) struct HandTable {
    rules: Rules,
    order: HandOrder,
    /// By rank.
    entries: Vec<Entry>,
    /// Rank by [`Hands::code`].
    ranks: Vec<u16>,
    /// Rank by rank, hand and new finger count.
    replaced: Vec<u16>,
}

/// What is known of hands with a rank.
#[derive(Debug, Clone, Copy)]
struct Entry {
    hands: Hands,
    /// Ranks with the same total.
    total: (u16, u16),
    /// Ranks that are permutations of these hands, these included.
    permutations: (u16, u16),
    /// Live hands as bits; without an order, as many low bits as there are live hands.
    live: u8,
    /// Bits of the hands that are not a repetition of an earlier equal hand;
    /// every live hand if the order counts.
    told_apart: u8,
    /// Number of those that are live.
    live_told_apart: u8,
    splits: u16,
}

impl HandTable {
    /// The tables for given rules. Time and memory grow as modulus^hands, at most
    /// some ten megabytes.
    #[must_use]
    pub(super) fn new(rules: Rules, order: HandOrder) -> Self {
        let mut all: Vec<Hands> = rules
            .every_hands()
            .filter(|hands| order == HandOrder::Ordered || *hands == hands.sorted())
            .collect();
        all.sort_by_key(|hands| (hands.total(), hands.sorted(), *hands));
        let entries: Vec<Entry> = all.iter().map(|&hands| entry(&all, hands, order)).collect();

        let modulus = rules.modulus();
        let mut ranks = vec![0; rules.every_hands().count()];
        for (rank, hands) in all.iter().enumerate() {
            ranks[hands.code(modulus)] = narrow(rank);
        }
        let mut table = Self {
            rules,
            order,
            entries,
            ranks,
            replaced: Vec::new(),
        };
        table.count_splits();
        table.replaced = all
            .iter()
            .flat_map(|&hands| {
                (0..rules.hands())
                    .flat_map(move |hand| (0..modulus).map(move |to| (hands, hand, to)))
            })
            .map(|(hands, hand, to)| table.rank(hands.with(hand, small(to))))
            .collect();
        table
    }

    fn count_splits(&mut self) {
        for rank in 0..self.entries.len() {
            let live = self.entries[rank].live;
            let targets = self.split_class(narrow(rank));
            let splits = match self.rules.split() {
                SplitRule::Published => targets.map(|run| run.len()).sum(),
                SplitRule::NoRevival => targets
                    .flatten()
                    .filter(|&to| self.entries[usize::from(to)].live & !live == 0)
                    .count(),
                SplitRule::None => 0,
            };
            self.entries[rank].splits = narrow(splits);
        }
    }

    /// Number of ways to hold hands.
    #[must_use]
    pub(super) fn ways(&self) -> usize {
        self.entries.len()
    }

    /// The rules that the tables are for.
    #[must_use]
    pub(super) const fn rules(&self) -> Rules {
        self.rules
    }

    /// Whether the order of hands counts.
    #[must_use]
    pub(super) const fn order(&self) -> HandOrder {
        self.order
    }

    /// The hands with a rank.
    #[must_use]
    pub(super) fn hands(&self, rank: u16) -> &Hands {
        &self.entries[usize::from(rank)].hands
    }

    /// The rank of hands, or of their representative.
    #[must_use]
    pub(super) fn rank(&self, hands: Hands) -> u16 {
        let ranked = match self.order {
            HandOrder::Ordered => hands,
            HandOrder::Unordered => hands.sorted(),
        };
        self.ranks[ranked.code(self.rules.modulus())]
    }

    /// The rank after hand `hand` of the hands with a rank got `count` fingers.
    #[must_use]
    pub(super) fn replaced(&self, rank: u16, hand: usize, count: u8) -> u16 {
        let place = usize::from(rank) * self.rules.hands() + hand;
        self.replaced[place * self.rules.modulus() + usize::from(count)]
    }

    /// Number of splits from the hands with a rank.
    #[must_use]
    pub(super) fn splits(&self, rank: u16) -> u32 {
        u32::from(self.entries[usize::from(rank)].splits)
    }

    /// Hands and finger counts that moves tell apart, dead ones included: each hand,
    /// or without an order each count once.
    pub(super) fn told_apart(&self, rank: u16) -> impl Iterator<Item = (usize, u8)> + Clone + '_ {
        let entry = &self.entries[usize::from(rank)];
        let fingers = entry.hands.fingers().iter().copied().enumerate();
        fingers.filter(move |(hand, _)| entry.told_apart >> hand & 1 == 1)
    }

    /// As [`told_apart`](Self::told_apart), live ones only, counted.
    #[must_use]
    pub(super) fn live(&self, rank: u16) -> u32 {
        u32::from(self.entries[usize::from(rank)].live_told_apart)
    }

    /// Visits, as runs of ranks, the hands that the hands with a rank can split to.
    pub(super) fn for_each_split_target(&self, rank: u16, visit: impl FnMut(Range<u16>)) {
        let live = self.entries[usize::from(rank)].live;
        self.for_each_allowed(rank, |other| other & !live == 0, visit);
    }

    /// Visits, as runs of ranks, the hands that can split to the hands with a rank.
    pub(super) fn for_each_split_source(&self, rank: u16, visit: impl FnMut(Range<u16>)) {
        let live = self.entries[usize::from(rank)].live;
        self.for_each_allowed(rank, |other| live & !other == 0, visit);
    }

    fn for_each_allowed(
        &self,
        rank: u16,
        without_revival: impl Fn(u8) -> bool,
        mut visit: impl FnMut(Range<u16>),
    ) {
        match self.rules.split() {
            SplitRule::Published => self.split_class(rank).for_each(visit),
            SplitRule::NoRevival => self
                .split_class(rank)
                .flatten()
                .filter(|&other| without_revival(self.entries[usize::from(other)].live))
                .for_each(|other| visit(other..other + 1)),
            SplitRule::None => {}
        }
    }

    /// The hands with the same total that are not permutations: two runs, which may be empty.
    fn split_class(&self, rank: u16) -> impl Iterator<Item = Range<u16>> + use<> {
        let Entry {
            total,
            permutations,
            ..
        } = self.entries[usize::from(rank)];
        [total.0..permutations.0, permutations.1..total.1].into_iter()
    }
}

/// An entry without its number of splits; `all` is in the order of ranks.
fn entry(all: &[Hands], hands: Hands, order: HandOrder) -> Entry {
    let (total, sorted) = (hands.total(), hands.sorted());
    let first = |before: &dyn Fn(&Hands) -> bool| narrow(all.partition_point(before));
    let fingers = hands.fingers();
    let bits = |keep: &dyn Fn(usize) -> bool| {
        (0..fingers.len())
            .filter(|&hand| keep(hand))
            .fold(0_u8, |bits, hand| bits | 1 << hand)
    };
    let (live, told_apart) = match order {
        HandOrder::Ordered => (bits(&|hand| fingers[hand] > 0), bits(&|_| true)),
        HandOrder::Unordered => (
            bits(&|hand| hand < hands.live()),
            bits(&|hand| hand == 0 || fingers[hand] != fingers[hand - 1]),
        ),
    };
    Entry {
        hands,
        total: (
            first(&|other| other.total() < total),
            first(&|other| other.total() <= total),
        ),
        permutations: (
            first(&|other| (other.total(), other.sorted()) < (total, sorted)),
            first(&|other| (other.total(), other.sorted()) <= (total, sorted)),
        ),
        live,
        told_apart,
        live_told_apart: small((told_apart & bits(&|hand| fingers[hand] > 0)).count_ones() as usize),
        splits: 0,
    }
}

/// Ranks fit 16 bits because their pairs, the positions, fit 32.
fn narrow(rank: usize) -> u16 {
    u16::try_from(rank).expect("hands are fewer than 2^16")
}

fn small(fingers: usize) -> u8 {
    u8::try_from(fingers).expect("hands and finger counts are at most 36")
}
