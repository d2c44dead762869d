use proptest::prelude::*;

use super::*;

#[test]
fn worked_by_hand() {
    // Sorted .005 .01 .03 .04 .5, times 5 4 3 2 1: .025 .04 .09 .08 .5; then the running maximum.
    let adjusted = holm(&[0.01, 0.04, 0.03, 0.005, 0.5]).unwrap();
    for (seen, expected) in adjusted.iter().zip([0.04, 0.09, 0.09, 0.025, 0.5]) {
        assert!((seen - expected).abs() < 1e-15, "{seen} {expected}");
    }
    assert_eq!(holm(&[]).unwrap(), Vec::<f64>::new());
    assert_eq!(holm(&[0.9, 0.8]).unwrap(), [1.0, 1.0]);
}

#[test]
fn what_is_no_p_value_is_named() {
    let error = holm(&[0.5, f64::NAN]).unwrap_err();
    assert_eq!(error.index, 1);
    assert!(holm(&[-0.1]).is_err() && holm(&[1.1]).is_err());
}

proptest! {
    #[test]
    fn never_below_the_p_value_and_in_its_order(p in prop::collection::vec(0.0..=1.0, 0..20)) {
        let adjusted = holm(&p).unwrap();
        for i in 0..p.len() {
            prop_assert!(p[i] <= adjusted[i] && adjusted[i] <= 1.0);
            prop_assert!(adjusted[i] <= p.len() as f64 * p[i]);
            for j in 0..p.len() {
                prop_assert!(p[i] > p[j] || adjusted[i] <= adjusted[j]);
            }
        }
    }
}
