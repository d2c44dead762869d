//! A position of standard chess: shakmaty's, with FEN and equality as in python-chess.

use std::fmt;
use std::hash::{Hash, Hasher};

use shakmaty::fen::{Fen, ParseFenError};
use shakmaty::{CastlingMode, EnPassantMode, FromSetup, Position as _, PositionError, Setup};

use crate::uci::{Square, UciText};
use crate::{Color, Piece, Role};

/// A position of standard chess, with its clocks.
///
/// Two positions are equal if they repeat each other: the clocks do not count, and an
/// en passant square counts only where a capture is legal.
#[derive(Clone, PartialEq, Eq)]
pub struct Position(pub(super) shakmaty::Chess);

/// A legal move of a position.
pub type Move = shakmaty::Move;

/// Why a text is no position.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// No FEN at all.
    #[error("no FEN: {0}")]
    Parse(#[from] ParseFenError),
    /// A FEN of a position that cannot be played on.
    #[error("no position to play on: {0}")]
    Position(String),
}

impl Position {
    /// The start.
    #[must_use]
    pub const fn start() -> Self {
        Self(shakmaty::Chess::new())
    }

    /// Reads a FEN. Clocks may be missing: 0 and 1. As python-chess does, castling
    /// rights without king or rook in place and an en passant square without its pawn
    /// are dropped, and unusual material is no error.
    pub fn from_fen(text: &str) -> Result<Self, FenError> {
        let setup: Setup = text.parse::<Fen>()?.into_setup();
        shakmaty::Chess::from_setup(setup, CastlingMode::Standard)
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_invalid_ep_square)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check)
            .map(Self)
            .map_err(|error| FenError::Position(error.to_string()))
    }

    /// The position as python-chess's `board.fen()`: an en passant square only where
    /// a capture is legal.
    #[must_use]
    pub fn fen(&self) -> String {
        Fen::from_position(&self.0, EnPassantMode::Legal).to_string()
    }

    /// The four fields of a FEN that say how play can go on.
    #[must_use]
    pub fn epd(&self) -> String {
        shakmaty::fen::Epd::from_position(&self.0, EnPassantMode::Legal).to_string()
    }

    /// shakmaty's own type.
    #[must_use]
    pub const fn as_shakmaty(&self) -> &shakmaty::Chess {
        &self.0
    }

    /// Who is to move.
    #[must_use]
    pub fn turn(&self) -> Color {
        color(self.0.turn())
    }

    /// Plies since the last capture or pawn move.
    #[must_use]
    pub fn halfmoves(&self) -> u32 {
        self.0.halfmoves()
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, at: Square) -> Option<Piece> {
        let piece = self.0.board().piece_at(shakmaty_square(at)?)?;
        Some(Piece {
            color: color(piece.color),
            role: role(piece.role),
        })
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.0.is_check()
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_move(&self) -> bool {
        !self.0.legal_moves().is_empty()
    }

    /// The legal moves.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.0.legal_moves().to_vec()
    }

    /// Number of move sequences of exactly `depth` plies.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        shakmaty::perft(&self.0, depth)
    }

    /// Whether neither side can mate, by python-chess's and shakmaty's rule.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        self.0.is_insufficient_material()
    }

    /// The position after a legal move.
    #[must_use]
    pub fn after(&self, chosen: Move) -> Self {
        let mut next = self.0.clone();
        next.play_unchecked(chosen);
        Self(next)
    }

    /// The legal move that a text names exactly; castling is the king's two squares.
    #[must_use]
    pub fn resolve(&self, text: UciText) -> Option<Move> {
        let UciText::Step {
            from,
            to,
            promotion,
        } = text
        else {
            return None;
        };
        let uci = shakmaty::uci::UciMove::Normal {
            from: shakmaty_square(from)?,
            to: shakmaty_square(to)?,
            promotion: match promotion {
                None => None,
                Some(role) => Some(shakmaty::Role::from_char(role.letter())?),
            },
        };
        let chosen = uci.to_move(&self.0).ok()?;
        // King takes rook is castling to shakmaty, but not its standard text.
        (shakmaty::uci::UciMove::from_standard(chosen) == uci).then_some(chosen)
    }

    /// A legal move as a text of UCI.
    #[must_use]
    pub fn uci(chosen: Move) -> String {
        shakmaty::uci::UciMove::from_standard(chosen).to_string()
    }

    /// A legal move in minimal algebraic notation with `+` or `#`.
    #[must_use]
    pub fn san(&self, chosen: Move) -> String {
        shakmaty::san::SanPlus::from_move(self.0.clone(), chosen).to_string()
    }

    /// What a move moves, what it takes, and what a pawn becomes.
    #[must_use]
    pub fn roles(chosen: Move) -> (Role, Option<Role>, Option<Role>) {
        let capture = chosen.capture().map(role);
        (role(chosen.role()), capture, chosen.promotion().map(role))
    }

    /// How many pieces of a kind a side has.
    #[must_use]
    pub fn count(&self, of: Color, what: Role) -> u32 {
        let Some(what) = shakmaty::Role::from_char(what.letter()) else {
            return 0;
        };
        let color = match of {
            Color::White => shakmaty::Color::White,
            Color::Black => shakmaty::Color::Black,
        };
        let count = self.0.board().by_piece(what.of(color)).count();
        u32::try_from(count).unwrap_or(u32::MAX)
    }

    /// A number that equal positions share.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        self.0
            .zobrist_hash::<shakmaty::zobrist::Zobrist64>(EnPassantMode::Legal)
            .0
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "chess {}", self.fen())
    }
}

const fn color(of: shakmaty::Color) -> Color {
    match of {
        shakmaty::Color::White => Color::White,
        shakmaty::Color::Black => Color::Black,
    }
}

pub(crate) const fn role(of: shakmaty::Role) -> Role {
    match of {
        shakmaty::Role::Pawn => Role::Pawn,
        shakmaty::Role::Knight => Role::Knight,
        shakmaty::Role::Bishop => Role::Bishop,
        shakmaty::Role::Rook => Role::Rook,
        shakmaty::Role::Queen => Role::Queen,
        shakmaty::Role::King => Role::King,
    }
}

fn shakmaty_square(at: Square) -> Option<shakmaty::Square> {
    (at.file < 8 && at.rank < 8)
        .then(|| shakmaty::Square::new(u32::from(at.rank) * 8 + u32::from(at.file)))
}
