use proptest::prelude::*;

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
