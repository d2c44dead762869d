//! How a player that is asked in words kept to the rules, and how its games scored by colour.

use ludometer_games::Color;
use ludometer_stats::{GameTallies, GameTally, ladder::Outcome};

use super::{
    MeasureError,
    player::{Colours, Conduct, WhiteOrBlack},
    seats::add,
    shapes::SeatKind,
};
use crate::{
    Finding, Results, Unit,
    ladder::{Form, GameRecord, record::Actor},
    numbers,
};

/// A mean over games, with games as units.
pub(super) fn per_game(
    id: &str,
    definition: &str,
    unit: Unit,
    amounts: impl IntoIterator<Item = f64>,
) -> Result<Finding, MeasureError> {
    let rows: Vec<(f64, f64)> = amounts.into_iter().map(|amount| (amount, 1.0)).collect();
    numbers::ratio(id, definition, unit, &rows)
}

pub(super) fn conduct(
    seat: SeatKind,
    form: Form,
    games: &[&GameRecord],
) -> Result<Option<Conduct>, MeasureError> {
    if !seat.is_asked() {
        return Ok(None);
    }
    let model = seat == SeatKind::Model;
    let tools = !model || form == Form::Tools;
    let each = |id: &str, definition: &str, of: &dyn Fn(&GameRecord) -> u32| {
        let amounts = games.iter().map(|game| f64::from(of(game)));
        per_game(id, definition, Unit::PerGame, amounts)
    };
    let when = |is_there: bool, finding: Result<Finding, MeasureError>| {
        if is_there {
            finding.map(Some)
        } else {
            Ok(None)
        }
    };
    Ok(Some(Conduct {
        illegal: each(
            "illegal-attempts-per-game",
            "moves offered that were not legal, over scored games",
            &|game| game.calls.illegal,
        )?,
        malformed: each(
            "malformed-attempts-per-game",
            "texts offered as moves that were none, over scored games",
            &|game| game.calls.malformed,
        )?,
        legality: legality(games)?,
        calls: when(
            tools,
            each(
                "calls-per-game",
                "calls of tools, refused ones included, over scored games",
                &|game| game.calls.total(),
            ),
        )?,
        bad_calls: when(
            tools,
            each(
                "bad-calls-per-game",
                "calls of tools that there are not, with arguments that do not fit, or after the \
                 end, over scored games",
                &|game| {
                    let calls = &game.calls;
                    calls.unknown_tool + calls.bad_arguments + calls.after_end
                },
            ),
        )?,
        replies: when(
            model,
            each(
                "replies-per-game",
                "replies of the model, over scored games",
                &|game| game.tokens.answers,
            ),
        )?,
        unusable: when(
            model,
            each(
                "unusable-replies-per-game",
                "replies that held no call or move at all, over scored games",
                &|game| game.unusable,
            ),
        )?,
    }))
}

/// Legal moves over attempts; attempts of one game are alike.
fn legality(games: &[&GameRecord]) -> Result<Finding, MeasureError> {
    let tallies = games.iter().map(|game| {
        let made = game
            .moves
            .iter()
            .filter(|one| one.by == Actor::Player)
            .count();
        let legal = u32::try_from(made).unwrap_or(u32::MAX);
        let offered = legal
            .saturating_add(game.calls.illegal)
            .saturating_add(game.calls.malformed);
        GameTally::new(legal, offered).map_err(|error| MeasureError::Estimate(error.to_string()))
    });
    let tallies = tallies.collect::<Result<GameTallies, _>>()?;
    Ok(numbers::share(
        "attempt-legality",
        "legal moves over all texts that the player offered as moves",
        &tallies,
        &tallies,
    ))
}

/// Scores with each colour.
pub(super) fn colours(games: &[&GameRecord]) -> Result<WhiteOrBlack<Colours>, MeasureError> {
    Ok(WhiteOrBlack {
        white: with(games, Color::White)?,
        black: with(games, Color::Black)?,
    })
}

fn with(games: &[&GameRecord], color: Color) -> Result<Colours, MeasureError> {
    let mut results = Results::default();
    let mut points = Vec::new();
    for outcome in games
        .iter()
        .filter(|game| game.color == color)
        .filter_map(|game| game.outcome())
    {
        add(&mut results, outcome);
        let halves = match outcome {
            Outcome::Win => 2,
            Outcome::Draw => 1,
            Outcome::Loss => 0,
        };
        points.push(
            GameTally::new(halves, 2).map_err(|error| MeasureError::Estimate(error.to_string()))?,
        );
    }
    let (id, definition) = match color {
        Color::White => ("score-as-white", "points over scored games as White"),
        Color::Black => ("score-as-black", "points over scored games as Black"),
    };
    Ok(Colours {
        results,
        score: numbers::score(id, definition, &points.into_iter().collect()),
    })
}
