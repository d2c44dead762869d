//! Alpha-beta, deepened step by step, with captures searched to their end.

use ludometer_games::Role;

use super::position::{Searchable, worth};

/// Values from here on are forced mates.
pub(super) const MATE: i32 = 29_000;
const MATED: i32 = -30_000;
const INFINITE: i32 = 31_000;
/// What a move more to choose from is worth, in centipawns.
const MOBILITY: i32 = 2;
/// Captures in a row that are looked at.
const CAPTURES: u32 = 8;

/// Where a search stands.
#[derive(Debug, Clone, Copy)]
struct Spot {
    /// Moves that the other side had to choose from.
    other: usize,
    /// Plies from the root.
    ply: i32,
    alpha: i32,
    beta: i32,
}

impl Spot {
    /// After one of `own` moves, seen from the other side.
    fn next(self, own: usize) -> Self {
        Self {
            other: own,
            ply: self.ply + 1,
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}

/// One search.
#[derive(Debug)]
pub(super) struct Search {
    depth: u32,
    left: u64,
}

impl Search {
    pub(super) fn new(depth: u32, nodes: u64) -> Self {
        Self { depth, left: nodes }
    }

    /// Every legal move with its value for the side to move, best first; those more than
    /// `margin` below the best have a bound.
    pub(super) fn ranked<P: Searchable>(mut self, position: &P, margin: i32) -> Vec<(String, i32)> {
        let own = position.moves().len();
        let mut order: Vec<(P::Move, i32)> =
            ordered::<P>(position.moves()).map(|m| (m, 0)).collect();
        for depth in 1..=self.depth {
            let mut best = -INFINITE;
            let mut next = Vec::with_capacity(order.len());
            for &(chosen, _) in &order {
                let floor = (best - margin - 1).max(-INFINITE);
                let after = position.after(chosen);
                let root = Spot {
                    other: 0,
                    ply: 0,
                    alpha: floor,
                    beta: INFINITE,
                };
                let Some(value) = self.value(&after, depth - 1, root.next(own)) else {
                    break;
                };
                best = best.max(-value);
                next.push((chosen, -value));
            }
            // A round that ran out of positions says nothing about the rest.
            if next.len() < order.len() {
                break;
            }
            next.sort_by_key(|&(_, value)| std::cmp::Reverse(value));
            order = next;
        }
        order
            .into_iter()
            .map(|(chosen, value)| (P::text(chosen), value))
            .collect()
    }

    /// The value for the side to move, or `None` where the positions ran out.
    fn value<P: Searchable>(&mut self, position: &P, depth: u32, mut spot: Spot) -> Option<i32> {
        self.left = self.left.checked_sub(1)?;
        let moves = position.moves();
        if moves.is_empty() {
            return Some(if position.in_check() {
                MATED + spot.ply
            } else {
                0
            });
        }
        if position.is_drawn() {
            return Some(0);
        }
        if depth == 0 {
            return self.quiet(position, moves, CAPTURES, spot);
        }
        let mut best = -INFINITE;
        let own = moves.len();
        for chosen in ordered::<P>(moves) {
            let value = -self.value(&position.after(chosen), depth - 1, spot.next(own))?;
            best = best.max(value);
            spot.alpha = spot.alpha.max(best);
            if spot.alpha >= spot.beta {
                break;
            }
        }
        Some(best)
    }

    fn quiet<P: Searchable>(
        &mut self,
        position: &P,
        moves: Vec<P::Move>,
        captures: u32,
        mut spot: Spot,
    ) -> Option<i32> {
        let check = position.in_check();
        let own = moves.len();
        let count = |moves| i32::try_from(moves).unwrap_or(0);
        let mobility = MOBILITY * (count(own) - count(spot.other));
        let mut best = position.material() + mobility;
        if captures == 0 || (!check && best >= spot.beta) {
            return Some(best);
        }
        if check {
            // No standing still in check.
            best = -INFINITE;
        }
        spot.alpha = spot.alpha.max(best);
        for chosen in ordered::<P>(moves) {
            let (_, taken, promotion) = P::facts(chosen);
            if !check && taken.is_none() && promotion.is_none() {
                break;
            }
            self.left = self.left.checked_sub(1)?;
            let after = position.after(chosen);
            let replies = after.moves();
            let value = if replies.is_empty() {
                if after.in_check() {
                    -(MATED + spot.ply + 1)
                } else {
                    0
                }
            } else {
                -self.quiet(&after, replies, captures - 1, spot.next(own))?
            };
            best = best.max(value);
            spot.alpha = spot.alpha.max(best);
            if spot.alpha >= spot.beta {
                break;
            }
        }
        Some(best)
    }
}

/// Captures and promotions first, the dearest victim by the cheapest piece first.
fn ordered<P: Searchable>(mut moves: Vec<P::Move>) -> impl Iterator<Item = P::Move> {
    moves.sort_by_cached_key(|&chosen| {
        let (role, taken, promotion) = P::facts(chosen);
        let gain = taken.map_or(0, worth) + promotion.map_or(0, worth);
        std::cmp::Reverse(match gain {
            0 => 0,
            gain => 100 * gain - if role == Role::King { 0 } else { worth(role) },
        })
    });
    moves.into_iter()
}
