//! The ladder's inference against the reference vectors of the project, where they are at hand.
//!
//! Without them (see `shared`) these tests say so and pass.
#![allow(clippy::disallowed_methods, reason = "a test reads its vectors")]
#![allow(clippy::float_cmp, reason = "infinities and whole ratings are exact")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod shared;

use ludometer_stats::{
    Level,
    ladder::{
        Colour, EProcess, Elo, Evidence, Fit, Game, Outcome, Place, compare, fit, fit_free_colour,
        planning::{Belief, Ladder},
        power, split_set,
    },
};
use serde_json::Value;
use shared::vectors;

fn games(value: &Value) -> Vec<Game> {
    let game = |game: &Value| Game {
        opponent: Elo::new(game[0].as_f64().unwrap()).unwrap(),
        colour: if game[1] == 1 {
            Colour::White
        } else {
            Colour::Black
        },
        outcome: match game[2].as_str().unwrap() {
            "W" => Outcome::Win,
            "D" => Outcome::Draw,
            _ => Outcome::Loss,
        },
    };
    value.as_array().unwrap().iter().map(game).collect()
}

/// A number that may be written "inf" or "-inf".
fn number(value: &Value) -> f64 {
    match value.as_str() {
        Some("inf") => f64::INFINITY,
        Some("-inf") => f64::NEG_INFINITY,
        _ => value.as_f64().unwrap(),
    }
}

#[track_caller]
fn close(seen: f64, expected: &Value, tolerance: f64, what: &str) {
    let expected = number(expected);
    assert!(
        seen == expected || (seen - expected).abs() < tolerance,
        "{what}: {seen} for {expected}"
    );
}

#[track_caller]
fn place(fit: &Fit, expected: &Value, tolerance: f64, what: &str) {
    let seen = match fit.place {
        Place::At(rating) => rating,
        Place::PlusInfinity => f64::INFINITY,
        Place::MinusInfinity => f64::NEG_INFINITY,
        Place::NotIdentified => return assert!(expected.is_null(), "{what}"),
    };
    close(seen, expected, tolerance, what);
}

#[test]
fn estimates_and_intervals() {
    let Some(vectors) = vectors() else { return };
    for (name, case) in vectors["likelihood"].as_object().unwrap() {
        let evidence = Evidence::new(&games(&case["games"]));
        let fitted = fit(&evidence, Level::P95);
        let flat = case["R_hat_tolerance"].as_f64();
        place(&fitted, &case["R_hat"], flat.unwrap_or(1e-6), name);
        if flat.is_none() {
            let nu = number(&case["nu_hat"]);
            close(
                fitted.draw_parameter.unwrap(),
                &case["nu_hat"],
                1e-8 * nu.max(1e-9),
                name,
            );
        }
        close(fitted.log_likelihood, &case["sup_loglik"], 1e-9, name);
        close(fitted.interval.lo, &case["lo"], 1e-6, name);
        close(fitted.interval.hi, &case["hi"], 1e-6, name);
        let free = &case["free_h"];
        if free.is_object() {
            let what = format!("{name}, free colour");
            let fitted = fit_free_colour(&evidence, Level::P95);
            place(&fitted, &free["R"], 1e-6, &what);
            close(fitted.log_likelihood, &free["ll"], 1e-9, &what);
            close(fitted.interval.lo, &free["lo"], 1e-6, &what);
            close(fitted.interval.hi, &free["hi"], 1e-6, &what);
            assert_eq!(
                fitted.colour_advantage.is_none(),
                free["h"].is_null(),
                "{what}"
            );
            if let Some(h) = fitted.colour_advantage {
                close(h, &free["h"], 1e-6, &what);
                close(fitted.draw_parameter.unwrap(), &free["nu"], 1e-8, &what);
            }
        }
    }
}

#[test]
fn split_sets_and_published_integers() {
    let Some(vectors) = vectors() else { return };
    for (name, case) in vectors["evalue"].as_object().unwrap() {
        let (old, new) = (games(&case["old"]), games(&case["new"]));
        let set = split_set(&Evidence::new(&old), &Evidence::new(&new), Level::P95);
        close(set.log_mixture, &case["log_m"], 1e-9, name);
        close(set.interval.lo, &case["lo"], 1e-6, name);
        close(set.interval.hi, &case["hi"], 1e-6, name);
        let of_new = fit(&Evidence::new(&new), Level::P95);
        place(&of_new, &case["new_profile"]["R_hat"], 1e-6, name);
        let published = &case["published"];
        if published.is_object() {
            let all = fit(&Evidence::new(old.iter().chain(&new)), Level::P95);
            let at = |fit: &Fit| match fit.place {
                Place::At(rating) => rating,
                _ => f64::NAN,
            };
            let seen = [
                ("mle40", at(&all)),
                ("lo40", all.interval.lo),
                ("hi40", all.interval.hi),
                ("mle_new", at(&of_new)),
                ("lo_new", of_new.interval.lo),
                ("hi_new", of_new.interval.hi),
                ("cons_lo", set.interval.lo),
                ("cons_hi", set.interval.hi),
            ];
            for (what, value) in seen {
                assert_eq!(
                    value.round(),
                    published[what].as_f64().unwrap(),
                    "{name} {what}"
                );
            }
        }
    }
}

#[test]
fn the_e_process_at_every_look() {
    let Some(vectors) = vectors() else { return };
    let better = &vectors["better"];
    let path = games(&better["pathA_games"]);
    for look in better["eprocess_pathA"].as_array().unwrap() {
        let seen = usize::try_from(look["games"].as_u64().unwrap()).unwrap();
        let mut process = EProcess::new();
        for game in &path[..seen] {
            process.observe(std::slice::from_ref(game));
        }
        close(process.log_mixture(), &look["ln_M"], 1e-9, "ln M");
        for (rating, value) in look["lnE"].as_object().unwrap() {
            let rating = rating.parse().unwrap();
            close(process.log_evidence(rating), value, 1e-9, "ln E");
        }
        for (rating, value) in look["lnE_free_h"].as_object().unwrap() {
            let rating = rating.parse().unwrap();
            close(
                process.log_evidence_free_colour(rating),
                value,
                1e-9,
                "ln E, free colour",
            );
        }
        let set = process.set(Level::P95).interval;
        close(set.lo, &look["set95"][0], 1e-6, "lower end");
        close(set.hi, &look["set95"][1], 1e-6, "upper end");
    }
}

#[test]
fn pairs_of_players() {
    let Some(vectors) = vectors() else { return };
    let toy = &vectors["better"]["pairwise_toy"];
    let players = toy["games"].as_object().unwrap();
    let evidence: Vec<Evidence> = players.values().map(|g| Evidence::new(&games(g))).collect();
    let names: Vec<&String> = players.keys().collect();
    let rows = toy["rows"].as_array().unwrap();
    let pairs = compare(&evidence, Level::P95);
    assert_eq!(pairs.len(), rows.len());
    for row in rows {
        let ((_, _), seen) = pairs
            .iter()
            .find(|((a, b), _)| row["a"] == **names[*a] && row["b"] == **names[*b])
            .unwrap();
        let what = format!("{} and {}", row["a"], row["b"]);
        close(seen.likelihood_ratio, &row["lr"], 1e-9, &what);
        close(seen.p, &row["p"], 1e-9, &what);
        close(seen.p_holm, &row["p_holm"], 1e-9, &what);
        let Place::At(common) = seen.common else {
            panic!("{what}")
        };
        close(common, &row["common_R"], 1e-6, &what);
        if let Place::At(difference) = seen.place {
            close(difference, &row["diff"], 1e-6, &what);
            close(seen.interval.lo, &row["diff_lo"], 1e-6, &what);
            close(seen.interval.hi, &row["diff_hi"], 1e-6, &what);
        } else {
            assert!(row["diff"].is_null(), "{what}");
        }
    }
}

/// The relative gap between the best rung and the next.
fn gap(variances: &[f64]) -> f64 {
    let mut sorted = variances.to_vec();
    sorted.sort_by(f64::total_cmp);
    (sorted[1] - sorted[0]) / sorted[0]
}

#[test]
fn what_to_play_next() {
    let Some(vectors) = vectors() else { return };
    let planner = &vectors["planner"];
    let ladder = Ladder::published();
    let pilot = games(&serde_json::json!([[1320, 1, "W"]]));
    let mut belief = Belief::before_any_game();
    let state = |belief: &Belief, expected: &Value, what: &str| {
        close(belief.mean(), &expected["mean"], 1e-8, what);
        close(belief.deviation(), &expected["sd"], 1e-8, what);
    };
    let variances = |belief: &Belief, expected: &Value, what: &str| {
        let expected = expected.as_array().unwrap();
        assert_eq!(expected.len(), 20);
        for (seen, expected) in ladder.expected_variances(belief).iter().zip(expected) {
            close(*seen, expected, 1e-6, what);
        }
    };
    state(&belief, &planner["before_pilot"], "before the pilot");
    variances(
        &belief,
        &planner["without_pilot"]["expected_variance"],
        "before the pilot",
    );
    assert_eq!(ladder.next(&belief).get(), 1900.0);
    belief.observe(&pilot);
    state(&belief, &planner["after_pilot"], "after the pilot");
    variances(
        &belief,
        &planner["expected_variance_after_pilot"],
        "after the pilot",
    );
    assert_eq!(ladder.next(&belief).get(), 2300.0);

    let pair = |rating: &Value, outcomes: &str| {
        let (white, black) = outcomes.split_at(1);
        games(&serde_json::json!([
            [rating, 1, white],
            [rating, -1, black]
        ]))
    };
    for (outcomes, expected) in planner["after_first_pair"].as_object().unwrap() {
        let mut belief = belief.clone();
        belief.observe(&pair(&2300.into(), outcomes));
        state(&belief, expected, outcomes);
        let variances = ladder.expected_variances(&belief);
        close(gap(&variances), &expected["rel_gap"], 1e-9, outcomes);
        assert_eq!(
            ladder.next(&belief).get(),
            expected["next"].as_f64().unwrap()
        );
    }
    for (name, path) in planner["paths"].as_object().unwrap() {
        let mut belief = belief.clone();
        for stage in path["stages"].as_array().unwrap() {
            assert_eq!(
                ladder.next(&belief).get(),
                stage["rating"].as_f64().unwrap(),
                "{name}"
            );
            let variances = ladder.expected_variances(&belief);
            close(gap(&variances), &stage["rel_gap_to_runner_up"], 1e-9, name);
            for outcomes in stage["pairs"].as_array().unwrap() {
                belief.observe(&pair(&stage["rating"], outcomes.as_str().unwrap()));
            }
            state(&belief, stage, name);
        }
        assert_eq!(
            ladder.next(&belief).get(),
            path["next"].as_f64().unwrap(),
            "{name}"
        );
    }
}

#[test]
fn sample_sizes() {
    let Some(vectors) = vectors() else { return };
    let planning = &vectors["better"]["planning"];
    let level = |p| Level::new(p).unwrap();
    let setting = |nu: f64| power::Setting {
        draw_parameter: nu,
        gap: 0.0,
    };
    for (nu, value) in planning["info_matched"].as_object().unwrap() {
        close(
            power::information(0.0, nu.parse().unwrap()),
            value,
            1e-15,
            nu,
        );
    }
    for (nu, value) in planning["se_one_game"].as_object().unwrap() {
        close(setting(nu.parse().unwrap()).one_game(), value, 1e-9, nu);
    }
    for (gap, value) in planning["efficiency_offset_nu0"].as_object().unwrap() {
        let share = power::information(gap.parse().unwrap(), 0.0) / power::information(0.0, 0.0);
        close(share, value, 1e-12, gap);
    }
    for (key, value) in planning["n_per_player"].as_object().unwrap() {
        let (delta, nu) = key.split_once(",nu=").unwrap();
        let delta = delta.trim_start_matches("delta=").parse().unwrap();
        let setting = setting(nu.parse().unwrap());
        let n = setting.games_for_difference(delta, Level::P95, level(0.8));
        close(n, value, 1e-7, key);
    }
    for (key, value) in planning["n_per_player_bonf10"].as_object().unwrap() {
        let delta = key.trim_start_matches("delta=").parse().unwrap();
        let n = setting(0.0).games_for_difference(delta, level(0.995), level(0.8));
        close(n, value, 1e-7, key);
    }
}

/// Counts the choices at each pair over all outcomes of the pairs before.
fn walk(ladder: &Ladder, belief: &Belief, counts: &mut [std::collections::BTreeMap<u64, usize>]) {
    let Some((here, later)) = counts.split_first_mut() else {
        return;
    };
    let rating = ladder.next(belief);
    *here.entry(rating.get().to_bits()).or_default() += 1;
    if later.is_empty() {
        return;
    }
    for white in Outcome::ALL {
        for black in Outcome::ALL {
            let mut belief = belief.clone();
            let game = |colour, outcome| Game {
                opponent: rating,
                colour,
                outcome,
            };
            belief.observe(&[game(Colour::White, white), game(Colour::Black, black)]);
            walk(ladder, &belief, later);
        }
    }
}

fn tree(pairs: usize) {
    let Some(vectors) = vectors() else { return };
    let tree = &vectors["planner"]["tree_9^5"];
    let mut belief = Belief::before_any_game();
    belief.observe(&games(&serde_json::json!([[1320, 1, "W"]])));
    let mut counts = vec![std::collections::BTreeMap::new(); pairs];
    walk(&Ladder::published(), &belief, &mut counts);
    for (pair, counts) in counts.iter().enumerate() {
        // The vectors count every one of the 9^5 sequences at every pair.
        let each = if pair < 5 {
            9_usize.pow(5 - u32::try_from(pair).unwrap())
        } else {
            1
        };
        let expected = if pair < 5 {
            &tree["rating_counts_by_pair"][pair]
        } else {
            &tree["sixth_rating_counts"]
        };
        for (rating, expected) in expected.as_object().unwrap() {
            let key = rating.parse::<f64>().unwrap().to_bits();
            let seen = counts.get(&key).copied().unwrap_or(0) * each;
            assert_eq!(
                seen as u64,
                expected.as_u64().unwrap(),
                "pair {}: {rating}",
                pair + 1
            );
        }
    }
}

#[test]
fn every_choice_of_the_first_four_pairs() {
    tree(4);
}

/// 66,430 choices: a second with optimisation, minutes without.
#[test]
#[ignore = "slow without optimisation"]
fn every_choice_up_to_the_sixth_pair() {
    tree(6);
}
