//! Draws follow the model's odds under a setting, and are the same on every machine.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::collections::HashMap;
use std::sync::Arc;

use common::{by_formula, plies};
use ludometer_daydream::{
    Config, Draw, DrawEnd, Dream, Model, Numbers, Setting, Slot, Vocabulary, Weights, Window,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const WIDE: &[u8] = include_bytes!("fixtures/wide.safetensors");

fn dream() -> Dream {
    let weights = Weights::from_bytes(WIDE).unwrap();
    Dream::new(Arc::new(Model::new(&weights)), Window::WholeMoves)
}

/// Softmax of capped logits over the temperature, as the textbook has it.
fn odds(logits: &[f32], temperature: f64, cap: Option<f64>) -> Vec<f64> {
    let weights: Vec<f64> = logits
        .iter()
        .map(|&logit| {
            let logit = f64::from(logit);
            let capped = cap.map_or(logit, |cap| cap * (logit / cap).tanh());
            (capped / temperature).exp()
        })
        .collect();
    let sum: f64 = weights.iter().sum();
    weights.iter().map(|weight| weight / sum).collect()
}

#[test]
fn probabilities_are_softmax_of_capped_logits() {
    let logits = [0.0, 1.5, -3.25, 12.0, -0.001, 7.0];
    for temperature in [0.05, 0.6, 1.0, 3.0] {
        for cap in [None, Some(0.5), Some(2.0), Some(8.0), Some(1e9)] {
            let setting = Setting::new(temperature, cap).unwrap();
            let found = setting.probabilities(&logits);
            for (found, expected) in found.iter().zip(odds(&logits, temperature, cap)) {
                let error = (found - expected).abs();
                assert!(error < 1e-13, "{temperature} {cap:?}: {found} {expected}");
            }
        }
    }
    // By hand: 2 tanh(1/2) against 0 at temperature 2.
    let two = Setting::new(2.0, Some(2.0))
        .unwrap()
        .probabilities(&[1.0, 0.0]);
    assert!((two[0] / two[1] - 0.5_f64.tanh().exp()).abs() < 1e-12);
}

#[test]
fn extreme_settings_and_logits_give_odds() {
    let cold = Setting::new(f64::MIN_POSITIVE, None).unwrap();
    assert_eq!(cold.probabilities(&[1.0, 3.0, 2.0]), [0.0, 1.0, 0.0]);
    let hot = Setting::new(f64::MAX, None).unwrap();
    assert_eq!(hot.probabilities(&[1.0, 3.0]), [0.5, 0.5]);
    let capped = Setting::new(1.0, Some(f64::MAX)).unwrap();
    let free = Setting::default().probabilities(&[1.0, 3.0]);
    for (capped, free) in capped.probabilities(&[1.0, 3.0]).iter().zip(free) {
        assert!((capped - free).abs() < 1e-12);
    }
    let tight = Setting::new(1.0, Some(f64::MIN_POSITIVE)).unwrap();
    assert_eq!(tight.probabilities(&[9.0, 1.0]), [0.5, 0.5]);
    let setting = Setting::default();
    assert_eq!(setting.probabilities(&[f32::INFINITY, 1.0]), [1.0, 0.0]);
    assert_eq!(setting.probabilities(&[f32::NEG_INFINITY; 2]), [0.5, 0.5]);
    assert_eq!(setting.probabilities(&[f32::NAN; 2]), [0.5, 0.5]);
    assert_eq!(setting.probabilities(&[f32::NAN, 0.0]), [0.0, 1.0]);
}

#[test]
fn settings_are_positive_numbers() {
    for bad in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(Setting::new(bad, None).unwrap_err().what, "temperature");
        assert_eq!(Setting::new(1.0, Some(bad)).unwrap_err().what, "soft cap");
    }
    let text = r#"{"temperature":0.5,"soft_cap":2.0}"#;
    let setting: Setting = serde_json::from_str(text).unwrap();
    assert_eq!(setting, Setting::new(0.5, Some(2.0)).unwrap());
    assert_eq!(serde_json::to_string(&setting).unwrap(), text);
    assert!(serde_json::from_str::<Setting>(r#"{"temperature":0.0,"soft_cap":null}"#).is_err());
}

/// First characters against their probabilities, and second ones after a first.
#[test]
fn frequencies_fit_the_odds() {
    const DRAWS: usize = 20_000;
    let mut dream = dream();
    dream.show(&plies(4)).unwrap();
    for (temperature, cap, seed) in [(1.0, None, 1), (0.7, Some(1.5), 2), (2.5, None, 3)] {
        let setting = Setting::new(temperature, cap).unwrap();
        let expected = odds(dream.logits(), temperature, cap);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let draws = dream.draw(DRAWS, setting, &mut rng);
        let mut counts = HashMap::new();
        for draw in &draws {
            *counts.entry(first(draw)).or_insert(0_u32) += 1;
        }
        let vocabulary = dream.model().vocabulary().characters().to_vec();
        let (mut chi, mut cells) = (0.0, 0);
        for (character, odds) in vocabulary.iter().zip(expected) {
            let expected = odds * DRAWS as f64;
            let found = f64::from(counts.get(character).copied().unwrap_or(0));
            if expected >= 5.0 {
                chi += (found - expected).powi(2) / expected;
                cells += 1;
            }
        }
        // Mean d, variance 2d: five deviations.
        let freedom = f64::from(cells - 1);
        assert!(cells > 4, "{cells} cells");
        assert!(
            chi < freedom + 5.0 * (2.0 * freedom).sqrt(),
            "chi-square {chi} of {freedom} at {temperature} {cap:?}"
        );
    }
}

fn first(draw: &Draw) -> char {
    draw.text.chars().next().unwrap_or_else(|| match draw.end {
        DrawEnd::Space => ' ',
        DrawEnd::Newline => '\n',
        DrawEnd::Length => unreachable!("a draw that ends by its length has one"),
    })
}

#[test]
fn draws_end_at_a_space_a_newline_or_eight_characters() {
    let mut dream = dream();
    dream.show(&plies(6)).unwrap();
    let hot = Setting::new(3.0, None).unwrap();
    let draws = dream.draw(2000, hot, &mut ChaCha8Rng::seed_from_u64(4));
    let count = |end| draws.iter().filter(|draw| draw.end == end).count();
    for end in [DrawEnd::Space, DrawEnd::Newline, DrawEnd::Length] {
        assert!(count(end) > 20, "{end:?}: {}", count(end));
    }
    for draw in &draws {
        let length = draw.text.chars().count();
        assert_eq!(length == 8, draw.end == DrawEnd::Length, "{draw:?}");
        assert!(length <= 8 && !draw.text.contains([' ', '\n']), "{draw:?}");
    }
}

/// The same on every machine and for ever: a change here changes published runs.
#[test]
fn draws_of_a_seed_are_these() {
    let mut dream = dream();
    let mut rng = ChaCha8Rng::seed_from_u64(2026);
    let mut found = Vec::new();
    for (count, temperature, cap) in [(0, 1.0, None), (5, 0.8, Some(4.0)), (12, 1.7, None)] {
        dream.show(&plies(count)).unwrap();
        let setting = Setting::new(temperature, cap).unwrap();
        found.extend(
            dream
                .draw(4, setting, &mut rng)
                .into_iter()
                .map(|draw| draw.text),
        );
    }
    assert_eq!(found, GOLDEN);
}

const GOLDEN: [&str; 12] = [
    "555555r9", "", "44e95939", "dr3rbnl9", "b866bqhh", "kkcqqel9", "qeel5", "n", "", "",
    "39lh3i93", "fn0r9cqq",
];

/// Weights that no training gives: their logits are not numbers.
#[test]
fn wild_weights_do_not_panic() {
    let config = Config::new(1, 1, 16, 32).unwrap();
    let vocabulary = Vocabulary::new("\n ab".chars()).unwrap();
    let huge = |slot: Slot| {
        let count = slot.shape.iter().product();
        (slot, Numbers::Full(vec![f32::MAX; count]))
    };
    let tensors = Weights::layout(config, 4).into_iter().map(huge);
    let weights = Weights::new(config, vocabulary, None, tensors).unwrap();
    let mut dream = Dream::new(Arc::new(Model::new(&weights)), Window::WholeMoves);
    dream.show("ab ba ab").unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    assert_eq!(dream.draw(50, Setting::default(), &mut rng).len(), 50);
}

#[test]
fn a_tiers_shape_draws() {
    let tier = ludometer_daydream::Tier::Grand;
    let weights = by_formula(tier.config(), Some(tier), 1);
    let mut dream = Dream::new(Arc::new(Model::new(&weights)), Window::WholeMoves);
    dream.show(&plies(48)).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    assert_eq!(dream.draw(100, Setting::default(), &mut rng).len(), 100);
    assert_eq!(dream.model().tier(), Some(tier));
}
