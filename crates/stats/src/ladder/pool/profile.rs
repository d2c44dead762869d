//! One player's profile: the maximum over everyone else.

use std::cell::RefCell;

use super::{PlayerIndex, Pool, PoolError, graph::Links, joint::Joint};
use crate::ladder::{
    Place,
    concave::{FAR, Point, Profile, Shape},
};

/// The joint maximum; its limit where ratings and nu grow without bound.
pub(super) fn highest(pool: &Pool, links: &Links) -> Result<Joint, PoolError> {
    if !links.draws_escape() {
        return Joint::new(pool, links, None);
    }
    // Someone rises or falls for ever, nu with them: look from far away.
    let escapes = |player: &PlayerIndex| {
        matches!(
            links.standing(*player),
            super::graph::Link::Above | super::graph::Link::Below
        )
    };
    let Some(player) = (0..pool.players).find(escapes) else {
        // Nothing but draws leaves no one above or below.
        return Ok(Joint::new(pool, links, None)?.with_unbounded_draws());
    };
    let up = links.standing(player) == super::graph::Link::Above;
    let far = far_from(pool, if up { 1.0 } else { -1.0 });
    let pool = pool.with_anchor(player, far);
    let joint = Joint::new(&pool, &Links::new(&pool), None)?;
    Ok(joint.with_unbounded_draws())
}

/// A rating so far beyond all anchors that limits are reached.
fn far_from(pool: &Pool, sign: f64) -> f64 {
    let anchors = || pool.anchors.iter().flatten().copied();
    if sign > 0.0 {
        anchors().fold(f64::NEG_INFINITY, f64::max) + FAR
    } else {
        anchors().fold(f64::INFINITY, f64::min) - FAR
    }
}

/// x ↦ sup of the log likelihood with the player's rating held at x.
pub(super) struct PlayerProfile<'a> {
    pool: &'a Pool,
    player: PlayerIndex,
    place: Place,
    top: &'a Joint,
    /// The last maximum, to start the next from.
    last: RefCell<Option<Joint>>,
    trouble: RefCell<Option<PoolError>>,
}

impl<'a> PlayerProfile<'a> {
    pub(super) fn new(pool: &'a Pool, player: PlayerIndex, place: Place, top: &'a Joint) -> Self {
        let last = matches!(place, Place::At(_)).then(|| top.clone());
        Self {
            pool,
            player,
            place,
            top,
            last: RefCell::new(last),
            trouble: RefCell::new(None),
        }
    }

    /// An error met on the way.
    pub(super) fn trouble(&self) -> Result<(), PoolError> {
        self.trouble.borrow().map_or(Ok(()), Err)
    }
}

impl Profile for PlayerProfile<'_> {
    fn at(&self, rating: f64) -> Point {
        let pool = self.pool.with_anchor(self.player, rating);
        let links = Links::new(&pool);
        let start = self.last.borrow_mut().take();
        let found =
            Joint::new(&pool, &links, start.as_ref()).or_else(|_| Joint::new(&pool, &links, None));
        match found {
            Ok(joint) => {
                let point = Point {
                    value: joint.log_likelihood(),
                    slope: joint.slope(self.player),
                };
                *self.last.borrow_mut() = Some(joint);
                point
            }
            Err(error) => {
                *self.trouble.borrow_mut() = Some(error);
                // Ends the search at once.
                Point {
                    value: f64::NAN,
                    slope: f64::NAN,
                }
            }
        }
    }

    fn shape(&self) -> Shape {
        match self.place {
            Place::At(_) => Shape::Peak,
            Place::PlusInfinity => Shape::Rises(self.top.log_likelihood()),
            Place::MinusInfinity => Shape::Falls(self.top.log_likelihood()),
            Place::NotIdentified => Shape::Flat(self.top.log_likelihood()),
        }
    }

    fn hint(&self) -> (f64, f64) {
        let anchors: Vec<f64> = self.pool.anchors.iter().flatten().copied().collect();
        let start = match self.place {
            Place::At(rating) => rating,
            _ => anchors.iter().sum::<f64>() / anchors.len() as f64,
        };
        (start, 100.0)
    }
}
