//! Standard algebraic notation on fairy boards: as in chess, with more letters.

use std::fmt::Write as _;

use super::position::{Move, Position};
use crate::Role;

impl Position {
    /// A move that this position lists, in minimal notation with `+` or `#`.
    #[must_use]
    pub fn san(&self, chosen: Move) -> String {
        let mut text = String::new();
        let to = chosen.to();
        if chosen.role == Role::Pawn {
            if chosen.captured.is_some() {
                text.push(char::from(b'a' + chosen.from().file));
            }
        } else {
            text.push(chosen.role.letter().to_ascii_uppercase());
            self.disambiguate(chosen, &mut text);
        }
        if chosen.captured.is_some() {
            text.push('x');
        }
        write!(text, "{to}").expect("a string takes any text");
        if let Some(role) = chosen.promotion {
            text.push('=');
            text.push(role.letter().to_ascii_uppercase());
        }
        let next = self.after(chosen);
        if next.in_check() {
            text.push(if next.has_move() { '+' } else { '#' });
        }
        text
    }

    /// Adds file, rank or both where another piece of the kind could go there too.
    fn disambiguate(&self, chosen: Move, text: &mut String) {
        let (mut rivals, mut file_is_shared, mut rank_is_shared) = (false, false, false);
        self.for_each_move(|other| {
            if other.role == chosen.role && other.to == chosen.to && other.from != chosen.from {
                rivals = true;
                file_is_shared |= other.from().file == chosen.from().file;
                rank_is_shared |= other.from().rank == chosen.from().rank;
            }
        });
        if rivals && (!file_is_shared || rank_is_shared) {
            text.push(char::from(b'a' + chosen.from().file));
        }
        if rivals && file_is_shared {
            write!(text, "{}", chosen.from().rank + 1).expect("a string takes any text");
        }
    }

    /// Whether the side to move has a legal move.
    #[must_use]
    pub fn has_move(&self) -> bool {
        let mut any = false;
        self.for_each_move(|_| any = true);
        any
    }
}
