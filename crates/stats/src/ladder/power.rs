//! How many games a question needs.
//!
//! Large-sample theory of the Davidson model, with nu taken as known: R and nu
//! are nearly orthogonal for matched opponents.

use super::davidson::PER_ELO;
use crate::{Level, quantile};

/// The information on R, per Elo², in one game against an opponent `gap` Elo away.
///
/// A²·Var(y), with y of 1, 0, -1; for a matched opponent A²·2/(2 + nu).
#[must_use]
pub fn information(gap: f64, draw_parameter: f64) -> f64 {
    let z = PER_ELO * gap;
    let (win, loss) = (z.exp(), (-z).exp());
    let sum = win + loss + draw_parameter;
    let mean = (win - loss) / sum;
    PER_ELO * PER_ELO * ((win + loss) / sum - mean * mean)
}

/// What sample-size planning assumes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setting {
    /// nu.
    pub draw_parameter: f64,
    /// How far opponents stand from the player, in Elo; 0 for matched ones.
    pub gap: f64,
}

impl Setting {
    /// The standard error of a rating from one game, in Elo: 347.4 at nu = 0, matched.
    #[must_use]
    pub fn one_game(self) -> f64 {
        information(self.gap, self.draw_parameter).powf(-0.5)
    }

    /// Games for a profile interval about `width` Elo wide.
    #[must_use]
    pub fn games_for_width(self, width: f64, level: Level) -> f64 {
        (2.0 * level.z() * self.one_game() / width).powi(2)
    }

    /// The expected width of a profile interval after `games` games.
    #[must_use]
    pub fn width(self, games: f64, level: Level) -> f64 {
        2.0 * level.z() * self.one_game() / games.sqrt()
    }

    /// Games for each of two players to tell them `difference` Elo apart with
    /// chance `power` by a two-sided test at 1 - `level`.
    #[must_use]
    pub fn games_for_difference(self, difference: f64, level: Level, power: Level) -> f64 {
        2.0 * (deviates(level, power) * self.one_game() / difference).powi(2)
    }

    /// The difference that `games` games of each of two players tell with chance `power`.
    #[must_use]
    pub fn detectable(self, games: f64, level: Level, power: Level) -> f64 {
        deviates(level, power) * self.one_game() * (2.0 / games).sqrt()
    }
}

/// z of the level plus z of the power.
fn deviates(level: Level, power: Level) -> f64 {
    let power = power.get();
    let z = if power >= 0.5 {
        quantile::normal_upper(1.0 - power)
    } else {
        -quantile::normal_upper(power)
    };
    level.z() + z
}
