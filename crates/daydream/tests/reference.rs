//! Logits against `PyTorch`'s (see `bench/daydream_torch.py`).

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::sync::Arc;

use common::{by_formula, plies};
use ludometer_daydream::{Draw, DrawEnd, Dream, Kernel, Model, Setting, Tier, Weights, Window};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

const LOGITS: &str = include_str!("fixtures/logits.txt");
const NARROW: &[u8] = include_bytes!("fixtures/narrow.safetensors");
const WIDE: &[u8] = include_bytes!("fixtures/wide.safetensors");

/// The largest difference from the reference over every record of a model.
fn farthest(name: &str, weights: &Weights, kernel: Kernel) -> f64 {
    let mut dream = Dream::new(Arc::new(Model::with_kernel(weights, kernel)), Window::Exact);
    let mut farthest = 0.0_f64;
    let mut records = 0;
    for line in LOGITS.lines() {
        let mut words = line.split(' ');
        if words.next() != Some(name) {
            continue;
        }
        let count: usize = words.next().unwrap().parse().unwrap();
        let expected: Vec<f64> = words.map(|word| word.parse().unwrap()).collect();
        dream.show(&plies(count)).unwrap();
        assert_eq!(expected.len(), dream.logits().len());
        for (&found, expected) in dream.logits().iter().zip(expected) {
            farthest = farthest.max((f64::from(found) - expected).abs());
        }
        records += 1;
    }
    assert!(records >= 4, "{records} records of {name}");
    farthest
}

#[test]
fn small_models_of_every_kernel() {
    for (name, bytes) in [("narrow", NARROW), ("wide", WIDE)] {
        let weights = Weights::from_bytes(bytes).unwrap();
        for kernel in Kernel::available() {
            let farthest = farthest(name, &weights, kernel);
            assert!(farthest < 1e-4, "{name} on {kernel:?}: off by {farthest}");
        }
    }
}

#[test]
fn the_shapes_of_the_tiers() {
    for (seed, tier) in (3..).zip(Tier::ALL) {
        let weights = by_formula(tier.config(), Some(tier), seed);
        let farthest = farthest(tier.name(), &weights, Kernel::fastest());
        assert!(farthest < 1e-4, "{tier}: off by {farthest}");
    }
}

/// So cold that the likeliest character is drawn: the window slides within a draw.
#[test]
fn the_likeliest_draws_of_the_exact_window() {
    let setting = Setting::new(1e-4, None).unwrap();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for (name, bytes) in [("narrow", NARROW), ("wide", WIDE)] {
        let weights = Weights::from_bytes(bytes).unwrap();
        let mut dream = Dream::new(Arc::new(Model::new(&weights)), Window::Exact);
        let mut records = 0;
        for line in LOGITS.lines() {
            let words: Vec<&str> = line.split(' ').collect();
            if words[0] != format!("greedy-{name}") {
                continue;
            }
            dream.show(&plies(words[1].parse().unwrap())).unwrap();
            for draw in dream.draw(2, setting, &mut rng) {
                assert_eq!(marked(&draw), words[2], "{line}");
            }
            records += 1;
        }
        assert_eq!(records, 7);
    }
}

fn marked(draw: &Draw) -> String {
    let end = match draw.end {
        DrawEnd::Space => "_",
        DrawEnd::Newline => "$",
        DrawEnd::Length => "",
    };
    format!("{}{end}", draw.text)
}
