//! The losses of a training over its steps.

use std::fmt::Write;

use crate::plot::{WIDTH, line, open, text};

const HEIGHT: f64 = 420.0;
const LEFT: f64 = 70.0;
const RIGHT: f64 = WIDTH - 30.0;
const TOP: f64 = 84.0;
const BOTTOM: f64 = HEIGHT - 52.0;

/// One look at the held-out games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Steps done.
    pub step: u64,
    /// Mean training loss since the point before, in nats a character.
    pub training: f64,
    /// Held-out loss, in nats a character.
    pub held_out: f64,
}

/// Both losses over the steps; the lowest held-out loss is marked.
#[must_use]
pub fn curve_svg(title: &str, points: &[Point]) -> String {
    let best = points
        .iter()
        .filter(|point| point.held_out.is_finite())
        .min_by(|a, b| a.held_out.total_cmp(&b.held_out));
    let under = best.map_or("no look at the held-out games yet".to_owned(), |best| {
        format!(
            "lowest held-out loss {:.4} nats a character, after {} steps",
            best.held_out, best.step
        )
    });
    let mut svg = open(HEIGHT, title, &under, &under);
    let losses = || {
        points
            .iter()
            .flat_map(|p| [p.training, p.held_out])
            .filter(|x| x.is_finite())
    };
    let steps = points.last().map_or(1, |p| p.step).max(1) as f64;
    let lo = (losses().fold(f64::INFINITY, f64::min) * 10.0).floor() / 10.0;
    let hi = (losses().fold(0.0, f64::max) * 10.0).ceil() / 10.0;
    let (lo, hi) = if lo < hi { (lo, hi) } else { (0.0, 1.0) };
    let x = |step: u64| LEFT + (RIGHT - LEFT) * step as f64 / steps;
    let y = |loss: f64| BOTTOM - (BOTTOM - TOP) * (loss - lo) / (hi - lo);
    for i in 0..=4 {
        let loss = lo + (hi - lo) * f64::from(i) / 4.0;
        line(&mut svg, "grid", [LEFT, y(loss)], [RIGHT, y(loss)]);
        text(
            &mut svg,
            "soft small end",
            LEFT - 8.0,
            y(loss) + 4.0,
            &format!("{loss:.2}"),
        );
    }
    for i in 0..=4_u32 {
        let step = steps * f64::from(i) / 4.0;
        let at = LEFT + (RIGHT - LEFT) * f64::from(i) / 4.0;
        text(
            &mut svg,
            "soft small mid",
            at,
            BOTTOM + 20.0,
            &format!("{step:.0}"),
        );
    }
    text(
        &mut svg,
        "soft small mid",
        LEFT.midpoint(RIGHT),
        HEIGHT - 12.0,
        "steps",
    );
    for (name, dashes, loss) in [
        ("held out", "", (|p| p.held_out) as fn(&Point) -> f64),
        ("training", " stroke-dasharray=\"5 4\"", |p| p.training),
    ] {
        let places: Vec<String> = points
            .iter()
            .filter(|p| loss(p).is_finite())
            .map(|p| format!("{:.1},{:.1}", x(p.step), y(loss(p))))
            .collect();
        let _ = writeln!(
            svg,
            "<polyline class=\"path\"{dashes} points=\"{}\"><title>{name}</title></polyline>",
            places.join(" ")
        );
    }
    let _ = writeln!(
        svg,
        "<path class=\"path\" d=\"M{0} {TOP} h28\"/><path class=\"path\" stroke-dasharray=\"5 4\" d=\"M{0} {1} h28\"/>",
        RIGHT - 110.0,
        TOP + 20.0
    );
    text(&mut svg, "ink small", RIGHT - 76.0, TOP + 4.0, "held out");
    text(&mut svg, "ink small", RIGHT - 76.0, TOP + 24.0, "training");
    if let Some(best) = best.filter(|best| best.held_out.is_finite()) {
        let _ = writeln!(
            svg,
            "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"4\"/>",
            x(best.step),
            y(best.held_out)
        );
    }
    svg.push_str("</svg>\n");
    svg
}
