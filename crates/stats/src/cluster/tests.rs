use proptest::prelude::*;

use super::*;

fn games(pairs: &[(u32, u32)]) -> GameTallies {
    pairs
        .iter()
        .map(|&(y, m)| GameTally::new(y, m).unwrap())
        .collect()
}

#[test]
fn worked_by_hand() {
    // p = 3/4, residuals -1/2, 1/2 and 0: V = 3/2 · (1/2) / 64 = 3/256; p(1-p)/M = 6/256.
    let BetweenGames::Spread {
        estimate,
        design_effect,
    } = games(&[(1, 2), (2, 2), (3, 4)]).between_games()
    else {
        panic!("games differ")
    };
    assert!((estimate.value() - 0.75).abs() < 1e-15);
    assert!((estimate.variance() - 3.0 / 256.0).abs() < 1e-15);
    assert!((design_effect - 0.5).abs() < 1e-14);
}

#[test]
fn what_games_cannot_tell_is_a_type() {
    // 1/3 is no double: in floating point its residuals are not 0.
    assert_eq!(
        games(&[(1, 3), (3, 9), (0, 0)]).between_games(),
        BetweenGames::NoSpread { games: 2 }
    );
    assert_eq!(games(&[(1, 3)]).between_games(), BetweenGames::OneGame);
    assert_eq!(games(&[(0, 0)]).between_games(), BetweenGames::NoGame);
    let (alone, source) = games(&[(6, 6)]).move_rate(Level::P95, None).unwrap();
    assert_eq!(source, VarianceSource::GamesAsTrials);
    // One game counts as one trial: wider than six.
    let one_trial = Tally::new(1, 1).unwrap().agresti_coull(Level::P95);
    assert!((alone.variance() - one_trial.variance).abs() < 1e-15);
    let (interval, method) = games(&[(6, 6)]).logit_interval(Level::P95, None).unwrap();
    assert_eq!((interval.hi, method), (1.0, Method::WilsonDesignEffect));
    assert!(interval.lo < 0.25);
}

#[test]
fn the_two_rates_are_different() {
    let sample = games(&[(1, 1), (0, 9)]);
    assert!((sample.move_rate(Level::P95, None).unwrap().0.value() - 0.1).abs() < 1e-15);
    assert!((sample.game_rate().unwrap().value() - 0.5).abs() < 1e-15);
}

fn any_games() -> impl Strategy<Value = Vec<(u32, u32)>> {
    let game = (any::<u32>(), any::<u32>()).prop_map(|(a, b)| (a.min(b), a.max(b)));
    prop_oneof![
        prop::collection::vec(game, 0..12),
        prop::collection::vec((0..4_u32, 4..9_u32), 0..12),
    ]
}

proptest! {
    #[test]
    fn any_counts_any_level(pairs in any_games(), level in 1e-12..1.0) {
        let level = Level::new(level).unwrap();
        let sample = games(&pairs);
        prop_assert_eq!(sample.move_rate(level, None).is_none(), sample.games() == 0);
        if let Some((interval, _)) = sample.logit_interval(level, None) {
            prop_assert!(0.0 <= interval.lo && interval.lo <= interval.hi && interval.hi <= 1.0);
        }
        let _ = sample.game_rate();
    }

    #[test]
    fn order_mirror_and_repetition(mut pairs in prop::collection::vec((0..9_u32, 9..15_u32), 2..9)) {
        let variance = |pairs: &[(u32, u32)]| games(pairs).move_rate(Level::P95, None).unwrap().0.variance();
        let before = variance(&pairs);
        let mirrored: Vec<_> = pairs.iter().map(|&(y, m)| (m - y, m)).collect();
        prop_assert!((variance(&mirrored) / before - 1.0).abs() < 1e-9);
        pairs.reverse();
        prop_assert!((variance(&pairs) / before - 1.0).abs() < 1e-9);
        // Every game k times as long: the same rates, the same spread between games.
        if matches!(games(&pairs).between_games(), BetweenGames::Spread { .. }) {
            let longer: Vec<_> = pairs.iter().map(|&(y, m)| (7 * y, 7 * m)).collect();
            prop_assert!((variance(&longer) / before - 1.0).abs() < 1e-9);
        }
    }
}
