//! The ladder's inference and planning on one core.
//!
//! `bench/elo_scipy.py` does the same work on the same games with scipy.

use divan::{Bencher, black_box};
use ludometer_stats::{
    Level,
    ladder::{
        Colour, Elo, Evidence, Game, Outcome, compare, fit, fit_free_colour,
        planning::{Belief, Ladder},
        split_set,
    },
};

fn main() {
    divan::main();
}

/// Forty games as an adaptive study plays them: five pairs, then waves of six.
///
/// Opponent, then White's and Black's outcome of each pair.
const PAIRS: [(f64, &str); 20] = [
    (2300.0, "LL"),
    (1700.0, "WL"),
    (1700.0, "LD"),
    (1600.0, "WW"),
    (1800.0, "LL"),
    (1700.0, "WD"),
    (1700.0, "LW"),
    (1700.0, "LL"),
    (1600.0, "WW"),
    (1600.0, "DL"),
    (1600.0, "WL"),
    (1700.0, "WL"),
    (1700.0, "DW"),
    (1700.0, "LL"),
    (1600.0, "LW"),
    (1600.0, "WD"),
    (1600.0, "WL"),
    (1500.0, "WW"),
    (1500.0, "WL"),
    (1500.0, "LW"),
];

fn games() -> Vec<Game> {
    let game = |opponent: f64, colour, outcome| Game {
        opponent: Elo::new(opponent).expect("a rating"),
        colour,
        outcome: match outcome {
            b'W' => Outcome::Win,
            b'D' => Outcome::Draw,
            _ => Outcome::Loss,
        },
    };
    PAIRS
        .iter()
        .flat_map(|&(opponent, outcomes)| {
            let outcomes = outcomes.as_bytes();
            [
                game(opponent, Colour::White, outcomes[0]),
                game(opponent, Colour::Black, outcomes[1]),
            ]
        })
        .collect()
}

#[divan::bench]
fn fit_with_interval(bencher: Bencher) {
    let games = games();
    bencher.bench(|| fit(&Evidence::new(black_box(&games)), Level::P95));
}

#[divan::bench]
fn fit_with_free_colour(bencher: Bencher) {
    let games = games();
    bencher.bench(|| fit_free_colour(&Evidence::new(black_box(&games)), Level::P95));
}

#[divan::bench]
fn mixture_set(bencher: Bencher) {
    let games = games();
    bencher.bench(|| {
        let (old, new) = black_box(&games).split_at(10);
        split_set(&Evidence::new(old), &Evidence::new(new), Level::P95)
    });
}

#[divan::bench]
fn next_opponent_after_the_pilot(bencher: Bencher) {
    let ladder = Ladder::published();
    let mut belief = Belief::before_any_game();
    belief.observe(&[Game {
        opponent: Elo::new(1_320.0).expect("a rating"),
        colour: Colour::White,
        outcome: Outcome::Win,
    }]);
    bencher.bench(|| ladder.next(black_box(&belief)));
}

#[divan::bench]
fn belief_of_forty_games(bencher: Bencher) {
    let games = games();
    bencher.bench(|| {
        let mut belief = Belief::before_any_game();
        belief.observe(black_box(&games));
        belief
    });
}

#[divan::bench]
fn five_players_compared(bencher: Bencher) {
    let games = games();
    let players: Vec<Evidence> = (0..5)
        .map(|i| Evidence::new(&games[2 * i..30 + 2 * i]))
        .collect();
    bencher.bench(|| compare(black_box(&players), Level::P95));
}
