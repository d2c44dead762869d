//! One picture of a run: each economy's headline with its interval, and under it attempt
//! legality by ply, each player in its colour and with its mark.

use std::fmt::Write;

use ludometer_instruments::{
    Finding, Unit,
    token_chess::findings::{Findings, Group, PlayerFindings},
};

use super::{mark, named, sentence, whole};
use crate::{
    number::{best, percent, value},
    plot::{COLOURS, SERIES, WIDTH, line, marker, open, text},
    svg_text::shortened,
};

const LEFT: f64 = 250.0;
const RIGHT: f64 = WIDTH - 100.0;
const TOP: f64 = 88.0;
/// From a panel's heading to its first row.
const HEAD: f64 = 34.0;
const ROW: f64 = 34.0;
/// Under the rows of a panel: the axis, and room.
const FOOT: f64 = 52.0;
const CURVE_LEFT: f64 = 70.0;
const CURVE_RIGHT: f64 = WIDTH - 30.0;
const CURVE_DEEP: f64 = 220.0;
const CURVE_FOOT: f64 = 66.0;
const LEGEND: f64 = 34.0;

/// Longest name that is drawn whole, in characters.
const NAME: usize = 26;

/// Draws the picture.
#[must_use]
pub fn svg(findings: &Findings) -> String {
    let groups: Vec<&Group> = whole(findings).collect();
    let rows: f64 = groups
        .iter()
        .map(|group| HEAD + group.players.len() as f64 * ROW + FOOT)
        .sum();
    let curves: f64 = groups
        .iter()
        .filter(|group| !bands(group).is_empty())
        .map(|_| HEAD + CURVE_DEEP + CURVE_FOOT)
        .sum();
    let stand_in: usize = groups
        .iter()
        .map(|group| group.adjudications.stand_in)
        .sum();
    let under = format!(
        "{} of {} games scored; 95% intervals, games as clusters, approximate",
        findings.games.scored, findings.games.planned
    );
    let mut svg = open(
        TOP + rows + curves + LEGEND,
        &format!("{}: Token Chess", findings.study.name),
        &under,
        &description(&groups),
    );
    svg.push_str(COLOURS);
    let series = |player: &PlayerFindings| -> usize {
        let mut names = findings.study.players.keys();
        names
            .position(|name| name == player.player.as_str())
            .unwrap_or(0)
    };
    let mut top = TOP;
    for group in &groups {
        top = headline(&mut svg, group, top, &series);
    }
    for group in &groups {
        let several = groups.len() > 1;
        top = curve(&mut svg, group, several, top, &series);
    }
    if stand_in > 0 {
        text(
            &mut svg,
            "soft small",
            24.0,
            top + 8.0,
            "† rests in part on verdicts of this program's own small referee, which stood in for an engine",
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// An axis from 0 to a round number, or to 1 for shares.
struct Axis {
    hi: f64,
    unit: Unit,
}

impl Axis {
    fn of(players: &[PlayerFindings]) -> Self {
        let unit = players
            .first()
            .map_or(Unit::Share, |player| player.headline().unit);
        let most = players
            .iter()
            .map(PlayerFindings::headline)
            .flat_map(|finding| {
                let end = best(finding).map(|interval| interval.hi);
                [finding.value, end].into_iter().flatten()
            })
            .fold(0.0, f64::max);
        let hi = if unit == Unit::WinsPerToken {
            round_up(most)
        } else {
            1.0
        };
        Self { hi, unit }
    }

    fn x(&self, value: f64) -> f64 {
        LEFT + (value / self.hi).clamp(0.0, 1.0) * (RIGHT - LEFT)
    }

    fn mark(&self, value: f64) -> String {
        if self.unit == Unit::WinsPerToken {
            format!("{value}")
        } else {
            format!("{:.0}%", percent(value))
        }
    }
}

/// 1, 2, 4 or 8 times a power of ten, so that quarters are short numbers.
fn round_up(most: f64) -> f64 {
    if most <= 0.0 {
        return 1.0;
    }
    let size = 10_f64.powf(most.log10().floor());
    let times = [1.0, 2.0, 4.0, 8.0, 10.0];
    let fits = times.into_iter().find(|times| times * size >= most);
    // Rounded, so that no mark shows the last digits of a product.
    (fits.unwrap_or(10.0) * size * 1e9).round() / 1e9
}

fn headline(
    svg: &mut String,
    group: &Group,
    top: f64,
    series: &dyn Fn(&PlayerFindings) -> usize,
) -> f64 {
    let Some(first) = group.players.first() else {
        return top + HEAD + FOOT;
    };
    let heading = format!(
        "{} economy: {}",
        sentence(group.economy.word()),
        first.headline.words()
    );
    text(svg, "ink", 24.0, top, &heading);
    let axis = Axis::of(&group.players);
    let (start, end) = (
        top + HEAD - 16.0,
        top + HEAD + group.players.len() as f64 * ROW,
    );
    for quarter in 0..=4 {
        let at = axis.hi * f64::from(quarter) / 4.0;
        line(svg, "grid", [axis.x(at), start], [axis.x(at), end]);
        text(
            svg,
            "soft small mid",
            axis.x(at),
            end + 18.0,
            &axis.mark(at),
        );
    }
    for (index, player) in group.players.iter().enumerate() {
        let y = top + HEAD + (index as f64 + 0.4) * ROW;
        row(svg, player, y, &axis, series(player));
    }
    end + FOOT
}

fn row(svg: &mut String, player: &PlayerFindings, y: f64, axis: &Axis, series: usize) {
    marker(svg, series, 34.0, y);
    text(svg, "ink", 48.0, y + 5.0, &shortened(&named(player), NAME));
    let finding = player.headline();
    let Some(at) = finding.value else {
        text(svg, "soft", LEFT + 8.0, y + 5.0, "no headline yet");
        return;
    };
    if let Some(interval) = best(finding) {
        let (lo, hi) = (axis.x(interval.lo), axis.x(interval.hi));
        let _ = writeln!(
            svg,
            "<rect class=\"s{} range\" x=\"{lo:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"14\" rx=\"3\"/>",
            series % SERIES,
            y - 7.0,
            (hi - lo).max(1.0)
        );
    }
    marker(svg, series, axis.x(at), y);
    let shown = if axis.unit == Unit::WinsPerToken {
        value(finding)
    } else {
        format!("{}%", value(finding))
    };
    let rests = if axis.unit == Unit::Share {
        ""
    } else {
        mark(player.stand_in)
    };
    text(
        svg,
        "ink end",
        WIDTH - 24.0,
        y + 5.0,
        &format!("{shown}{rests}"),
    );
}

/// Bands of plies in which somebody sampled, in order.
fn bands(group: &Group) -> Vec<&str> {
    let slices = group.players.iter().flat_map(|one| &one.legality.by_ply);
    let mut bands: Vec<&str> = slices.map(|slice| slice.label.as_str()).collect();
    bands.sort_by_key(|label| {
        let digits = label.split(|c: char| !c.is_ascii_digit()).next();
        digits.and_then(|first| first.parse::<u32>().ok())
    });
    bands.dedup();
    bands
}

fn curve(
    svg: &mut String,
    group: &Group,
    several: bool,
    top: f64,
    series: &dyn Fn(&PlayerFindings) -> usize,
) -> f64 {
    let bands = bands(group);
    if bands.is_empty() {
        return top;
    }
    let of = if several {
        format!(", {} economy", group.economy)
    } else {
        String::new()
    };
    text(svg, "ink", 24.0, top, &format!("Legal samples by ply{of}"));
    let floor = top + HEAD + CURVE_DEEP - 10.0;
    let y = |share: f64| floor - share.clamp(0.0, 1.0) * (CURVE_DEEP - 10.0);
    for quarter in 0..=4 {
        let share = f64::from(quarter) / 4.0;
        line(svg, "grid", [CURVE_LEFT, y(share)], [CURVE_RIGHT, y(share)]);
        text(
            svg,
            "soft small end",
            CURVE_LEFT - 8.0,
            y(share) + 4.0,
            &format!("{:.0}%", percent(share)),
        );
    }
    let wide = (CURVE_RIGHT - CURVE_LEFT) / bands.len() as f64;
    let middle = |band: usize| CURVE_LEFT + (band as f64 + 0.5) * wide;
    for (index, band) in bands.iter().enumerate() {
        let samples: f64 = group
            .players
            .iter()
            .flat_map(|player| &player.legality.by_ply)
            .filter(|slice| slice.label == **band)
            .filter_map(|slice| slice.finding.denominator)
            .sum();
        text(svg, "soft small mid", middle(index), floor + 18.0, band);
        text(
            svg,
            "soft small mid",
            middle(index),
            floor + 34.0,
            &format!("{samples:.0} samples"),
        );
    }
    // Players stand a little apart, so that their intervals do not cover each other.
    let apart = (wide / 2.0 / group.players.len() as f64).min(14.0);
    for (place, player) in group.players.iter().enumerate() {
        let shift = (place as f64 - (group.players.len() - 1) as f64 / 2.0) * apart;
        let points: Vec<(f64, &Finding)> = bands
            .iter()
            .enumerate()
            .filter_map(|(index, band)| {
                let mut slices = player.legality.by_ply.iter();
                let slice = slices.find(|slice| slice.label == *band)?;
                Some((middle(index) + shift, &slice.finding))
            })
            .collect();
        one_curve(svg, series(player), &points, &y);
    }
    floor + CURVE_FOOT
}

fn one_curve(svg: &mut String, series: usize, points: &[(f64, &Finding)], y: &dyn Fn(f64) -> f64) {
    let class = series % SERIES;
    for (x, finding) in points {
        if let Some(interval) = best(finding) {
            line(
                svg,
                &format!("s{class} whisker"),
                [*x, y(interval.lo)],
                [*x, y(interval.hi)],
            );
        }
    }
    let places: Vec<String> = points
        .iter()
        .filter_map(|(x, finding)| Some(format!("{x:.1},{:.1}", y(finding.value?))))
        .collect();
    let _ = writeln!(
        svg,
        "<g class=\"s{class}\"><polyline class=\"curve\" points=\"{}\"/></g>",
        places.join(" ")
    );
    for (x, finding) in points {
        if let Some(value) = finding.value {
            marker(svg, series, *x, y(value));
        }
    }
}

fn description(groups: &[&Group]) -> String {
    let lines: Vec<String> = groups
        .iter()
        .flat_map(|group| &group.players)
        .map(|player| {
            let finding = player.headline();
            format!(
                "{}: {} {}",
                named(player),
                player.headline.words(),
                if finding.value.is_some() {
                    value(finding)
                } else {
                    "unknown".to_owned()
                }
            )
        })
        .collect();
    lines.join("; ")
}
