//! What a player is ranked by, and what stands beside it under its own name.

use ludometer_games::Color;

use super::{
    numbers::{balanced_score, ratio, score, share, share_of_games},
    seats::{Seats, bought, first_sample, half_points, moved_by, turns},
};
use crate::{
    Finding, MeasureError, Unit,
    measured::Results,
    token_chess::record::{Attempt, MovedBy, Turn},
};

/// The findings of all rounds; which of them leads depends on the economy.
#[derive(Debug)]
pub(super) struct Headlines {
    pub(super) wins_per_token: Finding,
    pub(super) win_rate: Finding,
    pub(super) balanced_score: Finding,
    pub(super) score_as_white: Finding,
    pub(super) score_as_black: Finding,
    pub(super) control_rate: Finding,
    pub(super) first_try_legality: Finding,
    pub(super) attempt_legality: Finding,
    pub(super) hits_per_call: Finding,
}

/// Measures a player's seats.
pub(super) fn headlines(seats: &Seats<'_>) -> Result<Headlines, MeasureError> {
    let others = seats.against_others();
    let won = |points: Option<u32>| f64::from(u8::from(points == Some(2)));
    let spent = others.amounts(|game, side| {
        let tokens = f64::from(game.seats[side].spent);
        (won(half_points(game, side)), tokens)
    });
    let wins = others.tallies(|game, side| (u32::from(half_points(game, side) == Some(2)), 1))?;
    let colour = |colour: Color, id: &str, definition: &str| {
        let seats = others.only(|_, side| side == colour);
        Ok(score(id, definition, &seats.half_points()?))
    };
    let moves = seats.turns(
        |turn| turn.played.is_some(),
        |turn| moved_by(turn, MovedBy::Player),
    )?;
    let sampled = |turn: &Turn| first_sample(turn).is_some();
    let hit = |turn: &Turn| first_sample(turn).is_some_and(Attempt::is_legal);
    let first_tries = seats.turns(sampled, hit)?;
    let attempts = seats.samples(|_, _, _| true)?;
    let per_call = seats.tallies(|game, side| {
        let hits = turns(game, side).filter(|turn| hit(turn)).count();
        let samples = turns(game, side).flat_map(bought);
        let samples: usize = samples.map(|batch| batch.attempts.len()).sum();
        (count(hits), count(samples))
    })?;
    Ok(Headlines {
        wins_per_token: ratio(
            "wins-per-token",
            "games won / tokens spent, in games against others",
            Unit::WinsPerToken,
            &spent,
        )?,
        win_rate: share_of_games("win-rate", "games won / games, against others", &wins),
        balanced_score: balanced_score(&others)?,
        score_as_white: colour(
            Color::White,
            "score-as-white",
            "points / games as White, against others",
        )?,
        score_as_black: colour(
            Color::Black,
            "score-as-black",
            "points / games as Black, against others",
        )?,
        control_rate: share(
            "control-rate",
            "moves that the player landed or picked itself / its moves",
            &moves,
            &moves,
        ),
        first_try_legality: share(
            "first-try-legality",
            "turns whose first sample was legal / turns with a sample",
            &first_tries,
            &first_tries,
        ),
        attempt_legality: share(
            "attempt-legality",
            "legal samples / samples",
            &attempts,
            &attempts,
        ),
        hits_per_call: share(
            "hits-per-call",
            "turns whose first sample was legal / samples",
            &per_call,
            &per_call,
        ),
    })
}

/// Games against others by result.
pub(super) fn results(seats: &Seats<'_>) -> Results {
    let mut results = Results::default();
    for (game, side) in seats.against_others().iter() {
        match half_points(game, side) {
            Some(2) => results.won += 1,
            Some(1) => results.drawn += 1,
            Some(_) => results.lost += 1,
            None => {}
        }
    }
    results
}

pub(super) fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
