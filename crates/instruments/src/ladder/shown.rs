//! What the journal tells of a game that has no record, since it never came to its end.

use ludometer_record::{
    desk::{Answer, Question},
    journal::Exchange,
};

use super::{EloLadder, PlannedGame};

/// The moves of a game up to its last answer by an engine, as UCI.
///
/// A game that was void or is not over has no record. Its questions are asked again, and the
/// engine is told all moves before its own. What was played after its last answer is not
/// among them.
#[must_use]
pub fn moves_shown(ladder: &EloLadder, game: &PlannedGame, exchanges: &[Exchange]) -> Vec<String> {
    let mut moves = Vec::new();
    let mut seen = |_: &_, question: &Question, answer: &Answer| {
        if let (Question::Move(turn), Answer::Moved(reply)) = (question, answer) {
            moves.clone_from(&turn.moves);
            moves.push(reply.uci.clone());
        }
    };
    // What does not fit is `verify`'s to tell; the moves before it stand.
    drop(crate::replay(ladder, game, exchanges, &mut seen));
    moves
}
