//! From the results of matches to a table.

use std::collections::BTreeMap;

use ludometer_stats::{
    Interval, Level,
    ladder::{
        Colour, Davidson, Elo, Outcome, Place, Score,
        pool::{Pool, PoolError, Standing},
    },
};

use super::{
    Pairing, Play, RandomShare, Rung, RungTable, TableEngine,
    table::{FORMAT, Fit},
};

/// A game between two rungs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Result {
    /// White's place in the list of rungs.
    pub white: usize,
    /// Black's.
    pub black: usize,
    /// For White.
    pub outcome: Outcome,
}

/// What a table says about where it comes from.
#[derive(Debug, Clone, PartialEq)]
pub struct Provenance {
    /// The table's name.
    pub name: String,
    /// Of Ludometer.
    pub program_version: String,
    /// Of the last game: year, month, day.
    pub date: String,
    /// The engine.
    pub engine: TableEngine,
    /// How the games were played.
    pub play: Play,
    /// The rating that the engine states for its floor.
    pub floor: Elo,
}

/// A rung that has no rating yet.
#[derive(Debug, Clone, PartialEq)]
pub struct Unrated {
    /// Its name.
    pub name: String,
    /// Its engine, with strength and limit.
    pub engine: Option<String>,
    /// How many of its moves are random.
    pub random: RandomShare,
}

/// Results that make no table.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum BuildError {
    /// The fit failed.
    #[error(transparent)]
    Pool(#[from] PoolError),
    /// A rung without a finite rating and interval.
    #[error(
        "the games do not bind the rating of {name:?}: it needs wins and losses, or more games, \
         against its neighbours"
    )]
    Unbound {
        /// Which.
        name: String,
    },
    /// The table would break its own rules: mostly two rungs in the wrong order.
    #[error("{0}; play more games or take shares further apart")]
    Table(#[from] super::TableError),
    /// A rating beyond all bounds.
    #[error(transparent)]
    Elo(#[from] ludometer_stats::ladder::EloError),
}

/// Rates the rungs, the first being the anchor, and writes down how.
///
/// A function of its arguments alone; the order of the results does not matter.
pub fn build(
    rungs: &[Unrated],
    results: &[Result],
    provenance: Provenance,
) -> std::result::Result<RungTable, BuildError> {
    let level = Level::P95;
    let mut pool = Pool::new(rungs.len(), 0.0);
    let floor = provenance.floor;
    if !rungs.is_empty() {
        pool.anchor(0, floor);
    }
    for result in results {
        pool.add(result.white, result.black, result.outcome)?;
    }
    let fit = pool.fit(level)?;
    let mut ratings: Vec<Elo> = Vec::new();
    let mut rated = Vec::new();
    for (rung, found) in rungs.iter().zip(&fit.ratings) {
        let (rating, Interval { lo, hi }) = match found.standing {
            Standing::Anchor(at) => (at, Interval { lo: at, hi: at }),
            Standing::Rated {
                place: Place::At(at),
                interval,
            } if interval.half_width().is_finite() => (at, interval),
            _ => {
                return Err(BuildError::Unbound {
                    name: rung.name.clone(),
                });
            }
        };
        ratings.push(Elo::new(rating)?);
        rated.push(Rung {
            name: rung.name.clone(),
            engine: rung.engine.clone(),
            random: rung.random,
            rating: Elo::new(rating.round())?,
            interval: [Elo::new(lo.floor())?, Elo::new(hi.ceil())?],
            standard_error: hundredths((hi - lo) / (2.0 * level.z())),
        });
    }
    let nu = fit.draw_parameter.unwrap_or(0.0);
    let pairings = pairings(&rated, &ratings, results, nu);
    let chi_square = pairings.iter().map(|p| p.residual * p.residual).sum();
    let Provenance {
        name,
        program_version,
        date,
        engine,
        play,
        floor: _,
    } = provenance;
    let table = RungTable {
        format: FORMAT,
        name,
        scale: format!(
            "The engine's own: its floor counts as {floor}, as it states, without error, and all \
             below is counted from there by these games. Not FIDE, not CCRL."
        ),
        program_version,
        date,
        engine,
        play,
        fit: Fit {
            level: level.get(),
            draw_parameter: thousandths(nu),
            chi_square: hundredths(chi_square),
            degrees_of_freedom: u32::try_from((pairings.len() + 1).saturating_sub(rungs.len()))
                .unwrap_or(u32::MAX),
        },
        rungs: rated,
        pairings,
    };
    // What is written must be what is read again.
    Ok(RungTable::parse(&table.write())?)
}

fn pairings(rungs: &[Rung], ratings: &[Elo], results: &[Result], nu: f64) -> Vec<Pairing> {
    let mut scores: BTreeMap<(usize, usize), [Score; 2]> = BTreeMap::new();
    for result in results {
        let is_first_white = result.white < result.black;
        let key = (
            result.white.min(result.black),
            result.white.max(result.black),
        );
        let [white, black] = scores.entry(key).or_default();
        if is_first_white {
            white.add(result.outcome);
        } else {
            black.add(result.outcome.reversed());
        }
    }
    let pairing = |((first, second), [as_white, as_black]): ((usize, usize), [Score; 2])| {
        let score = as_white + as_black;
        let games = f64::from(score.games());
        let points = f64::from(score.wins) + f64::from(score.draws) / 2.0;
        let [win, draw, _] = Davidson {
            rating: ratings[first].get(),
            draw_parameter: nu,
            colour_advantage: 0.0,
        }
        .chances(ratings[second], Colour::White);
        let mean = win + draw / 2.0;
        let variance = win + draw / 4.0 - mean * mean;
        Pairing {
            first: rungs[first].name.clone(),
            second: rungs[second].name.clone(),
            as_white,
            as_black,
            share: thousandths(points / games),
            expected: thousandths(mean),
            residual: hundredths((points - games * mean) / (games * variance).sqrt()),
        }
    };
    scores.into_iter().map(pairing).collect()
}

fn hundredths(value: f64) -> f64 {
    (value * 100.0).round() / 100.0
}

fn thousandths(value: f64) -> f64 {
    (value * 1_000.0).round() / 1_000.0
}
