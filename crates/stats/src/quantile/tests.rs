use super::*;

#[test]
fn quantiles_agree_with_mpmath() {
    let mut worst: f64 = 0.0;
    let mut lines = 0;
    for line in include_str!("../../tests/data/quantiles.txt").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |i: usize| words[i].parse::<f64>().unwrap();
        // Log-gammas of large arguments cost digits: there is no expansion for the beta.
        let allowed = if words[0] == "beta" && number(2) + number(3) > 2e3 {
            1e-10
        } else {
            2e-12
        };
        let (seen, expected) = match words[0] {
            "normal" => (normal_upper(number(1)), number(2)),
            "t" => (t_upper(number(2), number(1)), number(3)),
            "beta" => (beta_lower(number(1), number(2), number(3)), number(4)),
            _ => continue,
        };
        lines += 1;
        let error = (seen / expected - 1.0).abs();
        println!("{line}: {error:e}");
        worst = worst.max(error);
        assert!(error < allowed, "{line}: {seen}");
    }
    println!("worst relative error {worst:e}");
    assert_eq!(lines, 77);
}

#[test]
fn tail_and_quantile_undo_each_other() {
    for df in [1.0, 2.5, 30.0, 399.9, 400.1, 1e5, 1e12, f64::MAX] {
        for tail in [0.49, 0.2, 0.025, 1e-6, 5e-17] {
            let back = t_upper_tail(t_upper(tail, df), df);
            assert!((back / tail - 1.0).abs() < 1e-9, "{df} {tail}: {back}");
        }
    }
    // Cauchy: P(T > t) = 1/2 - atan(t)/pi.
    assert!((t_upper_tail(1.0, 1.0) - 0.25).abs() < 1e-15);
    assert!((t_upper_tail(1e-9, 1.0) - 0.5).abs() < 1e-9);
    for df in [1.0, 500.0] {
        assert!(t_upper_tail(1e300, df) >= 0.0 && t_upper_tail(f64::MAX, df) < 1e-200);
    }
}
