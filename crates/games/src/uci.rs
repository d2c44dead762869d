//! Squares and the exact text of moves, the same on every board.
//!
//! One rule for the whole project: a text is a move of UCI (lower case, `e2e4`,
//! `e7e8q`, castling as `e1g1`, two-digit ranks on a board of ten) or it is malformed.
//! As in python-chess, `0000` and drops (`N@f3`) are well formed and never legal, and
//! a move that stays where it is (`e2e2`) is malformed. Unlike there, castling as king
//! takes rook (`e1h1`) is not legal: an engine in standard mode silently drops it.

use std::fmt;

use crate::Role;

/// A square. `a1` is file 0, rank 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square {
    /// From 0, the `a` file.
    pub file: u8,
    /// From 0, White's first rank.
    pub rank: u8,
}

impl Square {
    /// A square of a board with that many files and ranks at the start of `text`,
    /// and what follows it.
    fn prefix(text: &str, size: Size) -> Option<(Self, &str)> {
        let letter = *text.as_bytes().first()?;
        let file = letter.checked_sub(b'a')?;
        let rest = text.get(1..)?;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count().min(2);
        let number: u8 = rest[..digits].parse().ok()?;
        let rank = number.checked_sub(1)?;
        let written_plainly = !rest.starts_with('0');
        (file < size.files && rank < size.ranks && written_plainly)
            .then(|| (Self { file, rank }, &rest[digits..]))
    }

    /// The square that a text names on a board of that size.
    #[must_use]
    pub fn parse(text: &str, size: Size) -> Option<Self> {
        match Self::prefix(text, size)? {
            (square, "") => Some(square),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}

/// Files and ranks of a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    /// Number of files.
    pub files: u8,
    /// Number of ranks.
    pub ranks: u8,
}

impl Size {
    /// Every square, from the last rank down and each rank from the `a` file.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let rank = move |rank| (0..self.files).map(move |file| Square { file, rank });
        (0..self.ranks).rev().flat_map(rank)
    }
}

/// A well-formed move text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UciText {
    /// From a square to another, perhaps with a promotion.
    Step {
        /// Where the piece stands.
        from: Square,
        /// Where it goes; for castling the king's two squares.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
    /// A drop.
    Drop {
        /// What is dropped.
        role: Role,
        /// Where to.
        to: Square,
    },
    /// The null move `0000`.
    Null,
}

impl UciText {
    /// Reads a text; `None` if it is no move text for a board of that size with
    /// pieces of those roles.
    #[must_use]
    pub fn parse(text: &str, size: Size, roles: &[Role]) -> Option<Self> {
        let named = |letter: char| Role::from_letter(letter).filter(|role| roles.contains(role));
        if text == "0000" {
            return Some(Self::Null);
        }
        if let Some((role, to)) = text.split_once('@') {
            let mut letters = role.chars();
            let role = named(letters.next()?.to_ascii_lowercase())?;
            let to = Square::parse(to, size)?;
            return letters.next().is_none().then_some(Self::Drop { role, to });
        }
        let (from, rest) = Square::prefix(text, size)?;
        let (to, rest) = Square::prefix(rest, size)?;
        let mut letters = rest.chars();
        let promotion = match letters.next() {
            None => None,
            Some(letter) => Some(named(letter)?),
        };
        (letters.next().is_none() && from != to).then_some(Self::Step {
            from,
            to,
            promotion,
        })
    }
}

impl fmt::Display for UciText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step {
                from,
                to,
                promotion,
            } => {
                write!(f, "{from}{to}")?;
                promotion.map_or(Ok(()), |role| write!(f, "{}", role.letter()))
            }
            Self::Drop { role, to } => write!(f, "{}@{to}", role.letter().to_ascii_uppercase()),
            Self::Null => f.write_str("0000"),
        }
    }
}
