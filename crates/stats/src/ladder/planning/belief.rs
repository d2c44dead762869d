//! The planning distribution.

use super::{COLOURS, Cells, DRAWS, H, RATINGS, rating_at};
use crate::ladder::{
    Colour, Davidson, Elo, Game, Outcome, davidson::PER_ELO, normal_weights::normal_weights,
};

/// The planning distribution over (R, h, nu): 93 × 4 × 4 weights that sum to 1.
///
/// The grid and its first weights are those of the published study.
#[derive(Debug, Clone, PartialEq)]
pub struct Belief {
    pub(super) weights: Vec<Cells>,
}

impl Default for Belief {
    fn default() -> Self {
        Self::before_any_game()
    }
}

impl Belief {
    /// The weights before any game.
    #[must_use]
    pub fn before_any_game() -> Self {
        let ratings = normal_weights((0..RATINGS).map(rating_at), 1_900.0, 700.0);
        let colours = normal_weights(COLOURS, 40.0, 60.0);
        let cells = |rating: f64| std::array::from_fn(|i| rating * DRAWS[i / H].1 * colours[i % H]);
        Self {
            weights: ratings.into_iter().map(cells).collect(),
        }
    }

    /// Updates by the joint likelihood of games, whose order does not matter.
    pub fn observe<'a>(&mut self, games: impl IntoIterator<Item = &'a Game>) {
        for game in games {
            self.multiply(*game);
            self.normalise();
        }
    }

    fn multiply(&mut self, game: Game) {
        let edges = COLOURS.map(|h| (PER_ELO * game.colour.sign() * h).exp());
        let inverses = edges.map(|edge| 1.0 / edge);
        // The outcome's exponential among e^z, nu, e^-z.
        let pick = match game.outcome {
            Outcome::Win => [1.0, 0.0, 0.0],
            Outcome::Draw => [0.0, 1.0, 0.0],
            Outcome::Loss => [0.0, 0.0, 1.0],
        };
        for (i, cells) in self.weights.iter_mut().enumerate() {
            let strength = (PER_ELO * (rating_at(i) - game.opponent.get())).exp();
            let weakness = 1.0 / strength;
            for (k, (draw, _)) in DRAWS.iter().enumerate() {
                for h in 0..H {
                    let (win, loss) = (strength * edges[h], weakness * inverses[h]);
                    let outcome = pick[0] * win + pick[1] * draw + pick[2] * loss;
                    cells[k * H + h] *= outcome / (win + draw + loss);
                }
            }
        }
    }

    fn normalise(&mut self) {
        let sum: f64 = self.weights.iter().flatten().sum();
        let scale = 1.0 / sum;
        for weight in self.weights.iter_mut().flatten() {
            *weight *= scale;
        }
    }

    /// The part of the grid that holds all weight but about 1e-22 of it.
    pub(super) fn support(&self) -> std::ops::Range<usize> {
        let heavy = |cells: &Cells| cells.iter().sum::<f64>() > 1e-24;
        let first = self.weights.iter().position(heavy).unwrap_or(0);
        let last = self.weights.iter().rposition(heavy).unwrap_or(RATINGS - 1);
        first..last + 1
    }

    /// The weight of each rating of the grid, ascending.
    pub fn by_rating(&self) -> impl Iterator<Item = (f64, f64)> {
        let each = |(i, cells): (usize, &Cells)| (rating_at(i), cells.iter().sum());
        self.weights.iter().enumerate().map(each)
    }

    /// The mean rating.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.by_rating()
            .map(|(rating, weight)| rating * weight)
            .sum()
    }

    /// The variance of the rating, in Elo².
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.by_rating()
            .map(|(rating, weight)| (rating - mean).powi(2) * weight)
            .sum()
    }

    /// The root of the variance, in Elo.
    #[must_use]
    pub fn deviation(&self) -> f64 {
        self.variance().sqrt()
    }

    /// The chances of win, draw and loss in one game.
    #[must_use]
    pub fn chances(&self, opponent: Elo, colour: Colour) -> [f64; 3] {
        let mut sum = [0.0; 3];
        for (i, cells) in self.weights.iter().enumerate() {
            for (j, weight) in cells.iter().enumerate() {
                let model = Davidson {
                    rating: rating_at(i),
                    draw_parameter: DRAWS[j / H].0,
                    colour_advantage: COLOURS[j % H],
                };
                for (sum, chance) in sum.iter_mut().zip(model.chances(opponent, colour)) {
                    *sum += weight * chance;
                }
            }
        }
        sum
    }
}
