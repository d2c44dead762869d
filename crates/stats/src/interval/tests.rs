use super::*;

#[test]
fn a_level_lies_strictly_between_0_and_1() {
    for bad in [0.0, 1.0, -0.5, 95.0, f64::NAN, f64::INFINITY] {
        assert!(Level::new(bad).is_err());
        assert!(serde_json::from_str::<Level>(&bad.to_string()).is_err());
    }
    for good in [f64::MIN_POSITIVE, 0.5, 1.0 - f64::EPSILON / 2.0] {
        let z = Level::new(good).unwrap().z();
        assert!(z.is_finite() && z >= 0.0, "{good}: {z}");
    }
    assert_eq!(serde_json::to_string(&Level::P95).unwrap(), "0.95");
}

#[test]
fn clipping_moves_only_what_is_outside() {
    let clip = |lo, hi| Interval { lo, hi }.clipped(0.0, 1.0);
    assert_eq!(clip(-0.2, 1.3), Interval { lo: 0.0, hi: 1.0 });
    assert_eq!(clip(0.2, 0.3), Interval { lo: 0.2, hi: 0.3 });
    assert_eq!(clip(1.1, 1.3), Interval { lo: 1.0, hi: 1.0 });
}

#[test]
fn method_names_are_stable() {
    let names: Vec<String> = Method::ALL
        .iter()
        .map(|method| serde_json::to_string(method).unwrap().replace('"', ""))
        .collect();
    assert_eq!(
        names.join(" "),
        "wilson wilson-design-effect wilson-mean clopper-pearson agresti-coull-carried cluster-robust \
         cluster-robust-logit cluster-robust-carried game-mean profile profile-free-colour \
         profile-uncertain-opponents profile-pool profile-difference likelihood-mixture \
         anytime-mixture"
    );
    let exact: Vec<_> = Method::ALL.iter().filter(|m| !m.is_approximate()).collect();
    assert_eq!(
        exact,
        [
            &Method::ClopperPearson,
            &Method::LikelihoodMixture,
            &Method::AnytimeMixture
        ]
    );
}
