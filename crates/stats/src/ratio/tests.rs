use proptest::prelude::*;

use super::*;

#[test]
fn worked_by_hand() {
    // r = 12/4 = 3, residuals -1, 2, -1 (a game without moves that cost 2): V = 3/2 · 6/16.
    let sample = RatioSample::new([(5.0, 2.0), (2.0, 0.0), (5.0, 2.0)]).unwrap();
    let Spread::BetweenGames(estimate) = sample.spread().unwrap() else {
        panic!("three games")
    };
    assert!((estimate.value() - 3.0).abs() < 1e-15);
    assert!((estimate.variance() - 9.0 / 16.0).abs() < 1e-15);
}

#[test]
fn one_game_and_none() {
    let one = RatioSample::new([(9.0, 2.0)]).unwrap().spread().unwrap();
    assert_eq!(one, Spread::OneGame { value: 4.5 });
    assert_eq!(
        RatioSample::new([]),
        Err(RatioSampleError::NoDenominator { games: 0 })
    );
    assert_eq!(
        RatioSample::new([(1.0, 0.0)]),
        Err(RatioSampleError::NoDenominator { games: 1 })
    );
    assert!(RatioSample::new([(f64::NAN, 1.0)]).is_err());
    assert!(RatioSample::new([(1.0, -1.0)]).is_err());
    assert!(
        RatioSample::new([(f64::MAX, 1.0), (f64::MAX, 1.0)])
            .unwrap()
            .spread()
            .is_err()
    );
}

proptest! {
    #[test]
    fn hostile_numbers_do_not_panic(games in prop::collection::vec((any::<f64>(), any::<f64>()), 0..6)) {
        if let Ok(sample) = RatioSample::new(games) {
            let _ = sample.spread();
        }
    }

    #[test]
    fn the_unit_scales(games in prop::collection::vec((0.0..100.0, 1.0..9.0), 2..9)) {
        let spread = |scale: f64| {
            let scaled = games.iter().map(|&(y, m)| (y * scale, m));
            match RatioSample::new(scaled).unwrap().spread().unwrap() {
                Spread::BetweenGames(estimate) => estimate,
                Spread::OneGame { .. } => unreachable!(),
            }
        };
        let (one, thousand) = (spread(1.0), spread(1000.0));
        prop_assert!((thousand.value() - 1000.0 * one.value()).abs() < 1e-6);
        prop_assert!((thousand.standard_error() - 1000.0 * one.standard_error()).abs() < 1e-6);
    }
}
