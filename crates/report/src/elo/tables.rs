//! Tables of ratings, differences, pools and simulations.

use ludometer_instruments::ladder::Summary;
use ludometer_stats::{
    Interval, Method,
    ladder::{
        Difference, Place,
        pool::{PoolFit, Standing},
    },
};

use super::PlayerLine;
use crate::{document::Table, number::NOTHING};

/// How a method keeps its level, in a word.
pub struct Word;

impl Word {
    /// "approximate", "conservative" or "exact".
    #[must_use]
    pub fn of(method: Method) -> &'static str {
        if method.is_conservative() {
            "conservative"
        } else if method.is_approximate() {
            "approximate"
        } else {
            "exact"
        }
    }
}

/// A rating without decimals.
#[must_use]
pub fn elo(rating: f64) -> String {
    if rating.is_infinite() {
        return if rating > 0.0 { "+∞" } else { "−∞" }.to_owned();
    }
    // -0 is written 0.
    format!("{:.0}", rating.round() + 0.0).replace('-', "−")
}

/// Both ends of an interval.
#[must_use]
pub fn ends(Interval { lo, hi }: Interval) -> String {
    format!("{} to {}", elo(lo), elo(hi))
}

fn place(place: Place) -> String {
    place
        .rating()
        .map_or_else(|| "not identified".to_owned(), elo)
}

/// Players with their estimates and both intervals.
#[must_use]
pub fn rating_table(players: &[PlayerLine]) -> Table {
    let mut table = Table::new(&[
        "player",
        ">W–D–L",
        ">rating",
        ">profile (approximate)",
        ">mixture (conservative)",
        ">draw parameter",
    ]);
    for player in players {
        let score = player.fit.score;
        let nu = player.fit.draw_parameter.map_or(NOTHING.to_owned(), |nu| {
            if nu.is_infinite() {
                "∞".to_owned()
            } else {
                format!("{nu:.3}")
            }
        });
        table.rows.push(vec![
            player.name.clone(),
            format!("{}–{}–{}", score.wins, score.draws, score.losses),
            place(player.fit.place),
            ends(player.fit.interval),
            ends(player.conservative.interval),
            nu,
        ]);
    }
    table
}

/// Pairs of players with their differences.
#[must_use]
pub fn difference_table(names: &[String], pairs: &[((usize, usize), Difference)]) -> Table {
    let mut table = Table::new(&[
        "difference",
        ">estimate",
        ">interval (approximate)",
        ">all at once (approximate)",
        ">p",
        ">p, Holm",
    ]);
    for ((a, b), difference) in pairs {
        table.rows.push(vec![
            format!("{} − {}", names[*a], names[*b]),
            place(difference.place),
            ends(difference.interval),
            ends(difference.simultaneous),
            probability(difference.p),
            probability(difference.p_holm),
        ]);
    }
    table
}

fn probability(p: f64) -> String {
    if p < 0.0001 {
        "< 0.0001".to_owned()
    } else {
        format!("{p:.4}")
    }
}

/// A pool's players, best first, anchors among them; those without a number last.
#[must_use]
pub fn pool_table(names: &[String], fit: &PoolFit) -> Table {
    let mut table = Table::new(&[
        "player",
        ">games",
        ">W–D–L",
        ">rating",
        ">profile (approximate)",
    ]);
    let number = |standing: Standing| match standing {
        Standing::Anchor(rating) => rating,
        Standing::Rated { place, .. } => place.rating().unwrap_or(f64::NAN),
        Standing::Undetermined | Standing::Unlinked => f64::NAN,
    };
    let mut order: Vec<usize> = (0..fit.ratings.len()).collect();
    let key = |player: &usize| {
        let rating = number(fit.ratings[*player].standing);
        if rating.is_nan() {
            f64::NEG_INFINITY
        } else {
            rating
        }
    };
    order.sort_by(|a, b| key(b).total_cmp(&key(a)));
    for player in order {
        let rating = fit.ratings[player];
        let (value, interval) = match rating.standing {
            Standing::Anchor(value) => (elo(value), "anchor".to_owned()),
            Standing::Rated {
                place: at,
                interval,
            } => (place(at), ends(interval)),
            Standing::Undetermined => (NOTHING.to_owned(), "the games set no order".to_owned()),
            Standing::Unlinked => (
                NOTHING.to_owned(),
                "no games link it to an anchor".to_owned(),
            ),
        };
        let score = rating.score;
        table.rows.push(vec![
            names[player].clone(),
            score.games().to_string(),
            format!("{}–{}–{}", score.wins, score.draws, score.losses),
            value,
            interval,
        ]);
    }
    table
}

/// Coverage and width, one row a scenario and look; `truths` are the scenarios' columns.
#[must_use]
pub fn simulation_table(rows: &[([String; 3], Summary)]) -> Table {
    let mut table = Table::new(&[
        ">R",
        ">nu",
        ">h",
        ">games",
        ">profile %",
        ">width",
        ">at every look %",
        ">mixture %",
        ">width",
        ">at every look %",
        ">anytime %",
        ">width",
        ">at every look %",
        ">bias",
        ">SD",
    ]);
    for (truth, summary) in rows {
        for look in &summary.looks {
            let mut cells = truth.to_vec();
            cells.push(look.games.to_string());
            for set in [look.profile, look.mixture, look.anytime] {
                let unbounded = match set.unbounded {
                    0.0 => String::new(),
                    share => format!(" ({:.1}% ∞)", 100.0 * share),
                };
                cells.push(format!("{:.2}", 100.0 * set.coverage));
                cells.push(if set.width.is_nan() {
                    "unbounded".to_owned()
                } else {
                    format!("{:.0}{unbounded}", set.width)
                });
                cells.push(format!("{:.1}", 100.0 * set.always));
            }
            cells.push(format!("{:+.1}", look.bias));
            cells.push(format!("{:.1}", look.deviation));
            table.rows.push(cells);
        }
    }
    table
}
