//! Shares with their intervals over a few places, such as bands of plies.

use std::fmt::Write;

use crate::{
    plot::{WIDTH, line, open, text},
    svg_text::escaped,
};

const HEIGHT: f64 = 440.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = WIDTH - 30.0;
const TOP: f64 = 118.0;
const BOTTOM: f64 = HEIGHT - 56.0;
/// Pixels between the points of two series at one place.
const APART: f64 = 9.0;
/// Told apart without colour: how each series is dashed.
const DASHES: [&str; 4] = ["", "7 4", "2 4", "9 3 2 3"];

/// A share at a place.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Point {
    pub(super) label: String,
    pub(super) value: f64,
    pub(super) between: Option<(f64, f64)>,
}

/// Shares that belong together.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Series {
    name: String,
    /// `None` where nothing was observed.
    points: Vec<Option<Point>>,
}

impl Series {
    pub(super) fn new(name: &str, points: impl IntoIterator<Item = Option<Point>>) -> Self {
        Self {
            name: name.to_owned(),
            points: points.into_iter().collect(),
        }
    }
}

/// All series over the same places.
pub(super) fn points_svg(title: &str, under: &str, axis: &str, series: &[Series]) -> String {
    let places = series.iter().map(|one| one.points.len()).max().unwrap_or(0);
    let mut svg = open(HEIGHT, title, under, &description(series));
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        line(&mut svg, "grid", [LEFT, y(tick)], [RIGHT, y(tick)]);
        let words = format!("{:.0}%", tick * 100.0);
        text(
            &mut svg,
            "soft small end",
            LEFT - 8.0,
            y(tick) + 4.0,
            &words,
        );
    }
    let x = |place: usize| LEFT + (RIGHT - LEFT) * (place as f64 + 0.5) / places.max(1) as f64;
    for place in 0..places {
        let label = series
            .iter()
            .find_map(|one| one.points.get(place)?.as_ref());
        let label = label.map_or("", |point| point.label.as_str());
        text(&mut svg, "soft small mid", x(place), BOTTOM + 20.0, label);
    }
    text(
        &mut svg,
        "soft small mid",
        LEFT.midpoint(RIGHT),
        HEIGHT - 12.0,
        axis,
    );
    let middle = (series.len().saturating_sub(1)) as f64 / 2.0;
    for (number, one) in series.iter().enumerate() {
        let dash = format!(" stroke-dasharray=\"{}\"", DASHES[number % DASHES.len()]);
        let at = |place: usize| x(place) + (number as f64 - middle) * APART;
        let observed = || {
            let points = one.points.iter().enumerate();
            points.filter_map(|(place, point)| Some((at(place), point.as_ref()?)))
        };
        let path: Vec<String> = observed()
            .map(|(x, point)| format!("{x:.1},{:.1}", y(point.value)))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline class=\"path\"{dash} points=\"{}\"><title>{}</title></polyline>",
            path.join(" "),
            escaped(&one.name)
        );
        for (x, point) in observed() {
            if let Some((lo, hi)) = point.between {
                line(&mut svg, "thin", [x, y(lo)], [x, y(hi)]);
            }
            let _ = writeln!(
                svg,
                "<circle class=\"dot\" cx=\"{x:.1}\" cy=\"{:.1}\" r=\"4\"><title>{}: {:.1}%</title></circle>",
                y(point.value),
                escaped(&one.name),
                point.value * 100.0
            );
        }
        let from = LEFT + (RIGHT - LEFT) * number as f64 / series.len() as f64;
        let _ = writeln!(svg, "<path class=\"path\"{dash} d=\"M{from:.1} 84 h30\"/>");
        text(&mut svg, "ink small", from + 38.0, 88.0, &one.name);
    }
    svg.push_str("</svg>\n");
    svg
}

fn y(share: f64) -> f64 {
    BOTTOM - (BOTTOM - TOP) * share.clamp(0.0, 1.0)
}

fn description(series: &[Series]) -> String {
    let words = |one: &Series| {
        let points = one.points.iter().flatten();
        let points: Vec<String> = points
            .map(|point| format!("{} {:.1}%", point.label, point.value * 100.0))
            .collect();
        format!("{}: {}", one.name, points.join(", "))
    };
    series.iter().map(words).collect::<Vec<_>>().join("; ")
}
