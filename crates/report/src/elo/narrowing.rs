//! The plot of what is known game by game: the planning distribution's middle
//! and spread, the anytime-valid set around it, and whom the player met.

use std::fmt::Write;

use ludometer_stats::{
    Interval,
    ladder::{Colour, Game, Outcome},
};

use super::tables::elo;
use crate::plot::{Scale, WIDTH, line, open, text};

const LEFT: f64 = 64.0;
const RIGHT: f64 = 30.0;
const TOP: f64 = 84.0;
const DEEP: f64 = 340.0;
const BOTTOM: f64 = 112.0;

/// What was known after some games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moment {
    /// The game that led here; `None` before the first.
    pub game: Option<Game>,
    /// Mean of the planning distribution.
    pub mean: f64,
    /// Its standard deviation.
    pub deviation: f64,
    /// The anytime-valid set.
    pub anytime: Interval,
}

/// Draws the narrowing of one player's rating, the moment before any game first.
#[must_use]
pub fn narrowing_svg(title: &str, moments: &[Moment]) -> String {
    let values = moments.iter().flat_map(|moment| {
        let met = moment.game.map_or(f64::NAN, |game| game.opponent.get());
        [
            moment.mean - 2.0 * moment.deviation,
            moment.mean + 2.0 * moment.deviation,
            met,
        ]
    });
    let plot = Plot {
        scale: Scale::over(values),
        games: moments.len().saturating_sub(1).max(1) as f64,
    };
    let floor = TOP + DEEP;
    let mut svg = open(
        floor + BOTTOM,
        title,
        "Planning distribution (for choosing opponents, not a confidence set) and the anytime-valid set",
        &described(moments),
    );
    for mark in plot.scale.marks() {
        line(
            &mut svg,
            "grid",
            [LEFT, plot.y(mark)],
            [WIDTH - RIGHT, plot.y(mark)],
        );
        text(
            &mut svg,
            "soft small end",
            LEFT - 8.0,
            plot.y(mark) + 4.0,
            &elo(mark),
        );
    }
    let every = (moments.len() / 10).next_multiple_of(5).max(1);
    for game in (0..moments.len()).step_by(every) {
        text(
            &mut svg,
            "soft small mid",
            plot.x(game),
            floor + 18.0,
            &game.to_string(),
        );
    }
    text(
        &mut svg,
        "soft small mid",
        f64::midpoint(LEFT, WIDTH - RIGHT),
        floor + 36.0,
        "games",
    );
    band(&mut svg, &plot, moments, "wide", &|moment| moment.anytime);
    band(&mut svg, &plot, moments, "band", &|moment| Interval {
        lo: moment.mean - 2.0 * moment.deviation,
        hi: moment.mean + 2.0 * moment.deviation,
    });
    let path: Vec<String> = moments
        .iter()
        .enumerate()
        .map(|(game, moment)| format!("{:.1},{:.1}", plot.x(game), plot.y(moment.mean)))
        .collect();
    let _ = writeln!(
        svg,
        "<polyline class=\"path\" points=\"{}\"/>",
        path.join(" ")
    );
    for (number, moment) in moments.iter().enumerate() {
        if let Some(game) = moment.game {
            opponent(&mut svg, plot.x(number), plot.y(game.opponent.get()), game);
        }
    }
    legend(&mut svg, floor + 62.0);
    svg.push_str("</svg>\n");
    svg
}

struct Plot {
    scale: Scale,
    games: f64,
}

impl Plot {
    fn x(&self, game: usize) -> f64 {
        LEFT + game as f64 / self.games * (WIDTH - LEFT - RIGHT)
    }

    fn y(&self, rating: f64) -> f64 {
        TOP + (1.0 - self.scale.share(rating)) * DEEP
    }
}

fn band(
    svg: &mut String,
    plot: &Plot,
    moments: &[Moment],
    class: &str,
    of: &dyn Fn(&Moment) -> Interval,
) {
    let upper = moments
        .iter()
        .enumerate()
        .map(|(game, m)| (plot.x(game), plot.y(of(m).hi)));
    let lower = moments
        .iter()
        .enumerate()
        .rev()
        .map(|(game, m)| (plot.x(game), plot.y(of(m).lo)));
    let points: Vec<String> = upper
        .chain(lower)
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    let _ = writeln!(
        svg,
        "<polygon class=\"{class}\" points=\"{}\"/>",
        points.join(" ")
    );
}

/// A mark at the opponent's rating, with the letter of the outcome above it;
/// round for White, square for Black.
fn opponent(svg: &mut String, x: f64, y: f64, game: Game) {
    match game.colour {
        Colour::White => {
            let _ = writeln!(
                svg,
                "<circle class=\"rung\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.5\"/>"
            );
        }
        Colour::Black => {
            let _ = writeln!(
                svg,
                "<rect class=\"rung\" x=\"{:.1}\" y=\"{:.1}\" width=\"6\" height=\"6\"/>",
                x - 3.0,
                y - 3.0
            );
        }
    }
    let letter = match game.outcome {
        Outcome::Win => "W",
        Outcome::Draw => "D",
        Outcome::Loss => "L",
    };
    text(svg, "ink small mid", x, y - 7.0, letter);
}

fn legend(svg: &mut String, y: f64) {
    line(svg, "path", [24.0, y - 4.0], [50.0, y - 4.0]);
    text(svg, "soft small", 58.0, y, "planning mean");
    let _ = writeln!(
        svg,
        "<rect class=\"band\" x=\"172\" y=\"{:.1}\" width=\"26\" height=\"12\"/>",
        y - 10.0
    );
    text(
        svg,
        "soft small",
        206.0,
        y,
        "± 2 planning standard deviations",
    );
    let _ = writeln!(
        svg,
        "<rect class=\"wide\" x=\"424\" y=\"{:.1}\" width=\"26\" height=\"12\"/>",
        y - 10.0
    );
    text(
        svg,
        "soft small",
        458.0,
        y,
        "anytime-valid set (conservative), cut at the frame",
    );
    let _ = writeln!(
        svg,
        "<circle class=\"rung\" cx=\"30\" cy=\"{:.1}\" r=\"3.5\"/>",
        y + 16.0
    );
    let _ = writeln!(
        svg,
        "<rect class=\"rung\" x=\"40\" y=\"{:.1}\" width=\"6\" height=\"6\"/>",
        y + 13.0
    );
    text(
        svg,
        "soft small",
        58.0,
        y + 20.0,
        "opponent as White and as Black, with the outcome",
    );
}

fn described(moments: &[Moment]) -> String {
    match (moments.first(), moments.last()) {
        (Some(first), Some(last)) => format!(
            "From {} ± {} before the first game to {} ± {} after {} games",
            elo(first.mean),
            elo(first.deviation),
            elo(last.mean),
            elo(last.deviation),
            moments.len() - 1
        ),
        _ => "No games".to_owned(),
    }
}
