//! A game being played on any of the boards, spoken to in texts.
//!
//! - [`Board`]: the game so far; moves in and out are UCI.
//! - [`variant`]: which board.
//! - [`ending`](mod@ending): how a game ends, one vocabulary for all boards.
//! - `line`: positions so far, repetition, claims.
//! - [`san`]: reading algebraic notation.
//! - `draw`: a board as text.
//!
//! Who plays, and what a game is worth, is not known here. Resignations, ply caps and
//! budgets are the instruments'.

mod draw;
pub mod ending;
mod line;
pub mod san;
pub mod variant;

#[cfg(test)]
mod tests;

pub use ending::{BoardEnding, Claims, EndingKind, EndingKindError};
pub use san::SanError;
pub use variant::{Variant, VariantNameError};

use line::{BoardPosition, Line};

use crate::uci::{Size, Square, UciText};
use crate::{Color, Piece, Role, chess, fairy};

/// A game being played: a position, how it came about, and the rules of its board.
///
/// Cloning copies the positions so far, some hundred bytes a ply.
#[derive(Debug, Clone)]
pub struct Board {
    variant: Variant,
    first_fen: Option<String>,
    positions: Positions,
    moves: Vec<String>,
}

#[derive(Debug, Clone)]
enum Positions {
    Chess(Line<chess::Position>),
    Fairy(Line<fairy::Position>),
}

/// Runs the same code for either kind of line.
macro_rules! each_line {
    ($positions:expr, $line:ident => $body:expr) => {
        match $positions {
            Positions::Chess($line) => $body,
            Positions::Fairy($line) => $body,
        }
    };
}

/// Why a text cannot be played. A malformed text and an illegal move are two things.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// No move text of UCI on this board.
    #[error("{text:?} is no move of {variant}")]
    Malformed {
        /// The text.
        text: String,
        /// The board.
        variant: Variant,
    },
    /// A move text, but not a legal move here.
    #[error("{text:?} is not legal in {fen}")]
    Illegal {
        /// The text.
        text: String,
        /// The position.
        fen: String,
    },
}

/// Why a text is no position of a board.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{fen:?} is no position of {variant}: {reason}")]
pub struct BoardFenError {
    /// The text.
    pub fen: String,
    /// The board.
    pub variant: Variant,
    /// What is wrong.
    pub reason: String,
}

/// What a legal move does, for players that choose by it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveFacts {
    /// The piece that moves.
    pub role: Role,
    /// The piece that is taken.
    pub captured: Option<Role>,
    /// What the pawn becomes.
    pub promotion: Option<Role>,
    /// Whether it gives check.
    pub gives_check: bool,
    /// Whether it mates.
    pub mates: bool,
}

impl Board {
    /// A game from the start.
    #[must_use]
    pub fn new(variant: Variant) -> Self {
        let positions = match variant {
            Variant::Standard => Positions::Chess(Line::new(chess::Position::start())),
            Variant::Gardner => Positions::fairy(fairy::Position::start(&fairy::GARDNER)),
            Variant::Grand12 => Positions::fairy(fairy::Position::start(&fairy::GRAND12)),
        };
        Self {
            variant,
            first_fen: None,
            positions,
            moves: Vec::new(),
        }
    }

    /// A game from a position, which counts as its first.
    pub fn from_fen(variant: Variant, fen: &str) -> Result<Self, BoardFenError> {
        let refuse = |reason: String| BoardFenError {
            fen: fen.to_owned(),
            variant,
            reason,
        };
        let fairy = |rules| {
            fairy::Position::from_fen(rules, fen)
                .map(Positions::fairy)
                .map_err(|error| refuse(error.to_string()))
        };
        let positions = match variant {
            Variant::Standard => chess::Position::from_fen(fen)
                .map(|position| Positions::Chess(Line::new(position)))
                .map_err(|error| refuse(error.to_string()))?,
            Variant::Gardner => fairy(&fairy::GARDNER)?,
            Variant::Grand12 => fairy(&fairy::GRAND12)?,
        };
        let mut board = Self {
            variant,
            first_fen: None,
            positions,
            moves: Vec::new(),
        };
        let first_fen = board.fen();
        board.first_fen = (first_fen != variant.start_fen()).then_some(first_fen);
        Ok(board)
    }

    /// A game from the start through `moves`; the error is the first that fails.
    pub fn replay<S: AsRef<str>>(
        variant: Variant,
        moves: impl IntoIterator<Item = S>,
    ) -> Result<Self, MoveError> {
        let mut board = Self::new(variant);
        for text in moves {
            board.play(text.as_ref())?;
        }
        Ok(board)
    }

    /// Which board.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Files and ranks.
    #[must_use]
    pub const fn size(&self) -> Size {
        self.variant.size()
    }

    /// Plays the move that a text names exactly. The rules of drawing do not stop it:
    /// a game that has ended is the caller's to stop.
    pub fn play(&mut self, uci: &str) -> Result<(), MoveError> {
        let text = self.parse(uci)?;
        let played = each_line!(&mut self.positions, line => {
            let chosen = line.now().resolve(text);
            chosen.map(|chosen| line.play(chosen)).is_some()
        });
        if !played {
            return Err(self.illegal(uci));
        }
        self.moves.push(uci.to_owned());
        Ok(())
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<String> {
        each_line!(&mut self.positions, line => line.undo());
        self.moves.pop()
    }

    /// The legal moves, sorted as texts; none if the game is over by mate or stalemate.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        fn texts<P: BoardPosition>(position: &P) -> Vec<String> {
            position.moves().into_iter().map(P::uci).collect()
        }
        let mut all = each_line!(&self.positions, line => texts(line.now()));
        all.sort_unstable();
        all
    }

    /// Number of legal moves.
    #[must_use]
    pub fn legal_move_count(&self) -> usize {
        each_line!(&self.positions, line => line.now().moves().len())
    }

    /// Whether a text is exactly a legal move.
    #[must_use]
    pub fn is_legal(&self, uci: &str) -> bool {
        self.variant.parse_uci(uci).is_some_and(
            |text| each_line!(&self.positions, line => line.now().resolve(text).is_some()),
        )
    }

    /// Whether a text is a legal move, and if not, whether it is a move text at all.
    pub fn check(&self, uci: &str) -> Result<(), MoveError> {
        let text = self.parse(uci)?;
        let legal = each_line!(&self.positions, line => line.now().resolve(text).is_some());
        legal.then_some(()).ok_or_else(|| self.illegal(uci))
    }

    /// What a legal move does.
    pub fn facts(&self, uci: &str) -> Result<MoveFacts, MoveError> {
        fn facts<P: BoardPosition>(position: &P, text: UciText) -> Option<MoveFacts> {
            let chosen = position.resolve(text)?;
            let next = position.after(chosen);
            let gives_check = next.in_check();
            Some(MoveFacts {
                role: P::role(chosen),
                captured: P::captured(chosen),
                promotion: P::promotion(chosen),
                gives_check,
                mates: gives_check && !next.has_move(),
            })
        }
        let text = self.parse(uci)?;
        each_line!(&self.positions, line => facts(line.now(), text))
            .ok_or_else(|| self.illegal(uci))
    }

    /// A legal move in standard algebraic notation.
    pub fn san(&self, uci: &str) -> Result<String, MoveError> {
        let text = self.parse(uci)?;
        each_line!(&self.positions, line => {
            let now = line.now();
            now.resolve(text).map(|chosen| now.san(chosen))
        })
        .ok_or_else(|| self.illegal(uci))
    }

    /// Who is to move, or would be if the game had not ended.
    #[must_use]
    pub fn turn(&self) -> Color {
        each_line!(&self.positions, line => line.now().turn())
    }

    /// Plies played.
    #[must_use]
    pub fn ply(&self) -> usize {
        self.moves.len()
    }

    /// The moves played, as texts of UCI.
    #[must_use]
    pub fn moves(&self) -> &[String] {
        &self.moves
    }

    /// The FEN that the game began from; `None` for the board's own start.
    #[must_use]
    pub fn first_fen(&self) -> Option<&str> {
        self.first_fen.as_deref()
    }

    /// The position, with an en passant square only where a capture is legal.
    #[must_use]
    pub fn fen(&self) -> String {
        each_line!(&self.positions, line => line.now().fen())
    }

    /// Plies since the last capture or pawn move.
    #[must_use]
    pub fn halfmove_clock(&self) -> u32 {
        each_line!(&self.positions, line => line.now().halfmoves())
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        each_line!(&self.positions, line => line.now().in_check())
    }

    /// How the game has ended, or `None` while it goes on.
    #[must_use]
    pub fn ending(&self, claims: Claims) -> Option<BoardEnding> {
        each_line!(&self.positions, line => line.ending(claims))
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let size = self.size();
        if square.file >= size.files || square.rank >= size.ranks {
            return None;
        }
        each_line!(&self.positions, line => line.now().piece_at(square))
    }

    /// The pieces, from the last rank down and each rank from the `a` file.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> {
        self.size()
            .squares()
            .filter_map(|square| Some((square, self.piece_at(square)?)))
    }

    fn parse(&self, uci: &str) -> Result<UciText, MoveError> {
        self.variant
            .parse_uci(uci)
            .ok_or_else(|| MoveError::Malformed {
                text: uci.to_owned(),
                variant: self.variant,
            })
    }

    fn illegal(&self, uci: &str) -> MoveError {
        MoveError::Illegal {
            text: uci.to_owned(),
            fen: self.fen(),
        }
    }
}

impl Positions {
    fn fairy(first: fairy::Position) -> Self {
        Self::Fairy(Line::new(first))
    }
}
