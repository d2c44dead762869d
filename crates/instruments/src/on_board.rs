//! Board words as the records have them.

use ludometer_games::{Color, EndingKind};
use ludometer_record::{Seat, ending::Termination};

/// White moves first.
pub(crate) const fn seat(side: Color) -> Seat {
    match side {
        Color::White => Seat::First,
        Color::Black => Seat::Second,
    }
}

/// How a rule that ended a game is recorded.
pub(crate) const fn termination(kind: EndingKind) -> Termination {
    match kind {
        EndingKind::Checkmate => Termination::Checkmate,
        EndingKind::Stalemate => Termination::Stalemate,
        EndingKind::InsufficientMaterial => Termination::InsufficientMaterial,
        EndingKind::SeventyFiveMoves => Termination::SeventyFiveMoves,
        EndingKind::FivefoldRepetition => Termination::FivefoldRepetition,
        EndingKind::FiftyMoves => Termination::FiftyMoves,
        EndingKind::ThreefoldRepetition => Termination::ThreefoldRepetition,
    }
}
