use proptest::prelude::*;
use rand::{RngExt, SeedableRng};

use super::*;

#[test]
fn edges() {
    let level = Level::P95;
    let whole = Interval { lo: 0.0, hi: 1.0 };
    let empty = Tally::new(0, 0).unwrap();
    assert_eq!(empty.rate(), None);
    assert_eq!(
        (empty.wilson(level), empty.clopper_pearson(level).unwrap()),
        (whole, whole)
    );
    assert!(
        empty
            .agresti_coull(Level::new(1e-300).unwrap())
            .variance
            .is_finite()
    );
    // Nothing seen in n: the exact upper end is 1 - (tail)^(1/n).
    let none = Tally::new(0, 20).unwrap();
    let exact = none.clopper_pearson(level).unwrap();
    assert_eq!((none.wilson(level).lo, exact.lo), (0.0, 0.0));
    assert!((exact.hi - (1.0 - 0.025_f64.powf(0.05))).abs() < 1e-13);
    assert_eq!(
        Tally::new(3, 2),
        Err(TallyError {
            successes: 3,
            trials: 2
        })
    );
    assert!(serde_json::from_str::<Tally>(r#"{"successes":3,"trials":2}"#).is_err());
    assert!(
        Tally::new(1, 10_001)
            .unwrap()
            .clopper_pearson(level)
            .is_err()
    );
}

#[test]
fn the_interval_of_a_mean_is_that_of_as_many_trials_and_is_wide_where_all_are_alike() {
    // 2½ of 4 and 4 of 4, by hand from Wilson's formula.
    let half = wilson_mean(0.625, 4.0, Level::P95);
    assert!((half.lo - 0.219_426_52).abs() < 1e-8 && (half.hi - 0.908_100_77).abs() < 1e-8);
    let all = wilson_mean(1.0, 4.0, Level::P95);
    assert!((all.lo - 0.510_109_17).abs() < 1e-8 && (all.hi - 1.0).abs() < 1e-12);
}

/// Draws narrow the spread, so that the interval covers more than its level; without any it
/// is Wilson's.
#[test]
fn the_interval_of_a_mean_covers_wins_and_draws() {
    let mut random = rand_chacha::ChaCha8Rng::seed_from_u64(20_261_130);
    for (games, win, draw) in [
        (4, 0.3, 0.3),
        (8, 0.6, 0.2),
        (24, 0.45, 0.1),
        (24, 0.8, 0.0),
    ] {
        let truth = win + draw / 2.0;
        let studies = 4000;
        let covered = (0..studies).filter(|_| {
            let points: f64 = (0..games)
                .map(|_| match random.random::<f64>() {
                    roll if roll < win => 1.0,
                    roll if roll < win + draw => 0.5,
                    _ => 0.0,
                })
                .sum();
            let games = f64::from(games);
            wilson_mean(points / games, games, Level::P95).contains(truth)
        });
        let share = covered.count() as f64 / f64::from(studies);
        assert!(share > 0.93, "{games} games: {share}");
    }
}

proptest! {
    #[test]
    fn wilson_mirrors_nests_and_holds_the_rate(n in 1..=u64::MAX, share in 0.0..=1.0, a in 0.01..0.999, b in 0.01..0.999) {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "any count will do")]
        let x = ((n as f64 * share) as u64).min(n);
        let (inner, outer) = (Level::new(f64::min(a, b)).unwrap(), Level::new(f64::max(a, b)).unwrap());
        let tally = Tally::new(x, n).unwrap();
        let (small, large) = (tally.wilson(inner), tally.wilson(outer));
        prop_assert!(0.0 <= small.lo && small.hi <= 1.0);
        let slack = 1e-12;
        prop_assert!(large.lo <= small.lo + slack && small.hi <= large.hi + slack);
        let rate = tally.rate().unwrap();
        prop_assert!(small.lo <= rate + slack && rate <= small.hi + slack);
        let mirror = Tally::new(n - x, n).unwrap().wilson(inner);
        prop_assert!((mirror.lo - (1.0 - small.hi)).abs() < slack);
    }

    #[test]
    fn the_exact_interval_nests_and_mirrors(n in 1..2000_u64, share in 0.0..=1.0) {
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "any count will do")]
        let x = ((n as f64 * share) as u64).min(n);
        let tally = Tally::new(x, n).unwrap();
        let at = |level| tally.clopper_pearson(Level::new(level).unwrap()).unwrap();
        let (inner, outer) = (at(0.8), at(0.99));
        prop_assert!(outer.lo <= inner.lo && inner.hi <= outer.hi);
        prop_assert!(inner.contains(tally.rate().unwrap()));
        let mirror = Tally::new(n - x, n).unwrap().clopper_pearson(Level::P95).unwrap();
        prop_assert!((mirror.lo - (1.0 - at(0.95).hi)).abs() < 1e-12);
    }
}
