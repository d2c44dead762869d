//! Expected shares from an enumeration in exact fractions (Python's `itertools.combinations`
//! and `fractions`); the third is also that of scipy 1.17.1's `permutation_test`, whose other
//! idea of two-sided agrees for groups of one size. The second are the survival times of mice
//! in Efron and Tibshirani (1993), An Introduction to the Bootstrap, table 2.1.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::*;

fn generator(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

fn test(first: &[f64], second: &[f64], most: u64, draws: u32) -> PermutationTest {
    permutation_test(first, second, most, draws, &mut generator(1)).unwrap()
}

const MICE: (&[f64], &[f64]) = (
    &[94.0, 38.0, 23.0, 197.0, 99.0, 16.0, 141.0],
    &[52.0, 10.0, 40.0, 104.0, 51.0, 27.0, 146.0, 30.0, 46.0],
);

#[test]
fn all_ways_are_gone_through() {
    type Case<'a> = (&'a [f64], &'a [f64], u64, u64);
    let cases: [Case<'_>; 5] = [
        (&[1.0, 0.5, 1.0, 0.0], &[0.0, 0.0, 0.5], 9, 35),
        (MICE.0, MICE.1, 3184, 11_440),
        (
            &[1.0, 1.0, 1.0, 1.0, 0.5, 1.0],
            &[0.0, 0.0, 0.5, 0.0, 0.0, 1.0],
            26,
            924,
        ),
        // 0.3 − 0.4 and 0.2 − 0.4333 and their like: none is smaller, in exact numbers.
        (&[0.3], &[0.1, 0.2, 0.9], 4, 4),
        (&[2.0, 2.0, 2.0], &[2.0, 2.0], 10, 10),
    ];
    for (first, second, hits, all) in cases {
        for (a, b) in [(first, second), (second, first)] {
            let seen = test(a, b, 20_000, 0);
            assert_eq!(seen.permutations, Permutations::All(all));
            assert!(
                (seen.p - hits as f64 / all as f64).abs() < 1e-15,
                "{a:?} {b:?}: {}",
                seen.p
            );
        }
    }
    let mice = test(MICE.0, MICE.1, 20_000, 0);
    assert!((mice.difference - 30.634_920_634_920_63).abs() < 1e-12);
}

#[test]
fn drawn_ways_come_near_and_say_so() {
    let seen = test(MICE.0, MICE.1, 11_439, 20_000);
    assert_eq!(seen.permutations, Permutations::Drawn(20_000));
    // Four standard errors of a share of 20,000.
    assert!((seen.p - 3184.0 / 11_440.0).abs() < 0.013, "{}", seen.p);
    // The same seed gives the same draws; none at all gives no evidence.
    assert_eq!(test(MICE.0, MICE.1, 0, 500), test(MICE.0, MICE.1, 0, 500));
    assert!((test(MICE.0, MICE.1, 0, 0).p - 1.0).abs() < 1e-15);
    // Groups that could not lie further apart: the seen way and its like only.
    let apart = test(&[1.0; 40], &[0.0; 40], 1_000, 999);
    assert!((apart.p - 0.001).abs() < 1e-12, "{}", apart.p);
}

#[test]
fn what_cannot_be_compared_is_said() {
    let mut random = generator(1);
    assert_eq!(
        permutation_test(&[], &[1.0], 10, 10, &mut random),
        Err(PermutationError::EmptyGroup)
    );
    assert!(permutation_test(&[1.0], &[f64::NAN], 10, 10, &mut random).is_err());
}

/// The share of studies in which p is at most 0.05, of two groups whose values are points of
/// games: a win, a draw or a loss, the first group better by `shift` in its chance of a win.
fn rejected(sizes: (usize, usize), shift: f64, most: u64) -> f64 {
    let studies = 2_000;
    let mut random = generator(11);
    let mut points = |games: usize, win: f64| -> Vec<f64> {
        let mut point = || match random.random::<f64>() {
            chance if chance < win => 1.0,
            chance if chance < win + 0.2 => 0.5,
            _ => 0.0,
        };
        (0..games).map(|_| point()).collect()
    };
    let mut drawing = generator(12);
    let mut hits = 0;
    for _ in 0..studies {
        let (first, second) = (points(sizes.0, 0.3 + shift), points(sizes.1, 0.3));
        let seen = permutation_test(&first, &second, most, 199, &mut drawing).unwrap();
        hits += u32::from(seen.p <= 0.05);
    }
    f64::from(hits) / f64::from(studies)
}

#[test]
fn rejects_a_truth_no_more_often_than_said_and_an_untruth_often() {
    // Three standard errors of 0.05 over 2,000 studies are 0.015.
    for (sizes, most) in [((6, 5), 1_000), ((12, 20), 0)] {
        let wrongly = rejected(sizes, 0.0, most);
        assert!(wrongly <= 0.065, "{sizes:?}: {wrongly}");
        // Not for want of any rejection at all.
        assert!(wrongly >= 0.005, "{sizes:?}: {wrongly}");
    }
    let rightly = rejected((30, 30), 0.45, 0);
    assert!(rightly > 0.8, "{rightly}");
}
