//! The leaderboard as SVG: one row a model, its headline as a dot, the
//! cluster-robust interval as a thick bar and the published one as a thin line.

use std::fmt::Write;

use ludometer_instruments::{
    FindingInterval,
    chop_bench::findings::{Findings, Standing},
};
use ludometer_stats::Method;

use crate::{
    chop_bench::named,
    number::percent,
    svg_text::{escaped, shortened},
};

const WIDTH: f64 = 880.0;
const LEFT: f64 = 250.0;
const RIGHT: f64 = 90.0;
const TOP: f64 = 92.0;
const ROW: f64 = 38.0;
const BOTTOM: f64 = 74.0;

/// Longest name that is drawn whole, in characters.
const NAME: usize = 28;

/// Colours with a contrast of at least 4.5 to 1 for text on each ground, and
/// told apart by the colour-blind too.
const STYLE: &str = "<style>
.ground{fill:#fff}.ink{fill:#1a1a1a}.soft{fill:#595959}.grid{stroke:#d9d9d9}.bar{fill:#7fb3d9}.thin{stroke:#08436b;stroke-width:1.5}.dot{fill:#08436b}
text{font-family:system-ui,sans-serif;font-size:14px}.small{font-size:12px}.title{font-size:17px;font-weight:600}.end{text-anchor:end}.mid{text-anchor:middle}
@media (prefers-color-scheme:dark){.ground{fill:#16181c}.ink{fill:#f0f0f0}.soft{fill:#b3b3b3}.grid{stroke:#3a3d42}.bar{fill:#2f6d9c}.thin{stroke:#bfe0f7}.dot{fill:#bfe0f7}}
</style>";

/// Draws the leaderboard.
#[must_use]
pub fn svg(findings: &Findings) -> String {
    let rows = findings.leaderboard.len() as f64;
    let height = TOP + rows * ROW + BOTTOM;
    let axis = TOP + rows * ROW;
    let name = escaped(&findings.study.name);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"{WIDTH}\" height=\"{height}\" role=\"img\" aria-labelledby=\"t d\">\n\
         <title id=\"t\">{name}: optimal moves by model</title>\n<desc id=\"d\">{}</desc>\n{STYLE}\n\
         <rect class=\"ground\" width=\"{WIDTH}\" height=\"{height}\"/>\n\
         <text class=\"ink title\" x=\"24\" y=\"34\">{name}: optimal moves</text>\n\
         <text class=\"soft small\" x=\"24\" y=\"56\">Chop-Bench, {} of {} games scored; mean over prompt families, then over modes</text>\n",
        escaped(&description(&findings.leaderboard)),
        findings.games.scored,
        findings.games.planned,
    );
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let at = x(tick);
        let _ = write!(
            svg,
            "<line class=\"grid\" x1=\"{at:.1}\" y1=\"{}\" x2=\"{at:.1}\" y2=\"{axis}\"/>\n\
             <text class=\"soft small mid\" x=\"{at:.1}\" y=\"{}\">{:.0}%</text>\n",
            TOP - 12.0,
            axis + 18.0,
            percent(tick),
        );
    }
    for (index, standing) in findings.leaderboard.iter().enumerate() {
        row(&mut svg, standing, TOP + (index as f64 + 0.5) * ROW);
    }
    legend(&mut svg, axis + 50.0);
    svg.push_str("</svg>\n");
    svg
}

fn row(svg: &mut String, standing: &Standing, y: f64) {
    let rank = standing.rank.map_or(String::new(), |rank| rank.to_string());
    let name = escaped(&shortened(&named(standing), NAME));
    let _ = write!(
        svg,
        "<text class=\"soft end\" x=\"40\" y=\"{0:.1}\">{rank}</text>\n<text class=\"ink\" x=\"54\" y=\"{0:.1}\">{name}</text>\n",
        y + 5.0,
    );
    let Some(value) = standing.optimality.value else {
        let _ = writeln!(
            svg,
            "<text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\">no headline yet</text>",
            LEFT + 8.0,
            y + 5.0
        );
        return;
    };
    if let Some((lo, hi)) = standing.optimality.clustered().map(ends) {
        let _ = writeln!(
            svg,
            "<rect class=\"bar\" x=\"{lo:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"14\" rx=\"3\"/>",
            y - 7.0,
            (hi - lo).max(1.0),
        );
    }
    if let Some((lo, hi)) = standing
        .optimality
        .interval(Method::AgrestiCoullCarried)
        .map(ends)
    {
        let _ = writeln!(
            svg,
            "<line class=\"thin\" x1=\"{lo:.1}\" y1=\"{y:.1}\" x2=\"{hi:.1}\" y2=\"{y:.1}\"/>"
        );
    }
    let _ = write!(
        svg,
        "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\"/>\n<text class=\"ink end\" x=\"{:.1}\" y=\"{:.1}\">{:.1}%</text>\n",
        x(value),
        WIDTH - 24.0,
        y + 5.0,
        percent(value),
    );
}

fn legend(svg: &mut String, y: f64) {
    let _ = write!(
        svg,
        "<rect class=\"bar\" x=\"54\" y=\"{:.1}\" width=\"34\" height=\"14\" rx=\"3\"/>\n<text class=\"soft small\" x=\"96\" y=\"{2:.1}\">95% interval, games as clusters (approximate)</text>\n\
         <line class=\"thin\" x1=\"430\" y1=\"{1:.1}\" x2=\"464\" y2=\"{1:.1}\"/>\n<text class=\"soft small\" x=\"472\" y=\"{2:.1}\">95% interval as published, moves as independent (approximate)</text>\n",
        y - 11.0,
        y - 4.0,
        y,
    );
}

fn x(share: f64) -> f64 {
    LEFT + share.clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT)
}

fn ends(interval: &FindingInterval) -> (f64, f64) {
    (x(interval.lo), x(interval.hi))
}

fn description(standings: &[Standing]) -> String {
    let lines: Vec<String> = standings
        .iter()
        .map(|standing| match standing.optimality.value {
            Some(value) => format!("{} {:.1}%", named(standing), percent(value)),
            None => format!("{} without a headline", named(standing)),
        })
        .collect();
    lines.join(", ")
}
