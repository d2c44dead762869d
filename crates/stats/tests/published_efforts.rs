//! The forty integers of the published adaptive study, from its opponents and totals.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use ludometer_stats::{
    Interval, Level,
    ladder::{Colour, Elo, Evidence, Game, Outcome, Place, fit, split_set},
};

const STUDY: &str = include_str!("data/published_efforts.txt");

fn numbers(words: &str) -> Vec<f64> {
    words
        .split_whitespace()
        .map(|word| word.parse().unwrap())
        .collect()
}

/// Without a colour advantage only the opponents and the totals matter, so any
/// assignment of results to games will do.
fn games(opponents: &str, each: usize, totals: &str) -> Vec<Game> {
    let results = numbers(totals)
        .into_iter()
        .zip([Outcome::Win, Outcome::Draw, Outcome::Loss])
        .flat_map(|(count, outcome)| {
            (0..100)
                .take_while(move |n| f64::from(*n) < count)
                .map(move |_| outcome)
        });
    numbers(opponents)
        .into_iter()
        .flat_map(|rating| std::iter::repeat_n(Elo::new(rating).unwrap(), each))
        .zip(results)
        .map(|(opponent, outcome)| Game {
            opponent,
            colour: Colour::White,
            outcome,
        })
        .collect()
}

fn rounded(rating: Place, interval: Interval) -> Vec<f64> {
    let Place::At(rating) = rating else {
        panic!("{rating:?}")
    };
    vec![rating.round(), interval.lo.round(), interval.hi.round()]
}

#[test]
fn all_eight_integers_of_each_of_five_efforts() {
    let mut efforts = 0;
    for line in STUDY.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [
            effort,
            first,
            first_totals,
            later,
            later_totals,
            all,
            new,
            conservative,
        ] = fields[..]
        else {
            panic!("{line}")
        };
        let (old_games, new_games) = (games(first, 2, first_totals), games(later, 6, later_totals));
        assert_eq!((old_games.len(), new_games.len()), (10, 30), "{effort}");
        let fitted = |games: &[Game]| {
            let fit = fit(&Evidence::new(games), Level::P95);
            rounded(fit.place, fit.interval)
        };
        assert_eq!(
            fitted(&[old_games.clone(), new_games.clone()].concat()),
            numbers(all),
            "{effort}, 40 games"
        );
        assert_eq!(fitted(&new_games), numbers(new), "{effort}, later 30");
        let set = split_set(
            &Evidence::new(&old_games),
            &Evidence::new(&new_games),
            Level::P95,
        )
        .interval;
        assert_eq!(
            vec![set.lo.round(), set.hi.round()],
            numbers(conservative),
            "{effort}, conservative"
        );
        efforts += 1;
    }
    assert_eq!(efforts, 5);
}
