//! Ratings against output tokens a game, intervals as bars.
//!
//! It is narrow, so that its words can be read on a phone. Under the plot stands each player
//! with its numbers; in it there are marks and bars only, which cannot cover each other's
//! names.

use std::fmt::Write;

use ludometer_instruments::{
    FindingInterval,
    ladder::findings::{Findings, PlayerFindings, RatingInterval},
};

use super::{counting_pilots, named, ratings::rating, score};
use crate::{
    elo::{elo, ends},
    number::grouped,
    plot::{COLOURS, SERIES, Scale, line, marker, open_at, text},
    svg_text::shortened,
};

const WIDE: f64 = 520.0;
const LEFT: f64 = 62.0;
const RIGHT: f64 = WIDE - 20.0;
const TOP: f64 = 92.0;
const DEEP: f64 = 300.0;
const FLOOR: f64 = TOP + DEEP;
/// Under the plot: marks, the axis's name, room.
const FOOT: f64 = 66.0;
const ROW: f64 = 40.0;
/// Room of a player whose tokens nobody counted, in the strip at the side.
const COLUMN: f64 = 30.0;

/// Longest name that is drawn whole, in characters.
const NAME: usize = 34;

/// Draws the picture.
#[must_use]
pub fn svg(findings: &Findings) -> String {
    let frame = Frame::of(&findings.players);
    let height = FLOOR + FOOT + findings.players.len() as f64 * ROW + 34.0;
    let mut svg = open_at(
        WIDE,
        height,
        &shortened(&format!("{}: Elo ladder", findings.study.name), 52),
        &format!(
            "Rating against output tokens a game; {} of {} games scored{}",
            findings.games.scored,
            findings.games.planned,
            counting_pilots(findings)
        ),
        &description(&findings.players),
    );
    svg.push_str(COLOURS);
    frame.draw(&mut svg);
    for (series, player) in findings.players.iter().enumerate() {
        frame.player(&mut svg, series, player);
    }
    for (row, player) in findings.players.iter().enumerate() {
        let y = FLOOR + FOOT + (row as f64 + 0.4) * ROW;
        numbers(&mut svg, row, player, y);
    }
    let under = height - 20.0;
    text(
        &mut svg,
        "soft small",
        24.0,
        under,
        &format!(
            "Bars: 95% intervals, approximate. {}",
            legend(&findings.players)
        ),
    );
    svg.push_str("</svg>\n");
    svg
}

/// What the marks beside the bars mean, as far as there are any.
fn legend(players: &[PlayerFindings]) -> &'static str {
    let open = |player: &PlayerFindings| {
        let ends = player.rating.main().map(RatingInterval::ends);
        ends.is_none_or(|ends| ends.lo.is_infinite() || ends.hi.is_infinite())
    };
    if players.iter().any(open) {
        "An arrow: the games set no bound."
    } else {
        ""
    }
}

/// Output tokens a game with their interval.
struct Tokens<'a> {
    mean: f64,
    interval: Option<&'a FindingInterval>,
}

impl<'a> Tokens<'a> {
    fn of(player: &'a PlayerFindings) -> Option<Self> {
        let finding = player.spending.as_ref()?.completion.as_ref()?;
        // A logarithm has no place for nothing.
        let mean = finding.value.filter(|mean| *mean > 0.0)?;
        Some(Self {
            mean,
            interval: finding.intervals.first(),
        })
    }
}

/// The axes.
struct Frame {
    ratings: Scale,
    /// Logarithms to base ten of the least and most tokens; none where nobody counted.
    tokens: Option<(f64, f64)>,
    /// Where the axis of tokens ends and the strip begins.
    edge: f64,
    /// Players in the strip, by their names.
    strip: Vec<String>,
}

impl Frame {
    fn of(players: &[PlayerFindings]) -> Self {
        let values = players.iter().flat_map(|player| {
            let ends = player.rating.main().map(RatingInterval::ends);
            let rating = player.rating.finite();
            [ends.map(|ends| ends.lo), ends.map(|ends| ends.hi), rating]
                .map(|value| value.unwrap_or(f64::NAN))
        });
        let strip: Vec<String> = players
            .iter()
            .filter(|player| Tokens::of(player).is_none())
            .map(|player| player.player.to_string())
            .collect();
        let tokens = players.iter().filter_map(Tokens::of).flat_map(|tokens| {
            let ends = tokens.interval.map(|one| [one.lo, one.hi]);
            let [lo, hi] = ends.unwrap_or([tokens.mean; 2]);
            // An end at or below nothing is drawn to the frame.
            [
                tokens.mean,
                hi,
                if lo > 0.0 { lo } else { tokens.mean / 3.0 },
            ]
        });
        let (lo, hi) = tokens.fold((f64::INFINITY, 0.0_f64), |(lo, hi), value| {
            (lo.min(value), hi.max(value))
        });
        let tokens = (lo <= hi).then(|| ((lo / 1.2).log10(), (hi * 1.2).log10()));
        let wide = strip.len() as f64 * COLUMN + 12.0;
        let edge = match (&tokens, strip.is_empty()) {
            (Some(_), true) => RIGHT,
            (Some(_), false) => RIGHT - wide.clamp(76.0, (RIGHT - LEFT) / 2.0),
            (None, _) => LEFT,
        };
        Self {
            ratings: Scale::over(values),
            tokens,
            edge,
            strip,
        }
    }

    fn y(&self, rating: f64) -> f64 {
        TOP + (1.0 - self.ratings.share(rating)) * DEEP
    }

    fn x(&self, tokens: f64) -> f64 {
        let Some((lo, hi)) = self.tokens else {
            return LEFT;
        };
        let share = (tokens.log10() - lo) / (hi - lo);
        LEFT + share.clamp(0.0, 1.0) * (self.edge - LEFT)
    }

    /// Where a player of the strip stands.
    fn column(&self, player: &PlayerFindings) -> f64 {
        let place = self
            .strip
            .iter()
            .position(|name| name == player.player.as_str());
        let wide = (RIGHT - self.edge) / self.strip.len().max(1) as f64;
        self.edge + (place.unwrap_or(0) as f64 + 0.5) * wide
    }

    fn draw(&self, svg: &mut String) {
        for mark in self.ratings.marks() {
            let y = self.y(mark);
            line(svg, "grid", [LEFT, y], [RIGHT, y]);
            text(svg, "soft small end", LEFT - 8.0, y + 4.0, &elo(mark));
        }
        text(svg, "soft small", 24.0, TOP - 14.0, "Elo");
        if let Some((lo, hi)) = self.tokens {
            for mark in marks(lo, hi) {
                let x = self.x(mark);
                line(svg, "grid", [x, TOP], [x, FLOOR]);
                text(svg, "soft small mid", x, FLOOR + 18.0, &brief(mark));
            }
            let middle = f64::midpoint(LEFT, self.edge);
            let axis = "output tokens a game (log scale)";
            text(svg, "soft small mid", middle, FLOOR + 38.0, axis);
        }
        if self.strip.is_empty() {
            return;
        }
        if self.tokens.is_some() {
            let _ = writeln!(
                svg,
                "<line class=\"thin\" stroke-dasharray=\"2 4\" x1=\"{0:.1}\" y1=\"{TOP}\" x2=\"{0:.1}\" y2=\"{FLOOR}\"/>",
                self.edge
            );
        }
        let middle = f64::midpoint(self.edge, RIGHT);
        text(svg, "soft small mid", middle, FLOOR + 18.0, "tokens not");
        text(svg, "soft small mid", middle, FLOOR + 33.0, "counted");
    }

    fn player(&self, svg: &mut String, series: usize, player: &PlayerFindings) {
        let tokens = Tokens::of(player);
        let x = tokens
            .as_ref()
            .map_or_else(|| self.column(player), |tokens| self.x(tokens.mean));
        let Some(value) = player.rating.value else {
            return;
        };
        let class = series % SERIES;
        let y = self.y(value.0);
        if let Some(ends) = player.rating.main().map(RatingInterval::ends) {
            let (top, floor) = (self.y(ends.hi), self.y(ends.lo));
            let _ = writeln!(
                svg,
                "<rect class=\"s{class} range\" x=\"{:.1}\" y=\"{top:.1}\" width=\"10\" height=\"{:.1}\" rx=\"3\"/>",
                x - 5.0,
                (floor - top).max(1.0)
            );
            // A bar without end leaves the plot with an arrow.
            if ends.hi.is_infinite() {
                arrow(svg, class, x, top - 8.0, 1.0);
            }
            if ends.lo.is_infinite() {
                arrow(svg, class, x, floor + 8.0, -1.0);
            }
        }
        if let Some(interval) = tokens.and_then(|tokens| tokens.interval) {
            let from = if interval.lo > 0.0 {
                self.x(interval.lo)
            } else {
                LEFT
            };
            let whisker = format!("s{class} whisker");
            line(svg, &whisker, [from, y], [self.x(interval.hi), y]);
        }
        if value.0.is_finite() {
            marker(svg, series, x, y);
        }
    }
}

/// A triangle whose tip points up or down.
fn arrow(svg: &mut String, class: usize, x: f64, y: f64, sign: f64) {
    let back = y + sign * 9.0;
    let _ = writeln!(
        svg,
        "<path class=\"s{class}\" d=\"M{x:.1} {y:.1} L{:.1} {back:.1} L{:.1} {back:.1} Z\"/>",
        x - 5.0,
        x + 5.0
    );
}

/// Marks of an axis of logarithms: powers of ten, with halves and fifths between them where
/// there are few.
fn marks(lo: f64, hi: f64) -> Vec<f64> {
    let steps: &[f64] = match hi - lo {
        wide if wide > 3.0 => &[1.0],
        wide if wide > 1.5 => &[1.0, 3.0],
        wide if wide > 0.6 => &[1.0, 2.0, 5.0],
        _ => &[1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0],
    };
    let mut marks = Vec::new();
    let mut power = lo.floor();
    while power <= hi {
        let fits = steps.iter().map(|step| step * 10_f64.powf(power));
        marks.extend(fits.filter(|mark| (lo..=hi).contains(&mark.log10())));
        power += 1.0;
    }
    marks
}

/// A count of tokens in few letters.
fn brief(tokens: f64) -> String {
    let shown = |value: f64, unit: &str| {
        let rounded = (value * 10.0).round() / 10.0;
        format!("{rounded}{unit}")
    };
    if tokens >= 1e6 {
        shown(tokens / 1e6, "M")
    } else if tokens >= 1e3 {
        shown(tokens / 1e3, "k")
    } else {
        shown(tokens, "")
    }
}

/// A player's row under the plot.
fn numbers(svg: &mut String, series: usize, player: &PlayerFindings, y: f64) {
    marker(svg, series, 32.0, y - 4.0);
    text(svg, "ink", 46.0, y, &shortened(&named(player), NAME));
    text(svg, "ink end", RIGHT, y, &rating(player.rating.value));
    let within = match (&player.rating.reason, player.rating.main()) {
        (Some(reason), None) => reason.clone(),
        (_, Some(main)) => ends(main.ends()),
        (None, None) => String::new(),
    };
    let tokens = Tokens::of(player).map_or(String::new(), |tokens| {
        format!(" · {} output tokens a game", grouped(tokens.mean))
    });
    let under = format!("{within} · {} (W–D–L){tokens}", score(player.results));
    text(svg, "soft small", 46.0, y + 16.0, &under);
}

fn description(players: &[PlayerFindings]) -> String {
    let one = |player: &PlayerFindings| {
        let within = player.rating.main().map_or(String::new(), |main| {
            format!(", interval {}", ends(main.ends()))
        });
        let tokens = Tokens::of(player).map_or(", tokens not counted".to_owned(), |tokens| {
            format!(", {} output tokens a game", grouped(tokens.mean))
        });
        format!(
            "{}: {}{within}{tokens}",
            named(player),
            rating(player.rating.value)
        )
    };
    players.iter().map(one).collect::<Vec<_>>().join("; ")
}
