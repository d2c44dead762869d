//! Positions: who stands where, and what a move changes.

use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::geometry::{BISHOP, Geometry, ROOK, STRIDE, Set, bit, each, lowest, number, square};
use super::rules::Rules;
use crate::uci::{Square, UciText};
use crate::{Color, Piece, Role};

/// A position on a fairy board, with its clocks.
///
/// Two positions are equal if they allow the same play: the clocks do not count, and
/// an en passant square is kept only where a capture is legal.
#[derive(Clone)]
pub struct Position {
    pub(super) rules: &'static Rules,
    /// By [`Role`].
    pub(super) roles: [Set; 8],
    /// By [`Color`].
    pub(super) colors: [Set; 2],
    pub(super) turn: Color,
    /// Where a pawn may be taken en passant, if that is legal.
    pub(super) en_passant: Option<u8>,
    pub(super) halfmoves: u32,
    pub(super) fullmoves: u32,
}

/// A move of a position that lists it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) role: Role,
    pub(super) captured: Option<Role>,
    pub(super) promotion: Option<Role>,
    pub(super) en_passant: bool,
}

impl Move {
    /// Where the piece comes from.
    #[must_use]
    pub const fn from(self) -> Square {
        square(self.from)
    }

    /// Where it goes.
    #[must_use]
    pub const fn to(self) -> Square {
        square(self.to)
    }

    /// What moves.
    #[must_use]
    pub const fn role(self) -> Role {
        self.role
    }

    /// What is taken.
    #[must_use]
    pub const fn captured(self) -> Option<Role> {
        self.captured
    }

    /// What a pawn becomes.
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        self.promotion
    }

    /// The move as a text of UCI.
    #[must_use]
    pub const fn uci(self) -> UciText {
        UciText::Step {
            from: self.from(),
            to: self.to(),
            promotion: self.promotion,
        }
    }
}

impl Position {
    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> &'static Rules {
        self.rules
    }

    /// Who is to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// Plies since the last capture or pawn move.
    #[must_use]
    pub const fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, at: Square) -> Option<Piece> {
        let here = bit(number(at));
        let color = Color::ALL
            .into_iter()
            .find(|&color| self.of(color) & here != 0)?;
        Some(Piece {
            color,
            role: self.role_at(number(at))?,
        })
    }

    /// How many pieces of a kind a side has.
    #[must_use]
    pub fn count(&self, of: Color, what: Role) -> u32 {
        (self.of(of) & self.is(what)).count_ones()
    }

    pub(super) fn of(&self, color: Color) -> Set {
        self.colors[color as usize]
    }

    pub(super) fn is(&self, role: Role) -> Set {
        self.roles[role as usize]
    }

    pub(super) fn occupied(&self) -> Set {
        self.colors[0] | self.colors[1]
    }

    pub(super) fn role_at(&self, at: u8) -> Option<Role> {
        Role::ALL
            .into_iter()
            .find(|&role| self.is(role) & bit(at) != 0)
    }

    pub(super) fn king(&self, color: Color) -> u8 {
        lowest(self.is(Role::King) & self.of(color))
    }

    /// A rank counted from the mover's side.
    pub(super) fn own_rank(&self, color: Color, at: u8) -> u8 {
        match color {
            Color::White => at / STRIDE,
            Color::Black => self.rules.size.ranks - 1 - at / STRIDE,
        }
    }

    /// The pieces of `by` that attack a square when `occupied` is occupied.
    pub(super) fn attackers(&self, at: u8, by: Color, occupied: Set) -> Set {
        let tables = Geometry::of(self.rules);
        let spot = usize::from(at);
        let sliders = |also: Role| self.is(Role::Queen) | self.is(also);
        let jumpers = self.is(Role::Knight) | self.is(Role::Archbishop) | self.is(Role::Chancellor);
        let straight = sliders(Role::Rook) | self.is(Role::Chancellor);
        let diagonal = sliders(Role::Bishop) | self.is(Role::Archbishop);
        let set = tables.knight[spot] & jumpers
            | tables.king[spot] & self.is(Role::King)
            | tables.pawn[by.other() as usize][spot] & self.is(Role::Pawn)
            | tables.slide(ROOK, at, occupied) & straight
            | tables.slide(BISHOP, at, occupied) & diagonal;
        set & self.of(by)
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        let king = self.king(self.turn);
        self.attackers(king, self.turn.other(), self.occupied()) != 0
    }

    /// Whether neither side can mate: python-chess's rule, with Archbishop and
    /// Chancellor among the pieces that always can. What is left is bare kings, a lone
    /// knight, or any number of bishops on squares of one colour.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        let kings = self.is(Role::King);
        let (knights, bishops) = (self.is(Role::Knight), self.is(Role::Bishop));
        let others = self.occupied() ^ kings ^ knights ^ bishops;
        let dark = |at: u8| (at % STRIDE + at / STRIDE).is_multiple_of(2);
        let dark_bishops = each(bishops).filter(|&at| dark(at)).count();
        others == 0
            && match knights.count_ones() {
                0 => dark_bishops == 0 || dark_bishops == bishops.count_ones() as usize,
                1 => bishops == 0,
                _ => false,
            }
    }

    /// The legal move that a text names exactly.
    #[must_use]
    pub fn resolve(&self, text: UciText) -> Option<Move> {
        let mut found = None;
        self.for_each_move(|chosen| {
            if chosen.uci() == text {
                found = Some(chosen);
            }
        });
        found
    }

    /// A number that equal positions share.
    #[must_use]
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.hash(&mut hasher);
        hasher.finish()
    }

    /// The position after a move that this position lists.
    #[must_use]
    pub fn after(&self, chosen: Move) -> Self {
        let mut next = self.moved(chosen);
        next.turn = self.turn.other();
        next.halfmoves = if chosen.captured.is_some() || chosen.role == Role::Pawn {
            0
        } else {
            self.halfmoves.saturating_add(1)
        };
        if self.turn == Color::Black {
            next.fullmoves = self.fullmoves.saturating_add(1);
        }
        if chosen.role == Role::Pawn && chosen.from.abs_diff(chosen.to) == 2 * STRIDE {
            next.en_passant = Some(u8::midpoint(chosen.from, chosen.to));
            next.drop_idle_en_passant();
        }
        next
    }

    /// The pieces after a move; turn and clocks as before.
    fn moved(&self, chosen: Move) -> Self {
        let mut next = self.clone();
        next.en_passant = None;
        if let Some(taken) = chosen.captured {
            let gone = bit(taken_at(chosen, self.turn));
            next.roles[taken as usize] ^= gone;
            next.colors[self.turn.other() as usize] ^= gone;
        }
        let placed = chosen.promotion.unwrap_or(chosen.role);
        next.roles[chosen.role as usize] ^= bit(chosen.from);
        next.roles[placed as usize] ^= bit(chosen.to);
        next.colors[self.turn as usize] ^= bit(chosen.from) | bit(chosen.to);
        next
    }

    /// Forgets an en passant square that no pawn may legally capture on.
    pub(super) fn drop_idle_en_passant(&mut self) {
        if let Some(target) = self.en_passant {
            let mut takers = each(self.en_passant_takers(target));
            if !takers.any(|from| self.is_safe_en_passant(from, target)) {
                self.en_passant = None;
            }
        }
    }

    /// Own pawns that attack the en passant square.
    pub(super) fn en_passant_takers(&self, target: u8) -> Set {
        let attacked_from = Geometry::of(self.rules).pawn[self.turn.other() as usize];
        attacked_from[usize::from(target)] & self.is(Role::Pawn) & self.of(self.turn)
    }

    /// Whether capturing en passant leaves the own king out of check.
    pub(super) fn is_safe_en_passant(&self, from: u8, target: u8) -> bool {
        let next = self.moved(Move {
            from,
            to: target,
            role: Role::Pawn,
            captured: Some(Role::Pawn),
            promotion: None,
            en_passant: true,
        });
        let king = next.king(self.turn);
        next.attackers(king, self.turn.other(), next.occupied()) == 0
    }
}

/// Where the piece stands that a move takes.
fn taken_at(chosen: Move, mover: Color) -> u8 {
    match (chosen.en_passant, mover) {
        (false, _) => chosen.to,
        (true, Color::White) => chosen.to - STRIDE,
        (true, Color::Black) => chosen.to + STRIDE,
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        self.rules.name == other.rules.name
            && self.roles == other.roles
            && self.colors == other.colors
            && self.turn == other.turn
            && self.en_passant == other.en_passant
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.roles.hash(state);
        self.colors[0].hash(state);
        self.turn.hash(state);
        self.en_passant.hash(state);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.rules.name, self.fen())
    }
}
