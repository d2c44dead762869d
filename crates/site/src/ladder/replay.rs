//! A game of the Elo ladder as it was played: every turn with its calls, what they were
//! answered, and the moves.
//!
//! The game is played again before a watcher, by the code that played it, so that a game
//! without an end is shown by the same rules as one that has its record.

use ludometer_games::Variant;
use ludometer_instruments::{
    desk::DeskError,
    ladder::{EloLadder, Form, GameRecord, PlannedGame, findings::SeatKind, watch},
};
use ludometer_record::{GameLog, desk::Assigned, ending::Ending};

use super::{
    part,
    scene::Scene,
    shapes::{GameRef, LadderReplay, OpponentShown, TokensShown},
};
use crate::token_chess::BoardFacts;

pub(super) fn replay(ladder: &EloLadder, game: &PlannedGame, log: &GameLog) -> LadderReplay {
    let seat = ladder.seat_kind(&game.player);
    let mut scene = Scene::new(seat, ladder.table());
    let record = watch(ladder, game, &log.exchanges, &mut |what| scene.see(what));
    let Scene {
        board,
        mut turns,
        open,
        after,
        assigned,
        refused,
        tokens,
        player_us,
        opponent_us,
        ..
    } = scene;
    // Something was tried, and no move came.
    if !open.events.is_empty() {
        turns.push(open);
    }
    LadderReplay {
        board: BoardFacts::of(Variant::Standard),
        player: game.player.to_string(),
        seat,
        plays: plays(ladder, seat).to_owned(),
        color: game.place.color().to_string(),
        opponent: assigned.map(|assigned| opponent(ladder, game, &assigned)),
        rules: rules(ladder, seat),
        turns,
        end_fen: board.fen(),
        end_check: board.in_check(),
        after,
        tokens: seat.is_asked().then_some(TokensShown {
            prompt: tokens.sum.prompt,
            cached: tokens.sum.cached,
            completion: tokens.sum.completion,
            reasoning: tokens.sum.reasoning,
            answers: tokens.answers,
            counted: tokens.counted,
        }),
        player_us: (seat != SeatKind::BuiltIn).then_some(player_us),
        opponent_us,
        refused,
        note: note(record.as_ref(), log),
    }
}

fn opponent(ladder: &EloLadder, game: &PlannedGame, assigned: &Assigned) -> OpponentShown {
    let record = ladder.opponent(assigned.rating);
    let plan = ludometer_instruments::Instrument::plan(ladder);
    let after = assigned.after.iter().map(|id| GameRef {
        id: id.to_string(),
        place: plan.iter().position(|one| one.id == *id),
    });
    OpponentShown {
        name: record.map_or_else(
            || format!("{} Elo", assigned.rating),
            |record| record.name.clone(),
        ),
        rating: assigned.rating,
        standard_error: record.map_or(0.0, |record| record.standard_error),
        plays: record.map_or(String::new(), |record| {
            match (&record.engine, record.random) {
                (Some(engine), 0.0) => engine.clone(),
                (Some(engine), random) => {
                    format!("{engine}, {:.0}% of its moves at random", 100.0 * random)
                }
                (None, _) => "every move at random".to_owned(),
            }
        }),
        part: part(ladder, game.place),
        after: after.collect(),
    }
}

fn plays(ladder: &EloLadder, seat: SeatKind) -> &'static str {
    match (seat, ladder.table().form) {
        (SeatKind::Model, Form::Tools) => "a model that calls tools",
        (SeatKind::Model, Form::Json) => "a model that answers with one JSON object a turn",
        (SeatKind::Agent, _) => "a program that calls tools",
        (SeatKind::Engine, _) => "a chess engine, no language model",
        (SeatKind::BuiltIn, _) => "a part of this program, no language model",
        (SeatKind::Person, _) => "a person",
    }
}

/// The rules of a game, a line each.
fn rules(ladder: &EloLadder, seat: SeatKind) -> Vec<String> {
    let table = ladder.table();
    let mut lines = vec![format!("a draw after {} plies", table.ply_cap)];
    if seat.is_asked() {
        lines.push(format!("lost after {} calls", table.max_calls));
    }
    if seat == SeatKind::Model {
        let tries = table.tries;
        lines.push(format!("lost after {tries} replies without a legal move"));
    }
    lines
}

fn note(record: Result<&GameRecord, &DeskError>, log: &GameLog) -> Option<String> {
    let said = match (&log.ended, record) {
        (Some(Ending::Scored { .. }), Ok(_)) => return None,
        (Some(Ending::Void { .. }), _) => {
            "The game is void and enters no rating. It is shown as far as it got."
        }
        (None, _) if log.exchanges.is_empty() => {
            "The game is not begun. Its opponent is chosen when it begins."
        }
        (None, _) => "The game is not over. It is shown as far as the journal has it.",
        (Some(Ending::Scored { .. }), Err(_)) => {
            "The record does not replay. The game is shown as far as it does."
        }
    };
    Some(said.to_owned())
}
