//! Plans: what is alike across cells, what is balanced, and what stays when a study grows.

use std::collections::{BTreeMap, BTreeSet};

use ludometer_games::Outcome;
use ludometer_record::Seat;

use super::bench;
use crate::{
    Instrument,
    chop_bench::{ChopBench, Mode, PlannedGame},
};

/// The games of one cell, in order.
fn cell<'a>(bench: &'a ChopBench, family: &str, mode: Mode) -> Vec<&'a PlannedGame> {
    let of = |game: &&PlannedGame| {
        game.cell.family == family && game.cell.mode == mode && game.cell.model.as_str() == "m"
    };
    bench.plan().iter().filter(of).collect()
}

fn values(bench: &ChopBench, games: &[&PlannedGame]) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    for game in games {
        *counts
            .entry(bench.solved().value(game.start).outcome.as_str())
            .or_default() += 1;
    }
    counts
}

#[test]
fn ids_are_unique_and_cells_are_alike() {
    let bench = bench("starts = \"strata\"\nopponents = [\"solver\", \"greedy\"]");
    let games = bench.plan();
    assert_eq!(games.len(), 20 * 6 * 2);
    let ids: BTreeSet<&str> = games.iter().map(|game| game.id.as_str()).collect();
    assert_eq!(ids.len(), games.len());
    let first = cell(&bench, "plain", Mode::Stateless);
    for family in ["plain", "formal", "worked", "reasoned", "json", "disguised"] {
        for mode in [Mode::Stateless, Mode::Dialogue] {
            for (one, two) in first.iter().zip(cell(&bench, family, mode)) {
                assert_eq!(
                    (one.start, one.examinee, &one.opponent),
                    (two.start, two.examinee, &two.opponent)
                );
            }
        }
    }
}

#[test]
fn games_of_one_index_come_together() {
    let bench = bench("games_per_cell = 3");
    let numbers: Vec<String> = bench
        .plan()
        .iter()
        .map(|game| game.id.as_str().rsplit('.').next().unwrap().to_owned())
        .collect();
    let mut sorted = numbers.clone();
    sorted.sort();
    assert_eq!(numbers, sorted);
}

#[test]
fn seats_and_opponents_are_balanced_from_the_standard_start() {
    for opponents in [1, 2, 3] {
        let list = ["\"solver\"", "\"random\"", "\"greedy\""][..opponents].join(",");
        let bench = bench(&format!(
            "games_per_cell = 12\nopponents = [{list}]\nfamilies = [\"plain\"]"
        ));
        let mut counts: BTreeMap<(Seat, String), usize> = BTreeMap::new();
        for game in cell(&bench, "plain", Mode::Stateless) {
            assert_eq!(game.start, bench.solved().rules().start());
            *counts
                .entry((game.examinee, game.opponent.to_string()))
                .or_default() += 1;
        }
        assert_eq!(counts.len(), 2 * opponents);
        assert!(
            counts.values().all(|count| *count == 12 / (2 * opponents)),
            "{counts:?}"
        );
    }
}

#[test]
fn strata_cover_values_evenly_and_distances_in_turn() {
    let bench = bench("games_per_cell = 60\nstarts = \"strata\"\nfamilies = [\"plain\"]");
    let games = cell(&bench, "plain", Mode::Stateless);
    assert_eq!(
        values(&bench, &games),
        BTreeMap::from([("WIN", 20), ("DRAW", 20), ("LOSE", 20)])
    );
    let reachable: BTreeSet<_> = bench.solved().reachable().into_iter().collect();
    for game in &games {
        assert_eq!(game.examinee, Seat::First);
        assert!(reachable.contains(&game.start));
        assert!(bench.solved().rules().terminal(game.start).is_none());
    }
    // No distance comes again before all of its value have come.
    for outcome in [Outcome::Win, Outcome::Lose] {
        let distances: Vec<u16> = games
            .iter()
            .map(|game| bench.solved().value(game.start))
            .filter(|value| value.outcome == outcome)
            .map(|value| value.distance.unwrap())
            .collect();
        let kinds: BTreeSet<u16> = bench
            .solved()
            .reachable()
            .into_iter()
            .map(|position| bench.solved().value(position))
            .filter(|value| value.outcome == outcome && value.distance > Some(0))
            .map(|value| value.distance.unwrap())
            .collect();
        for lap in distances.chunks_exact(kinds.len()) {
            assert_eq!(lap.iter().copied().collect::<BTreeSet<u16>>(), kinds);
        }
        assert!(distances.len() >= kinds.len());
    }
}

#[test]
fn every_opponent_meets_every_value() {
    // Three values and three or six opponents: taken in turn alone, they would be tied.
    for (opponents, list) in [
        (2, "\"solver\",\"random\""),
        (3, "\"solver\",\"random\",\"greedy\""),
        (
            6,
            "\"solver\",\"random\",\"greedy\",\"epsilon:0.1\",\"epsilon:0.2\",\"epsilon:0.3\"",
        ),
    ] {
        let bench = bench(&format!(
            "games_per_cell = 36\nstarts = \"strata\"\nfamilies = [\"plain\"]\nopponents = [{list}]"
        ));
        let mut counts: BTreeMap<(String, &str), usize> = BTreeMap::new();
        for game in cell(&bench, "plain", Mode::Stateless) {
            let value = bench.solved().value(game.start).outcome.as_str();
            *counts
                .entry((game.opponent.to_string(), value))
                .or_default() += 1;
        }
        assert_eq!(counts.len(), 3 * opponents, "{counts:?}");
        assert!(
            counts.values().all(|count| *count == 36 / (3 * opponents)),
            "{counts:?}"
        );
    }
}

#[test]
fn the_smallest_distance_is_kept() {
    let bench =
        bench("games_per_cell = 60\nstarts = \"strata\"\nmin_distance = 9\nfamilies = [\"plain\"]");
    let mut least = u16::MAX;
    for game in cell(&bench, "plain", Mode::Stateless) {
        if let Some(distance) = bench.solved().value(game.start).distance {
            assert!(distance >= 9, "{}", game.start);
            least = least.min(distance);
        }
    }
    assert!(least < 12, "the smallest ones are there: {least}");
}

#[test]
fn more_games_keep_the_first_ones() {
    for lines in [
        "starts = \"strata\"\nopponents = [\"solver\",\"random\",\"greedy\"]",
        "opponents = [\"solver\",\"random\"]",
    ] {
        let few = bench(&format!("games_per_cell = 7\n{lines}"));
        let many = bench(&format!("games_per_cell = 31\n{lines}"));
        assert_eq!(few.plan(), &many.plan()[..few.plan().len()]);
    }
}

#[test]
fn another_seed_draws_other_starts() {
    let starts = |seed: u64| {
        let mut study = super::study("starts = \"strata\"\nfamilies = [\"plain\"]");
        study.seed = ludometer_record::Seed(seed);
        let bench = ChopBench::new(&study, &[]).unwrap();
        bench
            .plan()
            .iter()
            .map(|game| game.start)
            .collect::<Vec<_>>()
    };
    assert_eq!(starts(1), starts(1));
    assert_ne!(starts(1), starts(2));
}
