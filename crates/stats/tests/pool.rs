//! Ratings of a pool: against scipy, against the ladder, and where the games bind nothing.
#![allow(clippy::float_cmp, reason = "infinities and whole ratings are exact")]

use ludometer_stats::{
    Interval, Level,
    ladder::{
        Colour, Elo, Evidence, Game, Outcome, Place, fit,
        pool::{Pool, PoolError, PoolFit, Standing},
    },
};

fn elo(rating: f64) -> Elo {
    Elo::new(rating).expect("a rating")
}

/// White, Black, then the games as W, D, L for White.
fn pool(players: usize, anchors: &[(usize, f64)], games: &[(usize, usize, &str)]) -> Pool {
    with_advantage(players, anchors, games, 0.0)
}

fn with_advantage(
    players: usize,
    anchors: &[(usize, f64)],
    games: &[(usize, usize, &str)],
    white: f64,
) -> Pool {
    let mut pool = Pool::new(players, white);
    for &(player, rating) in anchors {
        pool.anchor(player, elo(rating));
    }
    for &(white, black, outcomes) in games {
        for letter in outcomes.chars() {
            let outcome = match letter {
                'W' => Outcome::Win,
                'D' => Outcome::Draw,
                _ => Outcome::Loss,
            };
            pool.add(white, black, outcome)
                .expect("two players of the pool");
        }
    }
    pool
}

fn rated(fit: &PoolFit, player: usize) -> (Place, Interval) {
    match fit.ratings[player].standing {
        Standing::Rated { place, interval } => (place, interval),
        other => panic!("player {player}: {other:?}"),
    }
}

#[track_caller]
fn close(seen: f64, expected: f64, tolerance: f64) {
    assert!((seen - expected).abs() < tolerance, "{seen} for {expected}");
}

const ROUND: [(usize, usize, &str); 7] = [
    (0, 1, "WWWWDDDLL"),
    (1, 0, "WWWWWDLLL"),
    (1, 2, "WWDDDDLLL"),
    (2, 1, "WLL"),
    (2, 3, "WWWWWWDDL"),
    (3, 0, "WDLLLLL"),
    (0, 2, "WWWDDLL"),
];

/// scipy 1.17.1: BFGS on the joint likelihood, brentq on each profile.
#[test]
fn a_round_of_four_against_scipy() {
    for (white, sup, nu, players) in [
        (
            0.0,
            -53.579_751_142_921,
            0.717_483_48,
            [
                (1488.0207, 1320.74632, 1653.96099),
                (1470.0464, 1271.31885, 1664.98930),
                (1177.7556, 867.85664, 1431.36105),
            ],
        ),
        (
            35.0,
            -53.490_119_073_319,
            0.720_867_69,
            [
                (1485.4562, 1317.54900, 1651.85332),
                (1481.2178, 1281.82866, 1676.30497),
                (1187.4837, 881.21920, 1438.53148),
            ],
        ),
    ] {
        let pool = with_advantage(4, &[(0, 1500.0)], &ROUND, white);
        let fit = pool.fit(Level::P95).unwrap();
        for (player, &rating) in fit.ratings.iter().enumerate() {
            let one = pool.fit_one(player, Level::P95).unwrap();
            assert_eq!(one.player, rating);
            assert_eq!(one.log_likelihood, fit.log_likelihood);
            assert_eq!(one.draw_parameter, fit.draw_parameter);
        }
        assert_eq!(fit.ratings[0].standing, Standing::Anchor(1500.0));
        close(fit.log_likelihood, sup, 1e-9);
        close(fit.draw_parameter.unwrap(), nu, 1e-6);
        for (player, (rating, lo, hi)) in (1..).zip(players) {
            let (place, interval) = rated(&fit, player);
            close(place.finite().unwrap(), rating, 1e-2);
            close(interval.lo, lo, 1e-3);
            close(interval.hi, hi, 1e-3);
        }
    }
}

/// A player who met only anchors is on a ladder.
#[test]
fn a_ladder_is_a_pool_of_anchors() {
    let rungs = [1320.0, 1600.0, 1900.0];
    for outcomes in [
        ["WWD", "WLD", "LLW"],
        ["WWW", "WWL", "LLL"],
        ["WWW", "WWW", "WWW"],
        ["WWD", "WWW", "DWW"],
        ["DLL", "LLL", "LDL"],
    ] {
        let anchors: Vec<_> = (1..).zip(rungs).collect();
        let met: Vec<_> = outcomes
            .iter()
            .enumerate()
            .map(|(i, o)| (0, i + 1, *o))
            .collect();
        let joint = pool(4, &anchors, &met).fit(Level::P95).unwrap();
        let games: Vec<Game> = rungs
            .iter()
            .zip(outcomes)
            .flat_map(|(&rating, outcomes)| {
                outcomes.chars().map(move |letter| Game {
                    opponent: elo(rating),
                    colour: Colour::White,
                    outcome: match letter {
                        'W' => Outcome::Win,
                        'D' => Outcome::Draw,
                        _ => Outcome::Loss,
                    },
                })
            })
            .collect();
        let alone = fit(&Evidence::new(&games), Level::P95);
        let (place, interval) = rated(&joint, 0);
        close(joint.log_likelihood, alone.log_likelihood, 1e-9);
        assert_eq!(
            place.finite().is_some(),
            alone.place.finite().is_some(),
            "{outcomes:?}"
        );
        let same = |a: f64, b: f64| a == b || (a - b).abs() < 1e-5;
        assert!(
            same(place.rating().unwrap(), alone.place.rating().unwrap()),
            "{outcomes:?}"
        );
        assert!(
            same(interval.lo, alone.interval.lo),
            "{outcomes:?} {interval:?} {alone:?}"
        );
        assert!(
            same(interval.hi, alone.interval.hi),
            "{outcomes:?} {interval:?} {alone:?}"
        );
        let nu = joint.draw_parameter.unwrap();
        assert!(same(nu, alone.draw_parameter.unwrap()), "{outcomes:?} {nu}");
    }
}

#[test]
fn what_the_games_do_not_bind_is_said() {
    // 0 anchors. 1 is bound; 2 only beat 1; 3 only lost to 1; 4 beat 2's victim
    // never, but was beaten by 2 alone and so stands nowhere; 5 and 6 are apart.
    let games = [
        (0, 1, "WLDW"),
        (2, 1, "WW"),
        (1, 3, "WWW"),
        (2, 4, "W"),
        (5, 6, "WLD"),
        (6, 5, "W"),
    ];
    let fit = pool(8, &[(0, 1500.0)], &games).fit(Level::P95).unwrap();
    assert!(rated(&fit, 1).0.finite().is_some());
    let (place, interval) = rated(&fit, 2);
    assert_eq!((place, interval.hi), (Place::PlusInfinity, f64::INFINITY));
    assert!(interval.lo.is_finite());
    let (place, interval) = rated(&fit, 3);
    assert_eq!(
        (place, interval.lo),
        (Place::MinusInfinity, f64::NEG_INFINITY)
    );
    assert!(interval.hi.is_finite());
    assert_eq!(fit.ratings[4].standing, Standing::Undetermined);
    for apart in [5, 6, 7] {
        assert_eq!(fit.ratings[apart].standing, Standing::Unlinked);
    }
    assert_eq!(fit.ratings[5].score.games(), 4);
    // 1 is rated as if the one-sided games were not there, with the draw of 5
    // and 6 telling nu too.
    let alone = pool(
        8,
        &[(0, 1500.0)],
        &[(0, 1, "WLDW"), (5, 6, "WLD"), (6, 5, "W")],
    );
    let alone = alone.fit(Level::P95).unwrap();
    close(
        rated(&fit, 1).0.finite().unwrap(),
        rated(&alone, 1).0.finite().unwrap(),
        1e-6,
    );
}

#[test]
fn a_shift_of_the_anchor_shifts_everyone() {
    let here = pool(4, &[(0, 1500.0)], &ROUND).fit(Level::P95).unwrap();
    let there = pool(4, &[(0, 2750.0)], &ROUND).fit(Level::P95).unwrap();
    for player in 1..4 {
        let ((a, i), (b, j)) = (rated(&here, player), rated(&there, player));
        close(a.finite().unwrap() + 1250.0, b.finite().unwrap(), 1e-6);
        close(i.lo + 1250.0, j.lo, 1e-6);
        close(i.hi + 1250.0, j.hi, 1e-6);
    }
}

#[test]
fn pools_that_cannot_be_rated() {
    let mut pool = pool(3, &[], &[(0, 1, "W")]);
    assert_eq!(pool.fit(Level::P95), Err(PoolError::NoAnchor));
    assert_eq!(
        pool.add(2, 2, Outcome::Win),
        Err(PoolError::AgainstItself { player: 2 })
    );
    let missing = PoolError::NoSuchPlayer {
        player: 3,
        players: 3,
    };
    assert_eq!(pool.add(0, 3, Outcome::Win), Err(missing));
    assert_eq!(pool.fit_one(0, Level::P95), Err(PoolError::NoAnchor));
    assert_eq!(pool.fit_one(3, Level::P95), Err(missing));
    pool.anchor(0, elo(1500.0));
    let fit = pool.fit(Level::P95).unwrap();
    assert_eq!(rated(&fit, 1).0, Place::MinusInfinity);
    assert_eq!(fit.ratings[2].standing, Standing::Unlinked);
    assert_eq!(fit.draw_parameter, Some(0.0));
    let drawn = only_draws().fit(Level::P95).unwrap();
    assert_eq!(drawn.ratings[1].standing, Standing::Undetermined);
    assert_eq!(
        (drawn.draw_parameter, drawn.log_likelihood),
        (Some(f64::INFINITY), 0.0)
    );
}

fn only_draws() -> Pool {
    pool(2, &[(0, 1500.0)], &[(0, 1, "DDD"), (1, 0, "D")])
}
