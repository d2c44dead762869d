//! The rules by hand-picked positions and by a second implementation, the numbering
//! and its tables against the rules, and games in progress.

mod index;
mod playing;
mod rules;

use super::{Graph, Position, Rules, SplitRule};
use crate::FiniteGame;

fn at(text: &str) -> Position {
    Rules::default().parse(text).unwrap()
}

/// Variants small enough to walk completely.
fn small_variants() -> Vec<Rules> {
    let sizes = [
        (1, 2),
        (1, 9),
        (2, 2),
        (2, 3),
        (2, 5),
        (2, 12),
        (3, 3),
        (3, 4),
        (4, 3),
    ];
    sizes
        .into_iter()
        .flat_map(|(hands, modulus)| {
            SplitRule::ALL.map(|split| Rules::new(hands, modulus, split).unwrap())
        })
        .collect()
}

fn positions(graph: &Graph) -> impl Iterator<Item = u32> + use<> {
    (0..).take(graph.position_count())
}
