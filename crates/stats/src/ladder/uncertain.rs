//! The profile when the opponents' own ratings are estimates.

use super::{
    Elo, Evidence, Score,
    concave::{FAR, Point, Profile, Shape, decreasing_root},
    davidson::PER_ELO,
};

/// pl(R) = sup over nu and every opponent's true rating t of
/// log likelihood(R, t, nu) - Σ (t - s)² / (2·se²).
///
/// The measurement that gave s enters as its own, Gaussian, log likelihood, so
/// that what it leaves open widens the interval and what the games say about
/// the opponents is used. Jointly concave, so the profile is too. Opponents'
/// errors are taken as independent; an error that they all share, such as that
/// of the ladder's anchor, moves R one for one and belongs outside.
#[derive(Debug, Clone)]
pub struct UncertainOpponents {
    score: Score,
    centre: f64,
    spread: f64,
    opponents: Vec<Opponent>,
}

#[derive(Debug, Clone, Copy)]
struct Opponent {
    games: f64,
    surplus: f64,
    /// s - centre.
    offset: f64,
    variance: f64,
}

/// The likelihood at (R, ln nu) with the opponents maximised over.
#[derive(Default)]
struct At {
    value: f64,
    by_rating: f64,
    drawn: f64,
}

impl UncertainOpponents {
    /// The largest standard error that is taken: beyond it a rating says nothing.
    pub const LARGEST: f64 = 1_000.0;

    /// Takes each rating's standard error, 0 for a known one.
    pub fn new(
        evidence: &Evidence,
        standard_error: impl Fn(Elo) -> f64,
    ) -> Result<Self, UncertainError> {
        let by_rating = evidence.by_rating();
        let games = f64::from(evidence.score().games()).max(1.0);
        let weighted = by_rating
            .iter()
            .map(|(elo, score)| elo.get() * f64::from(score.games()));
        let centre = weighted.sum::<f64>() / games;
        let opponents = by_rating
            .iter()
            .map(|&(elo, score)| {
                let se = standard_error(elo);
                if !(0.0..=Self::LARGEST).contains(&se) {
                    return Err(UncertainError {
                        opponent: elo,
                        standard_error: se,
                    });
                }
                Ok(Opponent {
                    games: f64::from(score.games()),
                    surplus: score.surplus(),
                    offset: elo.get() - centre,
                    variance: se * se,
                })
            })
            .collect::<Result<Vec<_>, _>>()?;
        let spread = match (opponents.first(), opponents.last()) {
            (Some(low), Some(high)) => high.offset - low.offset,
            _ => 0.0,
        };
        Ok(Self {
            score: evidence.score(),
            centre,
            spread,
            opponents,
        })
    }

    /// nu at a rating.
    pub(crate) fn draw_parameter_at(&self, rating: f64) -> f64 {
        self.ln_draw_parameter_at(rating).exp()
    }

    fn ln_draw_parameter_at(&self, rating: f64) -> f64 {
        let draws = f64::from(self.score.draws);
        let games = f64::from(self.score.games());
        if self.score.draws == 0 {
            return f64::NEG_INFINITY;
        }
        if self.score.draws == self.score.games() {
            return f64::INFINITY;
        }
        let nearest = self
            .opponents
            .iter()
            .map(|o| (rating - self.centre - o.offset).abs());
        let start =
            PER_ELO * nearest.fold(f64::INFINITY, f64::min) + (draws / (games - draws)).ln();
        decreasing_root(start, 1.0, |ln_nu| {
            draws - self.at_both(rating, ln_nu).drawn
        })
    }

    fn at_both(&self, rating: f64, ln_nu: f64) -> At {
        let mut at = At::default();
        if ln_nu == f64::INFINITY {
            at.drawn = f64::from(self.score.draws);
            return at;
        }
        let nu = ln_nu.exp();
        if self.score.draws > 0 {
            at.value = f64::from(self.score.draws) * ln_nu;
        }
        for opponent in &self.opponents {
            let expected = |shift: f64| {
                let z = PER_ELO * (rating - self.centre - opponent.offset - shift);
                (2.0 * z.sinh(), 2.0 * z.cosh() + nu)
            };
            // Raising the opponent's rating costs what it takes from R.
            let shift = if opponent.variance == 0.0 {
                0.0
            } else {
                decreasing_root(0.0, opponent.variance.sqrt() / 4.0, |shift| {
                    let (numerator, sum) = expected(shift);
                    PER_ELO * (opponent.games * numerator / sum - opponent.surplus)
                        - shift / opponent.variance
                })
            };
            let (numerator, sum) = expected(shift);
            let z = PER_ELO * (rating - self.centre - opponent.offset - shift);
            at.value += opponent.surplus * z - opponent.games * sum.ln();
            if opponent.variance > 0.0 {
                at.value -= shift * shift / (2.0 * opponent.variance);
            }
            at.by_rating += PER_ELO * (opponent.surplus - opponent.games * numerator / sum);
            at.drawn += opponent.games * (nu / sum);
        }
        at
    }
}

impl Profile for UncertainOpponents {
    fn at(&self, rating: f64) -> Point {
        let at = self.at_both(rating, self.ln_draw_parameter_at(rating));
        Point {
            value: at.value,
            slope: at.by_rating,
        }
    }

    fn shape(&self) -> Shape {
        let far = FAR + self.spread;
        match (self.score.wins, self.score.losses) {
            (0, 0) => Shape::Flat(0.0),
            (_, 0) => Shape::Rises(self.at(self.centre + far).value),
            (0, _) => Shape::Falls(self.at(self.centre - far).value),
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

/// A standard error that cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, thiserror::Error)]
#[error(
    "the standard error of opponent {opponent} must lie from 0 to 1000 Elo, not at {standard_error}"
)]
pub struct UncertainError {
    /// The opponent's rating.
    pub opponent: Elo,
    /// The standard error given.
    pub standard_error: f64,
}
