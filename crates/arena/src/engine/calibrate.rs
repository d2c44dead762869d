//! The nodes that an engine visits in a time: a limit that does not hang on the machine.
//!
//! A limit of time makes an engine as strong as the machine is fast and idle. So the nodes
//! that a time buys are measured once, on positions of real games, and the study is played
//! with those.

use std::time::Duration;

use serde::Serialize;

use super::{
    client::Engine,
    error::EngineError,
    position::Position,
    words::{Limit, Nodes},
};

/// Where in a game, in percent of the engine's turns.
pub const STAGES: [u32; 3] = [15, 50, 85];

/// A position to search, and how far into its game it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picked {
    /// One of [`STAGES`].
    pub stage: u32,
    /// The engine's turn, from 1.
    pub turn: usize,
    /// The game's plies before it.
    pub plies: usize,
}

/// The positions of a game at which the engine is asked: of its `n` turns number ⌈p·n/100⌉
/// for each p of [`STAGES`], each turn once.
///
/// `turns` are the plies before each of the engine's turns, ascending.
#[must_use]
pub fn pick(turns: &[usize]) -> Vec<Picked> {
    let mut picked: Vec<Picked> = Vec::new();
    for stage in STAGES {
        let turn = (stage as usize * turns.len()).div_ceil(100);
        let Some(&plies) = turn.checked_sub(1).and_then(|index| turns.get(index)) else {
            continue;
        };
        if picked.last().is_none_or(|last| last.turn != turn) {
            picked.push(Picked { stage, turn, plies });
        }
    }
    picked
}

/// At most `most` of a list, evenly spread from the first to the last.
#[must_use]
pub fn spread<T>(all: Vec<T>, most: usize) -> Vec<T> {
    let count = all.len();
    if count <= most {
        return all;
    }
    // Number i of `most` is at ⌊i·count/most⌋: one in each of `most` equal parts.
    let mut wanted = (0..most).map(|i| i * count / most).peekable();
    let numbered = all.into_iter().enumerate();
    let kept = numbered.filter(|(index, _)| wanted.next_if_eq(index).is_some());
    kept.map(|(_, item)| item).collect()
}

/// The nodes of one search with a cleared hash. `None` if the engine does not count them.
pub async fn measure(
    engine: &mut Engine,
    position: &Position,
    time: Duration,
) -> Result<Option<Nodes>, EngineError> {
    engine.new_game().await?;
    Ok(engine.search(position, Limit::movetime(time)).await?.nodes)
}

/// What searches of one length say.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Calibration {
    /// The median, rounded to a thousand; to one below a thousand.
    pub nodes: u64,
    /// Searches.
    pub searches: usize,
    /// The middle value, or the mean of the two in the middle.
    pub median: f64,
    /// The sum over the number.
    pub mean: f64,
    /// The first to the ninth: linear between the two nearest values.
    pub deciles: [f64; 9],
    /// The least.
    pub least: u64,
    /// The most.
    pub most: u64,
}

impl Calibration {
    /// `None` without searches.
    #[must_use]
    pub fn new(nodes: &[Nodes]) -> Option<Self> {
        let mut sorted: Vec<u64> = nodes.iter().map(|nodes| nodes.0).collect();
        sorted.sort_unstable();
        let (&least, &most) = (sorted.first()?, sorted.last()?);
        let (low, high) = (sorted[(sorted.len() - 1) / 2], sorted[sorted.len() / 2]);
        let rounded = |unit: u64| low.midpoint(high).saturating_add(unit / 2) / unit * unit;
        Some(Self {
            nodes: match rounded(1_000) {
                0 => rounded(1).max(1),
                thousands => thousands,
            },
            searches: sorted.len(),
            median: tenths(&sorted, 5),
            mean: sorted.iter().map(|&nodes| nodes as f64).sum::<f64>() / sorted.len() as f64,
            deciles: std::array::from_fn(|i| tenths(&sorted, i + 1)),
            least,
            most,
        })
    }
}

/// Of a list that is sorted and not empty: linear between the values at ⌊h⌋ and ⌈h⌉ with
/// h = (n - 1)·tenths/10, as numpy and R's type 7 do.
fn tenths(sorted: &[u64], tenths: usize) -> f64 {
    let h = (sorted.len() - 1) * tenths;
    let (low, high) = (sorted[h / 10] as f64, sorted[h.div_ceil(10)] as f64);
    low + (high - low) * (h % 10) as f64 / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plies before the turns of White (from 0) or Black (from 1).
    fn turns(first: usize, count: usize) -> Vec<usize> {
        (0..count).map(|turn| first + 2 * turn).collect()
    }

    fn picked(turns: &[usize]) -> Vec<(u32, usize, usize)> {
        let all = pick(turns).into_iter();
        all.map(|p| (p.stage, p.turn, p.plies)).collect()
    }

    #[test]
    fn positions_stand_at_15_50_and_85_percent_of_the_engines_turns() {
        // Of 20 turns the 3rd, 10th and 17th; White's nth turn comes after 2(n - 1) plies.
        assert_eq!(
            picked(&turns(0, 20)),
            [(15, 3, 4), (50, 10, 18), (85, 17, 32)]
        );
        assert_eq!(
            picked(&turns(1, 20)),
            [(15, 3, 5), (50, 10, 19), (85, 17, 33)]
        );
        // 15% of 41 is 6.15, 50% 20.5, 85% 34.85.
        assert_eq!(
            picked(&turns(0, 41)),
            [(15, 7, 12), (50, 21, 40), (85, 35, 68)]
        );
        assert_eq!(picked(&turns(0, 3)), [(15, 1, 0), (50, 2, 2), (85, 3, 4)]);
        assert_eq!(picked(&turns(1, 2)), [(15, 1, 1), (85, 2, 3)]);
        assert_eq!(picked(&turns(1, 1)), [(15, 1, 1)]);
        assert_eq!(picked(&[]), []);
    }

    #[test]
    fn a_long_list_is_thinned_evenly() {
        assert_eq!(spread(vec![1, 2, 3], 3), [1, 2, 3]);
        assert_eq!(spread((0..10).collect(), 5), [0, 2, 4, 6, 8]);
        assert_eq!(spread((0..10).collect(), 3), [0, 3, 6]);
        assert!(spread((0..10).collect::<Vec<u8>>(), 0).is_empty());
    }

    /// numpy.quantile, median and mean of 1 … 10 million in steps of a million.
    #[test]
    #[allow(clippy::float_cmp, reason = "whole numbers and halves are exact")]
    fn numbers_are_those_of_numpy() {
        let millions: Vec<Nodes> = (1..=10).rev().map(|n| Nodes(n * 1_000_000)).collect();
        let found = Calibration::new(&millions).unwrap();
        assert_eq!((found.nodes, found.median), (5_500_000, 5_500_000.0));
        assert_eq!(found.mean, 5_500_000.0);
        assert_eq!((found.least, found.most), (1_000_000, 10_000_000));
        let numpy = [1.9, 2.8, 3.7, 4.6, 5.5, 6.4, 7.3, 8.2, 9.1].map(|m| m * 1e6);
        for (found, numpy) in found.deciles.into_iter().zip(numpy) {
            assert!((found - numpy).abs() < 1e-3, "{found} for {numpy}");
        }
        let found = Calibration::new(&[1_224_501, 3, 9_999_999].map(Nodes)).unwrap();
        assert_eq!((found.nodes, found.median), (1_225_000, 1_224_501.0));
        let found = Calibration::new(&[Nodes(1_224_499)]).unwrap();
        assert_eq!((found.nodes, found.searches), (1_224_000, 1));
        assert_eq!(Calibration::new(&[Nodes(120)]).unwrap().nodes, 120);
        assert_eq!(Calibration::new(&[]), None);
    }
}
