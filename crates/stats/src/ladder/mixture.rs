//! The mixture of Davidson models behind the e-values.

use std::sync::LazyLock;

use super::{Evidence, davidson::PER_ELO, normal_weights::normal_weights};

/// The draw parameters of the mixture, one eighth of the weight each.
const DRAW_PARAMETERS: [f64; NUS] = [0.0, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0];
const NUS: usize = 8;

/// Ratings from -1000 to 6000 by 25.
const RATINGS: usize = 281;
const FIRST: f64 = -1_000.0;
const STEP: f64 = 25.0;

/// The normal density that weights the ratings.
const MEAN: f64 = 1_900.0;
const DEVIATION: f64 = 700.0;

/// Products of this many bits still fit a double.
const BITS: u32 = 900;

/// Terms this far below the largest, in nats, do not change a sum of 2,248.
const NEGLIGIBLE: f64 = 45.0;

/// Log likelihoods, or log weights, of every member of the mixture.
///
/// Shape: 281 ratings × 8 draw parameters. The members are fixed before the
/// first game: R from -1000 to 6000 by 25 with normal weights (1900, 700),
/// nu of 0, 0.03, 0.1, 0.3, 1, 3, 10 and 30 with equal weights, h = 0.
/// Source: the published adaptive study.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Members(Vec<[f64; NUS]>);

static PRIOR: LazyLock<Members> = LazyLock::new(|| {
    let ratings = normal_weights(ratings(), MEAN, DEVIATION);
    let each = |weight: &f64| [(weight / NUS as f64).ln(); NUS];
    Members(ratings.iter().map(each).collect())
});

fn ratings() -> impl Iterator<Item = f64> + Clone {
    (0..RATINGS).map(|i| FIRST + STEP * i as f64)
}

impl Members {
    /// The log weights before any game.
    pub(crate) fn prior() -> Self {
        PRIOR.clone()
    }

    /// Multiplies each member's weight by its likelihood of the games.
    ///
    /// Σ n·ln(2cosh z + nu) is taken as the log of a product, of as many
    /// factors as fit a double: most games cost a multiplication, not a log.
    pub(crate) fn observe(&mut self, evidence: &Evidence) {
        let score = evidence.score();
        if score.games() == 0 {
            return;
        }
        let by_rating = evidence.by_rating();
        let scored_against: f64 = by_rating
            .iter()
            .map(|(elo, score)| PER_ELO * score.surplus() * (elo.get() - MEAN))
            .sum();
        let opponents: Vec<(f64, u32)> = by_rating
            .iter()
            .map(|(elo, score)| ((PER_ELO * (MEAN - elo.get())).exp(), score.games()))
            .collect();
        let drawn = DRAW_PARAMETERS.map(|nu: f64| match score.draws {
            // 0^0 = 1: nu = 0 is only ruled out by a draw.
            0 => 0.0,
            draws => f64::from(draws) * nu.ln(),
        });
        for (rating, members) in ratings().zip(&mut self.0) {
            let strength = (PER_ELO * (rating - MEAN)).exp();
            let ended = ln_denominators(strength, &opponents);
            let scored = PER_ELO * (rating - MEAN) * score.surplus() - scored_against;
            for j in 0..NUS {
                members[j] += scored + drawn[j] - ended[j];
            }
        }
    }

    /// ln Σ e^weight.
    pub(crate) fn log_sum(&self) -> f64 {
        let largest = self
            .0
            .iter()
            .flatten()
            .copied()
            .fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = self
            .0
            .iter()
            .flatten()
            .filter(|&&weight| weight > largest - NEGLIGIBLE)
            .map(|weight| (weight - largest).exp())
            .sum();
        largest + sum.ln()
    }
}

/// Σ games · ln(e^z + e^-z + nu) for every nu, with e^z = `strength` · weakness.
fn ln_denominators(strength: f64, opponents: &[(f64, u32)]) -> [f64; NUS] {
    let mut sum = [0.0; NUS];
    let mut product = [1.0; NUS];
    let mut used = 0;
    for &(weakness, games) in opponents {
        let e = strength * weakness;
        let decisive = e + 1.0 / e;
        let factors = DRAW_PARAMETERS.map(|nu| decisive + nu);
        // All factors lie from 2 to 2^bits.
        let bits = exponent(factors[NUS - 1]) + 1;
        let mut left = games;
        while left > 0 {
            let fit = ((BITS - used) / bits).min(left);
            if fit == 0 {
                flush(&mut sum, &mut product);
                used = 0;
                if bits > BITS {
                    // A single factor beyond any chess rating.
                    for j in 0..NUS {
                        sum[j] += f64::from(left) * factors[j].ln();
                    }
                    left = 0;
                }
                continue;
            }
            multiply_by_power(&mut product, factors, fit);
            used += fit * bits;
            left -= fit;
        }
    }
    flush(&mut sum, &mut product);
    sum
}

fn flush(sum: &mut [f64; NUS], product: &mut [f64; NUS]) {
    for j in 0..NUS {
        sum[j] += product[j].ln();
        product[j] = 1.0;
    }
}

/// product · factors^power, by squaring.
fn multiply_by_power(product: &mut [f64; NUS], mut factors: [f64; NUS], mut power: u32) {
    loop {
        if power & 1 == 1 {
            for j in 0..NUS {
                product[j] *= factors[j];
            }
        }
        power >>= 1;
        if power == 0 {
            return;
        }
        for factor in &mut factors {
            *factor *= *factor;
        }
    }
}

/// floor(log2 x) of a normal x of at least 1.
fn exponent(x: f64) -> u32 {
    u32::try_from((x.to_bits() >> 52) & 0x7ff).map_or(0, |biased| biased.saturating_sub(1023))
}
