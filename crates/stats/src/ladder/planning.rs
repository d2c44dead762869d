//! What is believed about a player while games are chosen, and what a pair would add.
//!
//! The distribution serves planning alone: inference never sees it.

use std::sync::Arc;

use super::{Colour, Davidson, Elo, Game, Outcome, davidson::PER_ELO, normal_weights::normal_weights};

/// Ratings of the grid: -200 to 4400 by 50, normal weights (1900, 700).
const RATINGS: usize = 93;
/// Colour advantages of the grid, normal weights (40, 60).
const COLOURS: [f64; 4] = [-80.0, 0.0, 80.0, 160.0];
/// Draw parameters of the grid and their weights.
const DRAWS: [(f64, f64); 4] = [(0.0, 0.2), (0.3, 0.4), (1.0, 0.3), (3.0, 0.1)];

const H: usize = COLOURS.len();
const NU: usize = DRAWS.len();

/// Weights at one rating: `[nu][h]`, h fastest.
type Cells = [f64; NU * H];

fn rating_at(i: usize) -> f64 {
    -200.0 + 50.0 * i as f64
}

/// The planning distribution over (R, h, nu): 93 × 4 × 4 weights that sum to 1.
///
/// The grid and its first weights are those of the published study.
#[derive(Debug, Clone, PartialEq)]
pub struct Belief {
    weights: Vec<Cells>,
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
        let cells = |rating: f64| {
            std::array::from_fn(|i| rating * DRAWS[i / H].1 * colours[i % H])
        };
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
    fn support(&self) -> std::ops::Range<usize> {
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
        self.by_rating().map(|(rating, weight)| rating * weight).sum()
    }

    /// The variance of the rating, in Elo².
    #[must_use]
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        self.by_rating().map(|(rating, weight)| (rating - mean).powi(2) * weight).sum()
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

/// Opponents to choose from, and what was worked out about each in advance.
#[derive(Debug, Clone)]
pub struct Ladder {
    rungs: Arc<[Rung]>,
}

#[derive(Debug)]
struct Rung {
    rating: Elo,
    /// 1 / (sum of a White game's exponentials · that of a Black game's), by rating of the grid.
    both_played: Vec<Cells>,
    /// e^(A·(R - s)).
    strength: Vec<f64>,
}

impl Ladder {
    /// 1320, 1400, 1500 … 3100, 3190: the published ladder.
    #[must_use]
    pub fn published() -> Self {
        let hundreds = (14..=31).map(|hundred| f64::from(hundred) * 100.0);
        let ratings = std::iter::once(1_320.0).chain(hundreds).chain([3_190.0]);
        let ratings: Result<Vec<Elo>, _> = ratings.map(Elo::new).collect();
        Self::new(&ratings.expect("ratings of chess engines")).expect("it has no rating twice")
    }

    /// Takes any ratings; keeps them ascending.
    pub fn new(ratings: &[Elo]) -> Result<Self, LadderError> {
        let mut ratings = ratings.to_vec();
        ratings.sort_by(|a, b| a.get().total_cmp(&b.get()));
        if ratings.is_empty() {
            return Err(LadderError::Empty);
        }
        if let Some(twice) = ratings.windows(2).find(|two| two[0] == two[1]) {
            return Err(LadderError::Twice { rating: twice[0] });
        }
        Ok(Self {
            rungs: ratings.into_iter().map(Rung::new).collect(),
        })
    }

    /// The opponents' ratings, ascending.
    pub fn ratings(&self) -> impl Iterator<Item = Elo> {
        self.rungs.iter().map(|rung| rung.rating)
    }

    /// For each rung, ascending: the variance of the rating to be expected
    /// after a colour pair at it, in Elo².
    ///
    /// Σ over the nine outcomes of P(outcome)·Var(R | outcome), with
    /// P(a, b) = Σ w·P_White(a)·P_Black(b).
    #[must_use]
    pub fn expected_variances(&self, belief: &Belief) -> Vec<f64> {
        let mean = belief.mean();
        let total = belief.variance();
        let support = belief.support();
        let explained = |rung: &Rung| rung.explained(belief, mean, support.clone());
        self.rungs.iter().map(|rung| total - explained(rung)).collect()
    }

    /// The rung with the least expected variance, the lowest of equals.
    #[must_use]
    pub fn next(&self, belief: &Belief) -> Elo {
        let variances = self.expected_variances(belief);
        self.rungs[first_least(&variances)].rating
    }

    /// The rung with the largest expected gain for its price: (variance now
    /// less expected variance) over the price of a pair; the lowest of equals.
    ///
    /// `price` gives any positive number for a rung, in one unit for all.
    pub fn next_for_money(
        &self,
        belief: &Belief,
        price: impl Fn(Elo) -> f64,
    ) -> Result<Elo, LadderError> {
        let now = belief.variance();
        let mut losses = Vec::with_capacity(self.rungs.len());
        for (rung, expected) in self.rungs.iter().zip(self.expected_variances(belief)) {
            let price = price(rung.rating);
            if !(price > 0.0 && price.is_finite()) {
                return Err(LadderError::Price { rating: rung.rating, price });
            }
            losses.push((expected - now) / price);
        }
        Ok(self.rungs[first_least(&losses)].rating)
    }
}

fn first_least(values: &[f64]) -> usize {
    let mut least = 0;
    for (i, value) in values.iter().enumerate() {
        if *value < values[least] {
            least = i;
        }
    }
    least
}

impl Rung {
    fn new(rating: Elo) -> Self {
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
    fn explained(&self, belief: &Belief, mean: f64, support: std::ops::Range<usize>) -> f64 {
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
            sums.iter().zip(edges).map(|(sum, edge)| sum * edge.powi(power)).sum()
        };
        // Win-win, White won, Black won, loss-loss, then one draw with either colour.
        let outcomes = [(0, 0), (1, 2), (1, -2), (2, 0), (3, 1), (3, -1), (4, 1), (4, -1)];
        for (sum, (which, power)) in all.iter_mut().zip(outcomes) {
            *sum = [weighted(&by_colour[which][0], power), weighted(&by_colour[which][1], power)];
        }
        all[8] = double_draws;
        let share = |[chance, moment]: [f64; 2]| {
            if chance > 0.0 { moment * moment / chance } else { 0.0 }
        };
        all.into_iter().map(share).sum()
    }
}

/// A ladder that nothing can be chosen from.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
pub enum LadderError {
    /// No rating.
    #[error("a ladder needs at least one rating")]
    Empty,
    /// The same rating twice.
    #[error("rating {rating} stands on the ladder twice")]
    Twice {
        /// The rating.
        rating: Elo,
    },
    /// A price that is not a positive number.
    #[error("the price of a pair at {rating} must be a positive number, not {price}")]
    Price {
        /// The rung.
        rating: Elo,
        /// The price given.
        price: f64,
    },
}
