//! Models and a game for tests.
#![allow(dead_code, reason = "each test uses some of it")]
#![allow(clippy::unwrap_used, reason = "helpers of tests")]
#![allow(
    clippy::cast_possible_truncation,
    reason = "rounded as the reference does it"
)]

use half::f16;
use ludometer_daydream::{Config, Numbers, Tier, Vocabulary, Weights};

/// The game of `bench/daydream_torch.py`.
pub(crate) const GAME: &str = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7 f1e1 b7b5 a4b3 d7d6 \
    c2c3 e8g8 h2h3 c6a5 b3c2 c7c5 d2d4 d8c7 b1d2 c5d4 c3d4 a5c6 d2b3 a6a5 c1e3 a5a4 b3d2 c8d7 \
    d2f1 f8e8 f1g3 a8c8 c2d3 c7b8 d1d2 h7h6 a1c1 c6b4 d3b1 b4a2 c1c8 d7c8 b1a2 c8e6";

/// The game's first plies.
pub(crate) fn plies(count: usize) -> String {
    let moves: Vec<&str> = GAME.split(' ').take(count).collect();
    moves.join(" ")
}

pub(crate) fn vocabulary() -> Vocabulary {
    Vocabulary::of("\n 0123456789abcdefghijklnqr").unwrap()
}

/// Weights by a formula: the same numbers as in `bench/daydream_torch.py`.
pub(crate) fn by_formula(config: Config, tier: Option<Tier>, seed: u64) -> Weights {
    let vocabulary = vocabulary();
    let mut place = seed << 32;
    let tensors: Vec<_> = Weights::layout(config, vocabulary.len())
        .into_iter()
        .map(|slot| {
            let count: usize = slot.shape.iter().product();
            let scale = match (&slot.name[..], &slot.shape[..]) {
                ("embedding", _) => 0.5,
                (_, [_, inputs]) => (4.0 / *inputs as f64).sqrt(),
                _ => 0.25,
            };
            let about = if slot.shape.len() == 1 { 1.0 } else { 0.0 };
            let numbers = (place..place + count as u64)
                .map(|place| f16::from_f32((about + scale * unit(place)) as f32))
                .collect();
            place += count as u64;
            (slot, Numbers::Half(numbers))
        })
        .collect();
    Weights::new(config, vocabulary, tier, tensors).unwrap()
}

/// `SplitMix64` of a place, as a number from -1 up to 1.
fn unit(place: u64) -> f64 {
    let z = (place + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    let z = z ^ (z >> 31);
    (z >> 40) as f64 / f64::from(1 << 23) - 1.0
}
