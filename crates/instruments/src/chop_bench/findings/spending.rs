//! Tokens and money a move.

use ludometer_record::{Price, desk::Usage};
use ludometer_stats::{Method, RatioSample, Spread};

use super::{MeasureError, measure::LEVEL};
use crate::{Finding, FindingInterval, Unit, chop_bench::GameRecord};

/// Tokens a move. `None` unless the server counted every try.
pub(super) fn tokens(games: &[&GameRecord]) -> Result<Option<Finding>, MeasureError> {
    per_move(
        games,
        "tokens-per-move",
        "prompt and completion tokens of the model's own calls, further tries included, over its moves",
        Unit::TokensPerMove,
        |usage| usage.total().map(|tokens| tokens as f64),
    )
}

pub(super) fn cost(
    games: &[&GameRecord],
    price: Option<&Price>,
) -> Result<Option<Finding>, MeasureError> {
    let Some(price) = price else { return Ok(None) };
    per_move(
        games,
        "cost-per-move",
        "price of the model's own calls, further tries included, over its moves",
        Unit::DollarsPerMove,
        |usage| usage.total().map(|_| price.of(usage).dollars()),
    )
}

fn per_move(
    games: &[&GameRecord],
    id: &str,
    definition: &str,
    unit: Unit,
    amount: impl Fn(&Usage) -> Option<f64>,
) -> Result<Option<Finding>, MeasureError> {
    let mut rows = Vec::new();
    for game in games {
        let spent = game
            .turns
            .iter()
            .flat_map(|turn| &turn.tries)
            .map(|one| amount(&one.usage))
            .sum::<Option<f64>>();
        let Some(spent) = spent else { return Ok(None) };
        rows.push((spent, game.turns.len() as f64));
    }
    let Ok(sample) = RatioSample::new(rows.iter().copied()) else {
        return Ok(None);
    };
    let wrong = |error: ludometer_stats::EstimateError| MeasureError::Estimate(error.to_string());
    let (value, intervals) = match sample.spread().map_err(wrong)? {
        Spread::BetweenGames(estimate) => {
            let interval = estimate.interval(LEVEL);
            (
                estimate.value(),
                vec![FindingInterval::new(Method::ClusterRobust, LEVEL, interval)],
            )
        }
        Spread::OneGame { value } => (value, Vec::new()),
    };
    Ok(Some(Finding {
        id: id.to_owned(),
        definition: definition.to_owned(),
        unit,
        value: Some(value),
        numerator: Some(rows.iter().map(|row| row.0).sum()),
        denominator: Some(rows.iter().map(|row| row.1).sum()),
        games: games.len(),
        intervals,
    }))
}
