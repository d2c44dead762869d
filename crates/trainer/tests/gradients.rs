//! Losses and gradients against `PyTorch`'s, and the two passes against each other.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::HashMap;

use ludometer_daydream::{Config, Weights};
use ludometer_trainer::batches::Batch;
use ludometer_trainer::gradient::{Engine, Processor};
use ludometer_trainer::optimizer::Moments;
#[cfg(feature = "burn")]
use ludometer_trainer::parameters::initial;
use ludometer_trainer::parameters::{Layout, of_weights};
use ludometer_trainer::recipe::Recipe;

const EXPECTED: &str = include_str!("fixtures/gradients.txt");
const NARROW: &[u8] = include_bytes!("../../daydream/tests/fixtures/narrow.safetensors");
const WIDE: &[u8] = include_bytes!("../../daydream/tests/fixtures/wide.safetensors");
/// As in `bench/daydream_gradients.py`.
const WINDOW: usize = 24;
const GAME: &str = "\ne2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3";

fn rows(kind: &str) -> impl Iterator<Item = (Vec<&str>, Vec<f64>)> {
    EXPECTED
        .lines()
        .filter(move |line| line.starts_with(kind))
        .map(|line| {
            let (names, numbers): (Vec<&str>, Vec<&str>) = line
                .split(' ')
                .partition(|word| word.parse::<f64>().is_err());
            (names, numbers.iter().map(|n| n.parse().unwrap()).collect())
        })
}

fn recipe(config: &Config, micro_batch: usize, replicas: usize) -> Recipe {
    let mut recipe = Recipe::new(config, 2, micro_batch, 10);
    recipe.window = WINDOW;
    recipe.replicas = replicas;
    recipe
}

fn batch(weights: &Weights) -> Batch {
    let tokens = weights.vocabulary().encode(GAME).unwrap();
    let mut batch = Batch::default();
    for start in [0, 31] {
        batch.inputs.extend(&tokens[start..start + WINDOW]);
        batch.targets.extend(&tokens[start + 1..=start + WINDOW]);
    }
    batch
}

/// Every way to a gradient that this build has.
fn processors() -> Vec<(&'static str, Processor)> {
    vec![
        ("cpu", Processor::Cpu),
        #[cfg(feature = "burn")]
        ("burn", Processor::flex()),
    ]
}

#[test]
fn losses_and_gradients_are_pytorchs() {
    for (model, bytes) in [("narrow", NARROW), ("wide", WIDE)] {
        let weights = Weights::from_bytes(bytes).unwrap();
        let (config, parameters) = (weights.config(), of_weights(&weights));
        let layout = Layout::new(&config, weights.vocabulary().len());
        let places: HashMap<String, _> = layout
            .places()
            .iter()
            .map(|place| (place.part.name(), place.range()))
            .collect();
        for (name, processor) in processors() {
            // One micro-batch of both windows, then one a window on two threads.
            for (micro_batch, replicas) in [(2, 1), (1, 2)] {
                let recipe = recipe(&config, micro_batch, replicas);
                let vocabulary = weights.vocabulary().len();
                let mut engine = Engine::new(config, vocabulary, &recipe, &processor);
                let slope = engine.slope(&parameters, &batch(&weights), 0);
                let (_, loss) = rows("loss").find(|(names, _)| names[1] == model).unwrap();
                assert!(
                    (slope.loss - loss[0]).abs() < 1e-5,
                    "{model} {name}: {}",
                    slope.loss
                );
                let mut checked = 0;
                for (names, numbers) in rows("gradient").filter(|(names, _)| names[1] == model) {
                    let found = &slope.gradient[places[names[2]].clone()];
                    let length = found
                        .iter()
                        .map(|&x| f64::from(x).powi(2))
                        .sum::<f64>()
                        .sqrt();
                    let some = found
                        .iter()
                        .step_by((found.len() / 7).max(1))
                        .map(|&x| f64::from(x));
                    for (found, expected) in std::iter::once(length).chain(some).zip(&numbers) {
                        assert!(
                            (found - expected).abs() < 1e-5 * (1.0 + numbers[0]),
                            "{model} {name} {}: {found}, PyTorch {expected}",
                            names[2]
                        );
                    }
                    checked += 1;
                }
                assert_eq!(checked, layout.places().len());
            }
        }
    }
}

#[cfg(feature = "burn")]
#[test]
fn both_passes_agree_under_dropout_and_over_blocks_of_rows() {
    // 80 characters are more than one block of attention's rows.
    let config = Config::new(2, 2, 16, 80).unwrap();
    let vocabulary = 12;
    let mut recipe = Recipe::new(&config, 2, 2, 10);
    recipe.dropout = 0.3;
    let parameters = initial(&Layout::new(&config, vocabulary), 5);
    let parameters: Vec<f32> = parameters.iter().map(|p| p * 4.0).collect();
    let token = |i: usize| u8::try_from((i * i + i / 3) % vocabulary).unwrap();
    let batch = Batch {
        inputs: (0..160).map(token).collect(),
        targets: (1..161).map(token).collect(),
    };
    let [one, other] = [Processor::Cpu, Processor::flex()].map(|processor| {
        Engine::new(config, vocabulary, &recipe, &processor).slope(&parameters, &batch, 9)
    });
    assert!(
        (one.loss - other.loss).abs() < 1e-4,
        "{} {}",
        one.loss,
        other.loss
    );
    let most = one
        .gradient
        .iter()
        .fold(0.0_f32, |most, g| most.max(g.abs()));
    for (i, (a, b)) in one.gradient.iter().zip(&other.gradient).enumerate() {
        assert!((a - b).abs() < 1e-4 * most, "{i}: {a} {b}");
    }
    recipe.dropout = 0.0;
    let mut plain = Engine::new(config, vocabulary, &recipe, &Processor::Cpu);
    assert!((plain.slope(&parameters, &batch, 9).loss - one.loss).abs() > 1e-3);
}

#[test]
fn adamw_steps_are_pytorchs() {
    // Four numbers of an embedding stand for the four numbers of the fixture.
    let config = Config::new(1, 1, 2, 16).unwrap();
    let layout = Layout::new(&config, 2);
    let mut optimizer = Recipe::new(&config, 1, 1, 10).optimizer;
    optimizer.weight_decay = 0.05;
    optimizer.beta_2 = 0.98;
    let mut parameters = vec![0.0; layout.len()];
    parameters[..4].copy_from_slice(&[0.5, -1.25, 2.0, 0.0]);
    let mut moments = Moments::zero(layout.len());
    let slopes = [
        [0.1, -0.2, 0.0, 3.0],
        [0.3, 0.1, -0.5, 2.0],
        [-0.2, 0.4, 0.25, -6.0],
    ];
    for (step, ((_, expected), slope)) in (0..).zip(rows("adamw").zip(slopes)) {
        let mut gradient = vec![0.0; layout.len()];
        gradient[..4].copy_from_slice(&slope);
        optimizer.update(
            &layout,
            step,
            0.01,
            &mut parameters,
            &gradient,
            &mut moments,
        );
        for (found, expected) in parameters.iter().zip(&expected) {
            assert!(
                (f64::from(*found) - expected).abs() < 1e-6,
                "step {step}: {found} {expected}"
            );
        }
    }
}
