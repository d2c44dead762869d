//! What was known after each pair, for a picture of it.

use ludometer_stats::{
    Method,
    ladder::{EProcess, Evidence, planning::Belief},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    MeasureError,
    rating::{Opponents, Unbounded, value},
};
use crate::{
    ladder::{Played, Seat},
    numbers::LEVEL,
};
use ludometer_stats::ladder::Outcome;

/// What was known of a player pair by pair, in the order of the plan.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Narrowing {
    /// What the numbers are, in a line.
    pub definition: String,
    /// The level of the intervals.
    pub level: f64,
    /// The method of `lo` and `hi`.
    #[schemars(with = "String")]
    pub method: Method,
    /// Before any pair, then after each, up to the first that is not over.
    pub steps: Vec<Step>,
}

/// What was known after a pair.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The pair, from 1; 0 before any.
    pub pair: u32,
    /// The opponent's rating; null before any pair.
    pub opponent: Option<f64>,
    /// The game as White: `W`, `D`, `L`, or `void`; null before any pair.
    pub white: Option<String>,
    /// The game as Black.
    pub black: Option<String>,
    /// Mean of the planning distribution, which the pilot informs too.
    pub planned: f64,
    /// Its standard deviation.
    pub planned_deviation: f64,
    /// The rating; null where the games do not tell it.
    pub rating: Option<Unbounded>,
    /// Lower end of the main interval.
    pub lo: Unbounded,
    /// Upper end.
    pub hi: Unbounded,
    /// Lower end of the anytime-valid set.
    pub anytime_lo: Unbounded,
    /// Upper end.
    pub anytime_hi: Unbounded,
}

const DEFINITION: &str = "rating, main interval and anytime-valid set of the pairs so far, in the \
order of the plan; only the last is valid at every look. The planning distribution chooses \
opponents and is no confidence set";

pub(super) fn narrowing(
    played: &Played,
    opponents: Opponents<'_>,
) -> Result<Narrowing, MeasureError> {
    let mut belief = Played {
        pilot: played.pilot,
        pairs: Vec::new(),
    }
    .belief();
    let mut evidence = Evidence::default();
    let mut process = EProcess::new();
    let before = step(0, &belief, &evidence, &process, opponents)?;
    let method = before.1;
    let mut steps = vec![before.0];
    let over = played.pairs.iter().take_while(|pair| pair.is_over());
    for (number, pair) in (1..).zip(over) {
        let games: Vec<_> = pair.games().collect();
        belief.observe(&games);
        process.observe(&games);
        for game in &games {
            evidence.add(*game);
        }
        let (mut now, _) = step(number, &belief, &evidence, &process, opponents)?;
        now.opponent = Some(pair.opponent.get());
        now.white = Some(letter(pair.white).to_owned());
        now.black = Some(letter(pair.black).to_owned());
        steps.push(now);
    }
    Ok(Narrowing {
        definition: DEFINITION.to_owned(),
        level: LEVEL.get(),
        method,
        steps,
    })
}

fn step(
    pair: u32,
    belief: &Belief,
    evidence: &Evidence,
    process: &EProcess,
    opponents: Opponents<'_>,
) -> Result<(Step, Method), MeasureError> {
    let fit = opponents.fit(evidence)?;
    let anytime = process.set(LEVEL).interval;
    let step = Step {
        pair,
        opponent: None,
        white: None,
        black: None,
        planned: belief.mean(),
        planned_deviation: belief.deviation(),
        rating: value(fit.place),
        lo: Unbounded(fit.interval.lo),
        hi: Unbounded(fit.interval.hi),
        anytime_lo: Unbounded(anytime.lo),
        anytime_hi: Unbounded(anytime.hi),
    };
    Ok((step, fit.method))
}

const fn letter(seat: Seat) -> &'static str {
    match seat {
        Seat::Scored(Outcome::Win) => "W",
        Seat::Scored(Outcome::Draw) => "D",
        Seat::Scored(Outcome::Loss) => "L",
        Seat::Void => "void",
        Seat::Waiting => "",
    }
}
