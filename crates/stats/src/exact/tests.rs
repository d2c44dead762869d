//! Values from scipy 1.17.1's `binomtest`; the first one is also that of R's manual page for
//! `binom.test` (p-value = 0.3825; Mendelian inheritance, Conover 1971, p. 97).

use proptest::prelude::*;

use super::*;

fn p(x: u64, n: u64, chance: f64) -> f64 {
    Tally::new(x, n).unwrap().exact_binomial_p(chance).unwrap()
}

#[test]
fn as_scipy_and_r_have_it() {
    for (x, n, chance, expected) in [
        (682, 925, 0.75, 0.382_491_559_574_851_7),
        (7, 10, 0.5, 0.343_75),
        (10, 10, 0.5, 0.001_953_125),
        (0, 10, 0.5, 0.001_953_125),
        (5, 10, 0.5, 1.0),
        (1, 4, 0.5, 0.625),
        (3, 20, 0.3, 0.220_418_267_380_709_13),
        (9, 20, 0.3, 0.148_814_595_175_446_9),
        (0, 20, 0.3, 0.001_058_969_670_035_587_4),
        (12, 20, 0.3, 0.005_936_084_198_097_523),
        (501, 1000, 0.5, 0.974_774_981_821_639_5),
        (560, 1000, 0.5, 0.000_165_049_870_550_452_86),
        (4321, 10_000, 0.45, 0.000_320_283_911_709_866_1),
        (2, 7, 0.9, 0.000_176_5),
        // Equally likely counts (4/9 each; 0.3456 each), which floating point tells apart.
        (1, 2, 1.0 / 3.0, 1.0),
        (1, 4, 0.4, 1.0),
        (3, 4, 0.6, 1.0),
    ] {
        let seen = p(x, n, chance);
        assert!(
            (seen - expected).abs() < 1e-11,
            "{x} of {n} at {chance}: {seen} for {expected}"
        );
    }
    let tiny = p(20, 20, 0.3);
    assert!((tiny / 3.486_784_400_999_997_5e-11 - 1.0).abs() < 1e-9);
}

#[test]
fn by_hand() {
    // 3 of 3: twice (1/2)^3. 2 of 2: twice 1/4. 1 of 1: nothing can be said.
    assert_eq!(sign_test(3, 0), Ok(0.25));
    assert_eq!(sign_test(0, 2), Ok(0.5));
    assert_eq!(sign_test(1, 0), Ok(1.0));
    assert_eq!(sign_test(0, 0), Ok(1.0));
    let sure = [p(0, 5, 0.0), p(1, 5, 0.0), p(5, 5, 1.0)];
    assert_eq!(sure.map(f64::to_bits), [1.0, 0.0, 1.0].map(f64::to_bits));
}

#[test]
fn what_cannot_be_tested_is_said() {
    let tally = Tally::new(1, 2).unwrap();
    assert!(matches!(
        tally.exact_binomial_p(f64::NAN),
        Err(ExactTestError::Chance { .. })
    ));
    assert!(sign_test(u64::MAX, 1).is_err());
}

proptest! {
    #[test]
    fn the_sign_test_is_twice_its_tail(won in 0..200_u64, lost in 0..200_u64) {
        // Pascal's triangle in logarithms, another way to the same sum.
        let n = won + lost;
        let mut tail = 0.0;
        let mut choose = 1.0_f64;
        for k in 0..=won.min(lost) {
            tail += (choose.ln() - n as f64 * std::f64::consts::LN_2).exp();
            choose *= (n - k) as f64 / (k + 1) as f64;
        }
        let p = sign_test(won, lost).unwrap();
        prop_assert!((p - (2.0 * tail).min(1.0)).abs() < 1e-9, "{p} {tail}");
        prop_assert_eq!(p.to_bits(), sign_test(lost, won).unwrap().to_bits());
    }

    #[test]
    fn never_rejects_too_often(n in 1..60_u64, chance in 0.01..0.99_f64) {
        // All counts with a p-value of at most alpha are together at most that likely.
        let mut all: Vec<(f64, f64)> = Vec::new();
        let mut weight = (1.0 - chance).powi(i32::try_from(n).unwrap());
        for x in 0..=n {
            all.push((p(x, n, chance), weight));
            weight *= (n - x) as f64 / (x + 1) as f64 * chance / (1.0 - chance);
        }
        for alpha in [0.01, 0.05, 0.2] {
            let size: f64 = all.iter().filter(|(p, _)| *p <= alpha).map(|(_, w)| w).sum();
            prop_assert!(size <= alpha + 1e-9, "{size} at {alpha}");
        }
    }
}
