//! The two sides of a board game, and a container with a value for each.

use std::fmt;
use std::ops::{Index, IndexMut, Not};

use serde::{Deserialize, Serialize};

/// One of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Color {
    /// Who moves first.
    White,
    /// Who moves second.
    Black,
}

impl Color {
    /// Both sides, White first.
    pub const ALL: [Self; 2] = [Self::White, Self::Black];

    /// The other side.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }

    /// `white` or `black`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::White => "white",
            Self::Black => "black",
        }
    }
}

impl Not for Color {
    type Output = Self;

    fn not(self) -> Self {
        self.other()
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// A value for each side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct ByColor<T> {
    /// White's.
    pub white: T,
    /// Black's.
    pub black: T,
}

impl<T> ByColor<T> {
    /// The value that `make` gives for each side.
    pub fn new_with(mut make: impl FnMut(Color) -> T) -> Self {
        Self {
            white: make(Color::White),
            black: make(Color::Black),
        }
    }

    /// Each side with its value, White first.
    pub fn iter(&self) -> impl Iterator<Item = (Color, &T)> {
        [(Color::White, &self.white), (Color::Black, &self.black)].into_iter()
    }

    /// The same sides with other values.
    pub fn map<U>(self, mut change: impl FnMut(T) -> U) -> ByColor<U> {
        ByColor {
            white: change(self.white),
            black: change(self.black),
        }
    }
}

impl<T> Index<Color> for ByColor<T> {
    type Output = T;

    fn index(&self, color: Color) -> &T {
        match color {
            Color::White => &self.white,
            Color::Black => &self.black,
        }
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        match color {
            Color::White => &mut self.white,
            Color::Black => &mut self.black,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ByColor, Color};

    #[test]
    fn a_value_for_each_side() {
        let mut marks = ByColor::new_with(|color| color.as_str().len());
        marks[Color::Black] += 1;
        assert_eq!(marks, ByColor { white: 5, black: 6 });
        assert_eq!(marks.map(|mark| mark * 2)[!Color::White], 12);
        let sides: Vec<Color> = marks.iter().map(|(color, _)| color).collect();
        assert_eq!(sides, Color::ALL);
        let json = serde_json::to_string(&marks).unwrap();
        assert_eq!(json, "{\"white\":5,\"black\":6}");
        assert_eq!(serde_json::to_string(&Color::Black).unwrap(), "\"black\"");
    }
}
