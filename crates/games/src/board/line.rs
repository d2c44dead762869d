//! The positions of a game so far, and the endings that follow from them.

use super::ending::{BoardEnding, Claims, EndingKind};
use crate::uci::UciText;
use crate::{Color, Role, chess, fairy};

/// What the endings and the texts of a board need of its positions.
pub(super) trait BoardPosition: Clone + Eq {
    type Move: Copy;
    fn turn(&self) -> Color;
    fn halfmoves(&self) -> u32;
    fn in_check(&self) -> bool;
    fn has_move(&self) -> bool;
    fn moves(&self) -> Vec<Self::Move>;
    fn after(&self, chosen: Self::Move) -> Self;
    fn resolve(&self, text: UciText) -> Option<Self::Move>;
    fn uci(chosen: Self::Move) -> String;
    fn captured(chosen: Self::Move) -> Option<Role>;
    fn promotion(chosen: Self::Move) -> Option<Role>;
    fn role(chosen: Self::Move) -> Role;
    fn is_insufficient_material(&self) -> bool;
    /// Equal for equal positions.
    fn fingerprint(&self) -> u64;
}

/// A game's positions, oldest first, the present one last.
#[derive(Debug, Clone)]
pub(super) struct Line<P> {
    positions: Vec<(u64, P)>,
}

impl<P: BoardPosition> Line<P> {
    pub(super) fn new(first: P) -> Self {
        Self {
            positions: vec![(first.fingerprint(), first)],
        }
    }

    pub(super) fn now(&self) -> &P {
        &self.positions.last().expect("a line is never empty").1
    }

    pub(super) fn play(&mut self, chosen: P::Move) {
        let next = self.now().after(chosen);
        self.positions.push((next.fingerprint(), next));
    }

    /// Takes the last move back; whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let any = self.positions.len() > 1;
        if any {
            self.positions.pop();
        }
        any
    }

    /// How the game ended, as python-chess's `outcome` looks for it, in its order.
    pub(super) fn ending(&self, claims: Claims) -> Option<BoardEnding> {
        let draw = |kind| Some(BoardEnding { kind, winner: None });
        let now = self.now();
        let stuck = !now.has_move();
        if stuck && now.in_check() {
            return Some(BoardEnding {
                kind: EndingKind::Checkmate,
                winner: Some(now.turn().other()),
            });
        }
        if now.is_insufficient_material() {
            return draw(EndingKind::InsufficientMaterial);
        }
        if stuck {
            return draw(EndingKind::Stalemate);
        }
        if now.halfmoves() >= 150 {
            return draw(EndingKind::SeventyFiveMoves);
        }
        let occurrences = self.occurrences(now, now.fingerprint());
        if occurrences >= 5 {
            return draw(EndingKind::FivefoldRepetition);
        }
        if claims == Claims::NotMade {
            return None;
        }
        if self.can_claim_fifty_moves() {
            return draw(EndingKind::FiftyMoves);
        }
        if occurrences >= 3 || self.can_repeat_thrice() {
            return draw(EndingKind::ThreefoldRepetition);
        }
        None
    }

    /// The positions since the last capture or pawn move: no other can come back.
    fn recent(&self) -> &[(u64, P)] {
        let plies = usize::try_from(self.now().halfmoves()).unwrap_or(usize::MAX);
        let since = self.positions.len().saturating_sub(plies.saturating_add(1));
        &self.positions[since..]
    }

    fn occurrences(&self, position: &P, fingerprint: u64) -> usize {
        let same = |(mark, seen): &&(u64, P)| *mark == fingerprint && seen == position;
        self.recent().iter().filter(same).count()
    }

    /// The side to move has a move; whether the hundredth quiet ply is played, or can
    /// be with a next move that does not end the game.
    fn can_claim_fifty_moves(&self) -> bool {
        let now = self.now();
        let quiet =
            |chosen: &P::Move| P::captured(*chosen).is_none() && P::role(*chosen) != Role::Pawn;
        now.halfmoves() >= 100
            || now.halfmoves() == 99
                && now
                    .moves()
                    .into_iter()
                    .filter(quiet)
                    .any(|chosen| now.after(chosen).has_move())
    }

    /// Whether some legal move leads to a position that has occurred twice.
    fn can_repeat_thrice(&self) -> bool {
        let now = self.now();
        let recent = self.recent();
        let theirs = recent.iter().rev().skip(1).step_by(2);
        let mut marks: Vec<u64> = theirs.map(|(mark, _)| *mark).collect();
        marks.sort_unstable();
        // Most plies have no such position, and then no move needs to be tried.
        if marks.windows(2).all(|pair| pair[0] != pair[1]) {
            return false;
        }
        now.moves().into_iter().any(|chosen| {
            let next = now.after(chosen);
            self.occurrences(&next, next.fingerprint()) >= 2
        })
    }
}

impl BoardPosition for chess::Position {
    type Move = chess::Move;

    fn turn(&self) -> Color {
        self.turn()
    }
    fn halfmoves(&self) -> u32 {
        self.halfmoves()
    }
    fn in_check(&self) -> bool {
        self.in_check()
    }
    fn has_move(&self) -> bool {
        self.has_move()
    }
    fn moves(&self) -> Vec<chess::Move> {
        self.moves()
    }
    fn after(&self, chosen: chess::Move) -> Self {
        self.after(chosen)
    }
    fn resolve(&self, text: UciText) -> Option<chess::Move> {
        self.resolve(text)
    }
    fn uci(chosen: chess::Move) -> String {
        Self::uci(chosen)
    }
    fn captured(chosen: chess::Move) -> Option<Role> {
        chosen.capture().map(chess::position::role)
    }
    fn promotion(chosen: chess::Move) -> Option<Role> {
        chosen.promotion().map(chess::position::role)
    }
    fn role(chosen: chess::Move) -> Role {
        chess::position::role(chosen.role())
    }
    fn is_insufficient_material(&self) -> bool {
        self.is_insufficient_material()
    }
    fn fingerprint(&self) -> u64 {
        self.fingerprint()
    }
}

impl BoardPosition for fairy::Position {
    type Move = fairy::Move;

    fn turn(&self) -> Color {
        self.turn()
    }
    fn halfmoves(&self) -> u32 {
        self.halfmoves()
    }
    fn in_check(&self) -> bool {
        self.in_check()
    }
    fn has_move(&self) -> bool {
        self.has_move()
    }
    fn moves(&self) -> Vec<fairy::Move> {
        self.moves()
    }
    fn after(&self, chosen: fairy::Move) -> Self {
        self.after(chosen)
    }
    fn resolve(&self, text: UciText) -> Option<fairy::Move> {
        self.resolve(text)
    }
    fn uci(chosen: fairy::Move) -> String {
        chosen.uci().to_string()
    }
    fn captured(chosen: fairy::Move) -> Option<Role> {
        chosen.captured()
    }
    fn promotion(chosen: fairy::Move) -> Option<Role> {
        chosen.promotion()
    }
    fn role(chosen: fairy::Move) -> Role {
        chosen.role()
    }
    fn is_insufficient_material(&self) -> bool {
        self.is_insufficient_material()
    }
    fn fingerprint(&self) -> u64 {
        self.fingerprint()
    }
}
