//! Every kernel gives the same bits, whatever it computes at once.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::sync::Arc;

use common::{by_formula, plies};
use ludometer_daydream::{Config, Draw, Dream, Kernel, Model, Setting, Tier, Weights, Window};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Shapes that leave vectors, panels and groups of heads incomplete, and a tier's.
fn models() -> Vec<Weights> {
    let shapes = [
        (2, 3, 18, 40),
        (1, 5, 70, 64),
        (2, 1, 68, 100),
        (1, 8, 80, 32),
    ];
    let odd = shapes
        .map(|(layers, heads, width, context)| Config::new(layers, heads, width, context).unwrap());
    let configs = odd.into_iter().chain([Tier::Micro.config()]);
    let mut models: Vec<Weights> = configs
        .zip(20..)
        .map(|(config, seed)| by_formula(config, None, seed))
        .collect();
    let narrow = include_bytes!("fixtures/narrow.safetensors");
    models.push(Weights::from_bytes(narrow).unwrap());
    models
}

/// Logits at several points of a game, reached in several ways, and draws.
fn trace(weights: &Weights, kernel: Kernel) -> (Vec<Vec<u32>>, Vec<Draw>) {
    let mut dream = Dream::new(
        Arc::new(Model::with_kernel(weights, kernel)),
        Window::WholeMoves,
    );
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (mut logits, mut draws) = (Vec::new(), Vec::new());
    for count in [0, 1, 3, 4, 17, 48] {
        dream.show(&plies(count)).unwrap();
        logits.push(bits(&dream));
        for batch in [1, 2, 13] {
            draws.extend(dream.draw(batch, Setting::default(), &mut rng));
        }
        // What was tried and then played, so that tried characters' bits show, too.
        let played = &draws[draws.len() - 1].text;
        let game = format!("{} {played}", plies(count));
        dream.show(game.trim_start()).unwrap();
        logits.push(bits(&dream));
    }
    (logits, draws)
}

fn bits(dream: &Dream) -> Vec<u32> {
    dream.logits().iter().map(|logit| logit.to_bits()).collect()
}

#[test]
fn the_same_bits_on_every_kernel() {
    let kernels = Kernel::available();
    if kernels.len() == 1 {
        println!("skipped: this machine has the plain kernel only");
    }
    for weights in models() {
        let plain = trace(&weights, kernels[kernels.len() - 1]);
        for &kernel in &kernels[..kernels.len() - 1] {
            let found = trace(&weights, kernel);
            assert!(found == plain, "{kernel:?} differs: {:?}", weights.config());
        }
    }
}

/// Half precision takes another path where a row is alone.
#[test]
fn the_same_bits_from_half_and_from_single_precision() {
    let config = Config::new(2, 2, 64, 64).unwrap();
    let half = by_formula(config, None, 9);
    let single = half.tensors().map(|(slot, numbers)| {
        let numbers = ludometer_daydream::Numbers::Full(numbers.to_f32());
        (slot, numbers)
    });
    let single = Weights::new(config, half.vocabulary().clone(), None, single).unwrap();
    for kernel in Kernel::available() {
        assert!(trace(&half, kernel) == trace(&single, kernel), "{kernel:?}");
    }
}
