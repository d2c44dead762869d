//! What players did with their memory, and which one they chose.

use super::{
    headline::count,
    legality::HOT,
    numbers::{score, share, share_of_games},
    player::{ChosenMemory, MemoryChoice, MemoryUse},
    seats::Seats,
    steering::{chosen, per_turn},
};
use crate::{
    MeasureError,
    token_chess::{Memory, memory::Choice},
};

/// What was done with each memory that a seat had.
pub(super) fn memories(seats: &Seats<'_>) -> Result<Vec<MemoryUse>, MeasureError> {
    let hot_of = |seats: &Seats<'_>| {
        seats.tallies(|game, side| {
            let batches = chosen(game, side);
            let hot = batches.filter(|(_, batch)| batch.setting.temperature.get() >= HOT);
            (count(hot.count()), count(chosen(game, side).count()))
        })
    };
    let (all_hot, all_samples) = (hot_of(seats)?, seats.samples(|_, _, _| true)?);
    let mut memories = Vec::new();
    for memory in Memory::ALL {
        let seats = seats.only(|game, side| game.memory[side] == memory);
        if seats.games() == 0 {
            continue;
        }
        let notes = seats.tallies(|game, side| {
            let seat = &game.seats[side];
            // The choice of a memory carries no note.
            let choice = u32::from(game.choices[side].is_some());
            (
                count(seat.notes.len()),
                seat.decisions.saturating_sub(choice),
            )
        })?;
        let with = format!("with {memory} as memory");
        memories.push(MemoryUse {
            memory,
            seats: seats.iter().count(),
            notes: (memory == Memory::Notepad).then(|| {
                let definition = "notes written / decisions that could carry one";
                share("notes", definition, &notes, &notes)
            }),
            hot: share(
                "hot",
                &format!(
                    "batches at temperature {HOT:.1} or more / batches that the player set, {with}"
                ),
                &hot_of(&seats)?,
                &all_hot,
            ),
            attempt_legality: share(
                "attempt-legality.memory",
                &format!("legal samples / samples, {with}"),
                &seats.samples(|_, _, _| true)?,
                &all_samples,
            ),
            per_turn: per_turn(&seats, &format!(", {with}"), |_| true)?,
            score: score(
                "score.memory",
                &format!("points / games against others, {with}; colours as they came"),
                &seats.against_others().half_points()?,
            ),
        });
    }
    Ok(memories)
}

/// Which memory was chosen; none where there was no choice.
pub(super) fn choices(seats: &Seats<'_>) -> Result<Option<MemoryChoice>, MeasureError> {
    let seats = seats.only(|game, side| game.choices[side].is_some());
    if seats.games() == 0 {
        return Ok(None);
    }
    let tally = |hit: &dyn Fn(&Choice) -> bool, counts: &dyn Fn(&Choice) -> bool| {
        seats.tallies(|game, side| {
            let choice = game.choices[side].as_ref().filter(|choice| counts(choice));
            choice.map_or((0, 0), |choice| (u32::from(hit(choice)), 1))
        })
    };
    let mut tools = Vec::new();
    for memory in Memory::ALL {
        let tallies = tally(&|choice| choice.tool == memory, &|choice| !choice.fell_back)?;
        let definition = format!("choices of {memory} / choices that could be read");
        // Both seats of a game against itself may choose.
        let finding = if tallies.total().trials() > tallies.games() as u64 {
            share("chosen", &definition, &tallies, &tallies)
        } else {
            share_of_games("chosen", &definition, &tallies)
        };
        tools.push((memory, finding));
    }
    let fell_back = tally(&|choice| choice.fell_back, &|_| true)?;
    let each = seats.iter().filter_map(|(game, side)| {
        let choice = game.choices[side].as_ref()?;
        Some(ChosenMemory {
            game: game.id.to_string(),
            side,
            menu: choice.menu.clone(),
            tool: choice.tool,
            why: choice.why.clone(),
            fell_back: choice.fell_back,
        })
    });
    Ok(Some(MemoryChoice {
        chosen: tools.into_iter().collect(),
        fell_back: share(
            "choice-fallbacks",
            "choices that could not be read, so that the tool was none / choices",
            &fell_back,
            &fell_back,
        ),
        each: each.collect(),
    }))
}
