//! A person on the ladder: the moves so far, and what a person's choice says.

use std::collections::BTreeMap;

use ludometer_games::{Board, Variant};
use ludometer_record::desk::{Decide, ReplyForm, Role};
use serde::Deserialize;
use serde_json::json;

use super::{EloLadder, PlannedGame};
use crate::{
    said::last_object,
    seat::{Choice, Refused, Seated},
};

impl Seated for EloLadder {
    fn reply(&self, _: &PlannedGame, asked: &Decide, choice: &Choice) -> Result<String, Refused> {
        if !matches!(asked.form, ReplyForm::Json { .. }) {
            let problem = "a person answers in the form \"json\" alone";
            return Err(Refused(problem.to_owned()));
        }
        let text = match choice {
            Choice::Resign => "resign",
            Choice::Move { uci } => {
                let board = Board::from_fen(Variant::Standard, &asked.situation.position);
                let board = board.map_err(|problem| Refused(problem.to_string()))?;
                if !board.is_legal(uci) {
                    return Err(Refused::of(uci, "is no legal move here"));
                }
                uci
            }
            other => return Err(Refused::unasked(other, "a move or resigning")),
        };
        Ok(json!({ "move": text }).to_string())
    }
}

/// The moves before a question, as UCI, as its conversation tells them: each state that the
/// player was shown has the last two.
#[must_use]
pub fn moves_told(asked: &Decide) -> Vec<String> {
    #[derive(Deserialize)]
    struct State {
        last_moves: Vec<Made>,
    }
    #[derive(Deserialize)]
    struct Made {
        ply: u32,
        uci: String,
    }
    let mut moves = BTreeMap::new();
    for message in asked.messages.iter().filter(|one| one.role == Role::User) {
        let told = last_object(&message.text, |state: State| Some(Some(state.last_moves)));
        let told = told.unwrap_or_default().into_iter();
        moves.extend(told.map(|made| (made.ply, made.uci)));
    }
    moves.into_values().collect()
}
