//! Tokens, money and time a game.

use ludometer_record::{Price, desk::Usage};

use super::{MeasureError, conduct::per_game, player::Spending, shapes::SeatKind};
use crate::{Finding, Unit, ladder::GameRecord};

const COUNTED: &str = "over scored games whose every answer said its counts";

/// Tokens by kind and their price. Games that were counted in part only would make a mean
/// too small, and are left out of it.
pub(super) fn spending(
    seat: SeatKind,
    price: Option<&Price>,
    games: &[&GameRecord],
) -> Result<Option<Spending>, MeasureError> {
    if !seat.is_asked() {
        return Ok(None);
    }
    let whole: Vec<&Usage> = games
        .iter()
        .filter(|game| game.tokens.is_whole())
        .map(|game| &game.tokens.sum)
        .collect();
    let told = |game: &&&GameRecord| {
        let sum = &game.tokens.sum;
        [sum.prompt, sum.completion, sum.reasoning, sum.cached]
            .iter()
            .any(Option::is_some)
    };
    let partly = games
        .iter()
        .filter(|game| !game.tokens.is_whole())
        .filter(told)
        .count();
    let kind = |id: &str, what: &str, of: fn(&Usage) -> Option<u64>| {
        let amounts: Vec<f64> = whole
            .iter()
            .filter_map(|usage| of(usage))
            .map(|tokens| tokens as f64)
            .collect();
        if amounts.is_empty() {
            return Ok(None);
        }
        let definition = format!("{what}, {COUNTED}, and this kind among them");
        per_game(id, &definition, Unit::TokensPerGame, amounts).map(Some)
    };
    let dollars = match price {
        Some(price) if !whole.is_empty() => Some(per_game(
            "dollars-per-game",
            &format!("price of the player's tokens by the study's prices, {COUNTED}"),
            Unit::DollarsPerGame,
            whole.iter().map(|usage| price.of(usage).dollars()),
        )?),
        _ => None,
    };
    Ok(Some(Spending {
        counted: whole.len(),
        partly_counted: partly,
        uncounted: games.len() - whole.len() - partly,
        prompt: kind(
            "prompt-tokens-per-game",
            "prompt tokens, cached ones included",
            |usage| usage.prompt,
        )?,
        cached: kind(
            "cached-tokens-per-game",
            "prompt tokens that the server had cached",
            |usage| usage.cached,
        )?,
        completion: kind(
            "completion-tokens-per-game",
            "completion tokens, which are the player's output, reasoning included",
            |usage| usage.completion,
        )?,
        reasoning: kind(
            "reasoning-tokens-per-game",
            "completion tokens spent on reasoning",
            |usage| usage.reasoning,
        )?,
        dollars,
    }))
}

/// The player's own seconds a game; none for a part of this program, whose time is not kept.
pub(super) fn player_time(
    seat: SeatKind,
    games: &[&GameRecord],
) -> Result<Option<Finding>, MeasureError> {
    let definition = match seat {
        SeatKind::BuiltIn | SeatKind::Person => return Ok(None),
        SeatKind::Agent => {
            "seconds from the start of the agent program to its end, the opponent's searches \
             included, over scored games"
        }
        SeatKind::Model => {
            "seconds from question to last byte, added up over the model's replies, over scored \
             games"
        }
        SeatKind::Engine => "seconds of the player's searches, over scored games",
    };
    seconds("player-seconds-per-game", definition, games, |game| {
        game.player_us
    })
    .map(Some)
}

/// The seconds of the opponents' searches a game.
pub(super) fn opponent_time(games: &[&GameRecord]) -> Result<Finding, MeasureError> {
    let definition = "seconds of the opponent's searches, over scored games; moves drawn at \
                      random take none";
    seconds("opponent-seconds-per-game", definition, games, |game| {
        game.opponent_us
    })
}

fn seconds(
    id: &str,
    definition: &str,
    games: &[&GameRecord],
    of: fn(&GameRecord) -> u64,
) -> Result<Finding, MeasureError> {
    let amounts = games.iter().map(|game| of(game) as f64 / 1e6);
    per_game(id, definition, Unit::SecondsPerGame, amounts)
}

/// Plies a game.
pub(super) fn length(games: &[&GameRecord]) -> Result<Finding, MeasureError> {
    let plies = games.iter().map(|game| game.moves.len() as f64);
    per_game(
        "plies-per-game",
        "plies of both sides, over scored games",
        Unit::Plies,
        plies,
    )
}
