//! A game of Chopsticks as it was played: hands, replies, verdicts, optimal moves.

use ludometer_games::chopsticks::Position;
use ludometer_instruments::chop_bench::{ChopBench, PlannedGame, SoFar};
use ludometer_record::{
    GameLog, Seat,
    desk::{Answer, Message, Question, Reply},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::{Judged, Worth, fingers};
use crate::replay::{Said, said, shown};

/// A game of Chopsticks.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ChopReplay {
    /// Rules, as the solver names them.
    pub rules: String,
    /// Fingers are counted modulo this.
    pub modulus: usize,
    /// Who is measured.
    pub examinee: String,
    /// Who sits across.
    pub opponent: String,
    /// Every position with what was done in it; in the last one, nothing.
    pub plies: Vec<ChopPly>,
}

/// A position, and what was done in it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ChopPly {
    /// Plies before it.
    pub ply: usize,
    /// Whether the examinee is to move.
    pub examinee_moves: bool,
    /// The examinee's hands.
    pub examinee: Vec<u8>,
    /// The opponent's hands.
    pub opponent: Vec<u8>,
    /// The position as it is written, from the side that is to move.
    pub position: String,
    /// What it is worth to the side that is to move; absent where the game is over.
    pub worth: Option<Worth>,
    /// The states after the optimal moves, from the side that is to move.
    pub optimal: Vec<String>,
    /// The state that was moved to, from the side that moved; absent where nothing was played.
    pub played: Option<String>,
    /// What players said, in order, each with its verdict where it is graded.
    pub tries: Vec<ChopTry>,
}

/// A reply.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct ChopTry {
    /// The reply beside what was asked.
    pub said: Said,
    /// What is to be said of it; absent for a model in the opponent's seat.
    pub judged: Option<Judged>,
}

/// A reply with the seat that gave it and the position that it was given in.
struct Given {
    seat: Seat,
    position: String,
    said: Said,
}

pub(super) fn replay(bench: &ChopBench, game: &PlannedGame, log: &GameLog) -> ChopReplay {
    let (played, exchanges) = shown(|see| bench.so_far(game, &log.exchanges, see));
    ChopReplay {
        rules: ludometer_games::Game::id(&bench.solved().rules()),
        modulus: bench.solved().rules().modulus(),
        examinee: game.cell.model.to_string(),
        opponent: game.opponent.to_string(),
        plies: plies(bench, game, &played, given(&exchanges)),
    }
}

fn given(exchanges: &[(Question, Answer)]) -> Vec<Given> {
    // Each seat has a conversation of its own.
    let mut before: [Vec<Message>; 2] = [Vec::new(), Vec::new()];
    let replies = exchanges.iter().filter_map(|(question, answer)| {
        let (Question::Decide(decide), Answer::Reply(reply)) = (question, answer) else {
            return None;
        };
        let reply: &Reply = reply;
        let known = match decide.seat {
            Seat::First => &mut before[0],
            Seat::Second => &mut before[1],
        };
        let said = said(decide, known, reply);
        known.clone_from(&decide.messages);
        Some(Given {
            seat: decide.seat,
            position: decide.situation.position.clone(),
            said,
        })
    });
    replies.collect()
}

fn mover(ply: usize) -> Seat {
    if ply.is_multiple_of(2) {
        Seat::First
    } else {
        Seat::Second
    }
}

fn plies(bench: &ChopBench, game: &PlannedGame, played: &SoFar, given: Vec<Given>) -> Vec<ChopPly> {
    let mut given = given.into_iter().peekable();
    let mut plies = Vec::with_capacity(played.line.len());
    for (ply, position) in played.line.iter().enumerate() {
        let mut stand = stand(bench, game, ply, *position);
        stand.played = played
            .line
            .get(ply + 1)
            .map(|next| next.turned().to_string());
        let turn = played.turns.iter().find(|turn| turn.ply as usize == ply);
        let mut grades = turn.into_iter().flat_map(|turn| &turn.tries);
        let here = |one: &Given| one.seat == mover(ply) && one.position == stand.position;
        while let Some(Given { said, .. }) = given.next_if(here) {
            let judged = grades.next().map(|one| Judged::of(one.grade));
            stand.tries.push(ChopTry { said, judged });
        }
        plies.push(stand);
    }
    plies
}

fn stand(bench: &ChopBench, game: &PlannedGame, ply: usize, position: Position) -> ChopPly {
    let (own, other) = fingers(position);
    let examinee_moves = mover(ply) == game.examinee;
    let (examinee, opponent) = if examinee_moves {
        (own, other)
    } else {
        (other, own)
    };
    let solved = bench.solved();
    let over = solved.rules().terminal(position).is_some();
    ChopPly {
        ply,
        examinee_moves,
        examinee,
        opponent,
        position: position.to_string(),
        worth: (!over).then(|| Worth::of(solved.value(position))),
        optimal: solved
            .optimal_results(position)
            .iter()
            .map(ToString::to_string)
            .collect(),
        played: None,
        tries: Vec::new(),
    }
}
