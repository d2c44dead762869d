//! Chopsticks solved: published and independent counts, and every way to solve it.
#![allow(clippy::unwrap_used, reason = "helpers of tests")]
#![allow(
    clippy::disallowed_methods,
    reason = "the reference beside the repository is a file, found by a variable"
)]

mod common;

use std::collections::HashMap;
use std::path::PathBuf;

use common::brute_force::{Player, for_max};
use common::indices;
use common::one_by_one::OneByOne;
use ludometer_games::chopsticks::{Graph, Position, Rules, SplitRule};
use ludometer_games::{FiniteGame, Game, Outcome, Symmetric, reachable_count};
use ludometer_solver::{Counts, Oracle, Reversed, Solution, Value, solve, solve_quotient};
use serde_json::Value as Json;

const FACTS: &str = include_str!("chopsticks.txt");

fn graph(variant: &str) -> Graph {
    let words: Vec<&str> = variant.split_whitespace().collect();
    let split = words
        .get(2)
        .map_or(SplitRule::Published, |name| SplitRule::named(name).unwrap());
    let number = |word: &str| word.parse().unwrap();
    Graph::new(Rules::new(number(words[0]), number(words[1]), split).unwrap())
}

/// Variants small enough for everything.
fn variants() -> Vec<Graph> {
    let sizes = ["1 2", "1 7", "2 2", "2 4", "2 5", "2 6", "3 3", "3 4"];
    sizes
        .iter()
        .flat_map(|size| SplitRule::ALL.map(|split| graph(&format!("{size} {}", split.name()))))
        .collect()
}

fn open_counts(game: &Graph, solution: &Solution) -> Counts {
    solution.counts_where(|index| game.terminal_index(index).is_none())
}

#[test]
fn facts_hold() {
    let rows = FACTS.lines().filter(|line| !line.starts_with('#'));
    let mut checked = 0;
    for row in rows {
        let fields: Vec<&str> = row.split('|').map(str::trim).collect();
        let game = graph(fields[0]);
        let solution = solve(&game).unwrap();
        let terminal = indices(&game).filter(|&index| game.terminal_index(index).is_some());
        let open = open_counts(&game, &solution);
        let histogram = solution.histogram();
        let longest = [&histogram.win, &histogram.lose]
            .map(|side| side.last_key_value().map_or(0, |(distance, _)| *distance));
        let found = [
            game.position_count().to_string(),
            terminal.count().to_string(),
            solution.work().successors_counted.to_string(),
            open.win.to_string(),
            open.lose.to_string(),
            open.draw.to_string(),
            format!("{} {}", longest[0], longest[1]),
            solution.value(&game, Game::start(&game)).to_string(),
            reachable_count(&game).to_string(),
        ];
        assert_eq!(fields[1..], found, "{row}");
        assert_eq!(solution.longest(), Some(longest[0].max(longest[1])));
        checked += 1;
    }
    assert_eq!(checked, 8);
}

#[test]
fn agrees_with_minimax_from_a_fixed_view() {
    for game in variants() {
        let solution = solve(&game).unwrap();
        let minimax = for_max(&game);
        for index in indices(&game) {
            let position = game.position(index);
            let value = solution.value_at(index);
            let negated = Value {
                outcome: value.outcome.negated(),
                ..value
            };
            let name = format!("{} {position}", game.id());
            assert_eq!(value, minimax[&(position, Player::Max)], "{name}");
            assert_eq!(negated, minimax[&(position, Player::Min)], "{name}");
        }
    }
}

/// 1,250 positions with the side to move, 98 of them terminal, as published.
#[test]
fn both_sides_to_move_double_the_positions() {
    let game = graph("2 5");
    let minimax = for_max(&game);
    assert_eq!(minimax.len(), 1250);
    let over = minimax
        .keys()
        .filter(|(position, _)| game.terminal(position).is_some());
    assert_eq!(over.count(), 98);
}

#[test]
fn optimal_moves_are_those_that_minimax_keeps() {
    for game in [graph("2 5"), graph("2 4 no-revival"), graph("3 3")] {
        let solution = solve(&game).unwrap();
        let minimax = for_max(&game);
        for index in indices(&game) {
            let position = game.position(index);
            let value = minimax[&(position, Player::Max)];
            let kept = Value {
                distance: value.distance.map(|distance| distance.saturating_sub(1)),
                ..value
            };
            let mut expected = Vec::new();
            game.for_each_successor(&position, |next| {
                if minimax[&(next, Player::Min)] == kept {
                    expected.push(next);
                }
            });
            expected.sort_unstable();
            expected.dedup();
            let mut found = solution.optimal(&game, position);
            found.sort_unstable();
            assert_eq!(found, expected, "{} {position}", game.id());
            assert_eq!(found.is_empty(), game.terminal(&position).is_some());
        }
    }
}

#[test]
fn every_way_to_solve_gives_the_same_values() {
    for game in variants().into_iter().chain([graph("3 5")]) {
        let solution = solve(&game).unwrap();
        let by_list = solve(&Reversed::new(game.clone()).unwrap()).unwrap();
        let one_by_one = solve(&OneByOne(game.clone())).unwrap();
        assert_eq!(one_by_one.work().near_edges, 0);
        assert_eq!(one_by_one.work().edges(), solution.work().edges());
        let quotient = solve_quotient(&game).unwrap();
        for index in indices(&game) {
            let value = solution.value_at(index);
            let position = game.position(index);
            assert_eq!(by_list.value_at(index), value);
            assert_eq!(one_by_one.value_at(index), value);
            assert_eq!(quotient.value(&game, position), value, "{position}");
        }
    }
}

#[test]
fn the_quotient_gives_the_same_moves() {
    let game = graph("3 4");
    let solution = solve(&game).unwrap();
    let quotient = solve_quotient(&game).unwrap();
    for index in indices(&game) {
        let position = game.position(index);
        assert_eq!(
            quotient.optimal(&game, position),
            solution.optimal(&game, position)
        );
    }
}

/// Four hands modulo five: 390,625 positions in blocks of 625, compared class by class.
#[test]
fn a_larger_quotient_agrees() {
    let game = graph("4 5");
    let solution = solve(&game).unwrap();
    let quotient = solve_quotient(&game).unwrap();
    let mut sizes: HashMap<Position, usize> = HashMap::new();
    for index in indices(&game) {
        let position = game.position(index);
        *sizes.entry(game.canonical(position)).or_default() += 1;
        assert_eq!(quotient.value(&game, position), solution.value_at(index));
    }
    assert_eq!(sizes.len(), quotient.solution().position_count());
}

#[test]
fn every_edge_is_visited_once() {
    let game = graph("3 4");
    let solution = solve(&game).unwrap();
    let mut into_decided = 0_u64;
    for index in indices(&game) {
        game.for_each_successor_index(index, |next| {
            into_decided += u64::from(solution.value_at(next).outcome != Outcome::Draw);
        });
    }
    assert_eq!(solution.work().edges(), into_decided);
}

/// The folder of references that stands beside the repository, where there is one.
fn reference() -> Option<PathBuf> {
    let beside = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var("LUDOMETER_SHARED").map_or(beside, PathBuf::from);
    Some(shared.join("reference/chopsticks.json")).filter(|path| path.is_file())
}

#[test]
fn agrees_with_the_reference_beside_the_repository() {
    let Some(path) = reference() else {
        eprintln!("skipped: no shared/reference/chopsticks.json beside the repository");
        return;
    };
    let reference: Json = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let variants = reference["variants"].as_array().unwrap();
    assert!(!variants.is_empty());
    for variant in variants {
        let game = graph(&format!("{} {}", variant["hands"], variant["mod"]));
        let found = in_the_shape_of_the_reference(&game);
        for (field, value) in found.as_object().unwrap() {
            assert_eq!(value, &variant[field], "{} {field}", game.id());
        }
    }
}

fn in_the_shape_of_the_reference(game: &Graph) -> Json {
    let solution = solve(game).unwrap();
    let rules = game.rules();
    let reachable = reachable_set(game);
    let open = |index: &u32| game.terminal_index(*index).is_none();
    let counts = |counts: Counts| serde_json::json!({"win": counts.win, "lose": counts.lose, "draw": counts.draw});
    let mut histogram = solution.histogram();
    histogram.win.remove(&0);
    histogram.lose.remove(&0);
    let start = solution.value(game, Game::start(game));
    let results = indices(game).map(|index| rules.results(game.position(index)).len());
    serde_json::json!({
        "positions": game.position_count(),
        "terminal": game.position_count() - indices(game).filter(open).count(),
        "nonterminal": indices(game).filter(open).count(),
        "moves": solution.work().successors_counted,
        "distinct_edges": results.sum::<usize>(),
        "nonterminal_counts": counts(open_counts(game, &solution)),
        "all_counts": counts(solution.counts()),
        "max_distance": solution.longest(),
        "start": game.notation(&Game::start(game)),
        "start_value": start.outcome.to_string().to_lowercase(),
        "start_distance": start.distance,
        "reachable": reachable.len(),
        "reachable_nonterminal_counts":
            counts(solution.counts_where(|index| open(&index) && reachable.contains(&index))),
        "distance_histogram": {"win": histogram.win, "lose": histogram.lose},
    })
}

fn reachable_set(game: &Graph) -> std::collections::HashSet<u32> {
    let start = game.index(Game::start(game));
    let mut seen = std::collections::HashSet::from([start]);
    let mut open = vec![start];
    while let Some(index) = open.pop() {
        game.for_each_successor_index(index, |next| {
            if seen.insert(next) {
                open.push(next);
            }
        });
    }
    seen
}
