//! Chess, Gardner and Grand, served.

use ludometer_games::{Board, Claims, Color, MoveError, Role, Variant};
use ludometer_record::{
    Seat,
    ending::{GameResult, Termination},
};
use serde::Serialize;

use super::{
    field::{Field, Refused, Situation},
    game::{Served, Stamped},
    shown::shown,
};
use crate::on_board;

/// A served game on one of the boards.
pub type ServedBoard = Served<Board>;

/// The state of a game, as an agent sees it. It holds nothing that an agent could not find
/// out by itself: no evaluation, no list of legal moves, nothing about the opponent.
#[derive(Debug, Serialize)]
pub struct BoardState<'a> {
    /// The position.
    pub fen: String,
    /// The position as text, White below.
    pub board: String,
    /// `white` or `black`.
    pub side_to_move: Color,
    /// `white` or `black`.
    pub you_are: Color,
    /// Plies played by both.
    pub ply: u32,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// Whether the game is over.
    pub game_over: bool,
    /// `1-0`, `0-1` or `1/2-1/2`; null while the game goes on.
    pub result: Option<&'static str>,
    /// Why the game ended, as the records write it; null while it goes on.
    pub termination: Option<Termination>,
    /// The last moves, at most two, oldest first.
    pub last_moves: &'a [Stamped<BoardMove>],
}

/// A move on a board.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BoardMove {
    /// As UCI writes it.
    pub uci: String,
    /// In algebraic notation.
    pub san: String,
    /// The position after it.
    pub fen_after: String,
}

impl ServedBoard {
    /// A game from the start. `ply_cap` plies without an ending are a draw.
    #[must_use]
    pub fn new(variant: Variant, you: Color, ply_cap: u32) -> Self {
        Self::on(Board::new(variant), on_board::seat(you), ply_cap)
    }
}

impl Field for Board {
    type Move = BoardMove;

    fn notation(&self) -> String {
        let variant = self.variant();
        let promotions: Vec<String> = variant
            .roles()
            .iter()
            .filter(|role| !matches!(role, Role::Pawn | Role::King))
            .map(|role| role.letter().to_string())
            .collect();
        let castling = match variant {
            Variant::Standard => " Castling is the king's move, as e1g1.",
            Variant::Gardner | Variant::Grand12 => "",
        };
        format!(
            "One move in UCI notation: the square it leaves and the square it goes to, in lower case, as {}.{castling} \
             A promotion ends in the letter of the new piece, one of {}.",
            match variant {
                Variant::Standard => "e2e4",
                Variant::Gardner => "c2c3",
                Variant::Grand12 => "e3e5",
            },
            promotions.join(", ")
        )
    }

    fn turn(&self) -> Seat {
        on_board::seat(self.turn())
    }

    fn plies(&self) -> u32 {
        u32::try_from(self.ply()).unwrap_or(u32::MAX)
    }

    fn play(&mut self, text: &str) -> Result<BoardMove, Refused> {
        let san = self.san(text).map_err(|error| refused(&error))?;
        self.play(text).map_err(|error| refused(&error))?;
        Ok(BoardMove {
            uci: text.to_owned(),
            san,
            fen_after: self.fen(),
        })
    }

    fn ending(&self) -> Option<(GameResult, Termination)> {
        let ending = self.ending(Claims::Made)?;
        let result = ending.winner.map_or(GameResult::Draw, |winner| {
            GameResult::won_by(on_board::seat(winner))
        });
        Some((result, on_board::termination(ending.kind)))
    }

    fn state(&self, situation: &Situation<'_, BoardMove>) -> String {
        let state = BoardState {
            fen: self.fen(),
            board: self.to_string(),
            side_to_move: self.turn(),
            you_are: color(situation.you),
            ply: self.plies(),
            in_check: self.in_check(),
            game_over: situation.over.is_some(),
            result: situation.over.map(|over| score(over.result)),
            termination: situation.over.map(|over| over.termination),
            last_moves: situation.last,
        };
        serde_json::to_string(&state).expect("a state is plain JSON data")
    }
}

fn refused(error: &MoveError) -> Refused {
    match error {
        MoveError::Illegal { text, .. } => {
            Refused::Illegal(format!("{:?} is not a legal move here", shown(text)))
        }
        MoveError::Malformed { text, .. } => {
            Refused::Malformed(format!("{:?} is no move in UCI notation", shown(text)))
        }
    }
}

const fn color(seat: Seat) -> Color {
    match seat {
        Seat::First => Color::White,
        Seat::Second => Color::Black,
    }
}

const fn score(result: GameResult) -> &'static str {
    match result {
        GameResult::FirstWins => "1-0",
        GameResult::SecondWins => "0-1",
        GameResult::Draw => "1/2-1/2",
    }
}
