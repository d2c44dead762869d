//! What the search needs of a position.

use ludometer_games::{Role, chess, fairy};

/// A position that can be searched.
pub(super) trait Searchable: Clone {
    type Move: Copy;

    fn moves(&self) -> Vec<Self::Move>;
    fn after(&self, chosen: Self::Move) -> Self;
    fn in_check(&self) -> bool;
    /// Fifty moves, or too little material to mate.
    fn is_drawn(&self) -> bool;
    fn text(chosen: Self::Move) -> String;
    /// The piece that moves, what it takes, what it becomes.
    fn facts(chosen: Self::Move) -> (Role, Option<Role>, Option<Role>);
    /// Material of the side to move less the other's, in centipawns.
    fn material(&self) -> i32;
}

/// Worth in centipawns, the usual textbook figures; a chancellor is close to a queen
/// and an archbishop to a rook and two pawns.
pub(super) const fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 100,
        Role::Knight => 310,
        Role::Bishop => 330,
        Role::Rook => 500,
        Role::Queen => 950,
        Role::King => 0,
        Role::Archbishop => 750,
        Role::Chancellor => 850,
    }
}

impl Searchable for chess::Position {
    type Move = chess::Move;

    fn moves(&self) -> Vec<Self::Move> {
        self.moves()
    }

    fn after(&self, chosen: Self::Move) -> Self {
        self.after(chosen)
    }

    fn in_check(&self) -> bool {
        self.in_check()
    }

    fn is_drawn(&self) -> bool {
        self.halfmoves() >= 100 || self.is_insufficient_material()
    }

    fn text(chosen: Self::Move) -> String {
        Self::uci(chosen)
    }

    fn facts(chosen: Self::Move) -> (Role, Option<Role>, Option<Role>) {
        Self::roles(chosen)
    }

    fn material(&self) -> i32 {
        balance(self.turn(), |color, role| self.count(color, role))
    }
}

impl Searchable for fairy::Position {
    type Move = fairy::Move;

    fn moves(&self) -> Vec<Self::Move> {
        self.moves()
    }

    fn after(&self, chosen: Self::Move) -> Self {
        self.after(chosen)
    }

    fn in_check(&self) -> bool {
        self.in_check()
    }

    fn is_drawn(&self) -> bool {
        self.halfmoves() >= 100 || self.is_insufficient_material()
    }

    fn text(chosen: Self::Move) -> String {
        chosen.uci().to_string()
    }

    fn facts(chosen: Self::Move) -> (Role, Option<Role>, Option<Role>) {
        (chosen.role(), chosen.captured(), chosen.promotion())
    }

    fn material(&self) -> i32 {
        balance(self.turn(), |color, role| self.count(color, role))
    }
}

fn balance(
    turn: ludometer_games::Color,
    count: impl Fn(ludometer_games::Color, Role) -> u32,
) -> i32 {
    let side = |color| -> i32 {
        let each = Role::ALL
            .into_iter()
            .map(|role| worth(role) * count(color, role).cast_signed());
        each.sum()
    };
    side(turn) - side(turn.other())
}
