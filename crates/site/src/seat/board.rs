//! A person at chess on the ladder.

use ludometer_games::{Board, Color, Role, UciText, Variant};
use ludometer_instruments::{
    ladder::{EloLadder, GameRecord, PlannedGame, moves_told},
    seat::OpenGame,
};
use ludometer_record::desk::{Answer, Question};
use schemars::JsonSchema;
use serde::Serialize;

use super::{SeatView, asked};
use crate::token_chess::{BoardFacts, Step, step};

/// A person's game of chess.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct BoardSeat {
    /// Who sits across; none before one was chosen.
    pub opponent: Option<String>,
    /// The person's colour.
    pub colour: String,
    /// The position.
    pub position: PositionSeat,
    /// Legal moves; none where the person is not to move.
    pub moves: Vec<SeatMove>,
}

/// A position, with the way to it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PositionSeat {
    /// The board.
    pub board: BoardFacts,
    /// The position.
    pub fen: String,
    /// Whether the side to move is in check.
    pub check: bool,
    /// The move before.
    pub last: Option<Step>,
    /// The moves so far in algebraic notation.
    pub line: Vec<String>,
    /// The last move in words, with who made it.
    pub news: Option<String>,
}

/// A move that can be chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SeatMove {
    /// As UCI writes it.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// From where to where.
    pub step: Option<Step>,
    /// What a pawn becomes.
    pub promotion: Option<String>,
}

/// A move of a position.
#[must_use]
pub fn seat_move(board: &Board, uci: &str) -> SeatMove {
    let text = board.variant().parse_uci(uci);
    SeatMove {
        uci: uci.to_owned(),
        san: board.san(uci).unwrap_or_else(|_| uci.to_owned()),
        promotion: match text {
            Some(UciText::Step {
                promotion: Some(role),
                ..
            }) => Some(role_word(role)),
            _ => None,
        },
        step: text.and_then(step),
    }
}

fn role_word(role: Role) -> String {
    format!("{role:?}").to_lowercase()
}

/// A position by the moves that led to it. `own` is the person's colour.
#[must_use]
pub fn position(variant: Variant, moves: &[String], own: Color) -> (Board, PositionSeat) {
    let mut board = Board::new(variant);
    let mut line = Vec::with_capacity(moves.len());
    let mut last = None;
    let mut news = None;
    for uci in moves {
        let made = seat_move(&board, uci);
        let side = board.turn();
        if board.play(uci).is_err() {
            break;
        }
        news = Some(if side == own {
            format!("You played {}.", made.san)
        } else {
            format!("The opponent played {}.", made.san)
        });
        last = made.step;
        line.push(made.san);
    }
    let shown = PositionSeat {
        board: BoardFacts::of(variant),
        fen: board.fen(),
        check: board.in_check(),
        last,
        line,
        news,
    };
    (board, shown)
}

/// What a person sees of a game on the ladder.
#[must_use]
pub fn view(bench: &EloLadder, game: &PlannedGame, open: &OpenGame<GameRecord>) -> SeatView {
    let own = game.place.color();
    let moves = match (&open.record, asked(open)) {
        (Some(record), _) => record.moves.iter().map(|made| made.uci.clone()).collect(),
        (None, Some(decide)) => moves_told(decide),
        (None, None) => Vec::new(),
    };
    let (board, position) = position(Variant::Standard, &moves, own);
    let legal = match asked(open) {
        Some(_) => board.legal_moves(),
        None => Vec::new(),
    };
    let assigned = open.exchanges.iter().find_map(|exchange| match exchange {
        (Question::Assign(_), Answer::Assigned(assigned)) => bench.opponent(assigned.rating),
        _ => None,
    });
    SeatView::Board(BoardSeat {
        opponent: assigned.map(|one| {
            // A minus as in print.
            let rating = format!("{:.0}", one.rating).replace('-', "\u{2212}");
            format!("{} ({rating} Elo)", one.name)
        }),
        colour: own.to_string(),
        moves: legal.iter().map(|uci| seat_move(&board, uci)).collect(),
        position,
    })
}
