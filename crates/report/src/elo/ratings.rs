//! The plot of ratings: a row a player, its estimate as a dot, the profile
//! interval as a thick bar and the conservative set as a thin line.

use std::fmt::Write;

use ludometer_stats::{
    Interval,
    ladder::{Fit, MixtureSet},
};

use super::tables::{elo, ends};
use crate::plot::{Scale, WIDTH, arrow, line, open, text};
use crate::svg_text::shortened;

const LEFT: f64 = 230.0;
const RIGHT: f64 = 60.0;
const TOP: f64 = 92.0;
const ROW: f64 = 46.0;
const BOTTOM: f64 = 84.0;

/// Longest name that is drawn whole, in characters.
const NAME: usize = 25;

/// What a player's row shows.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayerLine {
    /// The player's name.
    pub name: String,
    /// The estimate with its profile interval.
    pub fit: Fit,
    /// The conservative set of the same games.
    pub conservative: MixtureSet,
}

/// Draws ratings with both intervals.
#[must_use]
pub fn ratings_svg(title: &str, players: &[PlayerLine]) -> String {
    let values = players.iter().flat_map(|player| {
        let (a, b) = (player.fit.interval, player.conservative.interval);
        [
            a.lo,
            a.hi,
            b.lo,
            b.hi,
            player.fit.place.rating().unwrap_or(f64::NAN),
        ]
    });
    let scale = Scale::over(values);
    let axis = TOP + players.len() as f64 * ROW;
    let percent = players
        .first()
        .map_or(95.0, |player| player.fit.level.get() * 100.0);
    let mut svg = open(
        axis + BOTTOM,
        title,
        &format!(
            "Davidson maximum likelihood, with the {percent}% profile interval and the {percent}% mixture set"
        ),
        &described(players),
    );
    for mark in scale.marks() {
        line(
            &mut svg,
            "grid",
            [x(scale, mark), TOP - 12.0],
            [x(scale, mark), axis],
        );
        text(
            &mut svg,
            "soft small mid",
            x(scale, mark),
            axis + 18.0,
            &elo(mark),
        );
    }
    for (index, player) in players.iter().enumerate() {
        row(&mut svg, scale, player, TOP + (index as f64 + 0.5) * ROW);
    }
    legend(&mut svg, axis + 54.0);
    svg.push_str("</svg>\n");
    svg
}

fn x(scale: Scale, rating: f64) -> f64 {
    LEFT + scale.share(rating) * (WIDTH - LEFT - RIGHT)
}

fn row(svg: &mut String, scale: Scale, player: &PlayerLine, y: f64) {
    let score = player.fit.score;
    let record = format!("{}–{}–{}", score.wins, score.draws, score.losses);
    text(svg, "ink", 24.0, y, &shortened(&player.name, NAME));
    text(
        svg,
        "soft small",
        24.0,
        y + 15.0,
        &format!("{record} (W–D–L)"),
    );
    stretch(svg, scale, player.conservative.interval, y, false);
    stretch(svg, scale, player.fit.interval, y, true);
    if let Some(rating) = player.fit.place.finite() {
        let at = x(scale, rating);
        let _ = writeln!(
            svg,
            "<circle class=\"dot\" cx=\"{at:.1}\" cy=\"{y:.1}\" r=\"5\"/>"
        );
        text(svg, "ink small mid", at, y - 12.0, &elo(rating));
    } else {
        let reason = player.fit.reason().unwrap_or_default();
        text(svg, "soft small", LEFT + 14.0, y - 12.0, reason);
    }
}

fn stretch(svg: &mut String, scale: Scale, Interval { lo, hi }: Interval, y: f64, thick: bool) {
    let (from, to) = (x(scale, lo), x(scale, hi));
    let class = if thick { "bar" } else { "dot" };
    if thick {
        let _ = writeln!(
            svg,
            "<rect class=\"bar\" x=\"{from:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"14\" rx=\"3\"/>",
            y - 7.0,
            (to - from).max(1.0)
        );
    } else {
        line(svg, "thin", [from, y], [to, y]);
        for (end, at) in [(lo, from), (hi, to)] {
            if end.is_finite() {
                line(svg, "thin", [at, y - 6.0], [at, y + 6.0]);
            }
        }
    }
    // An interval without end leaves the plot with an arrow.
    if lo.is_infinite() {
        arrow(svg, class, from - 10.0, y, -1.0);
    }
    if hi.is_infinite() {
        arrow(svg, class, to + 10.0, y, 1.0);
    }
}

fn legend(svg: &mut String, y: f64) {
    let _ = writeln!(
        svg,
        "<circle class=\"dot\" cx=\"30\" cy=\"{:.1}\" r=\"5\"/>",
        y - 4.0
    );
    text(svg, "soft small", 42.0, y, "estimate");
    let _ = writeln!(
        svg,
        "<rect class=\"bar\" x=\"130\" y=\"{:.1}\" width=\"34\" height=\"12\" rx=\"3\"/>",
        y - 10.0
    );
    text(
        svg,
        "soft small",
        172.0,
        y,
        "profile interval (approximate)",
    );
    line(svg, "thin", [390.0, y - 4.0], [424.0, y - 4.0]);
    text(
        svg,
        "soft small",
        432.0,
        y,
        "likelihood-mixture set (conservative)",
    );
    text(
        svg,
        "soft small",
        24.0,
        y + 20.0,
        "An arrow: the interval has no end on that side.",
    );
}

fn described(players: &[PlayerLine]) -> String {
    let one = |player: &PlayerLine| {
        let place = match player.fit.place.rating() {
            Some(rating) => elo(rating),
            None => "not identified".to_owned(),
        };
        format!(
            "{}: {place}, profile {}, mixture {}",
            player.name,
            ends(player.fit.interval),
            ends(player.conservative.interval)
        )
    };
    players.iter().map(one).collect::<Vec<_>>().join("; ")
}
