//! FEN of fairy boards: as in chess, with empty runs up to twelve.

use std::fmt::Write as _;

use super::geometry::{STRIDE, bit, each, number, square};
use super::position::Position;
use super::rules::Rules;
use crate::uci::Square;
use crate::{Color, Piece, Role};

/// Why a text is no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Not four to six fields.
    #[error("{0} fields, expected pieces, turn, castling, en passant and perhaps two clocks")]
    Fields(usize),
    /// The pieces do not fill the board.
    #[error("the pieces {0:?} do not fill the board")]
    Pieces(String),
    /// Not a piece of any board, or a mark that this board does not have.
    #[error("no piece {0:?}")]
    Piece(char),
    /// Neither `w` nor `b`.
    #[error("no side {0:?}")]
    Turn(String),
    /// These boards have no castling.
    #[error("castling is {0:?}, expected -")]
    Castling(String),
    /// Not `-`, and not a square that a pawn has just passed.
    #[error("no en passant on {0:?}")]
    EnPassant(String),
    /// A clock that is no number.
    #[error("no number of moves: {0:?}")]
    Clock(String),
    /// Not one king a side.
    #[error("{count} kings for {color}")]
    Kings {
        /// The side.
        color: Color,
        /// Its kings.
        count: u32,
    },
    /// A pawn where none can stand.
    #[error("a pawn on {0}")]
    Pawn(Square),
    /// The side that is not to move is in check.
    #[error("{0} is in check and not to move")]
    OppositeCheck(Color),
}

impl Position {
    /// The start of a board.
    ///
    /// # Panics
    /// If the start of the rules is no position.
    #[must_use]
    pub fn start(rules: &'static Rules) -> Self {
        Self::from_fen(rules, rules.start).expect("the start of the rules is a position")
    }

    /// Reads a FEN. Clocks may be missing: 0 and 1.
    pub fn from_fen(rules: &'static Rules, text: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let (&[pieces, turn, castling, en_passant], clocks) = fields
            .split_first_chunk()
            .filter(|(_, clocks)| clocks.len() <= 2)
            .ok_or(FenError::Fields(fields.len()))?;
        let mut position = Self {
            rules,
            roles: [0; 8],
            colors: [0; 2],
            turn: match turn {
                "w" => Color::White,
                "b" => Color::Black,
                _ => return Err(FenError::Turn(turn.to_owned())),
            },
            en_passant: None,
            halfmoves: clock(clocks.first(), 0)?,
            fullmoves: clock(clocks.get(1), 1)?.max(1),
        };
        position.read_pieces(pieces)?;
        position.validate()?;
        if castling != "-" {
            return Err(FenError::Castling(castling.to_owned()));
        }
        if en_passant != "-" {
            position.en_passant = Some(
                position
                    .passed(en_passant)
                    .ok_or_else(|| FenError::EnPassant(en_passant.to_owned()))?,
            );
            position.drop_idle_en_passant();
        }
        Ok(position)
    }

    fn read_pieces(&mut self, text: &str) -> Result<(), FenError> {
        let size = self.rules.size;
        let misfit = || FenError::Pieces(text.to_owned());
        let mut rank = size.ranks;
        for row in text.split('/') {
            rank = rank.checked_sub(1).ok_or_else(misfit)?;
            let (mut file, mut run) = (0_u8, None::<u8>);
            for mark in row.chars() {
                if let Some(digit) = mark.to_digit(10) {
                    let digit = u8::try_from(digit).expect("below ten");
                    let before = run.unwrap_or(0);
                    if before > 1 || (before == 0 && digit == 0) {
                        return Err(misfit());
                    }
                    run = Some(before * 10 + digit);
                    continue;
                }
                file += run.take().unwrap_or(0);
                let piece = Piece::from_letter(mark)
                    .filter(|piece| self.rules.roles.contains(&piece.role))
                    .ok_or(FenError::Piece(mark))?;
                if file >= size.files {
                    return Err(misfit());
                }
                let here = bit(number(Square { file, rank }));
                self.roles[piece.role as usize] |= here;
                self.colors[piece.color as usize] |= here;
                file += 1;
            }
            if file + run.unwrap_or(0) != size.files {
                return Err(misfit());
            }
        }
        if rank == 0 { Ok(()) } else { Err(misfit()) }
    }

    fn validate(&self) -> Result<(), FenError> {
        for color in Color::ALL {
            let count = (self.is(Role::King) & self.of(color)).count_ones();
            if count != 1 {
                return Err(FenError::Kings { color, count });
            }
        }
        for pawn in each(self.is(Role::Pawn)) {
            let rank = pawn / STRIDE;
            if rank == 0 || rank + 1 == self.rules.size.ranks {
                return Err(FenError::Pawn(square(pawn)));
            }
        }
        let waiting = self.turn.other();
        if self.attackers(self.king(waiting), self.turn, self.occupied()) != 0 {
            return Err(FenError::OppositeCheck(waiting));
        }
        Ok(())
    }

    /// The square that a text names, if a pawn can just have passed it.
    fn passed(&self, text: &str) -> Option<u8> {
        let at = number(Square::parse(text, self.rules.size)?);
        let mover = self.turn.other();
        let (before, behind) = match mover {
            Color::White => (at.checked_sub(STRIDE)?, at + STRIDE),
            Color::Black => (at + STRIDE, at.checked_sub(STRIDE)?),
        };
        let stepped = self.rules.double_step_rank? == self.own_rank(mover, before)
            && (bit(before) | bit(at)) & self.occupied() == 0
            && bit(behind) & self.is(Role::Pawn) & self.of(mover) != 0;
        stepped.then_some(at)
    }

    /// The position as FEN, clocks included.
    #[must_use]
    pub fn fen(&self) -> String {
        format!("{} {} {}", self.epd(), self.halfmoves, self.fullmoves)
    }

    /// The four fields of a FEN that say how play can go on.
    #[must_use]
    pub fn epd(&self) -> String {
        let size = self.rules.size;
        let mut text = String::new();
        for rank in (0..size.ranks).rev() {
            let mut run = 0;
            for file in 0..size.files {
                let Some(piece) = self.piece_at(Square { file, rank }) else {
                    run += 1;
                    continue;
                };
                push_run(&mut text, &mut run);
                text.push(piece.letter());
            }
            push_run(&mut text, &mut run);
            text.push(if rank == 0 { ' ' } else { '/' });
        }
        text.push(match self.turn {
            Color::White => 'w',
            Color::Black => 'b',
        });
        text.push_str(" - ");
        match self.en_passant {
            Some(at) => write!(text, "{}", square(at)).expect("a string takes any text"),
            None => text.push('-'),
        }
        text
    }
}

fn push_run(text: &mut String, run: &mut u8) {
    if *run > 0 {
        write!(text, "{run}").expect("a string takes any text");
        *run = 0;
    }
}

fn clock(field: Option<&&str>, missing: u32) -> Result<u32, FenError> {
    field.map_or(Ok(missing), |text| {
        text.parse()
            .map_err(|_| FenError::Clock((*text).to_owned()))
    })
}
