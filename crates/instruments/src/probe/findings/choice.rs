//! What choosing among legal samples is worth.

use ludometer_games::Color;
use ludometer_stats::{GameTallies, GameTally, Method, Tally, sign_test};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Terminations, terminations};
use crate::{
    MeasureError,
    finding::{Finding, FindingInterval},
    measured::Results,
    probe::{
        DaydreamProbe, PlannedGame,
        game::Game,
        legality::{LEVEL, count, share},
        picker::Picker,
        turn::Turn,
    },
};

/// What choosing among legal samples is worth.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ChoiceFindings {
    /// Who chose on the other side.
    pub against: Picker,
    /// Games from the heuristic's side.
    pub results: Results,
    /// Points of the heuristic, a draw as half of one.
    pub score: Finding,
    /// Decided games that it won.
    pub decided: Finding,
    /// Exact two-sided p-value of as many wins as losses, draws left out.
    pub sign_test_p: f64,
    /// How the games ended.
    pub terminations: Terminations,
    /// What each picker had to choose from.
    pub pickers: Vec<PickerFindings>,
}

/// What a picker had to choose from.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PickerFindings {
    /// The picker.
    pub picker: Picker,
    /// Samples that were legal.
    pub samples: Finding,
    /// Its moves with at least two different legal samples.
    pub had_choice: Finding,
    /// Its moves without a legal sample.
    pub forced: Finding,
}

pub(super) fn measure(
    bench: &DaydreamProbe,
    played: &[(&PlannedGame, Game)],
) -> Result<ChoiceFindings, MeasureError> {
    let against = bench.table().against;
    let mut results = Results::default();
    let mut halves = Vec::new();
    for (planned, game) in played {
        let mine = side(planned);
        let points = match game.ending.and_then(|ending| ending.winner) {
            Some(winner) if winner == mine => {
                results.won += 1;
                2
            }
            Some(_) => {
                results.lost += 1;
                0
            }
            None => {
                results.drawn += 1;
                1
            }
        };
        halves.push(GameTally::new(points, 2).expect("at most two halves"));
    }
    let estimate = |error: &dyn std::error::Error| MeasureError::Estimate(error.to_string());
    let (won, lost) = (results.won as u64, results.lost as u64);
    let tally = Tally::new(won, won + lost).expect("won is a part of the sum");
    let sign_test_p = sign_test(won, lost).map_err(|error| estimate(&error))?;
    let exact = tally
        .clopper_pearson(LEVEL)
        .map_err(|error| estimate(&error))?;
    Ok(ChoiceFindings {
        against,
        results,
        score: score(&halves.into_iter().collect()),
        decided: decided(tally, exact),
        sign_test_p,
        terminations: terminations(played.iter().map(|(_, game)| game)),
        pickers: [Picker::Heuristic, against]
            .into_iter()
            .enumerate()
            .map(|(seat, picker)| had(picker, seat == 0, played))
            .collect(),
    })
}

/// The heuristic's side.
fn side(planned: &PlannedGame) -> Color {
    // It has White in every other game, whoever plays the other side.
    if planned.index.is_multiple_of(2) {
        Color::White
    } else {
        Color::Black
    }
}

/// A draw is one half of two; only the interval that takes games as clusters is right for it.
fn score(halves: &GameTallies) -> Finding {
    let definition = "points of the heuristic / games, a draw as half a point";
    let mut finding = Finding::share("probe.score", definition, halves, LEVEL, None);
    finding.numerator = finding.numerator.map(|halves| halves / 2.0);
    finding.denominator = finding.denominator.map(|halves| halves / 2.0);
    finding.intervals.retain(|one| one.method != Method::Wilson);
    finding
}

/// Games are independent, so the exact interval is.
fn decided(tally: Tally, exact: ludometer_stats::Interval) -> Finding {
    let games = std::iter::empty::<GameTally>().collect();
    let definition = "games that the heuristic won / games that somebody won";
    let mut finding = Finding::share("probe.decided", definition, &games, LEVEL, None);
    finding.value = tally.rate();
    finding.numerator = Some(tally.successes() as f64);
    finding.denominator = Some(tally.trials() as f64);
    finding.games = usize::try_from(tally.trials()).unwrap_or(usize::MAX);
    if tally.trials() > 0 {
        finding.intervals = vec![FindingInterval::new(Method::ClopperPearson, LEVEL, exact)];
    }
    finding
}

fn had(picker: Picker, heuristic: bool, played: &[(&PlannedGame, Game)]) -> PickerFindings {
    let over = |id: &str, what: &str, hits: &dyn Fn(&Turn) -> Vec<bool>| {
        let seat = if heuristic { "heuristic" } else { "other" };
        let tally = |(planned, game): &(&PlannedGame, Game)| {
            let turns = game
                .turns
                .iter()
                .filter(|turn| (turn.side == side(planned)) == heuristic);
            count(turns.flat_map(hits))
        };
        share(
            &format!("probe.{id}.{seat}"),
            &format!("{what}, {}", picker.word()),
            played.iter().map(tally),
        )
    };
    PickerFindings {
        picker,
        samples: over("samples", "legal samples / samples", &|turn| {
            turn.attempts.iter().map(|one| one.legal).collect()
        }),
        had_choice: over(
            "had-choice",
            "moves with at least two different legal samples / moves",
            &|turn| vec![different(turn) > 1],
        ),
        forced: over("forced", "moves without a legal sample / moves", &|turn| {
            vec![turn.forced]
        }),
    }
}

/// Different legal samples.
fn different(turn: &Turn) -> usize {
    let mut texts: Vec<&str> = turn
        .attempts
        .iter()
        .filter(|one| one.legal)
        .map(|one| one.text.as_str())
        .collect();
    texts.sort_unstable();
    texts.dedup();
    texts.len()
}
