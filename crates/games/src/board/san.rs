//! Reading standard algebraic notation as people write it.
//!
//! Accepted: more disambiguation than needed, zeros for castling, a missing or idle
//! `x`, `+`, `#`, `!` and `?`. Refused: null moves (`--`, `Z0`), a promotion without its piece,
//! and what names two moves. Our own notation is [`Board::san`]'s, which is minimal.

use super::line::BoardPosition;
use super::{Board, Positions};
use crate::uci::{Size, Square, UciText};
use crate::{Role, Variant};

/// Why a text names no legal move in algebraic notation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SanError {
    /// Not algebraic notation on this board.
    #[error("{text:?} is no algebraic notation on {variant}")]
    Malformed {
        /// The text.
        text: String,
        /// The board.
        variant: Variant,
    },
    /// No legal move fits.
    #[error("{text:?} is not legal in {fen}")]
    Illegal {
        /// The text.
        text: String,
        /// The position.
        fen: String,
    },
    /// Several legal moves fit.
    #[error("{text:?} is ambiguous in {fen}: {}", moves.join(", "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The position.
        fen: String,
        /// The moves that fit, as UCI.
        moves: Vec<String>,
    },
}

/// What a text says of a move.
enum San {
    Castling {
        to_file: u8,
    },
    Step {
        role: Role,
        file: Option<u8>,
        rank: Option<u8>,
        to: Square,
        promotion: Option<Role>,
    },
}

impl Board {
    /// The legal move that algebraic notation names, as UCI.
    pub fn read_san(&self, text: &str) -> Result<String, SanError> {
        let san = San::parse(text, self.variant).ok_or_else(|| SanError::Malformed {
            text: text.to_owned(),
            variant: self.variant,
        })?;
        let mut moves = match &self.positions {
            Positions::Chess(line) => san.fitting(line.now(), self.variant),
            Positions::Fairy(line) => san.fitting(line.now(), self.variant),
        };
        match moves.len() {
            1 => Ok(moves.swap_remove(0)),
            0 => Err(SanError::Illegal {
                text: text.to_owned(),
                fen: self.fen(),
            }),
            _ => Err(SanError::Ambiguous {
                text: text.to_owned(),
                fen: self.fen(),
                moves,
            }),
        }
    }
}

impl San {
    fn parse(text: &str, variant: Variant) -> Option<Self> {
        let text = text.trim_end_matches(['+', '#', '!', '?']);
        match text {
            "O-O" | "0-0" => return Some(Self::Castling { to_file: 6 }),
            "O-O-O" | "0-0-0" => return Some(Self::Castling { to_file: 2 }),
            _ => {}
        }
        let piece = |letter: char| {
            let role = Role::from_letter(letter.to_ascii_lowercase());
            role.filter(|role| letter.is_ascii_uppercase() && variant.roles().contains(role))
        };
        let (role, rest) = match text.chars().next().and_then(piece) {
            Some(role) => (role, text.get(1..)?),
            None => (Role::Pawn, text),
        };
        let (rest, promotion) = match rest.chars().next_back().and_then(piece) {
            Some(role) => {
                let rest = rest.get(..rest.len() - 1)?;
                (rest.strip_suffix('=').unwrap_or(rest), Some(role))
            }
            None => (rest, None),
        };
        let target = rest.rfind(|c: char| c.is_ascii_lowercase())?;
        let to = Square::parse(rest.get(target..)?, variant.size())?;
        let origin = rest.get(..target)?;
        let (file, rank) = origin_of(origin.strip_suffix('x').unwrap_or(origin), variant.size())?;
        // A pawn without its file goes straight ahead.
        let ahead = (role == Role::Pawn && file.is_none()).then_some(to.file);
        Some(Self::Step {
            role,
            file: file.or(ahead),
            rank,
            to,
            promotion,
        })
    }

    fn fitting<P: BoardPosition>(&self, position: &P, variant: Variant) -> Vec<String> {
        let legal = position.moves().into_iter();
        let all = legal.filter(|&chosen| {
            let text = variant.parse_uci(&P::uci(chosen));
            let Some(UciText::Step { from, to, .. }) = text else {
                return false;
            };
            let castles = P::role(chosen) == Role::King && from.file.abs_diff(to.file) > 1;
            match *self {
                Self::Castling { to_file } => castles && to.file == to_file,
                Self::Step {
                    role,
                    file,
                    rank,
                    to: target,
                    promotion,
                } => {
                    !castles
                        && P::role(chosen) == role
                        && to == target
                        && P::promotion(chosen) == promotion
                        && file.is_none_or(|file| file == from.file)
                        && rank.is_none_or(|rank| rank == from.rank)
                }
            }
        });
        all.map(P::uci).collect()
    }
}

/// File and rank, either of which may be missing.
fn origin_of(text: &str, size: Size) -> Option<(Option<u8>, Option<u8>)> {
    let file = text.bytes().next().filter(u8::is_ascii_lowercase);
    let digits = if file.is_some() { text.get(1..)? } else { text };
    // Reading it as a square of the first file checks the rank.
    let rank = if digits.is_empty() {
        None
    } else {
        Some(Square::parse(&format!("a{digits}"), size)?.rank)
    };
    let file = file.map(|letter| letter - b'a');
    file.is_none_or(|file| file < size.files)
        .then_some((file, rank))
}
