//! The profile for opponents of known rating and no colour advantage.

use super::{
    Evidence, Score,
    concave::{Point, Profile, Shape},
    davidson::{PER_ELO, Stake, draw_parameter},
};

/// pl(R) = sup over nu of the log likelihood, with h = 0.
///
/// The likelihood depends on the games only through the score, the opponents
/// and Σ y·s.
#[derive(Debug, Clone)]
pub(crate) struct KnownOpponents {
    score: Score,
    /// Ratings are taken relative to this one.
    centre: f64,
    spread: f64,
    opponents: Vec<Opponent>,
    /// A · Σ y · (s - centre).
    scored_against: f64,
}

#[derive(Debug, Clone, Copy)]
struct Opponent {
    games: f64,
    /// e^(A·(centre - s)).
    weakness: f64,
}

impl KnownOpponents {
    pub(crate) fn new(evidence: &Evidence) -> Self {
        let by_rating = evidence.by_rating();
        let score = evidence.score();
        let games = f64::from(score.games()).max(1.0);
        let sum = |f: &dyn Fn(f64, Score) -> f64| -> f64 {
            by_rating
                .iter()
                .map(|&(elo, score)| f(elo.get(), score))
                .sum()
        };
        let centre = sum(&|s, score| s * f64::from(score.games())) / games;
        let spread = match (by_rating.first(), by_rating.last()) {
            (Some((low, _)), Some((high, _))) => high.get() - low.get(),
            _ => 0.0,
        };
        Self {
            score,
            centre,
            spread,
            scored_against: PER_ELO * sum(&|s, score| score.surplus() * (s - centre)),
            opponents: by_rating
                .iter()
                .map(|&(elo, score)| Opponent {
                    games: f64::from(score.games()),
                    weakness: (PER_ELO * (centre - elo.get())).exp(),
                })
                .collect(),
        }
    }

    /// nu at a rating: 0 without draws, infinite with nothing else.
    pub(crate) fn draw_parameter_at(&self, rating: f64) -> f64 {
        self.with_stakes(rating, |stakes| {
            draw_parameter(stakes, f64::from(self.score.draws))
        })
    }

    /// Hands over the terms of the draw equation, without an allocation for a usual ladder.
    fn with_stakes<T>(&self, rating: f64, use_them: impl FnOnce(&[Stake]) -> T) -> T {
        const USUAL: usize = 24;
        let strength = (PER_ELO * (rating - self.centre)).exp();
        let stake = |opponent: &Opponent| {
            let e = strength * opponent.weakness;
            Stake {
                games: opponent.games,
                decisive: e + 1.0 / e,
            }
        };
        if self.opponents.len() <= USUAL {
            let mut stakes = [Stake {
                games: 0.0,
                decisive: 1.0,
            }; USUAL];
            for (place, opponent) in stakes.iter_mut().zip(&self.opponents) {
                *place = stake(opponent);
            }
            use_them(&stakes[..self.opponents.len()])
        } else {
            use_them(&self.opponents.iter().map(stake).collect::<Vec<_>>())
        }
    }

    /// sup pl when it is approached at `sign` · infinity; nu then grows like e^(A·|R|).
    ///
    /// In the limit P(draw) = k / (c + k) with c = e^(∓A·s), and losses (or
    /// wins) have no chance at all.
    fn limit(&self, sign: f64) -> f64 {
        let draws = f64::from(self.score.draws);
        if draws == 0.0 {
            return 0.0;
        }
        let stakes: Vec<Stake> = self
            .opponents
            .iter()
            .map(|opponent| Stake {
                games: opponent.games,
                decisive: if sign > 0.0 {
                    opponent.weakness
                } else {
                    1.0 / opponent.weakness
                },
            })
            .collect();
        let k = draw_parameter(&stakes, draws);
        log_likelihood_at(&stakes, draws, k) - self.scored_against
    }
}

/// D·ln nu - Σ games · ln(decisive + nu).
fn log_likelihood_at(stakes: &[Stake], draws: f64, nu: f64) -> f64 {
    let drawn = if draws > 0.0 { draws * nu.ln() } else { 0.0 };
    let ended: f64 = stakes
        .iter()
        .map(|s| s.games * (s.decisive + nu).ln())
        .sum();
    drawn - ended
}

impl Profile for KnownOpponents {
    fn at(&self, rating: f64) -> Point {
        let draws = f64::from(self.score.draws);
        let surplus = self.score.surplus();
        self.with_stakes(rating, |stakes| {
            let nu = draw_parameter(stakes, draws);
            if nu.is_infinite() || stakes.is_empty() {
                return Point {
                    value: 0.0,
                    slope: 0.0,
                };
            }
            let strength = (PER_ELO * (rating - self.centre)).exp();
            let mut expected = 0.0;
            for (stake, opponent) in stakes.iter().zip(&self.opponents) {
                let e = strength * opponent.weakness;
                expected += stake.games * (e - 1.0 / e) / (stake.decisive + nu);
            }
            Point {
                value: PER_ELO * (rating - self.centre) * surplus - self.scored_against
                    + log_likelihood_at(stakes, draws, nu),
                slope: PER_ELO * (surplus - expected),
            }
        })
    }

    fn shape(&self) -> Shape {
        match (self.score.wins, self.score.losses) {
            (0, 0) => Shape::Flat(0.0),
            (_, 0) => Shape::Rises(self.limit(1.0)),
            (0, _) => Shape::Falls(self.limit(-1.0)),
            _ => Shape::Peak,
        }
    }

    fn hint(&self) -> (f64, f64) {
        let odds = (f64::from(self.score.wins) + 0.5) / (f64::from(self.score.losses) + 0.5);
        (
            self.centre + 400.0 * odds.log10(),
            100.0 + self.spread / 8.0,
        )
    }
}
