//! Conditions, and memories of one player, compared by permutation tests.
//!
//! The unit is a game, since what happens within one is alike. Which memory a player chose is
//! not assigned at random, so a difference between chosen memories is none that they caused.

use ludometer_record::PlayerName;
use ludometer_stats::{Method, Permutations, RatioSample, Spread, holm, permutation_test};

use super::{
    compared::Contrast,
    numbers::{spread, wrong},
    seats::{Seats, is_self_play},
};
use crate::{
    Finding, MeasureError, Unit, generator,
    token_chess::{Economy, GameRecord, Memory, TokenChess},
};

/// Up to so many ways to deal the games out a test goes through all of them.
const WAYS: u64 = 100_000;

/// Otherwise it draws so many.
const DRAWS: u32 = 9_999;

/// Up to so many conditions are compared each with each; of more, neighbours only.
const EACH_WITH_EACH: usize = 4;

/// A group of fewer games is not compared.
const LEAST: usize = 2;

const MEMORY: &str = "memory";

const CHOSEN: &str =
    "; the player chose its memory itself, so that a difference need not come from the memory";

/// The games of one condition.
#[derive(Debug, Clone)]
pub(super) struct ConditionGames<'a> {
    pub(super) name: &'a str,
    pub(super) economy: Economy,
    pub(super) games: Vec<&'a GameRecord>,
}

/// What is compared, one value a game.
#[derive(Debug, Clone, Copy)]
struct Measure {
    id: &'static str,
    definition: &'static str,
    unit: Unit,
    value: fn(&Seats<'_>) -> Option<f64>,
}

const MEASURES: [Measure; 3] = [
    Measure {
        id: "score-difference",
        definition: "mean score of games against others",
        unit: Unit::ScoreDifference,
        value: |seats| seats.against_others().half_points().ok()?.total().rate(),
    },
    Measure {
        id: "attempt-legality-difference",
        definition: "mean over games of legal samples / samples",
        unit: Unit::ShareDifference,
        value: |seats| seats.samples(|_, _, _| true).ok()?.total().rate(),
    },
    Measure {
        id: "tokens-per-turn-difference",
        definition: "mean over games of tokens spent / turns",
        unit: Unit::BudgetTokensDifference,
        value: |seats| {
            let rows = seats.amounts(|game, side| {
                let turns = super::seats::turns(game, side);
                turns.fold((0.0, 0.0), |(spent, n), turn| {
                    (spent + f64::from(turn.spent), n + 1.0)
                })
            });
            let (spent, turns) = rows.first()?;
            (*turns > 0.0).then(|| spent / turns)
        },
    },
];

/// One value a game.
struct Values {
    label: String,
    values: Vec<f64>,
}

/// All contrasts of a run.
pub(super) fn contrasts(
    bench: &TokenChess,
    conditions: &[ConditionGames<'_>],
) -> Result<Vec<Contrast>, MeasureError> {
    let mut contrasts = Vec::new();
    for economy in Economy::ALL {
        let of: Vec<&ConditionGames<'_>> = conditions
            .iter()
            .filter(|condition| condition.economy == economy)
            .collect();
        for player in bench.study().player_names() {
            for measure in MEASURES {
                let groups: Vec<Values> = of
                    .iter()
                    .map(|condition| Values {
                        label: condition.name.to_owned(),
                        values: values(measure, &Seats::of_player(&condition.games, &player)),
                    })
                    .collect();
                for (first, second) in pairs(&groups) {
                    let of = Compared {
                        economy,
                        condition: None,
                        player: &player,
                        by: "condition",
                        measure,
                    };
                    contrasts.extend(of.contrast(bench, first, second)?);
                }
                for condition in &of {
                    let groups = by_memory(measure, &Seats::of_player(&condition.games, &player));
                    for (first, second) in pairs(&groups) {
                        let of = Compared {
                            economy,
                            condition: Some(condition.name),
                            player: &player,
                            by: MEMORY,
                            measure,
                        };
                        contrasts.extend(of.contrast(bench, first, second)?);
                    }
                }
            }
        }
    }
    let p_values: Vec<f64> = contrasts.iter().map(|one| one.p).collect();
    let adjusted =
        holm(&p_values).map_err(|problem| MeasureError::Estimate(problem.to_string()))?;
    for (one, p_holm) in contrasts.iter_mut().zip(adjusted) {
        one.p_holm = p_holm;
    }
    Ok(contrasts)
}

/// Which groups are compared.
fn pairs(groups: &[Values]) -> Vec<(&Values, &Values)> {
    let reach = if groups.len() <= EACH_WITH_EACH {
        groups.len()
    } else {
        1
    };
    let places = 0..groups.len();
    let pairs = places.flat_map(|at| {
        let later = groups[at + 1..].iter().take(reach);
        later.map(move |second| (&groups[at], second))
    });
    pairs.collect()
}

fn values(measure: Measure, seats: &Seats<'_>) -> Vec<f64> {
    let value = |(game, sides): (&GameRecord, &[ludometer_games::Color])| {
        let one = Seats::of(&[game], |_, side| sides.contains(&side));
        (measure.value)(&one)
    };
    seats.by_game().filter_map(value).collect()
}

/// Games by the memory that the player had in them; those in which its two seats had two are
/// left out, since a game is a unit.
fn by_memory(measure: Measure, seats: &Seats<'_>) -> Vec<Values> {
    let of = |memory: Memory| Values {
        label: memory.word().to_owned(),
        values: values(
            measure,
            &seats.only(|game, side| {
                game.memory[side] == memory
                    && (!is_self_play(game) || game.memory[side.other()] == memory)
            }),
        ),
    };
    let groups = Memory::ALL.map(of);
    groups
        .into_iter()
        .filter(|group| !group.values.is_empty())
        .collect()
}

/// What a contrast is about.
struct Compared<'a> {
    economy: Economy,
    condition: Option<&'a str>,
    player: &'a PlayerName,
    by: &'static str,
    measure: Measure,
}

impl Compared<'_> {
    /// None where a group is too small.
    fn contrast(
        &self,
        bench: &TokenChess,
        first: &Values,
        second: &Values,
    ) -> Result<Option<Contrast>, MeasureError> {
        if first.values.len().min(second.values.len()) < LEAST {
            return Ok(None);
        }
        let purpose = [
            "permutations",
            self.economy.word(),
            self.condition.unwrap_or_default(),
            self.player.as_str(),
            self.measure.id,
            &first.label,
            &second.label,
        ];
        let mut random = generator(bench.study().seed, &purpose);
        let test = permutation_test(&first.values, &second.values, WAYS, DRAWS, &mut random)
            .map_err(|problem| MeasureError::Estimate(problem.to_string()))?;
        let units = [&first.values, &second.values].map(|values| {
            let rows = values.iter().map(|value| (*value, 1.0));
            RatioSample::new(rows).map(|sample| sample.spread())
        });
        let mut intervals = Vec::new();
        if let [
            Ok(Ok(Spread::BetweenGames(one))),
            Ok(Ok(Spread::BetweenGames(other))),
        ] = units
        {
            let difference = one.minus_independent(other).map_err(wrong)?;
            intervals = spread(difference, Method::ClusterRobustCarried);
        }
        let Measure {
            id,
            definition,
            unit,
            ..
        } = self.measure;
        Ok(Some(Contrast {
            economy: self.economy,
            condition: self.condition.map(str::to_owned),
            player: self.player.clone(),
            by: self.by.to_owned(),
            first: first.label.clone(),
            second: second.label.clone(),
            difference: Finding {
                id: id.to_owned(),
                definition: format!(
                    "{definition}: that of the first less that of the second{}",
                    if self.by == MEMORY { CHOSEN } else { "" }
                ),
                unit,
                value: Some(test.difference),
                numerator: None,
                denominator: None,
                games: first.values.len() + second.values.len(),
                intervals,
            },
            first_games: first.values.len(),
            second_games: second.values.len(),
            p: test.p,
            p_holm: test.p,
            test: match test.permutations {
                Permutations::All(ways) => format!("all {ways} permutations"),
                Permutations::Drawn(drawn) => {
                    format!("{drawn} permutations drawn, p = (hits + 1) / {}", drawn + 1)
                }
            },
        }))
    }
}
