//! A person in Token Chess: the purse, the pool, and what was dreamt in this turn.

use ludometer_games::{Board, Color, Variant};
use ludometer_instruments::{
    seat::OpenGame,
    token_chess::{
        GameRecord, PlannedGame, TokenChess,
        memory::{Memory, TEXT_LIMIT},
        rules::TEMPERATURES,
        seat::{Wanted, wanted},
    },
    tool::board_of,
};
use ludometer_record::{
    Seat,
    desk::{Answer, Question},
};
use schemars::JsonSchema;
use serde::Serialize;

use super::replay::{BatchShown, drawn, rules};
use crate::seat::{
    SeatView, asked,
    board::{PositionSeat, SeatMove, position, seat_move},
};

/// A person's game of Token Chess.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct TokenSeat {
    /// Who sits across.
    pub opponent: String,
    /// The person's colour.
    pub colour: String,
    /// The position.
    pub position: PositionSeat,
    /// The rules, a line each.
    pub rules: Vec<String>,
    /// Memories to choose among; none where that is not asked.
    pub menu: Vec<Memory>,
    /// Tokens that are left; none where no decision is asked.
    pub tokens: Option<u32>,
    /// Tokens that come each turn.
    pub income: u32,
    /// Samples that a token buys.
    pub batch: u32,
    /// Whether legal samples are gathered until one is picked.
    pub picks: bool,
    /// Whether a token can be spent.
    pub may_sample: bool,
    /// What can be picked.
    pub candidates: Vec<SeatMove>,
    /// What was drawn in this turn.
    pub batches: Vec<BatchShown>,
    /// Most characters of a note; none without a notepad.
    pub note: Option<usize>,
    /// Most characters of the reason for a choice.
    pub why: usize,
    /// The least and the greatest temperature.
    pub temperatures: (f64, f64),
}

/// What a person sees of a game.
#[must_use]
pub fn view(bench: &TokenChess, game: &PlannedGame, open: &OpenGame<GameRecord>) -> SeatView {
    let economy = bench.condition(game).rules;
    let variant = board_of(economy.tier);
    let is_second = match asked(open) {
        Some(decide) => decide.seat == Seat::Second,
        // Nobody is asked: the person is the side that no rule of this program plays.
        None => bench.mock(&game.players.white).is_some(),
    };
    let own = if is_second {
        Color::Black
    } else {
        Color::White
    };
    let wanted = asked(open).and_then(wanted);
    let (stand, notes, menu) = match wanted {
        Some(Wanted::Decision { stand, notes }) => (Some(stand), notes, Vec::new()),
        Some(Wanted::Memory(menu)) => (None, false, menu),
        None => (None, false, Vec::new()),
    };
    let moves = match (&open.record, &stand) {
        (Some(record), _) => record.moves.clone(),
        (None, stand) => {
            let fen = stand.as_ref().map(|stand| stand.fen.as_str());
            moves_drawn(variant, &open.exchanges, fen)
        }
    };
    let (board, position) = position(variant, &moves, own);
    let batches = match stand {
        Some(_) => drawn_here(&board, &open.exchanges),
        None => Vec::new(),
    };
    let tokens = stand.as_ref().map(|stand| stand.tokens);
    let candidates = stand.map(|stand| stand.candidates).unwrap_or_default();
    SeatView::TokenChess(Box::new(TokenSeat {
        opponent: game.players[own.other()].to_string(),
        colour: own.to_string(),
        position,
        rules: rules(bench, game),
        menu,
        tokens,
        income: economy.income,
        batch: economy.batch,
        picks: economy.picks(),
        may_sample: tokens.is_some_and(|tokens| tokens > 0),
        candidates: candidates
            .iter()
            .map(|uci| seat_move(&board, uci))
            .collect(),
        batches,
        note: notes.then_some(TEXT_LIMIT),
        why: TEXT_LIMIT,
        temperatures: (*TEMPERATURES.start(), *TEMPERATURES.end()),
    }))
}

/// The moves of a game that is not over: those of its last draw, and the one that leads from
/// there to the position, where the next turn has begun.
fn moves_drawn(
    variant: Variant,
    exchanges: &[(Question, Answer)],
    fen: Option<&str>,
) -> Vec<String> {
    let draws = exchanges.iter().rev();
    let last = draws.filter_map(|(question, _)| match question {
        Question::Draw(draw) => Some(&draw.moves),
        _ => None,
    });
    let mut moves = last.into_iter().next().cloned().unwrap_or_default();
    let (Some(fen), Ok(mut board)) = (fen, Board::replay(variant, &moves)) else {
        return moves;
    };
    if board.fen() == fen {
        return moves;
    }
    let led = board.legal_moves().into_iter().find(|uci| {
        if board.play(uci).is_err() {
            return false;
        }
        let led = board.fen() == fen;
        board.undo();
        led
    });
    moves.extend(led);
    moves
}

/// What was drawn in the position.
fn drawn_here(board: &Board, exchanges: &[(Question, Answer)]) -> Vec<BatchShown> {
    let draws = exchanges.iter().filter_map(|exchange| match exchange {
        (Question::Draw(draw), Answer::Samples(texts)) if draw.moves == board.moves() => {
            Some(drawn(board, draw, texts))
        }
        _ => None,
    });
    draws.collect()
}
