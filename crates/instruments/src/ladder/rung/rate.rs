//! A player's rating from games against rungs, with the rungs' own uncertainty.
//!
//! All rungs hang from one anchor by a chain of matches, so their errors go together: if the
//! first rung under the floor is rated too high, so are all below it. Taken as independent,
//! the errors of several rungs would seem to average out. Here the player's games and the
//! rungs' own games go into one fit instead, and the player's profile has everyone else's
//! rating maximised over.

use ludometer_stats::{
    Level,
    ladder::{
        Colour, Elo, Game, Outcome, Score,
        pool::{PlayerFit, Pool, PoolError},
    },
};

use super::RungTable;

/// The rating of a player, its interval at `level`, and what else the joint fit says.
///
/// An opponent whose rating is none of the table's is the engine above its floor, taken at
/// its word without error.
pub fn rate(table: &RungTable, games: &[Game], level: Level) -> Result<PlayerFit, PoolError> {
    let mut above: Vec<Elo> = Vec::new();
    for game in games {
        if table.rung(game.opponent).is_none() && !above.contains(&game.opponent) {
            above.push(game.opponent);
        }
    }
    let rungs = table.rungs.len();
    let player = rungs + above.len();
    let mut pool = Pool::new(player + 1, 0.0);
    if let Some(floor) = table.rungs.first() {
        pool.anchor(0, floor.rating);
    }
    for (place, &rating) in above.iter().enumerate() {
        pool.anchor(rungs + place, rating);
    }
    for pairing in &table.pairings {
        let places = table
            .index(&pairing.first)
            .zip(table.index(&pairing.second));
        let Some((first, second)) = places else {
            continue;
        };
        add_all(&mut pool, (first, second), pairing.as_white)?;
        add_all(&mut pool, (second, first), reversed(pairing.as_black))?;
    }
    for game in games {
        let place = |rating: Elo| {
            let rung = table.rungs.iter().position(|rung| rung.rating == rating);
            rung.or_else(|| {
                above
                    .iter()
                    .position(|&at| at == rating)
                    .map(|at| rungs + at)
            })
        };
        let Some(opponent) = place(game.opponent) else {
            continue;
        };
        match game.colour {
            Colour::White => pool.add(player, opponent, game.outcome)?,
            Colour::Black => pool.add(opponent, player, game.outcome.reversed())?,
        }
    }
    pool.fit_one(player, level)
}

fn reversed(score: Score) -> Score {
    Score {
        wins: score.losses,
        draws: score.draws,
        losses: score.wins,
    }
}

fn add_all(pool: &mut Pool, (white, black): (usize, usize), score: Score) -> Result<(), PoolError> {
    for (outcome, games) in [
        (Outcome::Win, score.wins),
        (Outcome::Draw, score.draws),
        (Outcome::Loss, score.losses),
    ] {
        for _ in 0..games {
            pool.add(white, black, outcome)?;
        }
    }
    Ok(())
}
