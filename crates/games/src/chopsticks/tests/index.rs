//! The numbering and its tables.

use proptest::prelude::*;

use super::super::*;
use super::{positions, small_variants};
use crate::{FiniteGame, Game, Reversible, Symmetric, reachable_count};

/// The graphs of every small variant, ordered and not.
fn small_graphs() -> Vec<Graph> {
    let both = |rules| [Graph::new(rules), Graph::unordered(rules)];
    small_variants().into_iter().flat_map(both).collect()
}

/// The counts published with Chop-Bench.
#[test]
fn counts_of_the_published_game() {
    let graph = Graph::new(Rules::default());
    assert_eq!(graph.position_count(), 625);
    let terminal = positions(&graph).filter(|&index| graph.terminal_index(index).is_some());
    assert_eq!(terminal.count(), 49);
    assert_eq!(reachable_count(&graph), 595);
    let moves: u32 = positions(&graph)
        .map(|index| graph.successor_count(index))
        .sum();
    assert_eq!(moves, 2560);
    let results =
        positions(&graph).map(|index| Rules::default().results(graph.position(index)).len());
    assert_eq!(results.sum::<usize>(), 2400);
}

#[test]
fn numbering_agrees_with_the_rules() {
    for graph in small_graphs() {
        for index in positions(&graph) {
            let position = graph.position(index);
            assert_eq!(graph.index(position), index);
            assert_eq!(graph.terminal_index(index), graph.terminal(&position));
            let (mut by_table, mut by_rules) = (Vec::new(), Vec::new());
            graph.for_each_successor_index(index, |next| by_table.push(next));
            graph.for_each_successor(&position, |next| by_rules.push(graph.index(next)));
            by_table.sort_unstable();
            by_rules.sort_unstable();
            assert_eq!(by_table, by_rules, "{} {position}", Game::id(&graph));
            assert_eq!(graph.successor_count(index) as usize, by_table.len());
        }
    }
}

#[test]
fn predecessors_are_the_transpose_of_successors() {
    for graph in small_graphs() {
        let (mut forth, mut back) = (Vec::new(), Vec::new());
        for index in positions(&graph) {
            graph.for_each_successor_index(index, |next| forth.push((index, next)));
            graph.for_each_predecessor_index(index, |before| back.push((before, index)));
        }
        forth.sort_unstable();
        back.sort_unstable();
        assert!(forth == back, "{}", Game::id(&graph));
    }
}

#[test]
fn near_predecessors_lie_in_their_block() {
    for graph in small_graphs() {
        let block_len = u32::try_from(graph.block_len()).unwrap();
        for index in positions(&graph) {
            let order = graph.expansion_order(index);
            assert_eq!(graph.expansion_order(order), index);
            let mut apart = Vec::new();
            graph.for_each_near_run(index, |run| apart.extend(run));
            assert!(
                apart
                    .iter()
                    .all(|near| near / block_len == order / block_len)
            );
            graph.for_each_far_predecessor(index, |far| apart.push(far));
            let mut together = Vec::new();
            graph.for_each_predecessor_index(index, |before| together.push(before));
            apart.sort_unstable();
            together.sort_unstable();
            assert_eq!(apart, together);
        }
    }
}

proptest! {
    /// On games too large to walk: what a position leads to leads back to it, as often.
    #[test]
    fn large_games_are_transposed_too(
        (hands, modulus) in (1_usize..=6).prop_flat_map(|hands| {
            let largest = [36, 36, 36, 15, 9, 6][hands - 1];
            (Just(hands), 2_usize..=largest)
        }).prop_filter("tables stay small", |&(hands, modulus): &(usize, usize)| modulus.pow(u32::try_from(hands).unwrap()) < 5000),
        split in prop::sample::select(SplitRule::ALL.to_vec()),
        unordered in any::<bool>(),
        pick in any::<u32>(),
    ) {
        let rules = Rules::new(hands, modulus, split).unwrap();
        let graph = if unordered { Graph::unordered(rules) } else { Graph::new(rules) };
        let index = pick % u32::try_from(graph.position_count()).unwrap();
        let mut forth = Vec::new();
        graph.for_each_successor_index(index, |next| forth.push(next));
        let times = |all: &[u32], one: u32| all.iter().filter(|&&other| other == one).count();
        let mut checked = forth.clone();
        checked.dedup();
        for next in checked.into_iter().step_by(17) {
            let mut back = Vec::new();
            graph.for_each_predecessor_index(next, |before| back.push(before));
            prop_assert_eq!(times(&forth, next), times(&back, index));
        }
    }
}

#[test]
fn the_quotient_keeps_one_position_a_class() {
    let graph = Graph::new(Rules::new(4, 8, SplitRule::Published).unwrap());
    assert_eq!(graph.position_count(), 16_777_216);
    assert_eq!(graph.quotient().position_count(), 108_900);
    let position = graph.parse("3101-7002").unwrap();
    assert_eq!(graph.canonical(position).to_string(), "0113-0027");
    assert_eq!(
        graph.quotient().parse("3101-7002").unwrap().to_string(),
        "0113-0027"
    );
    assert_ne!(graph.id(), graph.quotient().id());
}
