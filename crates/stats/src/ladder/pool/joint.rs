//! The maximum over all ratings and nu at once.

use super::{PlayerIndex, Pool, PoolError, graph::Links};
use crate::ladder::davidson::PER_ELO;

/// Newton's method needs about ten rounds.
const ROUNDS: usize = 200;

/// Ratings, ln nu and the log likelihood at their maximum.
#[derive(Debug, Clone)]
pub(super) struct Joint {
    /// In nats of z: rating · ln 10 / 800.
    strengths: Vec<f64>,
    ln_draw: LnDraw,
    log_likelihood: f64,
    /// d log likelihood / d rating of each player, per Elo.
    slopes: Vec<f64>,
}

/// ln nu.
#[derive(Debug, Clone, Copy, PartialEq)]
enum LnDraw {
    /// No game tells it.
    Untold,
    /// nu = 0: no draws.
    None,
    /// nu = infinity: nothing but draws.
    All,
    At(f64),
}

impl Joint {
    /// Maximises over the games within groups; those between groups are certain in the limit.
    ///
    /// `start` is a nearby maximum, to begin from.
    pub(super) fn new(pool: &Pool, links: &Links, start: Option<&Self>) -> Result<Self, PoolError> {
        let within = |m: &&super::Meeting| links.group(m.white) == links.group(m.black);
        let meetings: Vec<super::Meeting> = pool.meetings.iter().filter(within).copied().collect();
        let count = |f: &dyn Fn(&super::Meeting) -> u32| meetings.iter().map(f).sum::<u32>();
        let draws = count(&|m| m.score.draws);
        let games = count(&|m| m.score.games());
        let ln_draw = match (games, draws) {
            (0, _) if pool.meetings.is_empty() => LnDraw::Untold,
            (_, 0) => LnDraw::None,
            (games, draws) if games == draws => LnDraw::All,
            _ => LnDraw::At(match start.map(|start| start.ln_draw) {
                Some(LnDraw::At(before)) => before,
                _ => (2.0 * f64::from(draws) / f64::from(games - draws)).ln(),
            }),
        };
        let places = places(pool, links, &meetings);
        let anchors: Vec<f64> = pool.anchors.iter().flatten().copied().collect();
        let middle = anchors.iter().sum::<f64>() / anchors.len() as f64;
        let strengths = (0..pool.players).map(|player| {
            let rating = match (pool.anchors[player], start) {
                (Some(rating), _) => rating,
                (None, Some(start)) => start.rating(player),
                (None, None) => middle,
            };
            PER_ELO * rating
        });
        let mut joint = Self {
            strengths: strengths.collect(),
            ln_draw,
            log_likelihood: 0.0,
            slopes: vec![0.0; pool.players],
        };
        if ln_draw != LnDraw::All {
            joint.climb(&Problem {
                meetings,
                places,
                edge: PER_ELO * pool.edge(),
            })?;
        }
        Ok(joint)
    }

    /// In Elo.
    pub(super) fn rating(&self, player: PlayerIndex) -> f64 {
        self.strengths[player] / PER_ELO
    }

    pub(super) fn slope(&self, player: PlayerIndex) -> f64 {
        self.slopes[player]
    }

    pub(super) fn log_likelihood(&self) -> f64 {
        self.log_likelihood
    }

    pub(super) fn draw_parameter(&self) -> Option<f64> {
        match self.ln_draw {
            LnDraw::Untold => None,
            LnDraw::None => Some(0.0),
            LnDraw::All => Some(f64::INFINITY),
            LnDraw::At(ln) => Some(ln.exp()),
        }
    }

    pub(super) fn with_unbounded_draws(mut self) -> Self {
        self.ln_draw = LnDraw::All;
        self
    }

    fn climb(&mut self, problem: &Problem) -> Result<(), PoolError> {
        let mut here = problem.at(&self.strengths, self.ln_draw);
        let mut steepest = f64::INFINITY;
        for _ in 0..ROUNDS {
            let step = here.newton_step();
            steepest = here
                .gradient
                .iter()
                .fold(0.0, |most, slope| slope.abs().max(most));
            let promised: f64 = step.iter().zip(&here.gradient).map(|(s, g)| s * g).sum();
            let mut share = 1.0;
            let (mut strengths, mut ln_draw, mut next);
            loop {
                (strengths, ln_draw) = self.moved(problem, &step, share);
                next = problem.at(&strengths, ln_draw);
                // Concave, so a share of the step that does not lose is enough.
                let rounding = 1e-14 * here.value.abs();
                if next.value + rounding >= here.value + 1e-4 * share * promised || share < 1e-9 {
                    break;
                }
                share /= 2.0;
            }
            let longest = step.iter().fold(0.0, |most: f64, s| s.abs().max(most)) * share;
            (self.strengths, self.ln_draw, here) = (strengths, ln_draw, next);
            if longest < 1e-11 || (share < 1e-8 && promised < 1e-9) {
                self.log_likelihood = here.value;
                for (slope, z) in self.slopes.iter_mut().zip(&here.by_player) {
                    *slope = PER_ELO * z;
                }
                return Ok(());
            }
        }
        Err(PoolError::NotFound {
            rounds: ROUNDS,
            slope: steepest,
        })
    }

    fn moved(&self, problem: &Problem, step: &[f64], share: f64) -> (Vec<f64>, LnDraw) {
        // Steps of more than four nats (1,390 Elo) leave the parabola behind.
        let longest = step.iter().fold(0.0, |most: f64, s| s.abs().max(most)) * share;
        let share = if longest > 4.0 {
            share * 4.0 / longest
        } else {
            share
        };
        let mut strengths = self.strengths.clone();
        for (strength, place) in strengths.iter_mut().zip(&problem.places) {
            if let Some(place) = place {
                *strength += share * step[*place];
            }
        }
        let ln_draw = match self.ln_draw {
            LnDraw::At(ln) => LnDraw::At(ln + share * step[step.len() - 1]),
            other => other,
        };
        (strengths, ln_draw)
    }
}

/// The parameter of each player that is neither an anchor nor its group's reference.
fn places(pool: &Pool, links: &Links, meetings: &[super::Meeting]) -> Vec<Option<usize>> {
    let mut plays = vec![false; pool.players];
    for meeting in meetings {
        plays[meeting.white] = true;
        plays[meeting.black] = true;
    }
    let mut held: Vec<usize> = (0..pool.players)
        .filter(|&player| pool.anchors[player].is_some())
        .map(|player| links.group(player))
        .collect();
    let mut next = 0;
    (0..pool.players)
        .map(|player| {
            if pool.anchors[player].is_some() || !plays[player] {
                return None;
            }
            if !held.contains(&links.group(player)) {
                held.push(links.group(player));
                return None;
            }
            next += 1;
            Some(next - 1)
        })
        .collect()
}

/// The games of one maximisation, and which parameter each player is.
struct Problem {
    meetings: Vec<super::Meeting>,
    places: Vec<Option<usize>>,
    edge: f64,
}

/// The log likelihood at a point, with both derivatives.
struct Here {
    value: f64,
    gradient: Vec<f64>,
    /// Minus the second derivatives, row by row.
    curvature: Vec<Vec<f64>>,
    by_player: Vec<f64>,
}

impl Problem {
    fn at(&self, strengths: &[f64], ln_draw: LnDraw) -> Here {
        let players = self.places.iter().flatten().count();
        let size = players + usize::from(matches!(ln_draw, LnDraw::At(_)));
        let mut here = Here {
            value: 0.0,
            gradient: vec![0.0; size],
            curvature: vec![vec![0.0; size]; size],
            by_player: vec![0.0; strengths.len()],
        };
        let ln_nu = match ln_draw {
            LnDraw::At(ln) => ln,
            _ => f64::NEG_INFINITY,
        };
        for meeting in &self.meetings {
            let score = meeting.score;
            let games = f64::from(score.games());
            let z = strengths[meeting.white] - strengths[meeting.black] + self.edge;
            let largest = z.abs().max(ln_nu);
            let (win, loss, draw) = (
                (z - largest).exp(),
                (-z - largest).exp(),
                (ln_nu - largest).exp(),
            );
            let sum = win + loss + draw;
            let (mean, drawn) = ((win - loss) / sum, draw / sum);
            here.value += score.surplus() * z - games * (largest + sum.ln());
            let by_z = score.surplus() - games * mean;
            let bend = games * ((win + loss) / sum - mean * mean);
            here.by_player[meeting.white] += by_z;
            here.by_player[meeting.black] -= by_z;
            let sides = [
                (self.places[meeting.white], 1.0),
                (self.places[meeting.black], -1.0),
            ];
            for (place, sign) in sides {
                let Some(place) = place else { continue };
                here.gradient[place] += sign * by_z;
                for (other, other_sign) in sides {
                    if let Some(other) = other {
                        here.curvature[place][other] += sign * other_sign * bend;
                    }
                }
                if size > players {
                    // Cov(y, drawn) = -mean · drawn.
                    let mixed = -sign * games * mean * drawn;
                    here.curvature[place][players] += mixed;
                    here.curvature[players][place] += mixed;
                }
            }
            if size > players {
                here.value += f64::from(score.draws) * ln_nu;
                here.gradient[players] += f64::from(score.draws) - games * drawn;
                here.curvature[players][players] += games * drawn * (1.0 - drawn);
            }
        }
        here
    }
}

impl Here {
    /// curvature⁻¹ · gradient, by Cholesky; a vanishing pivot is lifted a little.
    fn newton_step(&self) -> Vec<f64> {
        let n = self.gradient.len();
        let mut lower = self.curvature.clone();
        for j in 0..n {
            for k in 0..j {
                let factor = lower[j][k];
                lower[j][j] -= factor * factor;
            }
            let floor = 1e-13 * self.curvature[j][j] + f64::MIN_POSITIVE.sqrt();
            let pivot = lower[j][j].max(floor).sqrt();
            lower[j][j] = pivot;
            let (upper_rows, rest) = lower.split_at_mut(j + 1);
            let row_j = &upper_rows[j];
            for row in rest {
                let dot: f64 = row[..j].iter().zip(&row_j[..j]).map(|(a, b)| a * b).sum();
                row[j] = (row[j] - dot) / pivot;
            }
        }
        let mut step = self.gradient.clone();
        for i in 0..n {
            let dot: f64 = lower[i][..i].iter().zip(&step).map(|(a, b)| a * b).sum();
            step[i] = (step[i] - dot) / lower[i][i];
        }
        for i in (0..n).rev() {
            let dot: f64 = (i + 1..n).map(|k| lower[k][i] * step[k]).sum();
            step[i] = (step[i] - dot) / lower[i][i];
        }
        step
    }
}
