//! The permutation test of a difference of two means.
//!
//! Its only assumption: if the two groups do not differ, every way to deal the same values
//! out to groups of the same sizes is as likely as the one seen. So the values must be
//! independent units (one a game), and groups that differ in spread alone are told apart too.

use rand::{Rng, RngExt};

/// How far below the difference seen another one may lie and still count as equal to it,
/// relative to the size of the values: sums of the same values in another order differ by
/// rounding.
const TIE: f64 = 1e-12;

/// How a permutation test went through the ways to deal the values out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Permutations {
    /// Through all of them, the one seen included.
    All(u64),
    /// Through so many that were drawn at random, and the one seen.
    Drawn(u32),
}

/// What a permutation test found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PermutationTest {
    /// Mean of the first group less that of the second.
    pub difference: f64,
    /// The share of ways to deal the values out whose difference is at least as far from 0 as
    /// the one seen, in either direction. Of drawn ones (hits + 1) / (drawn + 1), which never
    /// is too small. Source: Phipson and Smyth (2010).
    pub p: f64,
    /// How it was found.
    pub permutations: Permutations,
}

/// Tests whether two groups of independent values have the same distribution, by the
/// difference of their means, two-sided.
///
/// Where there are at most `most` ways to deal the values out, it goes through all of them
/// and `random` is left alone; otherwise `draws` of them are drawn.
pub fn permutation_test(
    first: &[f64],
    second: &[f64],
    most: u64,
    draws: u32,
    random: &mut impl Rng,
) -> Result<PermutationTest, PermutationError> {
    if first.is_empty() || second.is_empty() {
        return Err(PermutationError::EmptyGroup);
    }
    if let Some(value) = first.iter().chain(second).find(|value| !value.is_finite()) {
        return Err(PermutationError::NotFinite { value: *value });
    }
    let deal = Deal::new(first, second);
    let difference = mean(first) - mean(second);
    // The sum of the smaller group fixes the difference, since the total is the same.
    let seen = deal.distance(smaller(first, second).iter().sum());
    let at_least = |sum: f64| deal.distance(sum) >= seen - deal.slack;
    let (p, permutations) = if let Some(all) = ways(deal.values.len(), deal.size, most) {
        let hits = deal.every(&at_least);
        (hits as f64 / all as f64, Permutations::All(all))
    } else {
        let hits = deal.drawn(draws, &at_least, random);
        let p = f64::from(hits + 1) / (f64::from(draws) + 1.0);
        (p, Permutations::Drawn(draws))
    };
    Ok(PermutationTest {
        difference,
        p,
        permutations,
    })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

fn smaller<'a>(first: &'a [f64], second: &'a [f64]) -> &'a [f64] {
    if first.len() <= second.len() {
        first
    } else {
        second
    }
}

/// `size` out of `n`, unless it is more than `most`.
fn ways(n: usize, size: usize, most: u64) -> Option<u64> {
    let mut ways: u128 = 1;
    for taken in 0..size {
        // Whole at every step: a product of consecutive numbers over a factorial.
        ways = ways * (n - taken) as u128 / (taken + 1) as u128;
        if ways > u128::from(most) {
            return None;
        }
    }
    u64::try_from(ways).ok()
}

/// All values, of which `size` make the smaller group.
struct Deal {
    values: Vec<f64>,
    size: usize,
    total: f64,
    slack: f64,
}

impl Deal {
    fn new(first: &[f64], second: &[f64]) -> Self {
        let values: Vec<f64> = first.iter().chain(second).copied().collect();
        let largest = values
            .iter()
            .fold(0.0_f64, |most, value| most.max(value.abs()));
        Self {
            size: first.len().min(second.len()),
            total: values.iter().sum(),
            slack: largest * values.len() as f64 * TIE,
            values,
        }
    }

    /// The difference of the means without its sign, from the sum of the smaller group.
    fn distance(&self, sum: f64) -> f64 {
        let rest = self.values.len() - self.size;
        (sum / self.size as f64 - (self.total - sum) / rest as f64).abs()
    }

    /// How many of all ways hit.
    fn every(&self, hit: &impl Fn(f64) -> bool) -> u64 {
        fn go(values: &[f64], left: usize, sum: f64, hit: &impl Fn(f64) -> bool) -> u64 {
            if left == 0 {
                return u64::from(hit(sum));
            }
            (0..=values.len() - left)
                .map(|at| go(&values[at + 1..], left - 1, sum + values[at], hit))
                .sum()
        }
        go(&self.values, self.size, 0.0, hit)
    }

    /// How many of some ways hit, each of them as likely as any other.
    fn drawn(&self, draws: u32, hit: &impl Fn(f64) -> bool, random: &mut impl Rng) -> u32 {
        // Each draw shuffles on from the last one's order, which makes no difference.
        let mut values = self.values.clone();
        let mut hits = 0;
        for _ in 0..draws {
            let mut sum = 0.0;
            for at in 0..self.size {
                values.swap(at, random.random_range(at..self.values.len()));
                sum += values[at];
            }
            hits += u32::from(hit(sum));
        }
        hits
    }
}

/// Groups that cannot be compared.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum PermutationError {
    /// A group without a value.
    #[error("a group without a value cannot be compared")]
    EmptyGroup,
    /// A value that is no number, or infinite.
    #[error("{value} cannot be compared")]
    NotFinite {
        /// The value given.
        value: f64,
    },
}

#[cfg(test)]
mod tests;
