//! The profile with the colour advantage as a nuisance parameter.

use super::{
    Colour, Evidence, Score,
    concave::{FAR, Point, Profile, Shape, decreasing_root},
    davidson::{PER_ELO, Stake, draw_parameter},
};

/// plh(R) = sup over nu and h of the log likelihood.
///
/// White games tell R + h, Black games R - h.
#[derive(Debug, Clone)]
pub(crate) struct FreeColour {
    white: Score,
    black: Score,
    centre: f64,
    spread: f64,
    meetings: Vec<Meeting>,
    /// A · Σ y · (s - centre).
    scored_against: f64,
    shape: Shape,
}

#[derive(Debug, Clone, Copy)]
struct Meeting {
    games: f64,
    /// s - centre.
    offset: f64,
    colour: f64,
}

/// The log likelihood at (R, h), nu maximised over, and its derivatives.
struct At {
    value: f64,
    by_rating: f64,
    by_colour: f64,
    draw_parameter: f64,
}

impl FreeColour {
    pub(crate) fn new(evidence: &Evidence) -> Self {
        let meetings = evidence.meetings();
        let games = f64::from(evidence.score().games()).max(1.0);
        let weighted = meetings
            .iter()
            .map(|m| m.opponent.get() * f64::from(m.score.games()));
        let centre = weighted.sum::<f64>() / games;
        let ratings = || meetings.iter().map(|m| m.opponent.get());
        let low = ratings().fold(f64::INFINITY, f64::min);
        let high = ratings().fold(f64::NEG_INFINITY, f64::max);
        let mut profile = Self {
            white: evidence.score_as(Colour::White),
            black: evidence.score_as(Colour::Black),
            centre,
            spread: (high - low).max(0.0),
            meetings: meetings
                .iter()
                .map(|m| Meeting {
                    games: f64::from(m.score.games()),
                    offset: m.opponent.get() - centre,
                    colour: m.colour.sign(),
                })
                .collect(),
            scored_against: meetings
                .iter()
                .map(|m| PER_ELO * m.score.surplus() * (m.opponent.get() - centre))
                .sum(),
            shape: Shape::Flat(0.0),
        };
        profile.shape = profile.find_shape();
        profile
    }

    /// The best h at a rating; beyond every game where it is unbounded.
    pub(crate) fn colour_advantage_at(&self, rating: f64) -> f64 {
        let far = 2.0 * FAR + (rating - self.centre).abs();
        match (
            self.recedes(Heading {
                white: 1,
                black: -1,
            }),
            self.recedes(Heading {
                white: -1,
                black: 1,
            }),
        ) {
            (true, true) => 0.0,
            (true, false) => far,
            (false, true) => -far,
            (false, false) => decreasing_root(0.0, 50.0, |h| self.at_both(rating, h).by_colour),
        }
    }

    /// nu at a rating, h maximised over.
    pub(crate) fn draw_parameter_at(&self, rating: f64) -> f64 {
        let h = self.colour_advantage_at(rating);
        self.at_both(rating, h).draw_parameter
    }

    fn score(&self) -> Score {
        self.white + self.black
    }

    fn at_both(&self, rating: f64, h: f64) -> At {
        let score = self.score();
        let draws = f64::from(score.draws);
        let z = |m: &Meeting| PER_ELO * (rating - self.centre - m.offset + m.colour * h);
        let stakes: Vec<Stake> = self
            .meetings
            .iter()
            .map(|m| Stake {
                games: m.games,
                decisive: 2.0 * z(m).cosh(),
            })
            .collect();
        let nu = draw_parameter(&stakes, draws);
        let nothing = At {
            value: 0.0,
            by_rating: 0.0,
            by_colour: 0.0,
            draw_parameter: nu,
        };
        if stakes.is_empty() || nu.is_infinite() {
            return nothing;
        }
        let colour_surplus = self.white.surplus() - self.black.surplus();
        let mut value = PER_ELO * ((rating - self.centre) * score.surplus() + h * colour_surplus)
            - self.scored_against;
        if draws > 0.0 {
            value += draws * nu.ln();
        }
        let (mut by_rating, mut by_colour) = (score.surplus(), colour_surplus);
        for (meeting, stake) in self.meetings.iter().zip(&stakes) {
            let sum = stake.decisive + nu;
            value -= stake.games * sum.ln();
            let expected = stake.games * (2.0 * z(meeting).sinh() / sum);
            by_rating -= expected;
            by_colour -= meeting.colour * expected;
        }
        At {
            value,
            by_rating: PER_ELO * by_rating,
            by_colour: PER_ELO * by_colour,
            draw_parameter: nu,
        }
    }

    /// Whether the log likelihood never falls along a direction, ln nu going along as it likes.
    fn recedes(&self, heading: Heading) -> bool {
        // Changes of ln nu that matter: with the larger move, against it, none.
        (-1..=1).any(|nu| {
            allows(self.white, heading.white, nu) && allows(self.black, heading.black, nu)
        })
    }

    /// What the profile does far away, by its recession directions.
    ///
    /// The likelihood never falls along (R+h, R-h, ln nu) exactly if no game's
    /// outcome loses its place as the largest of the three exponents. Those
    /// directions form a cone whose edges have coordinates -1, 0 and 1.
    fn find_shape(&self) -> Shape {
        let toward = |sign: i8| {
            (-1..=1).any(|white| {
                (-1..=1).any(|black| {
                    (white + black) * sign > 0 && self.recedes(Heading { white, black })
                })
            })
        };
        let far = FAR + self.spread;
        let limit = |rating: f64| self.at(rating).value;
        match (toward(1), toward(-1)) {
            (true, true) => Shape::Flat(limit(self.centre)),
            (true, false) => Shape::Rises(limit(self.centre + far)),
            (false, true) => Shape::Falls(limit(self.centre - far)),
            (false, false) => Shape::Peak,
        }
    }
}

/// A direction in (R + h, R - h).
#[derive(Clone, Copy)]
struct Heading {
    white: i8,
    black: i8,
}

/// Whether games of one colour keep their chances when z moves by `z` and ln nu by `nu`.
fn allows(score: Score, z: i8, nu: i8) -> bool {
    let wins = score.wins == 0 || (z >= 0 && z >= nu);
    let draws = score.draws == 0 || nu >= z.abs();
    let losses = score.losses == 0 || (z <= 0 && -z >= nu);
    wins && draws && losses
}

impl Profile for FreeColour {
    fn at(&self, rating: f64) -> Point {
        let at = self.at_both(rating, self.colour_advantage_at(rating));
        Point {
            value: at.value,
            slope: at.by_rating,
        }
    }

    fn shape(&self) -> Shape {
        self.shape
    }

    fn hint(&self) -> (f64, f64) {
        let score = self.score();
        let odds = (f64::from(score.wins) + 0.5) / (f64::from(score.losses) + 0.5);
        (
            self.centre + 400.0 * odds.log10(),
            100.0 + self.spread / 8.0,
        )
    }
}
