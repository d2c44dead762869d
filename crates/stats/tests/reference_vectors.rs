//! Agreement with the reference vectors of the project, where they are at hand.
//!
//! Without them (see `shared`) these tests say so and pass.
#![allow(clippy::disallowed_methods, reason = "a test reads its vectors")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod shared;

use ludometer_stats::{
    BetweenGames, CellTable, GameTallies, GameTally, Level, Reference, Tally, holm,
};
use serde_json::Value;
use shared::vectors;

#[track_caller]
fn close(seen: f64, expected: &Value, what: &str) {
    let expected = expected.as_f64().unwrap();
    assert!(
        (seen - expected).abs() < 1e-10,
        "{what}: {seen} for {expected}"
    );
}

fn numbers(value: &Value) -> Vec<f64> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|v| v.as_f64().unwrap())
        .collect()
}

#[test]
fn published_interval() {
    let Some(vectors) = vectors() else { return };
    let cases = vectors["chop"].as_object().unwrap();
    assert_eq!(cases.len(), 4);
    // The level whose z is 2.
    let z2 = Level::new(0.954_499_736_103_641_6).unwrap();
    for (name, case) in cases {
        let cells = case["cells"]
            .as_object()
            .unwrap()
            .iter()
            .flat_map(|(mode, families)| {
                families
                    .as_object()
                    .unwrap()
                    .iter()
                    .map(move |(family, counts)| {
                        let [x, n] = [0, 1].map(|i| counts[i].as_u64().unwrap());
                        ((mode.clone(), family.clone()), Tally::new(x, n).unwrap())
                    })
            });
        let table = CellTable::new(cells).unwrap();
        for (variant, level) in [("main", Level::P95), ("z2", z2)] {
            let expected = &case[variant];
            let estimate = table
                .agresti_coull_carried(&table.headline(), level)
                .unwrap();
            let interval = estimate.interval(level);
            let clipped = interval.clipped(0.0, 1.0);
            let what = |field: &str| format!("{name} {variant} {field}");
            close(estimate.value(), &expected["point"], &what("point"));
            close(
                interval.half_width(),
                &expected["half_width"],
                &what("half_width"),
            );
            close(interval.lo, &expected["lo"], &what("lo"));
            close(interval.hi, &expected["hi"], &what("hi"));
            close(clipped.lo, &expected["lo_clipped"], &what("lo_clipped"));
            close(clipped.hi, &expected["hi_clipped"], &what("hi_clipped"));
        }
        variants(name, &table, case, z2);
    }
}

/// What is not offered: other centres, the Wald width, "plus four" (z² = 4 in the adjustment only).
fn variants(name: &str, table: &CellTable<String, String, Tally>, case: &Value, z2: Level) {
    for (variant, z, adjust) in [
        ("main", Level::P95.z(), Level::P95),
        ("z2", 2.0, z2),
        ("plus_four", Level::P95.z(), z2),
    ] {
        let expected = &case[variant];
        let (mut point, mut centre, mut variance, mut wald) = (0.0, 0.0, 0.0, 0.0);
        let contrast = table.headline();
        for ((_, w), (_, tally)) in contrast.weights().zip(table.cells()) {
            let p = tally.rate().unwrap();
            let adjusted = tally.agresti_coull(adjust);
            point += w * p;
            centre += w * adjusted.rate;
            variance += w * w * adjusted.variance;
            wald += w * w * p * (1.0 - p) / tally.trials() as f64;
        }
        let half = z * variance.sqrt();
        let what = |field: &str| format!("{name} {variant} {field}");
        close(half, &expected["half_width"], &what("half_width"));
        close(point - half, &expected["lo"], &what("lo"));
        close(centre, &expected["ac_centre"], &what("ac_centre"));
        close(centre - half, &expected["ac_lo"], &what("ac_lo"));
        close(centre + half, &expected["ac_hi"], &what("ac_hi"));
        close(z * wald.sqrt(), &expected["wald_half_width"], &what("wald"));
    }
}

fn games(case: &Value) -> GameTallies {
    let count = |field: &str, i: usize| u32::try_from(case[field][i].as_u64().unwrap()).unwrap();
    (0..case["y"].as_array().unwrap().len())
        .map(|i| GameTally::new(count("y", i), count("m", i)).unwrap())
        .collect()
}

#[test]
fn game_clusters() {
    let Some(vectors) = vectors() else { return };
    for (name, case) in vectors["better"]["cluster"].as_object().unwrap() {
        let games = games(case);
        let expected = &case["sandwich"];
        let p = games.total().rate().unwrap();
        close(p, &expected["p"], name);
        let naive = (p * (1.0 - p) / games.total().trials() as f64).sqrt();
        close(naive, &expected["naive_se"], name);
        let t = Reference::StudentT {
            degrees_of_freedom: (games.games() - 1) as f64,
        };
        close(t.quantile(Level::P95), &expected["t"], name);
        match games.between_games() {
            BetweenGames::Spread {
                estimate,
                design_effect,
            } => {
                close(estimate.standard_error(), &expected["se"], name);
                close(design_effect, &expected["deff"], name);
                let raw = estimate.interval(Level::P95);
                close(raw.lo, &expected["lo"], name);
                close(raw.hi, &expected["hi"], name);
                let (logit, _) = games.logit_interval(Level::P95, None).unwrap();
                close(logit.lo, &expected["logit_lo"], name);
                close(logit.hi, &expected["logit_hi"], name);
            }
            other => {
                assert_eq!(
                    (name.as_str(), other),
                    ("no_variation", BetweenGames::NoSpread { games: 2 })
                );
            }
        }
    }
}

#[test]
fn holm_example() {
    let Some(vectors) = vectors() else { return };
    let example = &vectors["better"]["holm_example"];
    let adjusted = holm(&numbers(&example["p"])).unwrap();
    for (seen, expected) in adjusted.iter().zip(numbers(&example["adjusted"])) {
        assert!((seen - expected).abs() < 1e-15);
    }
}

/// Every one of the G^G resamples of games, an independent look at the same spread.
#[test]
fn exact_bootstrap() {
    let Some(vectors) = vectors() else { return };
    for name in ["six", "five"] {
        let case = &vectors["better"]["cluster"][name];
        let (y, m) = (numbers(&case["y"]), numbers(&case["m"]));
        let g = y.len();
        let mut rates: Vec<f64> = (0..g.pow(u32::try_from(g).unwrap()))
            .map(|mut code| {
                let (mut top, mut bottom) = (0.0, 0.0);
                for _ in 0..g {
                    top += y[code % g];
                    bottom += m[code % g];
                    code /= g;
                }
                top / bottom
            })
            .collect();
        rates.sort_by(f64::total_cmp);
        let n = rates.len() as f64;
        let mean = rates.iter().sum::<f64>() / n;
        let sd = (rates.iter().map(|r| (r - mean).powi(2)).sum::<f64>() / n).sqrt();
        let expected = &case["exact_bootstrap"];
        close(mean, &expected["boot_mean"], name);
        close(sd, &expected["boot_sd"], name);
        // The smallest value with at least the share a at or below it.
        let quantile = |hits: usize, of: usize| rates[(rates.len() * hits).div_ceil(of) - 1];
        close(quantile(1, 40), &expected["lo"], name);
        close(quantile(39, 40), &expected["hi"], name);
        // The sandwich is the bootstrap's variance to first order, G/(G-1) aside.
        let BetweenGames::Spread { estimate, .. } = games(case).between_games() else {
            panic!("{name} has spread")
        };
        let ratio = estimate.variance() * (g - 1) as f64 / g as f64 / (sd * sd);
        assert!((0.8..1.25).contains(&ratio), "{name}: {ratio}");
    }
}
