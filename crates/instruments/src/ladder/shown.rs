//! What the journal tells of a game step by step, also of one that never came to its end.

use std::sync::{Mutex, PoisonError};

use futures_util::FutureExt;
use ludometer_record::{
    GameId,
    desk::{Answer, Question, ToolCall, ToolResult},
    journal::Exchange,
};

use super::{EloLadder, GameRecord, PlannedGame, play, record::MoveMade};
use crate::{
    desk::{DeskError, ReplayDesk},
    served::CallClass,
};

/// What happens in a game.
#[derive(Debug, Clone, Copy)]
pub enum Happening<'a> {
    /// A question was answered.
    Answered(&'a Question, &'a Answer),
    /// The player called a tool, or answered with a move, which counts as a call. Players
    /// that are not asked in words call for each of their moves.
    Called {
        /// The call.
        call: &'a ToolCall,
        /// What became of it.
        class: CallClass,
        /// How long the player took, in microseconds, where that is known.
        took_us: Option<u64>,
    },
    /// What the player was told of its last call.
    Told(&'a ToolResult),
    /// A move is on the board.
    Moved(&'a MoveMade),
}

/// Plays a game again from its exchanges and shows everything that happens, in order. The
/// error is [`DeskError::Unanswered`] where the game is not over.
///
/// # Panics
/// Never: a replay desk answers at once, so no game waits on it.
pub fn watch(
    ladder: &EloLadder,
    game: &PlannedGame,
    exchanges: &[Exchange],
    seen: &mut (dyn FnMut(Happening<'_>) + Send),
) -> Result<GameRecord, DeskError> {
    // The desk and the table both tell, one after the other.
    let seen = Mutex::new(seen);
    let tell = |what: Happening<'_>| seen.lock().unwrap_or_else(PoisonError::into_inner)(what);
    let mut answered = |_: &GameId, question: &Question, answer: &Answer| {
        tell(Happening::Answered(question, answer));
    };
    let mut desk = ReplayDesk::new(&game.id, exchanges).shown_to(&mut answered);
    let mut on_board = |event: play::Event<'_>| {
        tell(match event {
            play::Event::Called {
                call,
                class,
                took_us,
            } => Happening::Called {
                call,
                class,
                took_us,
            },
            play::Event::Told(result) => Happening::Told(result),
            play::Event::Moved(made) => Happening::Moved(made),
        });
    };
    play::play_watched(ladder, game, &mut desk, &mut on_board)
        .now_or_never()
        .expect("a replay desk answers at once")
}

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
