//! What the plots share: a frame in both colour schemes, and an axis of ratings.

use std::fmt::Write;

use crate::svg_text::escaped;

pub(crate) const WIDTH: f64 = 880.0;

/// Colours with a contrast of at least 4.5 to 1 for text on each ground, and
/// told apart by the colour-blind too.
const STYLE: &str = "<style>
.ground{fill:#fff}.ink{fill:#1a1a1a}.soft{fill:#595959}.grid{stroke:#d9d9d9}.bar{fill:#7fb3d9}.thin{stroke:#08436b;stroke-width:1.5;fill:none}.dot{fill:#08436b}.band{fill:#9cc3e0}.wide{fill:#f3d9a4}.path{stroke:#08436b;stroke-width:2;fill:none}.rung{fill:#a8541f}
text{font-family:system-ui,sans-serif;font-size:14px}.small{font-size:12px}.title{font-size:17px;font-weight:600}.end{text-anchor:end}.mid{text-anchor:middle}
@media (prefers-color-scheme:dark){.ground{fill:#16181c}.ink{fill:#f0f0f0}.soft{fill:#b3b3b3}.grid{stroke:#3a3d42}.bar{fill:#2f6d9c}.thin{stroke:#bfe0f7}.dot{fill:#bfe0f7}.band{fill:#2f6d9c}.wide{fill:#5f4a1c}.path{stroke:#bfe0f7}.rung{fill:#f0a46e}}
</style>";

/// Okabe and Ito's colours, lighter ones on the dark ground; the marks differ too.
pub(crate) const COLOURS: &str = "<style>
.s0{stroke:#0072b2;fill:#0072b2}.s1{stroke:#d55e00;fill:#d55e00}.s2{stroke:#007d5a;fill:#007d5a}.s3{stroke:#b35a93;fill:#b35a93}.s4{stroke:#8a6500;fill:#8a6500}.s5{stroke:#5a5a5a;fill:#5a5a5a}
.range{opacity:.3;stroke:none}.whisker{stroke-width:1.5;opacity:.55}.curve{fill:none;stroke-width:2}
@media (prefers-color-scheme:dark){.s0{stroke:#56b4e9;fill:#56b4e9}.s1{stroke:#f0a46e;fill:#f0a46e}.s2{stroke:#3ccfa0;fill:#3ccfa0}.s3{stroke:#e3a5cc;fill:#e3a5cc}.s4{stroke:#e6c34d;fill:#e6c34d}.s5{stroke:#c0c0c0;fill:#c0c0c0}}
</style>
";

/// Colours that there are, and marks.
pub(crate) const SERIES: usize = 6;

/// The start of a plot: title, description, ground, heading and a line under it.
pub(crate) fn open(height: f64, title: &str, under: &str, description: &str) -> String {
    open_at(WIDTH, height, title, under, description)
}

/// The same, of another width.
pub(crate) fn open_at(
    width: f64,
    height: f64,
    title: &str,
    under: &str,
    description: &str,
) -> String {
    let (title, under, description) = (escaped(title), escaped(under), escaped(description));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" aria-labelledby=\"t d\">\n\
         <title id=\"t\">{title}</title>\n<desc id=\"d\">{description}</desc>\n{STYLE}\n\
         <rect class=\"ground\" width=\"{width}\" height=\"{height}\"/>\n\
         <text class=\"ink title\" x=\"24\" y=\"34\">{title}</text>\n\
         <text class=\"soft small\" x=\"24\" y=\"56\">{under}</text>\n",
    )
}

pub(crate) fn text(svg: &mut String, class: &str, x: f64, y: f64, words: &str) {
    let words = escaped(words);
    let _ = writeln!(
        svg,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{words}</text>"
    );
}

pub(crate) fn line(svg: &mut String, class: &str, [x1, y1]: [f64; 2], [x2, y2]: [f64; 2]) {
    let _ = writeln!(
        svg,
        "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
    );
}

/// A triangle whose tip points left or right: the interval goes on without end.
pub(crate) fn arrow(svg: &mut String, class: &str, x: f64, y: f64, sign: f64) {
    let back = x - sign * 9.0;
    let _ = writeln!(
        svg,
        "<path class=\"{class}\" d=\"M{x:.1} {y:.1} L{back:.1} {:.1} L{back:.1} {:.1} Z\"/>",
        y - 5.0,
        y + 5.0
    );
}

/// A player's mark; from the seventh player on colours come again, with other marks.
pub(crate) fn marker(svg: &mut String, series: usize, x: f64, y: f64) {
    let class = series % SERIES;
    let shape = (series + series / SERIES) % 4;
    let _ = match shape {
        0 => writeln!(
            svg,
            "<circle class=\"s{class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>"
        ),
        1 => writeln!(
            svg,
            "<rect class=\"s{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"8\" height=\"8\"/>",
            x - 4.0,
            y - 4.0
        ),
        2 => writeln!(
            svg,
            "<path class=\"s{class}\" d=\"M{x:.1} {:.1} l5.5 9.5 h-11 Z\"/>",
            y - 6.0
        ),
        _ => writeln!(
            svg,
            "<path class=\"s{class}\" d=\"M{x:.1} {:.1} l5.5 5.5 l-5.5 5.5 l-5.5 -5.5 Z\"/>",
            y - 5.5
        ),
    };
}

/// A range of ratings and round marks in it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Scale {
    pub(crate) lo: f64,
    pub(crate) hi: f64,
    step: f64,
}

impl Scale {
    /// A scale that holds all finite values, at least 200 Elo wide.
    pub(crate) fn over(values: impl IntoIterator<Item = f64>) -> Self {
        let (mut lo, mut hi) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.into_iter().filter(|value| value.is_finite()) {
            lo = value.min(lo);
            hi = value.max(hi);
        }
        if lo > hi {
            (lo, hi) = (1_000.0, 2_000.0);
        }
        let room = (200.0 - (hi - lo)).max(0.0) / 2.0;
        (lo, hi) = (lo - room, hi + room);
        let wanted = (hi - lo) / 7.0;
        let size = 10_f64.powf(wanted.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|times| times * size)
            .into_iter()
            .find(|step| *step >= wanted)
            .unwrap_or(10.0 * size);
        Self {
            lo: (lo / step).floor() * step,
            hi: (hi / step).ceil() * step,
            step,
        }
    }

    /// Where a rating stands between 0 and 1; ratings outside are held at the ends.
    pub(crate) fn share(self, rating: f64) -> f64 {
        ((rating - self.lo) / (self.hi - self.lo)).clamp(0.0, 1.0)
    }

    /// The round marks.
    pub(crate) fn marks(self) -> impl Iterator<Item = f64> {
        let mut at = self.lo;
        std::iter::from_fn(move || {
            let mark = at;
            at += self.step;
            (mark <= self.hi + self.step / 2.0).then_some(mark)
        })
    }
}
