//! Legal moves, listed directly: pins and checks are found once from the king.

use super::geometry::{BISHOP, DIAGONAL, Geometry, ROOK, STRIDE, Set, bit, each};
use super::position::{Move, Position};
use crate::{Color, Role};

/// What the own king's safety asks of the other pieces.
struct Safety {
    /// Pieces that give check.
    checkers: u32,
    /// Where a piece may go: everywhere, or onto or in front of the checker.
    answers: Set,
    /// Own pieces that shield the king.
    pinned: Set,
    /// By direction from the king: where the piece pinned there may go.
    lines: [Set; 8],
}

impl Position {
    /// Visits the legal moves, in no order that anyone should rely on.
    pub fn for_each_move(&self, mut visit: impl FnMut(Move)) {
        let safety = self.safety();
        self.king_moves(&mut visit);
        if safety.checkers > 1 {
            return;
        }
        let tables = Geometry::of(self.rules);
        let (own, occupied) = (self.of(self.turn), self.occupied());
        let free = safety.answers & !own;
        let may = |from: u8| free & safety.line_of(from);
        let mut pieces = |role: Role, reach: &dyn Fn(u8) -> Set| {
            for from in each(self.is(role) & own) {
                self.emit(role, from, reach(from) & may(from), &mut visit);
            }
        };
        let knight = |from: u8| tables.knight[usize::from(from)];
        let rook = |from| tables.slide(ROOK, from, occupied);
        let bishop = |from| tables.slide(BISHOP, from, occupied);
        pieces(Role::Knight, &knight);
        pieces(Role::Bishop, &bishop);
        pieces(Role::Rook, &rook);
        pieces(Role::Queen, &|from| rook(from) | bishop(from));
        pieces(Role::Archbishop, &|from| bishop(from) | knight(from));
        pieces(Role::Chancellor, &|from| rook(from) | knight(from));
        self.pawn_moves(&safety, &mut visit);
    }

    /// The legal moves.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let mut all = Vec::with_capacity(96);
        self.for_each_move(|chosen| all.push(chosen));
        all
    }

    /// Number of move sequences of exactly `depth` plies; the last ply is counted
    /// without being played.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        let mut count = 0;
        match depth {
            0 => return 1,
            1 => self.for_each_move(|_| count += 1),
            _ => self.for_each_move(|chosen| count += self.after(chosen).perft(depth - 1)),
        }
        count
    }

    /// Whether an own piece shields the king of the side to move.
    #[must_use]
    pub fn has_pinned_piece(&self) -> bool {
        self.safety().pinned != 0
    }

    fn safety(&self) -> Safety {
        let tables = Geometry::of(self.rules);
        let (own, occupied) = (self.of(self.turn), self.occupied());
        let enemy = self.of(self.turn.other());
        let king = self.king(self.turn);
        let spot = usize::from(king);
        let queens = self.is(Role::Queen);
        let straight = enemy & (queens | self.is(Role::Rook) | self.is(Role::Chancellor));
        let diagonal = enemy & (queens | self.is(Role::Bishop) | self.is(Role::Archbishop));
        let jumpers = self.is(Role::Knight) | self.is(Role::Archbishop) | self.is(Role::Chancellor);
        let near = enemy
            & (tables.knight[spot] & jumpers
                | tables.pawn[self.turn as usize][spot] & self.is(Role::Pawn));
        let mut safety = Safety {
            checkers: near.count_ones(),
            answers: near,
            pinned: 0,
            lines: [0; 8],
        };
        for (way, is_diagonal) in DIAGONAL.into_iter().enumerate() {
            let sliders = if is_diagonal { diagonal } else { straight };
            let ray = tables.ray(way, king);
            if ray & sliders == 0 {
                continue;
            }
            let Some(first) = tables.first(way, king, occupied) else {
                continue;
            };
            if bit(first) & sliders != 0 {
                safety.checkers += 1;
                safety.answers |= ray ^ tables.ray(way, first);
            } else if bit(first) & own != 0
                && let Some(second) = tables.first(way, first, occupied)
                && bit(second) & sliders != 0
            {
                safety.pinned |= bit(first);
                safety.lines[way] = ray ^ tables.ray(way, second);
            }
        }
        if safety.checkers == 0 {
            safety.answers = Set::MAX;
        }
        safety
    }

    fn king_moves(&self, visit: &mut impl FnMut(Move)) {
        let (own, enemy) = (self.of(self.turn), self.turn.other());
        let king = self.king(self.turn);
        // Without the king, so that it does not hide behind itself.
        let occupied = self.occupied() ^ bit(king);
        let reach = Geometry::of(self.rules).king[usize::from(king)] & !own;
        let safe = each(reach)
            .filter(|&to| self.attackers(to, enemy, occupied) == 0)
            .fold(0, |set, to| set | bit(to));
        self.emit(Role::King, king, safe, visit);
    }

    fn emit(&self, role: Role, from: u8, targets: Set, visit: &mut impl FnMut(Move)) {
        let enemy = self.of(self.turn.other());
        for to in each(targets) {
            visit(Move {
                from,
                to,
                role,
                captured: if enemy & bit(to) == 0 {
                    None
                } else {
                    self.role_at(to)
                },
                promotion: None,
                en_passant: false,
            });
        }
    }

    fn pawn_moves(&self, safety: &Safety, visit: &mut impl FnMut(Move)) {
        let tables = Geometry::of(self.rules);
        let (us, occupied) = (self.turn, self.occupied());
        let enemy = self.of(us.other());
        for from in each(self.is(Role::Pawn) & self.of(us)) {
            let may = safety.answers & safety.line_of(from);
            let attacks = tables.pawn[us as usize][usize::from(from)];
            for to in each(attacks & enemy & may) {
                self.emit_pawn(from, to, self.role_at(to), visit);
            }
            let one = ahead(us, from);
            if self.own_rank(us, from) + 1 < self.rules.size.ranks && bit(one) & occupied == 0 {
                if bit(one) & may != 0 {
                    self.emit_pawn(from, one, None, visit);
                }
                if self.rules.double_step_rank == Some(self.own_rank(us, from)) {
                    let two = ahead(us, one);
                    if bit(two) & occupied == 0 && bit(two) & may != 0 {
                        self.emit_pawn(from, two, None, visit);
                    }
                }
            }
        }
        if let Some(target) = self.en_passant {
            for from in each(self.en_passant_takers(target)) {
                if self.is_safe_en_passant(from, target) {
                    visit(Move {
                        from,
                        to: target,
                        role: Role::Pawn,
                        captured: Some(Role::Pawn),
                        promotion: None,
                        en_passant: true,
                    });
                }
            }
        }
    }

    /// A pawn's step or capture, with and without promotion as the rules have it.
    fn emit_pawn(&self, from: u8, to: u8, captured: Option<Role>, visit: &mut impl FnMut(Move)) {
        let plain = Move {
            from,
            to,
            role: Role::Pawn,
            captured,
            promotion: None,
            en_passant: false,
        };
        let rank = self.own_rank(self.turn, to);
        if rank >= self.rules.promotion.from_rank {
            for choice in self.rules.promotion.choices {
                let held = (self.is(choice.role) & self.of(self.turn)).count_ones();
                if choice.fewer_than.is_none_or(|limit| held < limit) {
                    visit(Move {
                        promotion: Some(choice.role),
                        ..plain
                    });
                }
            }
        }
        if rank + 1 < self.rules.size.ranks {
            visit(plain);
        }
    }
}

impl Safety {
    /// Where a piece may go without baring its king.
    fn line_of(&self, from: u8) -> Set {
        if self.pinned & bit(from) == 0 {
            return Set::MAX;
        }
        let line = self.lines.iter().find(|&line| line & bit(from) != 0);
        *line.expect("a pinned piece stands on its line")
    }
}

/// The square in front of a pawn; only for a pawn that is not on its last rank.
const fn ahead(color: Color, from: u8) -> u8 {
    match color {
        Color::White => from + STRIDE,
        Color::Black => from.wrapping_sub(STRIDE),
    }
}
