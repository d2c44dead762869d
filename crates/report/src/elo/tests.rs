//! Goldens of both plots on one small set of games; `LUDOMETER_GOLDEN=write` renews them.
#![allow(clippy::disallowed_methods, reason = "a golden is a file")]

use ludometer_stats::{
    Level,
    ladder::{Colour, EProcess, Elo, Evidence, Game, Outcome, fit, planning::Belief},
};

use super::*;
use crate::document::{Block, terminal};

fn games(opponent: f64, outcomes: &str) -> Vec<Game> {
    outcomes
        .chars()
        .enumerate()
        .map(|(index, letter)| Game {
            opponent: Elo::new(opponent).unwrap(),
            colour: [Colour::White, Colour::Black][index % 2],
            outcome: match letter {
                'W' => Outcome::Win,
                'D' => Outcome::Draw,
                _ => Outcome::Loss,
            },
        })
        .collect()
}

fn line(name: &str, games: &[Game]) -> PlayerLine {
    let mut process = EProcess::new();
    process.observe(games);
    PlayerLine {
        name: name.to_owned(),
        fit: fit(&Evidence::new(games), Level::P95),
        conservative: process.set(Level::P95),
    }
}

fn players() -> Vec<PlayerLine> {
    vec![
        line("mixed", &games(1500.0, "WLWDLWLLWD")),
        line(
            "only <won> & drew, under a long name",
            &games(1700.0, "WWDW"),
        ),
        line("drew", &games(1700.0, "DD")),
    ]
}

#[track_caller]
fn golden(name: &str, seen: &str) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name);
    if std::env::var_os("LUDOMETER_BLESS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, seen).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert!(
        seen == expected,
        "{name} differs; look at it, then run with LUDOMETER_BLESS=1"
    );
}

#[test]
fn the_plot_of_ratings() {
    let svg = ratings_svg("Ratings", &players());
    assert!(svg.contains("only &lt;won&gt; &amp; drew"));
    assert!(svg.contains("not identified: only draws"));
    golden("elo-ratings.svg", &svg);
}

#[test]
fn the_plot_of_narrowing() {
    let (mut belief, mut process) = (Belief::before_any_game(), EProcess::new());
    let moment = |game, belief: &Belief, process: &EProcess| Moment {
        game,
        mean: belief.mean(),
        deviation: belief.deviation(),
        anytime: process.set(Level::P95).interval,
    };
    let mut moments = vec![moment(None, &belief, &process)];
    for game in games(1900.0, "LLWLDL") {
        belief.observe(&[game]);
        process.observe(&[game]);
        moments.push(moment(Some(game), &belief, &process));
    }
    golden("elo-narrowing.svg", &narrowing_svg("One player", &moments));
}

#[test]
fn the_table_of_ratings() {
    let text = terminal(&[Block::Table(rating_table(&players()))], 120);
    golden("elo-ratings.txt", &text);
    assert_eq!(elo(-0.2), "0");
    assert_eq!(elo(-12.6), "−13");
}
