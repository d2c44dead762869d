//! What a pair at one opponent would tell.

use super::{Belief, COLOURS, Cells, DRAWS, H, RATINGS, rating_at};
use crate::ladder::{Elo, davidson::PER_ELO};

/// An opponent, and what was worked out about it in advance.
#[derive(Debug)]
pub(super) struct Rung {
    pub(super) rating: Elo,
    /// 1 / (sum of a White game's exponentials · that of a Black game's), by rating of the grid.
    both_played: Vec<Cells>,
    /// e^(A·(R - s)).
    strength: Vec<f64>,
}

impl Rung {
    pub(super) fn new(rating: Elo) -> Self {
        let strength = |i: usize| (PER_ELO * (rating_at(i) - rating.get())).exp();
        let cells = |i: usize| -> Cells {
            std::array::from_fn(|j| {
                let (nu, edge) = (DRAWS[j / H].0, (PER_ELO * COLOURS[j % H]).exp());
                let (white, black) = (strength(i) * edge, strength(i) / edge);
                let sum = |win: f64| win + nu + 1.0 / win;
                1.0 / sum(white) / sum(black)
            })
        };
        Self {
            rating,
            both_played: (0..RATINGS).map(cells).collect(),
            strength: (0..RATINGS).map(strength).collect(),
        }
    }

    /// The variance between the nine outcomes' means: Σ (Σ w·(R - mean))² / Σ w.
    ///
    /// With e = e^(A·(R - s)), g = e^(A·h) and q = w / (both sums), the nine
    /// joint weights are q·e², q·g²,  q/g², q/e², q·nu·g·e, q·nu·e/g, q·nu·g/e,
    /// q·nu/(g·e), q·nu²: four sums a rating instead of nine a cell.
    pub(super) fn explained(
        &self,
        belief: &Belief,
        mean: f64,
        support: std::ops::Range<usize>,
    ) -> f64 {
        let mut all = [[0.0; 2]; 9];
        let mut by_colour = [[[0.0; H]; 2]; 5];
        let mut double_draws = [0.0; 2];
        for i in support {
            let (weights, played) = (&belief.weights[i], &self.both_played[i]);
            let (mut decisive, mut one_draw, mut two_draws) = ([0.0; H], [0.0; H], [0.0; H]);
            for (k, (nu, _)) in DRAWS.iter().enumerate() {
                for h in 0..H {
                    let q = weights[k * H + h] * played[k * H + h];
                    decisive[h] += q;
                    one_draw[h] += q * nu;
                    two_draws[h] += q * nu * nu;
                }
            }
            let away = rating_at(i) - mean;
            let e = self.strength[i];
            let inverse = 1.0 / e;
            let factors = [e * e, 1.0, inverse * inverse];
            for (sums, factor) in by_colour.iter_mut().zip(factors) {
                for h in 0..H {
                    sums[0][h] += decisive[h] * factor;
                    sums[1][h] += decisive[h] * (factor * away);
                }
            }
            for (sums, factor) in by_colour[3..].iter_mut().zip([e, inverse]) {
                for h in 0..H {
                    sums[0][h] += one_draw[h] * factor;
                    sums[1][h] += one_draw[h] * (factor * away);
                }
            }
            let drawn: f64 = two_draws.iter().sum();
            double_draws[0] += drawn;
            double_draws[1] += drawn * away;
        }
        let edges = COLOURS.map(|h| (PER_ELO * h).exp());
        let weighted = |sums: &[f64; H], power: i32| -> f64 {
            sums.iter()
                .zip(edges)
                .map(|(sum, edge)| sum * edge.powi(power))
                .sum()
        };
        // Win-win, White won, Black won, loss-loss, then one draw with either colour.
        let outcomes = [
            (0, 0),
            (1, 2),
            (1, -2),
            (2, 0),
            (3, 1),
            (3, -1),
            (4, 1),
            (4, -1),
        ];
        for (sum, (which, power)) in all.iter_mut().zip(outcomes) {
            *sum = [
                weighted(&by_colour[which][0], power),
                weighted(&by_colour[which][1], power),
            ];
        }
        all[8] = double_draws;
        let share = |[chance, moment]: [f64; 2]| {
            if chance > 0.0 {
                moment * moment / chance
            } else {
                0.0
            }
        };
        all.into_iter().map(share).sum()
    }
}
