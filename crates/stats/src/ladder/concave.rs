//! Concave functions of a rating: where they peak, and where they cross a height.
//!
//! Every interval here is a level set of a profile likelihood. Such a profile
//! is concave (a partial maximum of a jointly concave function), so it has one
//! peak or rises for ever towards one side, and a level set is one interval.

use crate::Interval;

/// Where a profile is looked at for its limit: this far beyond all that it
/// knows, what still changes is below e^-80.
pub(crate) const FAR: f64 = 30_000.0;

/// Ends every loop; each needs a handful of rounds.
const ROUNDS: usize = 200;

/// A concave function at one rating.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Point {
    /// The function, in nats.
    pub(crate) value: f64,
    /// Its derivative by the rating, per Elo.
    pub(crate) slope: f64,
}

/// What a concave function does at the two far ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Shape {
    /// Falls at both: the maximum is at a finite rating.
    Peak,
    /// Rises towards +inf and to this limit.
    Rises(f64),
    /// Rises towards -inf and to this limit.
    Falls(f64),
    /// The same everywhere.
    Flat(f64),
}

/// A profile likelihood.
pub(crate) trait Profile {
    /// The function at a rating.
    fn at(&self, rating: f64) -> Point;
    /// What it does far away.
    fn shape(&self) -> Shape;
    /// A rating near which to look first, and a scale on which it bends.
    fn hint(&self) -> (f64, f64);
}

/// Where the maximum is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Place {
    /// At this rating.
    At(f64),
    /// Approached as the rating grows without bound.
    PlusInfinity,
    /// Approached as the rating falls without bound.
    MinusInfinity,
    /// Everywhere: the data say nothing about the rating.
    NotIdentified,
}

impl Place {
    /// The rating as a number that may be infinite; `None` where it is not identified.
    #[must_use]
    pub fn rating(self) -> Option<f64> {
        match self {
            Self::At(rating) => Some(rating),
            Self::PlusInfinity => Some(f64::INFINITY),
            Self::MinusInfinity => Some(f64::NEG_INFINITY),
            Self::NotIdentified => None,
        }
    }

    /// The rating where it is finite.
    #[must_use]
    pub fn finite(self) -> Option<f64> {
        self.rating().filter(|rating| rating.is_finite())
    }
}

/// The maximum of a profile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Summit {
    pub(crate) place: Place,
    /// The supremum, in nats.
    pub(crate) height: f64,
}

/// Finds the maximum.
pub(crate) fn summit(profile: &impl Profile) -> Summit {
    let (place, height) = match profile.shape() {
        Shape::Peak => {
            let (start, scale) = profile.hint();
            let at = decreasing_root(start, scale, |rating| profile.at(rating).slope);
            (Place::At(at), profile.at(at).value)
        }
        Shape::Rises(limit) => (Place::PlusInfinity, limit),
        Shape::Falls(limit) => (Place::MinusInfinity, limit),
        Shape::Flat(value) => (Place::NotIdentified, value),
    };
    Summit { place, height }
}

/// The ratings where `profile` is at least `height`, which lies below the summit.
pub(crate) fn level_set(profile: &impl Profile, summit: Summit, height: f64) -> Interval {
    let (hint, scale) = profile.hint();
    let below = |from: f64, step: f64| crossing(profile, from - step, height, Side::Left);
    let above = |from: f64, step: f64| crossing(profile, from + step, height, Side::Right);
    match summit.place {
        Place::At(peak) => {
            let step = descent(profile, peak, scale, summit.height - height);
            Interval {
                lo: below(peak, step),
                hi: above(peak, step),
            }
        }
        Place::PlusInfinity => Interval {
            lo: below(hint, 0.0),
            hi: f64::INFINITY,
        },
        Place::MinusInfinity => Interval {
            lo: f64::NEG_INFINITY,
            hi: above(hint, 0.0),
        },
        Place::NotIdentified => Interval {
            lo: f64::NEG_INFINITY,
            hi: f64::INFINITY,
        },
    }
}

/// About how far from the peak the profile has dropped by `drop`, as if it were a parabola.
fn descent(profile: &impl Profile, peak: f64, scale: f64, drop: f64) -> f64 {
    let near = scale / 8.0;
    let curvature = profile.at(peak - near).slope / near;
    let step = (2.0 * drop / curvature).sqrt();
    if step.is_finite() {
        step.clamp(near / 8.0, 64.0 * scale)
    } else {
        scale
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Left,
    Right,
}

/// Newton's method on one flank of a concave function.
///
/// A tangent lies above the function, so every step lands at or outside the
/// crossing, and from there the steps are monotone.
fn crossing(profile: &impl Profile, start: f64, height: f64, side: Side) -> f64 {
    let outward = if side == Side::Left { -1.0 } else { 1.0 };
    let mut x = start;
    let mut reach = profile.hint().1;
    let mut last_step = f64::INFINITY;
    for _ in 0..ROUNDS {
        let point = profile.at(x);
        let above = point.value - height;
        if above.is_nan() {
            return f64::NAN;
        }
        // Downhill is outward; where the slope does not say so yet, go and look.
        let step = if point.slope * outward < 0.0 {
            above / -point.slope
        } else {
            f64::INFINITY * outward
        };
        let step = if above > 0.0 && step.abs() > reach {
            // Near the top the tangent points far out.
            reach *= 2.0;
            reach * outward
        } else {
            step
        };
        x += step;
        let shrinking = step.abs() < last_step;
        last_step = step.abs();
        // From 1e-6 on, a further step would be below a double's resolution.
        if last_step < 1e-7 || (last_step < 1e-5 && !shrinking) {
            break;
        }
    }
    x
}

/// The root of a decreasing function that has one.
///
/// Brackets by doubling from `start` by `scale`, then Chandrupatla's method
/// (1997): inverse quadratic steps where they are safe, halving elsewhere.
pub(crate) fn decreasing_root(start: f64, scale: f64, f: impl Fn(f64) -> f64) -> f64 {
    let at_start = f(start);
    if at_start == 0.0 {
        return start;
    }
    let direction = at_start.signum();
    let (mut a, mut fa) = (start, at_start);
    let mut step = scale;
    let (mut b, mut fb) = (start + direction * step, f(start + direction * step));
    for _ in 0..ROUNDS {
        if fb * direction <= 0.0 {
            break;
        }
        (a, fa) = (b, fb);
        step *= 2.0;
        b = a + direction * step;
        fb = f(b);
    }
    // A regula falsi step first: the functions here are nearly linear at a root.
    let mut t = (fa / (fa - fb)).clamp(0.05, 0.95);
    for _ in 0..ROUNDS {
        let x = a + t * (b - a);
        let fx = f(x);
        let (c, fc);
        if (fx > 0.0) == (fa > 0.0) {
            (c, fc) = (a, fa);
        } else {
            (c, fc) = (b, fb);
            (b, fb) = (a, fa);
        }
        (a, fa) = (x, fx);
        let (best, f_best) = if fa.abs() < fb.abs() {
            (a, fa)
        } else {
            (b, fb)
        };
        let tolerance = 2.0 * f64::EPSILON * best.abs() + 1e-11;
        let room = tolerance / (b - a).abs();
        if room > 0.5 || f_best == 0.0 {
            return best;
        }
        let xi = (a - b) / (c - b);
        let phi = (fa - fb) / (fc - fb);
        t = if phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi {
            fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb)
        } else {
            0.5
        };
        t = t.clamp(room, 1.0 - room);
    }
    a
}
