//! Whole small trainings.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use ludometer_daydream::{Config, Dream, Model, Setting, Vocabulary, Weights, Window};
use ludometer_trainer::batches::Windows;
use ludometer_trainer::checkpoint::{Checkpoint, CheckpointError};
use ludometer_trainer::gradient::Processor;
use ludometer_trainer::optimizer::Method;
use ludometer_trainer::recipe::Recipe;
use ludometer_trainer::training::{Material, Outline, Outlook, Training};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Games of three moves each, of which the second and third follow from the first.
fn corpus() -> String {
    let games = ["a2a3 b5b4 c2c3", "b2b3 a5a4 d2d3", "e2e3 d5d4 a2a3"];
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let any = |_| format!("\n{}", games[rng.random_range(0..3)]);
    (0..3000).map(any).collect::<String>() + "\n"
}

fn training(recipe: Recipe, processor: &Processor) -> Training {
    let text = corpus();
    let vocabulary = Vocabulary::of(&text).unwrap();
    let material = material(&vocabulary, recipe.window);
    let config = Config::new(2, 2, 32, 32).unwrap();
    let outline = Outline {
        config,
        vocabulary,
        tier: None,
    };
    Training::start(outline, recipe, material, processor)
}

fn material(vocabulary: &Vocabulary, length: usize) -> Material {
    let text = corpus();
    let make = |text: &str| {
        let tokens = vocabulary.encode(text).unwrap();
        Windows::new(tokens, vocabulary.newline(), vocabulary.space(), length).unwrap()
    };
    let cut = text.len() * 4 / 5 / 15 * 15;
    Material {
        hash: "corpus".into(),
        train: make(&text[..cut]),
        held_out: make(&text[cut..]),
    }
}

fn recipe(steps: u64) -> Recipe {
    let config = Config::new(2, 2, 32, 32).unwrap();
    let mut recipe = Recipe::new(&config, 8, 4, steps);
    recipe.schedule.peak = 1e-2;
    recipe.look = 10;
    recipe.look_windows = 8;
    recipe
}

fn finish(training: &mut Training) {
    while training.outlook() == Outlook::Unfinished {
        training.step();
    }
}

#[test]
fn losses_fall_and_the_sampler_dreams_what_was_learned() {
    for method in [Method::AdamW, Method::Muon] {
        let mut recipe = recipe(200);
        recipe.optimizer.method = method;
        let mut training = training(recipe, &Processor::Cpu);
        finish(&mut training);
        let looks = &training.checkpoint().state.looks;
        let (first, last) = (looks[0].held_out, looks[looks.len() - 1].held_out);
        assert!(
            last < 0.5 && last < 0.4 * first,
            "{method:?}: {first} to {last}"
        );
        let bytes = training.weights().unwrap().to_half().unwrap().to_bytes();
        let weights = Weights::from_bytes(&bytes).unwrap();
        let mut dream = Dream::new(Model::new(&weights).into(), Window::WholeMoves);
        dream.show("b2b3 a5a4").unwrap();
        let setting = Setting::new(0.3, None).unwrap();
        let draws = dream.draw(20, setting, &mut ChaCha8Rng::seed_from_u64(1));
        let right = draws.iter().filter(|draw| draw.text == "d2d3").count();
        assert!(right >= 18, "{method:?}: {draws:?}");
    }
}

#[test]
fn a_resumed_training_is_the_uninterrupted_one_bit_for_bit() {
    let mut recipe = recipe(24);
    recipe.dropout = 0.1;
    let mut whole = training(recipe, &Processor::Cpu);
    finish(&mut whole);
    let mut half = training(recipe, &Processor::Cpu);
    for _ in 0..13 {
        half.step();
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint.safetensors");
    half.checkpoint().write(&path).unwrap();
    drop(half);
    let checkpoint = Checkpoint::read(&path).unwrap();
    let material = material(&checkpoint.state.vocabulary, recipe.window);
    let mut resumed = Training::resume(checkpoint, material, &Processor::Cpu);
    finish(&mut resumed);
    assert_eq!(whole.checkpoint(), resumed.checkpoint());
}

#[cfg(feature = "burn")]
#[test]
fn burns_own_backend_learns_too() {
    let mut training = training(recipe(40), &Processor::flex());
    let first = training.step().loss;
    finish(&mut training);
    let looks = &training.checkpoint().state.looks;
    assert!(looks[looks.len() - 1].held_out < 0.8 * first);
}

#[test]
fn a_loss_that_no_longer_falls_stops_the_training() {
    let mut recipe = recipe(1_000);
    recipe.schedule.peak = 1e-9;
    recipe.look = 1;
    recipe.patience = 3;
    let mut training = training(recipe, &Processor::Cpu);
    // Rates this small move nothing that single precision shows.
    finish(&mut training);
    assert_eq!(training.outlook(), Outlook::Stalled);
    assert!(training.checkpoint().state.step < 100);
}

#[test]
fn a_damaged_checkpoint_is_one_clear_error() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("checkpoint.safetensors");
    let missing = Checkpoint::read(&path).unwrap_err();
    assert!(matches!(missing, CheckpointError::File { .. }));
    training(recipe(5), &Processor::Cpu)
        .checkpoint()
        .write(&path)
        .unwrap();
    let bytes = std::fs::read(&path).unwrap();
    for (what, damaged) in [
        ("cut", bytes[..bytes.len() / 2].to_vec()),
        (
            "weights, no checkpoint",
            training(recipe(5), &Processor::Cpu)
                .weights()
                .unwrap()
                .to_bytes(),
        ),
        ("nothing", Vec::new()),
    ] {
        std::fs::write(&path, damaged).unwrap();
        let error = Checkpoint::read(&path).unwrap_err();
        assert!(
            matches!(error, CheckpointError::Damaged { .. }),
            "{what}: {error}"
        );
        assert!(error.to_string().contains("checkpoint"), "{what}: {error}");
    }
}
