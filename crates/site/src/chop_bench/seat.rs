//! A person at Chopsticks.

use ludometer_games::chopsticks::Position;
use ludometer_instruments::{
    chop_bench::{AnswerStyle, ChopBench, Dress, GameRecord, PlannedGame, commitment},
    seat::OpenGame,
};
use ludometer_record::{
    Seat,
    desk::{Answer, Decide, Question, Reply},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::exam::told;
use crate::seat::{SeatView, asked};

/// A person's game of Chopsticks.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ChopSeat {
    /// Who sits across.
    pub opponent: String,
    /// Whether the person moves first.
    pub first: bool,
    /// The position, the person's hands first.
    pub position: String,
    /// Fingers are counted modulo this.
    pub modulus: usize,
    /// The rules in words.
    pub told: Vec<String>,
    /// Tries that a turn allows; the first is graded.
    pub tries: u32,
    /// What happened before.
    pub news: Option<String>,
}

/// What a person sees of a game.
#[must_use]
pub fn view(bench: &ChopBench, game: &PlannedGame, open: &OpenGame<GameRecord>) -> SeatView {
    let before = open
        .exchanges
        .iter()
        .rev()
        .find_map(|exchange| match exchange {
            (Question::Decide(decide), Answer::Reply(reply)) => Some((decide, reply.as_ref())),
            _ => None,
        });
    let own = |position: Position, plies: u32| {
        let first_moves = plies.is_multiple_of(2);
        let mine = first_moves == (game.examinee == Seat::First);
        if mine { position } else { position.turned() }
    };
    let position = match (&open.record, asked(open)) {
        (Some(record), _) => {
            let last = record.line.last().copied().unwrap_or(game.start);
            own(last, record.plies).to_string()
        }
        (None, Some(decide)) => decide.situation.position.clone(),
        (None, None) => own(game.start, 0).to_string(),
    };
    SeatView::ChopBench(ChopSeat {
        opponent: game.opponent.to_string(),
        first: game.examinee == Seat::First,
        modulus: bench.solved().rules().modulus(),
        told: told(bench),
        tries: bench.policy().tries(),
        news: asked(open).and_then(|decide| news(bench, decide, before)),
        position,
    })
}

fn news(bench: &ChopBench, now: &Decide, before: Option<(&Decide, &Reply)>) -> Option<String> {
    let rules = bench.solved().rules();
    let Some((asked, reply)) = before else {
        let moved = now.situation.position != rules.start().to_string();
        return moved.then(|| format!("The opponent moved first, to {}.", theirs(bench, now)));
    };
    let said = commitment(reply, AnswerStyle::Json, Dress::Plain, rules.hands()).ok()?;
    let said = Dress::Plain.write_raw(&said);
    // A second try is asked for in the same turn.
    if now.messages.len() > asked.messages.len() {
        return Some(format!(
            "No legal move leads to {said}. Try again; the first answer is the one that is graded."
        ));
    }
    Some(format!(
        "You moved to {said}. The opponent moved to {}, its own hands first.",
        theirs(bench, now)
    ))
}

/// The position of a question, the opponent's hands first.
fn theirs(bench: &ChopBench, now: &Decide) -> String {
    let position = bench.solved().rules().parse(&now.situation.position);
    position.map_or_else(|_| String::new(), |position| position.turned().to_string())
}
