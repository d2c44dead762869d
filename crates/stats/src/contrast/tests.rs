use super::*;

#[test]
fn modes_count_the_same() {
    let mean = Contrast::mean([("a", 1), ("b", 1), ("b", 2), ("b", 3), ("b", 4)]);
    let weights: Vec<f64> = mean.weights().map(|(_, w)| w).collect();
    assert_eq!(weights, [0.5, 0.125, 0.125, 0.125, 0.125]);
    assert_eq!(Contrast::<u8, u8>::mean([]).weights().count(), 0);
}

#[test]
fn a_gain_sums_to_nothing() {
    let structured = Contrast::mean([("a", "json"), ("a", "table")]);
    let gain = structured.minus(&Contrast::mean([("a", "plain")])).unwrap();
    let weights: Vec<f64> = gain.weights().map(|(_, w)| w).collect();
    assert_eq!(weights, [0.5, -1.0, 0.5]);
    let nothing = gain.minus(&gain).unwrap();
    assert!(nothing.weights().all(|(_, w)| w == 0.0));
}

#[test]
fn weights_are_finite() {
    assert!(Contrast::new([((0, 0), f64::NAN)]).is_err());
    assert!(Contrast::new([((0, 0), f64::MAX), ((0, 0), f64::MAX)]).is_err());
}
