//! Pairs of players that met, each with an exact test.

use ludometer_record::PlayerName;
use ludometer_stats::{holm, sign_test};

use super::{
    compared::Match,
    headline::results,
    numbers::{balanced_score, exact_share_of_games, score},
    seats::{Seats, by_stand_in, half_points, is_self_play},
};
use crate::{MeasureError, measured::Results, token_chess::GameRecord};

/// Under so many games a match says in words how little it can show.
const FEW: usize = 10;

/// Every pair that met, in the order of `players`.
pub(super) fn matches(
    games: &[&GameRecord],
    players: &[PlayerName],
) -> Result<Vec<Match>, MeasureError> {
    let mut matches = Vec::new();
    for (index, first) in players.iter().enumerate() {
        for second in &players[index + 1..] {
            let met = |game: &&&GameRecord| {
                let pair = [&game.players.white, &game.players.black];
                !is_self_play(game) && pair.contains(&first) && pair.contains(&second)
            };
            let games: Vec<&GameRecord> = games.iter().filter(met).copied().collect();
            if !games.is_empty() {
                matches.push(one(&games, first, second)?);
            }
        }
    }
    let tested: Vec<f64> = matches.iter().filter_map(|one| one.p).collect();
    let adjusted = holm(&tested).map_err(|problem| MeasureError::Estimate(problem.to_string()))?;
    let tested = matches.iter_mut().filter(|one| one.p.is_some());
    for (one, p_holm) in tested.zip(adjusted) {
        one.p_holm = Some(p_holm);
    }
    Ok(matches)
}

fn one(
    games: &[&GameRecord],
    first: &PlayerName,
    second: &PlayerName,
) -> Result<Match, MeasureError> {
    let seats = Seats::of_player(games, first);
    let results = results(&seats);
    let mut points = balanced_score(&seats)?;
    if points.value.is_none() {
        points = score(
            "score",
            "points / games; the first player had one colour only",
            &seats.half_points()?,
        );
    }
    let decisive = seats.tallies(|game, side| match half_points(game, side) {
        Some(2) => (1, 1),
        Some(0) => (0, 1),
        _ => (0, 0),
    })?;
    let p = (results.won + results.lost > 0)
        .then(|| sign_test(results.won as u64, results.lost as u64))
        .transpose()
        .map_err(|problem| MeasureError::Estimate(problem.to_string()))?;
    Ok(Match {
        first: first.clone(),
        second: second.clone(),
        results,
        stand_in: games.iter().filter(|game| by_stand_in(game)).count(),
        score: points,
        decisive: exact_share_of_games(
            "decisive-games-won",
            "decisive games that the first player won / decisive games",
            &decisive,
        ),
        p,
        p_holm: None,
        remark: remark(results)?,
    })
}

/// What so few games could show at best.
fn remark(results: Results) -> Result<Option<String>, MeasureError> {
    let decisive = results.won + results.lost;
    let games = decisive + results.drawn;
    if decisive == 0 {
        return Ok(Some(format!(
            "{games} games, none decisive: nothing to test."
        )));
    }
    if games >= FEW {
        return Ok(None);
    }
    let least = sign_test(decisive as u64, 0)
        .map_err(|problem| MeasureError::Estimate(problem.to_string()))?;
    Ok(Some(format!(
        "Only {games} games, a small sample: with {decisive} of them decisive, p cannot be below \
         {least:.4}."
    )))
}
