//! Differences between players, and several of them at once.

use super::{
    Evidence, Place,
    concave::{Point, Profile, Shape, Summit, level_set, summit},
    fit::{chi_square_tail, cutoff},
    known::KnownOpponents,
};
use crate::{Interval, Level, Method, holm};

/// How far player a stands above player b, each with a draw parameter of its own.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// The most likely difference, a less b.
    pub place: Place,
    /// All differences that the likelihood ratio does not reject.
    pub interval: Interval,
    /// The same at the level that makes all intervals of the family hold at
    /// once: 1 - alpha / family (Bonferroni).
    pub simultaneous: Interval,
    /// Twice what the log likelihood loses when both players share one rating.
    pub likelihood_ratio: f64,
    /// The common rating at which that last supremum stands.
    pub common: Place,
    /// P(chi-square with 1 degree of freedom > the ratio).
    pub p: f64,
    /// p after Holm's adjustment over the family.
    pub p_holm: f64,
    /// What was assumed.
    pub method: Method,
}

/// Every pair among players, in the order (0,1), (0,2), …, (1,2), ….
///
/// The family for Holm's adjustment and for the simultaneous intervals is all
/// pairs, k·(k - 1)/2 of them.
#[must_use]
pub fn compare(players: &[Evidence], level: Level) -> Vec<((usize, usize), Difference)> {
    let profiles: Vec<(KnownOpponents, Summit)> = players
        .iter()
        .map(|evidence| {
            let profile = KnownOpponents::new(evidence);
            let summit = summit(&profile);
            (profile, summit)
        })
        .collect();
    let pairs: Vec<(usize, usize)> = (0..players.len())
        .flat_map(|a| (a + 1..players.len()).map(move |b| (a, b)))
        .collect();
    let at_once = simultaneous(level, pairs.len());
    let mut differences: Vec<_> = pairs
        .into_iter()
        .map(|(a, b)| {
            (
                (a, b),
                difference(&profiles[a], &profiles[b], level, at_once),
            )
        })
        .collect();
    let p_values: Vec<f64> = differences.iter().map(|(_, d)| d.p).collect();
    let adjusted = holm(&p_values).expect("tails of chi-square lie from 0 to 1");
    for ((_, difference), p) in differences.iter_mut().zip(adjusted) {
        difference.p_holm = p;
    }
    differences
}

/// The level at which `family` intervals hold at once with at least `level` (Bonferroni).
#[must_use]
pub fn simultaneous(level: Level, family: usize) -> Level {
    let outside = 2.0 * level.tail() / family.max(1) as f64;
    Level::new(1.0 - outside).unwrap_or(level)
}

fn difference(
    a: &(KnownOpponents, Summit),
    b: &(KnownOpponents, Summit),
    level: Level,
    at_once: Level,
) -> Difference {
    let profile = Apart { a: &a.0, b: &b.0 };
    let equal = summit(&profile.moved_by(0.0));
    let top = summit_apart(a.1, b.1);
    let likelihood_ratio = (2.0 * (top.height - equal.height)).max(0.0);
    let p = chi_square_tail(likelihood_ratio);
    let within = |level: Level| level_set(&profile, top, top.height - cutoff(level) / 2.0);
    Difference {
        place: top.place,
        interval: within(level),
        simultaneous: within(at_once),
        likelihood_ratio,
        common: equal.place,
        p,
        p_holm: p,
        method: Method::ProfileDifference,
    }
}

/// `d ↦ sup over R of pl_a(R + d) + pl_b(R)`.
struct Apart<'a> {
    a: &'a KnownOpponents,
    b: &'a KnownOpponents,
}

impl<'a> Apart<'a> {
    fn moved_by(&self, by: f64) -> Moved<'a> {
        Moved {
            a: self.a,
            b: self.b,
            by,
        }
    }
}

/// The summit of a difference is that of the two players apart.
fn summit_apart(a: Summit, b: Summit) -> Summit {
    use Place::{At, MinusInfinity, NotIdentified, PlusInfinity};
    let place = match (a.place, b.place) {
        (At(a), At(b)) => At(a - b),
        (NotIdentified, _)
        | (_, NotIdentified)
        | (PlusInfinity, PlusInfinity)
        | (MinusInfinity, MinusInfinity) => NotIdentified,
        (PlusInfinity, _) | (_, MinusInfinity) => PlusInfinity,
        (MinusInfinity, _) | (_, PlusInfinity) => MinusInfinity,
    };
    Summit {
        place,
        height: a.height + b.height,
    }
}

impl Profile for Apart<'_> {
    fn at(&self, by: f64) -> Point {
        let moved = self.moved_by(by);
        let top = summit(&moved);
        let slope = match top.place {
            Place::At(rating) => self.a.at(rating + by).slope,
            _ => 0.0,
        };
        Point {
            value: top.height,
            slope,
        }
    }

    fn shape(&self) -> Shape {
        let (a, b) = (summit(self.a), summit(self.b));
        let top = summit_apart(a, b);
        match top.place {
            Place::At(_) => Shape::Peak,
            Place::PlusInfinity => Shape::Rises(top.height),
            Place::MinusInfinity => Shape::Falls(top.height),
            Place::NotIdentified => Shape::Flat(top.height),
        }
    }

    fn hint(&self) -> (f64, f64) {
        let ((a, scale_a), (b, scale_b)) = (self.a.hint(), self.b.hint());
        (a - b, scale_a.max(scale_b))
    }
}

/// `R ↦ pl_a(R + by) + pl_b(R)`.
struct Moved<'a> {
    a: &'a KnownOpponents,
    b: &'a KnownOpponents,
    by: f64,
}

impl Profile for Moved<'_> {
    fn at(&self, rating: f64) -> Point {
        let (a, b) = (self.a.at(rating + self.by), self.b.at(rating));
        Point {
            value: a.value + b.value,
            slope: a.slope + b.slope,
        }
    }

    fn shape(&self) -> Shape {
        use Shape::{Falls, Flat, Peak, Rises};
        match (self.a.shape(), self.b.shape()) {
            (Flat(a), Flat(b)) => Flat(a + b),
            (Rises(a), Rises(b) | Flat(b)) | (Flat(a), Rises(b)) => Rises(a + b),
            (Falls(a), Falls(b) | Flat(b)) | (Flat(a), Falls(b)) => Falls(a + b),
            (Peak, _) | (_, Peak) | (Rises(_), Falls(_)) | (Falls(_), Rises(_)) => Peak,
        }
    }

    fn hint(&self) -> (f64, f64) {
        let ((a, scale_a), (b, scale_b)) = (self.a.hint(), self.b.hint());
        (f64::midpoint(a - self.by, b), scale_a.max(scale_b))
    }
}
