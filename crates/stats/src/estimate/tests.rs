use proptest::prelude::*;

use super::*;

fn t(value: f64, variance: f64, degrees_of_freedom: f64) -> Estimate {
    Estimate::new(value, variance, Reference::StudentT { degrees_of_freedom }).unwrap()
}

#[test]
fn welch_worked_by_hand() {
    // Variances 4 and 1 with 9 and 4 df: (4+1)² / (16/9 + 1/4) = 900/73.
    let difference = t(10.0, 4.0, 9.0)
        .minus_independent(t(7.0, 1.0, 4.0))
        .unwrap();
    assert_eq!((difference.value(), difference.variance()), (3.0, 5.0));
    let Reference::StudentT { degrees_of_freedom } = difference.reference() else {
        panic!("both parts were estimated")
    };
    assert!((degrees_of_freedom - 900.0 / 73.0).abs() < 1e-12);
}

#[test]
fn p_values() {
    // Cauchy: P(|T| > 1) = 1/2. Normal: P(|Z| > 1.959964) = 0.05.
    assert!((t(1.0, 1.0, 1.0).two_sided_p(0.0) - 0.5).abs() < 1e-14);
    let normal = Estimate::new(Level::P95.z(), 1.0, Reference::Normal).unwrap();
    assert!((normal.two_sided_p(0.0) - 0.05).abs() < 1e-10);
    assert_eq!(
        t(1.0, 0.0, 1.0).two_sided_p(1.0).to_bits(),
        1.0_f64.to_bits()
    );
    assert_eq!(
        t(1.0, 0.0, 1.0).two_sided_p(0.5).to_bits(),
        0.0_f64.to_bits()
    );
    assert!(normal.two_sided_p(f64::NAN).is_nan());
}

#[test]
fn a_huge_statistic_leaves_no_tail() {
    for df in [1e3, 1e176, f64::MAX] {
        assert_eq!(
            t(0.0, 1e-4, df).two_sided_p(1e107).to_bits(),
            0.0_f64.to_bits()
        );
    }
}

#[test]
fn small_variances_do_not_vanish() {
    let sum = combine([(1.0, t(0.0, 1e-200, 3.0)), (1.0, t(0.0, 1e-200, 3.0))]).unwrap();
    let Reference::StudentT { degrees_of_freedom } = sum.reference() else {
        panic!("both parts were estimated")
    };
    assert!((degrees_of_freedom - 6.0).abs() < 1e-9);
}

proptest! {
    #[test]
    fn hostile_numbers_are_errors_not_panics(value in any::<f64>(), variance in any::<f64>(), df in any::<f64>(), null in any::<f64>(), level in any::<f64>()) {
        let Ok(estimate) = Estimate::new(value, variance, Reference::StudentT { degrees_of_freedom: df }) else {
            return Ok(());
        };
        let p = estimate.two_sided_p(null);
        let sound = if null.is_nan() { p.is_nan() } else { (0.0..=1.0).contains(&p) };
        prop_assert!(sound);
        if let Ok(level) = Level::new(level) {
            let interval = estimate.interval(level);
            prop_assert!(interval.lo <= value && value <= interval.hi);
        }
        let _ = estimate.minus_independent(estimate);
    }

    #[test]
    fn intervals_nest_and_agree_with_p(value in -5.0..5.0, variance in 0.01..4.0, df in 1.0..1e4, a in 0.01..0.99, b in 0.01..0.99) {
        let estimate = t(value, variance, df);
        let at = |level| estimate.interval(Level::new(level).unwrap());
        let (inner, outer) = (at(f64::min(a, b)), at(f64::max(a, b)));
        prop_assert!(outer.lo <= inner.lo && inner.hi <= outer.hi);
        let p = estimate.two_sided_p(0.0);
        if (p - (1.0 - a)).abs() > 1e-9 {
            prop_assert_eq!(p > 1.0 - a, at(a).contains(0.0));
        }
    }
}
