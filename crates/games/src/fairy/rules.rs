//! The rules of a board as data.

use crate::Role;
use crate::uci::Size;

/// What tells one fairy board from another. All of them have no castling.
#[derive(Debug)]
pub struct Rules {
    /// The engine's name of the variant.
    pub name: &'static str,
    /// Files and ranks, at most 12 and 10.
    pub size: Size,
    /// The pieces of the board.
    pub roles: &'static [Role],
    /// The FEN of the start.
    pub start: &'static str,
    /// The rank, counted from 0 on the mover's own side, from which a pawn may go two
    /// squares and be taken en passant.
    pub double_step_rank: Option<u8>,
    /// How pawns promote.
    pub promotion: Promotion,
}

/// How pawns promote.
#[derive(Debug)]
pub struct Promotion {
    /// The first rank, counted from 0 on the mover's own side, where a pawn may
    /// promote on arrival. On the last rank it must, and where it cannot because
    /// all limits are reached, it may not go there.
    pub from_rank: u8,
    /// What a pawn may become.
    pub choices: &'static [Choice],
}

/// A piece that a pawn may become.
#[derive(Debug)]
pub struct Choice {
    /// The piece.
    pub role: Role,
    /// A pawn may become this only while its side has fewer of them on the board.
    pub fewer_than: Option<u32>,
}

const fn choice(role: Role, fewer_than: Option<u32>) -> Choice {
    Choice { role, fewer_than }
}

/// **Micro**: Gardner minichess, as Fairy-Stockfish's `gardner`.
pub static GARDNER: Rules = Rules {
    name: "gardner",
    size: Size { files: 5, ranks: 5 },
    roles: &Role::STANDARD,
    start: "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1",
    double_step_rank: None,
    promotion: Promotion {
        from_rank: 4,
        choices: &[
            choice(Role::Queen, None),
            choice(Role::Rook, None),
            choice(Role::Bishop, None),
            choice(Role::Knight, None),
        ],
    },
};

/// **Grand**: Fairy-Stockfish's `grand` on twelve files; see [`GRAND12_INI`].
pub static GRAND12: Rules = Rules {
    name: "grand12",
    size: Size {
        files: 12,
        ranks: 10,
    },
    roles: &Role::ALL,
    start: "r10r/1nbcaqkacbn1/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/1NBCAQKACBN1/R10R w - - 0 1",
    double_step_rank: Some(2),
    promotion: Promotion {
        from_rank: 7,
        choices: &[
            choice(Role::Chancellor, Some(1)),
            choice(Role::Archbishop, Some(1)),
            choice(Role::Queen, Some(1)),
            choice(Role::Rook, Some(2)),
            choice(Role::Bishop, Some(2)),
            choice(Role::Knight, Some(2)),
        ],
    },
};

/// The `variants.ini` from which Fairy-Stockfish learns `grand12`.
pub const GRAND12_INI: &str = "\
[grand12:grand]
maxRank = 10
maxFile = 12
startFen = r10r/1nbcaqkacbn1/pppppppppppp/12/12/12/12/PPPPPPPPPPPP/1NBCAQKACBN1/R10R w - - 0 1
";
