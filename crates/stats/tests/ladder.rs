//! The ladder's inference: independent numbers, and laws that hold for any games.
#![allow(clippy::float_cmp, reason = "infinities and whole ratings are exact")]

use ludometer_stats::{
    Interval, Level, Method,
    ladder::{
        Colour, EProcess, Elo, Evidence, Fit, Game, Outcome, Place, compare, fit, fit_free_colour,
        fit_uncertain,
        planning::{Belief, Ladder},
        profile_log_likelihood, split_set,
    },
};
use proptest::prelude::*;

fn elo(rating: f64) -> Elo {
    Elo::new(rating).expect("a rating")
}

fn outcome(letter: char) -> Outcome {
    match letter {
        'W' => Outcome::Win,
        'D' => Outcome::Draw,
        _ => Outcome::Loss,
    }
}

/// Games written as `RATING:OUTCOMES`, White and Black in turn.
fn games(words: &str) -> Vec<Game> {
    let meeting = |word: &str| -> Vec<Game> {
        let (rating, outcomes) = word.split_once(':').expect("RATING:OUTCOMES");
        let opponent = elo(rating.parse().expect("a number"));
        let colours = [Colour::White, Colour::Black].into_iter().cycle();
        outcomes
            .chars()
            .zip(colours)
            .map(|(letter, colour)| Game {
                opponent,
                colour,
                outcome: outcome(letter),
            })
            .collect()
    };
    words.split(' ').flat_map(meeting).collect()
}

fn fitted(words: &str) -> Fit {
    fit(&Evidence::new(&games(words)), Level::P95)
}

#[track_caller]
fn close(seen: f64, expected: f64, tolerance: f64) {
    assert!(
        seen == expected || (seen - expected).abs() < tolerance,
        "{seen} for {expected}"
    );
}

#[test]
fn numbers_of_another_program() {
    let mut all = std::collections::BTreeMap::new();
    let mut wanted = 0;
    for line in include_str!("data/ladder.txt").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["games", name, ..] => {
                all.insert(name, games(&words[2..].join(" ")));
            }
            ["want", name, ref pairs @ ..] => {
                let games = all[name.split('/').next().expect("a name")].clone();
                let evidence = Evidence::new(&games);
                let fit = if name.ends_with("/free") {
                    fit_free_colour(&evidence, Level::P95)
                } else {
                    fit(&evidence, Level::P95)
                };
                for pair in pairs.chunks(2) {
                    let (seen, tolerance) = match pair[0] {
                        "rating" => (fit.place.finite(), 1e-7),
                        "nu" => (fit.draw_parameter.filter(|nu| nu.is_finite()), 1e-9),
                        "h" => (fit.colour_advantage, 1e-6),
                        "sup" => (Some(fit.log_likelihood), 1e-10),
                        "lo" => (Some(fit.interval.lo).filter(|end| end.is_finite()), 1e-7),
                        "hi" => (Some(fit.interval.hi).filter(|end| end.is_finite()), 1e-7),
                        other => panic!("{other}"),
                    };
                    let expected: Option<f64> = pair[1].parse().ok();
                    assert_eq!(
                        seen.is_some(),
                        expected.is_some(),
                        "{name} {pair:?}: {seen:?}"
                    );
                    if let (Some(seen), Some(expected)) = (seen, expected) {
                        close(seen, expected, tolerance);
                    }
                    wanted += 1;
                }
            }
            _ => assert!(line.starts_with('#'), "{line}"),
        }
    }
    assert_eq!(wanted, 25);
}

#[test]
fn forty_games_of_another_program() {
    let mut played = Vec::new();
    let mut wanted = 0;
    let ladder = Ladder::published();
    for line in include_str!("data/forty_games.txt").lines() {
        let (kind, rest) = line.split_once(' ').expect("words");
        if kind == "games" {
            played = games(rest);
        }
        if kind != "want" {
            continue;
        }
        let words: Vec<&str> = rest.split(' ').collect();
        let want = |key: &str| -> f64 {
            let at = words.iter().position(|word| *word == key).expect("a key");
            words[at + 1].parse().expect("a number")
        };
        wanted += 1;
        let mut process = EProcess::new();
        let mut belief = Belief::before_any_game();
        belief.observe(&games("1320:W"));
        let set = match words[0] {
            "split" => {
                process.observe(&played[..10]);
                process.split_here();
                for game in &played[10..] {
                    process.observe(std::slice::from_ref(game));
                }
                process.split_set(Level::P95)
            }
            "anytime" => {
                process.observe(&played);
                process.set(Level::P95)
            }
            place => {
                if place == "forty" {
                    belief.observe(&played);
                    close(belief.mean(), want("mean"), 1e-8);
                    close(belief.variance(), want("variance-now"), 1e-5);
                }
                let next = elo(want("next"));
                assert_eq!(ladder.next(&belief), next);
                let index = ladder.ratings().position(|rating| rating == next);
                let variances = ladder.expected_variances(&belief);
                close(variances[index.expect("a rung")], want("variance"), 1e-5);
                continue;
            }
        };
        close(set.log_mixture, want("log"), 1e-10);
        close(set.interval.lo, want("lo"), 1e-7);
        close(set.interval.hi, want("hi"), 1e-7);
    }
    assert_eq!((played.len(), wanted), (40, 4));
}

#[test]
fn draws_count_once() {
    // Equal opponents: R = s + 400·log10(W/L), nu = D/√(WL); a draw does not move R.
    let fit = fitted("1500:WWWWWDDLLL");
    close(
        fit.place.finite().expect("a rating"),
        1500.0 + 400.0 * (5.0_f64 / 3.0).log10(),
        1e-9,
    );
    close(
        fit.draw_parameter.expect("draws"),
        2.0 / 15.0_f64.sqrt(),
        1e-12,
    );
}

#[test]
fn cases_without_a_finite_rating() {
    let none = fit(&Evidence::default(), Level::P95);
    assert_eq!(
        (none.place, none.draw_parameter),
        (Place::NotIdentified, None)
    );
    let draws = fitted("1500:DDD 1700:DD");
    assert_eq!(draws.place, Place::NotIdentified);
    assert_eq!(draws.draw_parameter, Some(f64::INFINITY));
    assert_eq!(
        draws.interval,
        Interval {
            lo: f64::NEG_INFINITY,
            hi: f64::INFINITY
        }
    );
    assert!(
        draws
            .reason()
            .is_some_and(|reason| reason.starts_with("not identified"))
    );
    let wins = fitted("1500:WW");
    assert_eq!(
        (wins.place, wins.log_likelihood),
        (Place::PlusInfinity, 0.0)
    );
    assert_eq!(wins.interval.hi, f64::INFINITY);
    // One win, closed form: P(win) = e^(-cutoff/2) at the lower end, with nu = 0.
    let chance = (-3.841_458_820_694_124_f64 / 2.0).exp();
    close(
        fitted("1500:W").interval.lo,
        1500.0 + 400.0 * (chance / (1.0 - chance)).log10(),
        1e-8,
    );
    // Wins over the weak and losses to the strong are no separation.
    assert!(matches!(fitted("1200:WW 1900:LL").place, Place::At(_)));
}

#[test]
fn a_free_colour_that_cannot_be_told_from_the_rating() {
    let free = |words: &str| fit_free_colour(&Evidence::new(&games(words)), Level::P95);
    // White games won, Black games lost: either explains all.
    let mirror = free("1500:WLWL 1800:WL");
    assert_eq!(
        (mirror.place, mirror.colour_advantage),
        (Place::NotIdentified, None)
    );
    close(mirror.log_likelihood, 0.0, 1e-12);
    // Black lost outright, White mixed: unbounded below, whatever draws White has.
    let lost = free("1500:WLLLDLLL");
    assert_eq!(lost.place, Place::MinusInfinity);
    assert!(lost.interval.lo == f64::NEG_INFINITY && lost.interval.hi.is_finite());
    // One Black draw makes it finite.
    assert!(matches!(free("1500:WLLLDLLD").place, Place::At(_)));
    // Only White games: no rating without knowing what White is worth.
    let white: Vec<Game> = games("1500:WLWLDL")
        .into_iter()
        .filter(|g| g.colour == Colour::White)
        .collect();
    let white = fit_free_colour(&Evidence::new(&white), Level::P95);
    assert_eq!(white.place, Place::NotIdentified);
    assert!(
        white
            .reason()
            .is_some_and(|reason| reason.contains("colour"))
    );
}

#[test]
fn uncertain_opponents_widen_the_interval() {
    let evidence = Evidence::new(&games("1400:WWLWDL 1700:WLLLDL"));
    let known = fit(&evidence, Level::P95);
    let width = |interval: Interval| interval.hi - interval.lo;
    let mut before = width(known.interval);
    for se in [0.0, 20.0, 60.0, 150.0] {
        let fit = fit_uncertain(&evidence, |_| se, Level::P95).expect("usable errors");
        let wide = width(fit.interval);
        assert!(wide >= before - 1e-6, "{se}: {wide} after {before}");
        if se == 0.0 {
            close(wide, before, 1e-6);
            close(
                fit.place.finite().unwrap(),
                known.place.finite().unwrap(),
                1e-6,
            );
        }
        before = wide;
    }
    // One rating, many games: the variances add, 2·1.96·√(se² + 347.4²·(1 + nu/2)/n).
    let many = Evidence::new(&games(&format!("1500:{}", "WLLW".repeat(100))));
    let wide = width(fit_uncertain(&many, |_| 50.0, Level::P95).unwrap().interval);
    let expected = 2.0 * 1.959_964 * (50.0_f64.powi(2) + 347.4356_f64.powi(2) / 400.0).sqrt();
    assert!(
        (wide / expected - 1.0).abs() < 0.01,
        "{wide} for {expected}"
    );
    assert!(fit_uncertain(&many, |_| -1.0, Level::P95).is_err());
    assert!(fit_uncertain(&many, |_| f64::NAN, Level::P95).is_err());
}

#[test]
fn what_the_mixture_can_and_cannot_exclude() {
    let none = Evidence::default();
    let set = split_set(&none, &none, Level::P95);
    assert_eq!(
        (set.log_mixture, set.method),
        (0.0, Method::LikelihoodMixture)
    );
    assert_eq!(
        set.interval,
        Interval {
            lo: f64::NEG_INFINITY,
            hi: f64::INFINITY
        }
    );
    // A long win streak after old losses: the set follows the new games.
    let old = Evidence::new(&games("1500:LLLLLLLLLL"));
    let new = Evidence::new(&games("1500:WWWWWWWWWWWWWWWWWWWW"));
    let set = split_set(&old, &new, Level::P95);
    assert!(
        set.interval.lo > 1200.0 && set.interval.hi == f64::INFINITY,
        "{set:?}"
    );
    // A thousand games against a rating far off the grid overflow nothing.
    let far = Evidence::new(&games(&format!("20000:{}", "L".repeat(1000))));
    assert!(split_set(&none, &far, Level::P95).log_mixture.is_finite());
}

#[test]
fn the_e_process_has_expectation_at_most_one() {
    // All outcomes of three games at fixed opponents, at the true rating and nu.
    for (rating, nu) in [(1500.0, 0.0), (1900.0, 0.4), (2400.0, 2.0)] {
        let truth = ludometer_stats::ladder::Davidson {
            rating,
            draw_parameter: nu,
            colour_advantage: 0.0,
        };
        let (mut expectation, mut mixture) = (0.0, 0.0);
        for code in 0..27 {
            let letters: String = (0..3)
                .map(|i| ['W', 'D', 'L'][code / 3_usize.pow(i) % 3])
                .collect();
            let played = games(&format!("1700:{letters}"));
            let mut process = EProcess::new();
            process.observe(&played);
            let chance = truth.log_likelihood(&played).exp();
            expectation += chance * process.log_evidence(rating).exp();
            mixture += process.log_mixture().exp();
        }
        assert!(expectation <= 1.0, "{rating} {nu}: {expectation}");
        close(mixture, 1.0, 1e-12);
    }
}

#[test]
fn choices_and_ties() {
    let ladder = Ladder::published();
    let mut belief = Belief::before_any_game();
    let pilot = games("1320:W");
    belief.observe(&pilot);
    assert_eq!(ladder.next(&belief), elo(2300.0));
    let total: f64 = belief.by_rating().map(|(_, weight)| weight).sum();
    close(total, 1.0, 1e-12);
    // The law of total probability and of total variance, by another way.
    for rating in [1320.0, 2300.0, 3190.0] {
        let white = belief.chances(elo(rating), Colour::White);
        close(white.iter().sum(), 1.0, 1e-12);
        let mut expected = 0.0;
        for (i, first) in Outcome::ALL.into_iter().enumerate() {
            let mut after = belief.clone();
            let opponent = elo(rating);
            after.observe(&[Game {
                opponent,
                colour: Colour::White,
                outcome: first,
            }]);
            let black = after.chances(opponent, Colour::Black);
            for (j, second) in Outcome::ALL.into_iter().enumerate() {
                let mut last = after.clone();
                last.observe(&[Game {
                    opponent,
                    colour: Colour::Black,
                    outcome: second,
                }]);
                expected += white[i] * black[j] * last.variance();
            }
        }
        let index = ladder
            .ratings()
            .position(|rung| rung == opponent_of(rating))
            .unwrap();
        close(ladder.expected_variances(&belief)[index], expected, 1e-6);
    }
    assert!(Ladder::new(&[]).is_err());
    assert!(Ladder::new(&[elo(1500.0), elo(1500.0)]).is_err());
    // A dear rung loses against a cheap neighbour.
    let dear = |rating: Elo| if rating == elo(2300.0) { 3.0 } else { 1.0 };
    assert_eq!(ladder.next_for_money(&belief, dear).unwrap(), elo(2200.0));
    assert!(ladder.next_for_money(&belief, |_| 0.0).is_err());
}

fn opponent_of(rating: f64) -> Elo {
    elo(rating)
}

fn any_games(least: usize, most: usize) -> impl Strategy<Value = Vec<Game>> {
    let game =
        (10_u32..32, any::<bool>(), 0_usize..3).prop_map(|(hundreds, white, outcome)| Game {
            opponent: elo(f64::from(hundreds) * 100.0),
            colour: if white { Colour::White } else { Colour::Black },
            outcome: Outcome::ALL[outcome],
        });
    proptest::collection::vec(game, least..most)
}

fn shifted(games: &[Game], by: f64) -> Vec<Game> {
    games
        .iter()
        .map(|g| Game {
            opponent: elo(g.opponent.get() + by),
            ..*g
        })
        .collect()
}

/// The same games with every rating and outcome turned about 2000.
fn mirrored(games: &[Game]) -> Vec<Game> {
    games
        .iter()
        .map(|g| Game {
            opponent: elo(4000.0 - g.opponent.get()),
            colour: g.colour.other(),
            outcome: g.outcome.reversed(),
        })
        .collect()
}

fn near(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() < 1e-6
}

fn rating(fit: &Fit) -> f64 {
    fit.place.rating().unwrap_or(f64::NAN)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn a_shift_of_all_ratings_shifts_the_result(games in any_games(1, 30), by in -900.0..900.0) {
        for fit in [fit, fit_free_colour] {
            let here = fit(&Evidence::new(&games), Level::P95);
            let there = fit(&Evidence::new(&shifted(&games, by)), Level::P95);
            prop_assert!(near(rating(&here) + by, rating(&there)) || rating(&here).is_nan());
            prop_assert!(near(here.interval.lo + by, there.interval.lo), "{here:?} {there:?}");
            prop_assert!(near(here.interval.hi + by, there.interval.hi), "{here:?} {there:?}");
            prop_assert!((here.log_likelihood - there.log_likelihood).abs() < 1e-9);
        }
    }

    #[test]
    fn the_other_side_sees_the_mirror(games in any_games(1, 30)) {
        for fit in [fit, fit_free_colour] {
            let here = fit(&Evidence::new(&games), Level::P95);
            let there = fit(&Evidence::new(&mirrored(&games)), Level::P95);
            prop_assert!(near(4000.0 - rating(&here), rating(&there)) || rating(&here).is_nan());
            prop_assert!(near(4000.0 - here.interval.lo, there.interval.hi));
            prop_assert!(near(4000.0 - here.interval.hi, there.interval.lo));
        }
    }

    #[test]
    fn order_does_not_matter(games in any_games(1, 30), seed in any::<u64>()) {
        let mut other = games.clone();
        let mut state = seed | 1;
        for i in (1..other.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            other.swap(i, usize::try_from(state >> 33).unwrap() % (i + 1));
        }
        let (a, b) = (Evidence::new(&games), Evidence::new(&other));
        prop_assert_eq!(fit(&a, Level::P95), fit(&b, Level::P95));
        prop_assert_eq!(&a, &b);
    }

    #[test]
    fn intervals_nest_by_level(games in any_games(1, 30)) {
        let evidence = Evidence::new(&games);
        let half = Evidence::new(&games[..games.len() / 2]);
        let rest = Evidence::new(&games[games.len() / 2..]);
        let mut inner: Option<[Interval; 3]> = None;
        for level in [0.5, 0.9, 0.95, 0.999] {
            let level = Level::new(level).unwrap();
            let mut outer = [
                fit(&evidence, level).interval,
                fit_free_colour(&evidence, level).interval,
                split_set(&half, &rest, level).interval,
            ];
            if let Some(inner) = inner {
                for (inner, outer) in inner.iter().zip(&mut outer) {
                    prop_assert!(outer.lo <= inner.lo && inner.hi <= outer.hi);
                }
            }
            inner = Some(outer);
        }
    }

    #[test]
    fn the_ends_stand_where_the_likelihood_has_dropped(games in any_games(2, 30)) {
        let evidence = Evidence::new(&games);
        let fit = fit(&evidence, Level::P95);
        for end in [fit.interval.lo, fit.interval.hi] {
            if end.is_finite() {
                let drop = 2.0 * (fit.log_likelihood - profile_log_likelihood(&evidence, elo(end)));
                prop_assert!((drop - 3.841_458_820_694_124).abs() < 1e-8, "{drop} at {end}");
            }
        }
        if let Some(rating) = fit.place.finite() {
            let model = ludometer_stats::ladder::Davidson {
                rating,
                draw_parameter: fit.draw_parameter.unwrap(),
                colour_advantage: 0.0,
            };
            prop_assert!((model.log_likelihood(&games) - fit.log_likelihood).abs() < 1e-9);
            prop_assert!(fit.interval.contains(rating));
            for by in [-40.0, 40.0] {
                prop_assert!(profile_log_likelihood(&evidence, elo(rating + by)) < fit.log_likelihood);
            }
        }
    }

    #[test]
    fn a_difference_and_its_test_agree(a in any_games(4, 24), b in any_games(4, 24)) {
        let players = [Evidence::new(&a), Evidence::new(&b)];
        let (_, there) = compare(&players, Level::P95)[0];
        let (_, back) = compare(&[players[1].clone(), players[0].clone()], Level::P95)[0];
        prop_assert!((there.p - back.p).abs() < 1e-8);
        prop_assert!(near(there.interval.lo, -back.interval.hi));
        prop_assert!(near(there.interval.hi, -back.interval.lo));
        // Zero lies outside exactly when p < 0.05.
        if (there.p - 0.05).abs() > 1e-6 {
            prop_assert_eq!(there.interval.contains(0.0), there.p > 0.05);
        }
    }
}
