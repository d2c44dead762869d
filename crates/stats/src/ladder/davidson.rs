//! The Davidson model of a game, and its draw parameter.
//!
//! With z = ln 10 · (R - s + c·h) / 800, the chances of win, draw and loss are
//! e^z, nu and e^-z over their sum: Davidson (1970), On extending the
//! Bradley-Terry model to accommodate ties. With nu = 0 this is the Elo curve.

use super::{Colour, Elo, Game, Outcome};

/// ln 10 / 800: z per Elo point.
pub const PER_ELO: f64 = std::f64::consts::LN_10 / 800.0;

/// Ends the search for nu; it needs three or four rounds.
const ROUNDS: usize = 100;

/// What governs a player's games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Davidson {
    /// R, the player's rating.
    pub rating: f64,
    /// nu >= 0; how common draws are: a drawn share of nu / (nu + 2) between equals.
    pub draw_parameter: f64,
    /// h, what White is worth to the player, in Elo.
    pub colour_advantage: f64,
}

impl Davidson {
    /// The chance of an outcome.
    #[must_use]
    pub fn chance(self, opponent: Elo, colour: Colour, outcome: Outcome) -> f64 {
        let [win, draw, loss] = self.chances(opponent, colour);
        match outcome {
            Outcome::Win => win,
            Outcome::Draw => draw,
            Outcome::Loss => loss,
        }
    }

    /// The chances of win, draw and loss.
    #[must_use]
    pub fn chances(self, opponent: Elo, colour: Colour) -> [f64; 3] {
        let edge = colour.sign() * self.colour_advantage;
        let z = PER_ELO * (self.rating - opponent.get() + edge);
        // Divided by the larger of e^z and e^-z, so that nothing overflows.
        let small = (-2.0 * z.abs()).exp();
        let draw = self.draw_parameter * (-z.abs()).exp();
        let sum = 1.0 + small + draw;
        let (win, loss) = if z >= 0.0 { (1.0, small) } else { (small, 1.0) };
        [win / sum, draw / sum, loss / sum]
    }

    /// The log likelihood of games, in nats: the sum of the logs of their chances.
    #[must_use]
    pub fn log_likelihood(self, games: &[Game]) -> f64 {
        let chance = |g: &Game| self.chance(g.opponent, g.colour, g.outcome);
        games.iter().map(|game| chance(game).ln()).sum()
    }
}

/// One term of the draw equation: `games` games in which e^z + e^-z is `decisive`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stake {
    pub(crate) games: f64,
    pub(crate) decisive: f64,
}

/// The nu with Σ games · nu / (decisive + nu) = draws.
///
/// The left side increases in nu. 0 without draws, infinite when all games
/// were drawn. Newton's method on the log odds of the mean drawn share, which
/// is linear in ln nu when all `decisive` are equal and nearly so otherwise.
pub(crate) fn draw_parameter(stakes: &[Stake], draws: f64) -> f64 {
    let games: f64 = stakes.iter().map(|stake| stake.games).sum();
    if draws <= 0.0 {
        return 0.0;
    }
    if draws >= games {
        return f64::INFINITY;
    }
    let odds = draws / (games - draws);
    let (mut least, mut most, mut mean) = (f64::INFINITY, 0.0, 0.0_f64);
    for stake in stakes {
        least = stake.decisive.min(least);
        most = stake.decisive.max(most);
        mean += stake.games / stake.decisive;
    }
    // nu lies between the extremes times the odds.
    let (mut lo, mut hi) = (least * odds, most * odds);
    let mut nu = (odds * games / mean).clamp(lo, hi);
    for _ in 0..ROUNDS {
        let (mut drawn, mut bend) = (0.0, 0.0);
        for stake in stakes {
            let share = nu / (stake.decisive + nu);
            drawn += stake.games * share;
            bend += stake.games * share * (stake.decisive / (stake.decisive + nu));
        }
        let rest = games - drawn;
        if drawn < draws {
            lo = nu;
        } else {
            hi = nu;
        }
        let gap = (drawn / rest / odds).ln();
        let step = -gap * drawn * rest / (games * bend);
        let next = nu * step.exp();
        if step.abs() < 1e-9 {
            // Converging quadratically: what is left is below a double's resolution.
            return next;
        }
        nu = if next > lo && next < hi {
            next
        } else {
            lo.sqrt() * hi.sqrt()
        };
    }
    nu
}
