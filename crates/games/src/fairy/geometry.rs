//! Tables of where pieces reach from each square of a board.
//!
//! A board lies in a `u128`, twelve bits a rank whatever its width: bit
//! `12 * rank + file`.

use std::sync::LazyLock;

use super::rules::{GARDNER, GRAND12, Rules};
use crate::Color;
use crate::uci::{Size, Square};

/// Bits a rank takes.
pub(super) const STRIDE: u8 = 12;
/// Bits that a board may use.
const SQUARES: usize = 120;

/// A set of squares.
pub(super) type Set = u128;

/// The eight directions as (files, ranks). The first four lead to higher bits.
const DIRECTIONS: [(i8, i8); 8] = [
    (1, 0),
    (0, 1),
    (1, 1),
    (-1, 1),
    (-1, 0),
    (0, -1),
    (-1, -1),
    (1, -1),
];
/// Whether a direction is a bishop's.
pub(super) const DIAGONAL: [bool; 8] = [false, false, true, true, false, false, true, true];
pub(super) const ROOK: [usize; 4] = [0, 1, 4, 5];
pub(super) const BISHOP: [usize; 4] = [2, 3, 6, 7];

const JUMPS: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (-1, 2),
    (-2, 1),
    (1, -2),
    (2, -1),
    (-1, -2),
    (-2, -1),
];

/// The tables of a board.
pub(super) struct Geometry {
    rays: [[Set; SQUARES]; 8],
    pub(super) knight: [Set; SQUARES],
    pub(super) king: [Set; SQUARES],
    /// By color: the squares that a pawn attacks.
    pub(super) pawn: [[Set; SQUARES]; 2],
}

pub(super) const fn bit(at: u8) -> Set {
    1 << at
}

pub(super) const fn number(square: Square) -> u8 {
    square.rank * STRIDE + square.file
}

pub(super) const fn square(at: u8) -> Square {
    Square {
        file: at % STRIDE,
        rank: at / STRIDE,
    }
}

/// The lowest square of a set that is not empty.
pub(super) fn lowest(set: Set) -> u8 {
    u8::try_from(set.trailing_zeros()).expect("at most 128")
}

fn highest(set: Set) -> u8 {
    u8::try_from(set.ilog2()).expect("at most 127")
}

/// The squares of a set, from the lowest.
pub(super) fn each(mut set: Set) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let at = lowest(set);
            set &= set - 1;
            at
        })
    })
}

impl Geometry {
    pub(super) fn of(rules: &Rules) -> &'static Self {
        static SMALL: LazyLock<Geometry> = LazyLock::new(|| Geometry::new(GARDNER.size));
        static LARGE: LazyLock<Geometry> = LazyLock::new(|| Geometry::new(GRAND12.size));
        if rules.size == GARDNER.size {
            &SMALL
        } else {
            &LARGE
        }
    }

    fn new(size: Size) -> Self {
        let mut tables = Self {
            rays: [[0; SQUARES]; 8],
            knight: [0; SQUARES],
            king: [0; SQUARES],
            pawn: [[0; SQUARES]; 2],
        };
        let step = |from: Square, (files, ranks): (i8, i8)| {
            let file = from.file.checked_add_signed(files)?;
            let rank = from.rank.checked_add_signed(ranks)?;
            (file < size.files && rank < size.ranks).then_some(Square { file, rank })
        };
        let steps = |from: Square, all: &[(i8, i8)]| -> Set {
            all.iter()
                .filter_map(|&way| step(from, way))
                .fold(0, |set, to| set | bit(number(to)))
        };
        for rank in 0..size.ranks {
            for file in 0..size.files {
                let from = Square { file, rank };
                let at = usize::from(number(from));
                tables.knight[at] = steps(from, &JUMPS);
                tables.king[at] = steps(from, &DIRECTIONS);
                tables.pawn[Color::White as usize][at] = steps(from, &[(-1, 1), (1, 1)]);
                tables.pawn[Color::Black as usize][at] = steps(from, &[(-1, -1), (1, -1)]);
                for (way, &direction) in DIRECTIONS.iter().enumerate() {
                    let mut next = step(from, direction);
                    while let Some(to) = next {
                        tables.rays[way][at] |= bit(number(to));
                        next = step(to, direction);
                    }
                }
            }
        }
        tables
    }

    /// The squares in one direction up to the edge.
    pub(super) fn ray(&self, way: usize, from: u8) -> Set {
        self.rays[way][usize::from(from)]
    }

    /// The first occupied square in one direction.
    pub(super) fn first(&self, way: usize, from: u8, occupied: Set) -> Option<u8> {
        let blockers = self.ray(way, from) & occupied;
        (blockers != 0).then(|| {
            if way < 4 {
                lowest(blockers)
            } else {
                highest(blockers)
            }
        })
    }

    /// What a slider in these directions attacks: up to the first occupied square, and it.
    pub(super) fn slide(&self, ways: [usize; 4], from: u8, occupied: Set) -> Set {
        ways.into_iter().fold(0, |set, way| {
            let ray = self.ray(way, from);
            set | self
                .first(way, from, occupied)
                .map_or(ray, |blocker| ray ^ self.ray(way, blocker))
        })
    }
}
