//! How a player set the sampler, what it spent, what its replies were.

use ludometer_games::Color;

use super::{
    headline::count,
    legality::{PLIES, RETRIES},
    numbers::{ratio, share},
    player::{Knob, Replies, SeatCost, Silent, Slice, Spending},
    seats::{Seats, bought, moved_by, turns},
};
use crate::{
    Finding, MeasureError, Unit,
    token_chess::{
        GameRecord,
        record::{Asker, Attempt, Batch, MovedBy, Turn},
    },
};

/// Batches whose setting the player chose, each with its place among all of its turn.
pub(super) fn chosen(game: &GameRecord, side: Color) -> impl Iterator<Item = (usize, &Batch)> {
    turns(game, side)
        .flat_map(|turn| (1..).zip(bought(turn)))
        .filter(|(_, batch)| batch.by == Asker::Player)
}

/// Settings by the batch's place; places without a batch are left out.
pub(super) fn knobs(seats: &Seats<'_>) -> Result<Vec<Knob>, MeasureError> {
    let capped = |keep: &dyn Fn(usize) -> bool| {
        seats.tallies(|game, side| {
            let batches = chosen(game, side).filter(|(place, _)| keep(*place));
            let batches: Vec<&Batch> = batches.map(|(_, batch)| batch).collect();
            let capped = batches.iter().filter(|b| b.setting.soft_cap.is_some());
            (count(capped.count()), count(batches.len()))
        })
    };
    let all = capped(&|_| true)?;
    let mut knobs = Vec::new();
    for band in RETRIES {
        let here = capped(&|place| band.holds(&place))?;
        if here.games() == 0 {
            continue;
        }
        let temperatures = seats.amounts(|game, side| {
            let batches = chosen(game, side).filter(|(place, _)| band.holds(place));
            batches.fold((0.0, 0.0), |(sum, n), (_, batch)| {
                (sum + batch.setting.temperature.get(), n + 1.0)
            })
        });
        let which = format!("batch {} of its turn", band.label);
        knobs.push(Knob {
            retry: band.label.to_owned(),
            temperature: ratio(
                "temperature",
                &format!("mean temperature of the batches that the player set, {which}"),
                Unit::Temperature,
                &temperatures,
            )?,
            capped: share(
                "capped",
                &format!("batches with a soft cap / batches that the player set, {which}"),
                &here,
                &all,
            ),
        });
    }
    Ok(knobs)
}

/// Tokens of the budget a turn.
pub(super) fn per_turn(
    seats: &Seats<'_>,
    which: &str,
    keep: impl Fn(&Turn) -> bool,
) -> Result<Finding, MeasureError> {
    let rows = seats.amounts(|game, side| {
        let turns = turns(game, side).filter(|turn| keep(turn));
        turns.fold((0.0, 0.0), |(spent, n), turn| {
            (spent + f64::from(turn.spent), n + 1.0)
        })
    });
    let definition = format!("tokens spent / turns, those without a move included{which}");
    ratio(
        "tokens-per-turn",
        &definition,
        Unit::BudgetTokensPerTurn,
        &rows,
    )
}

/// What a player's tokens went into.
pub(super) fn spending(seats: &Seats<'_>) -> Result<Spending, MeasureError> {
    let mut by_ply = Vec::new();
    for band in PLIES {
        let which = format!(", plies {}", band.label);
        let finding = per_turn(seats, &which, |turn| band.holds(&turn.ply))?;
        if finding.value.is_some() {
            by_ply.push(Slice {
                label: band.label.to_owned(),
                finding,
            });
        }
    }
    let games = seats.amounts(|game, side| (f64::from(game.seats[side].spent), 1.0));
    Ok(Spending {
        per_turn: per_turn(seats, "", |_| true)?,
        per_game: ratio(
            "tokens-per-game",
            "tokens spent / seats: games, those against itself twice",
            Unit::BudgetTokensPerGame,
            &games,
        )?,
        by_ply,
    })
}

/// Candidates at picks, and picks at random; nothing where no rules let a player pick.
pub(super) fn picks(seats: &Seats<'_>) -> Result<(Option<Finding>, Option<Finding>), MeasureError> {
    let seats = seats.only(|game, _| game.rules.picks());
    if seats.games() == 0 {
        return Ok((None, None));
    }
    let candidates = seats.amounts(|game, side| {
        let picks = turns(game, side).filter(|turn| moved_by(turn, MovedBy::Player));
        picks.fold((0.0, 0.0), |(sum, n), turn| {
            (sum + turn.candidates.len() as f64, n + 1.0)
        })
    });
    let forced = |turn: &Turn| moved_by(turn, MovedBy::ForcedPick);
    let picked = |turn: &Turn| forced(turn) || moved_by(turn, MovedBy::Player);
    let forced = seats.turns(picked, forced)?;
    Ok((
        Some(ratio(
            "candidates-per-pick",
            "candidates / moves that the player picked",
            Unit::Candidates,
            &candidates,
        )?),
        Some(share(
            "forced-picks",
            "moves at random among the candidates, since the player picked what cannot be picked / picks",
            &forced,
            &forced,
        )),
    ))
}

/// What a model's replies were.
pub(super) fn replies(seats: &Seats<'_>) -> Result<Replies, MeasureError> {
    let tally = |which: &dyn Fn(&GameRecord, Color) -> u32| {
        seats.tallies(|game, side| (which(game, side), game.seats[side].decisions))
    };
    let failures = tally(&|game, side| game.seats[side].parse_failures)?;
    let fallbacks = tally(&|game, side| game.seats[side].fallbacks)?;
    Ok(Replies {
        parse_failures: share(
            "parse-failures",
            "decisions whose first reply could not be used / decisions",
            &failures,
            &failures,
        ),
        fallbacks: share(
            "fallbacks",
            "decisions that the rules made, since two replies could not be used / decisions",
            &fallbacks,
            &failures,
        ),
    })
}

/// What the harness did silently; none where it did nothing.
pub(super) fn silent(seats: &Seats<'_>) -> Result<Option<Silent>, MeasureError> {
    let tallies = seats.tallies(|game, side| {
        let batches = turns(game, side).flat_map(|turn| &turn.batches);
        let samples: Vec<&Attempt> = batches
            .filter(|batch| batch.by == Asker::Harness)
            .flat_map(|batch| &batch.attempts)
            .collect();
        let legal = samples.iter().filter(|sample| sample.is_legal()).count();
        (count(legal), count(samples.len()))
    })?;
    let moves = |by: MovedBy| {
        let turns = seats.iter().flat_map(|(game, side)| turns(game, side));
        turns.filter(|turn| moved_by(turn, by)).count()
    };
    let (sampled, uniform) = (
        moves(MovedBy::HarnessSampled),
        moves(MovedBy::HarnessUniform),
    );
    let nothing = tallies.games() == 0 && sampled + uniform == 0;
    Ok((!nothing).then(|| Silent {
        legality: share(
            "silent-legality",
            "legal samples / samples that the harness drew silently; drawing ends with the first legal one",
            &tallies,
            &tallies,
        ),
        sampled,
        uniform,
    }))
}

/// What each colour's seats cost.
pub(super) fn costs(seats: &Seats<'_>) -> Vec<SeatCost> {
    let cost = |side: Color| {
        let mut cost = SeatCost {
            side,
            seats: 0,
            spent: 0,
            decisions: 0,
            calls: 0,
            counted_calls: 0,
            prompt_tokens: None,
            completion_tokens: None,
            reasoning_tokens: None,
        };
        let plus = |sum: &mut Option<u64>, more: Option<u64>| {
            if let Some(more) = more {
                *sum = Some(sum.unwrap_or(0).saturating_add(more));
            }
        };
        for (game, _) in seats.only(|_, seat| seat == side).iter() {
            let seat = &game.seats[side];
            cost.seats += 1;
            cost.spent += u64::from(seat.spent);
            cost.decisions += u64::from(seat.decisions);
            cost.calls += u64::from(seat.calls);
            cost.counted_calls += u64::from(seat.usage.counted);
            plus(&mut cost.prompt_tokens, seat.usage.sums.prompt);
            plus(&mut cost.completion_tokens, seat.usage.sums.completion);
            plus(&mut cost.reasoning_tokens, seat.usage.sums.reasoning);
        }
        cost
    };
    let costs = Color::ALL.into_iter().map(cost);
    costs.filter(|cost| cost.seats > 0).collect()
}
