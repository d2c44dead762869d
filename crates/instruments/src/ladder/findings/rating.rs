//! A rating with its intervals, whose ends may be infinite.

use ludometer_record::manifest::OpponentRecord;
use ludometer_stats::{
    Interval, Method,
    ladder::{self, Colour, EProcess, Evidence, Fit, Game, Outcome, Place, Score, pool::Standing},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    MeasureError, Results, Unit,
    ladder::{
        EloLadder,
        rung::{RungTable, rate::rate},
    },
    numbers::LEVEL,
};

/// Pairs whose games weight the mixture of the split set; all later games test it.
pub const SPLIT_PAIRS: u32 = 5;

/// A number that may be infinite: `"inf"` and `"-inf"` in JSON, which has no such numbers.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize, Deserialize, JsonSchema)]
#[serde(from = "Written", into = "Written")]
#[schemars(with = "Written")]
pub struct Unbounded(pub f64);

/// A number, or the word for one that is infinite.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
enum Written {
    Number(f64),
    Word(Infinite),
}

#[derive(Serialize, Deserialize, JsonSchema)]
enum Infinite {
    #[serde(rename = "inf")]
    Plus,
    #[serde(rename = "-inf")]
    Minus,
}

impl From<Written> for Unbounded {
    fn from(written: Written) -> Self {
        Self(match written {
            Written::Number(number) => number,
            Written::Word(Infinite::Plus) => f64::INFINITY,
            Written::Word(Infinite::Minus) => f64::NEG_INFINITY,
        })
    }
}

impl From<Unbounded> for Written {
    fn from(Unbounded(number): Unbounded) -> Self {
        if number == f64::INFINITY {
            Self::Word(Infinite::Plus)
        } else if number == f64::NEG_INFINITY {
            Self::Word(Infinite::Minus)
        } else {
            Self::Number(number)
        }
    }
}

/// An interval of ratings, or of differences of ratings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RatingInterval {
    /// The method's name.
    #[schemars(with = "String")]
    pub method: Method,
    /// The method in a line.
    pub definition: String,
    /// Whether its coverage is only approximately its level.
    pub approximate: bool,
    /// Whether its level is a bound that coverage exceeds.
    pub conservative: bool,
    /// The level, as 0.95.
    pub level: f64,
    /// Scored games behind it.
    pub games: usize,
    /// Lower end; `"-inf"` where nothing bounds it.
    pub lo: Unbounded,
    /// Upper end; `"inf"` where nothing bounds it.
    pub hi: Unbounded,
}

impl RatingInterval {
    pub(super) fn new(method: Method, level: f64, games: usize, ends: Interval) -> Self {
        Self {
            method,
            definition: method.definition().to_owned(),
            approximate: method.is_approximate(),
            conservative: method.is_conservative(),
            level,
            games,
            lo: Unbounded(ends.lo),
            hi: Unbounded(ends.hi),
        }
    }

    /// Both ends.
    #[must_use]
    pub fn ends(&self) -> Interval {
        Interval {
            lo: self.lo.0,
            hi: self.hi.0,
        }
    }
}

/// A rating that says how it was obtained.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RatingFinding {
    /// A name that stays the same from version to version.
    pub id: String,
    /// What it is, in a line.
    pub definition: String,
    /// Always Elo.
    pub unit: Unit,
    /// The rating; `"inf"` or `"-inf"` where nothing bounds it, null where the games do not
    /// tell it.
    pub value: Option<Unbounded>,
    /// Why there is no finite number; null where there is one.
    pub reason: Option<String>,
    /// Games behind it: the independent units.
    pub games: usize,
    /// The same by result.
    pub results: Results,
    /// The draw parameter where the likelihood is largest; null where it is not told.
    pub draw_parameter: Option<Unbounded>,
    /// White's worth in Elo, where it was free and is told.
    pub colour_advantage: Option<f64>,
    /// Intervals, each named; the first is the main one.
    pub intervals: Vec<RatingInterval>,
}

impl RatingFinding {
    /// The interval to read first.
    #[must_use]
    pub fn main(&self) -> Option<&RatingInterval> {
        self.intervals.first()
    }

    /// The interval of a method.
    #[must_use]
    pub fn interval(&self, method: Method) -> Option<&RatingInterval> {
        self.intervals.iter().find(|one| one.method == method)
    }

    /// The rating where it is a finite number.
    #[must_use]
    pub fn finite(&self) -> Option<f64> {
        self.value
            .map(|value| value.0)
            .filter(|one| one.is_finite())
    }
}

/// A scored game, and which pair it belongs to.
#[derive(Debug, Clone, Copy)]
pub(super) struct InPair {
    pub(super) pair: u32,
    pub(super) game: Game,
}

/// Scored games in the order of the plan, and how far the plan is over.
#[derive(Debug, Clone, Default)]
pub(super) struct Told {
    pub(super) games: Vec<InPair>,
    /// Pairs before the first that is not over.
    pub(super) whole_pairs: u32,
}

impl Told {
    pub(super) fn evidence(&self) -> Evidence {
        Evidence::new(self.games.iter().map(|one| &one.game))
    }

    /// The conservative sets look at whole pairs in the order of the plan only: which games
    /// of later pairs happen to be over may depend on how they went.
    fn process(&self) -> (EProcess, [usize; 2]) {
        let mut process = EProcess::new();
        let (mut all, mut later) = (0, 0);
        let mut split = false;
        for one in self.games.iter().filter(|one| one.pair < self.whole_pairs) {
            if one.pair >= SPLIT_PAIRS && !split {
                process.split_here();
                split = true;
            }
            process.observe(&[one.game]);
            all += 1;
            later += usize::from(split);
        }
        (process, [all, later])
    }
}

/// The opponents of a study, and whether their ratings are estimates.
#[derive(Debug, Clone, Copy)]
pub(super) struct Opponents<'a> {
    pub(super) records: &'a [OpponentRecord],
    /// The table that rates them, with the games behind it.
    pub(super) rungs: Option<&'a RungTable>,
}

impl<'a> Opponents<'a> {
    pub(super) fn of(ladder: &'a EloLadder) -> Self {
        Self {
            records: ladder.opponents(),
            rungs: ladder.rungs(),
        }
    }

    /// Whether some rating is itself an estimate.
    pub(super) fn are_uncertain(self) -> bool {
        self.records.iter().any(|one| one.standard_error > 0.0)
    }

    fn standard_error(self, rating: f64) -> f64 {
        let found = self
            .records
            .iter()
            .find(|one| one.rating.to_bits() == rating.to_bits());
        found.map_or(0.0, |one| one.standard_error)
    }

    /// The fit that is the main one.
    pub(super) fn fit(self, evidence: &Evidence) -> Result<Fit, MeasureError> {
        if !self.are_uncertain() {
            return Ok(ladder::fit(evidence, LEVEL));
        }
        if let Some(rungs) = self.rungs {
            return with_rungs(rungs, evidence);
        }
        ladder::fit_uncertain(evidence, |elo| self.standard_error(elo.get()), LEVEL)
            .map_err(|error| MeasureError::Estimate(error.to_string()))
    }
}

/// The fit in one pool with the rungs' own games. Colours do not matter to it, since White is
/// worth nothing.
fn with_rungs(rungs: &RungTable, evidence: &Evidence) -> Result<Fit, MeasureError> {
    let games: Vec<Game> = evidence
        .by_rating()
        .into_iter()
        .flat_map(|(opponent, score)| {
            let all = [
                (Outcome::Win, score.wins),
                (Outcome::Draw, score.draws),
                (Outcome::Loss, score.losses),
            ];
            all.into_iter().flat_map(move |(outcome, games)| {
                (0..games).map(move |_| Game {
                    opponent,
                    colour: Colour::White,
                    outcome,
                })
            })
        })
        .collect();
    let rated = rate(rungs, &games, LEVEL)
        .map_err(|problem| MeasureError::Estimate(problem.to_string()))?;
    let (place, interval) = match rated.player.standing {
        Standing::Rated { place, interval } => (place, interval),
        Standing::Anchor(_) | Standing::Undetermined | Standing::Unlinked => (
            Place::NotIdentified,
            Interval {
                lo: f64::NEG_INFINITY,
                hi: f64::INFINITY,
            },
        ),
    };
    Ok(Fit {
        place,
        draw_parameter: rated.draw_parameter,
        colour_advantage: None,
        interval,
        level: LEVEL,
        method: rated.method,
        log_likelihood: rated.log_likelihood,
        score: evidence.score(),
    })
}

const OVER: &str = "over the scored games of the colour pairs, the pilot left out";

/// The rating with all its sets.
pub(super) fn rating(
    id: &str,
    of_what: &str,
    told: &Told,
    opponents: Opponents<'_>,
) -> Result<RatingFinding, MeasureError> {
    let fit = opponents.fit(&told.evidence())?;
    let how = if opponents.are_uncertain() && opponents.rungs.is_some() {
        "the games that rate the opponents are in the same fit, so that what they leave open, \
         which is alike for all rungs below it, is carried into the interval"
    } else if opponents.are_uncertain() {
        "each opponent's rating is an estimate, whose own error is carried into the interval"
    } else {
        "the opponents' ratings hold by definition"
    };
    let definition = format!(
        "{of_what}: most likely rating of the Davidson model {OVER}; White is worth nothing, and {how}"
    );
    let mut finding = of_fit(id, definition, &fit);
    let (process, [all, later]) = told.process();
    let mut sets = Vec::new();
    if later > 0 {
        let set = process.split_set(LEVEL);
        sets.push(RatingInterval::new(
            set.method,
            LEVEL.get(),
            later,
            set.interval,
        ));
    }
    let set = process.set(LEVEL);
    sets.push(RatingInterval::new(
        set.method,
        LEVEL.get(),
        all,
        set.interval,
    ));
    if opponents.are_uncertain() {
        for set in &mut sets {
            set.definition
                .push_str("; takes the opponents' ratings as known");
        }
    }
    finding.intervals.extend(sets);
    Ok(finding)
}

/// The rating with the opponents' ratings taken as known.
pub(super) fn as_known(told: &Told) -> RatingFinding {
    let definition = format!(
        "as the rating, with the opponents' ratings taken as known, which makes the interval too \
         narrow; {OVER}"
    );
    let fit = ladder::fit(&told.evidence(), LEVEL);
    of_fit("rating-opponents-as-known", definition, &fit)
}

/// The rating with White's worth freed.
pub(super) fn free_colour(told: &Told) -> RatingFinding {
    let definition = format!(
        "as the rating, with White's worth free instead of nothing, and the opponents' ratings \
         taken as known; {OVER}"
    );
    let fit = ladder::fit_free_colour(&told.evidence(), LEVEL);
    let mut finding = of_fit("rating-free-colour", definition, &fit);
    let (process, [all, _]) = told.process();
    let set = process.set_free_colour(LEVEL);
    let mut set = RatingInterval::new(set.method, LEVEL.get(), all, set.interval);
    set.definition.push_str("; for any constant worth of White");
    finding.intervals.push(set);
    finding
}

/// A finding whose first interval is the fit's.
fn of_fit(id: &str, definition: String, fit: &Fit) -> RatingFinding {
    let games = count(fit.score.games());
    RatingFinding {
        id: id.to_owned(),
        definition,
        unit: Unit::Elo,
        value: value(fit.place),
        reason: fit.reason().map(str::to_owned),
        games,
        results: results(fit.score),
        draw_parameter: fit.draw_parameter.map(Unbounded),
        colour_advantage: fit.colour_advantage,
        intervals: vec![RatingInterval::new(
            fit.method,
            fit.level.get(),
            games,
            fit.interval,
        )],
    }
}

/// A place as a number that may be infinite.
pub(super) fn value(place: Place) -> Option<Unbounded> {
    place.rating().map(Unbounded)
}

pub(super) fn results(score: Score) -> Results {
    Results {
        won: count(score.wins),
        drawn: count(score.draws),
        lost: count(score.losses),
    }
}

fn count(games: u32) -> usize {
    usize::try_from(games).unwrap_or(usize::MAX)
}
