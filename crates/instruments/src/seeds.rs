//! Randomness from the study's seed alone.

use ludometer_record::Seed;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// A generator for one purpose: the same on every machine and every resume.
///
/// The key is BLAKE3 over the study's seed and the words that name the purpose,
/// as in `["game", id]`; each word is preceded by its length.
#[must_use]
pub fn generator(seed: Seed, purpose: &[&str]) -> ChaCha8Rng {
    ChaCha8Rng::from_seed(*hash(seed, purpose).as_bytes())
}

/// A number for one purpose, derived in the same way.
#[must_use]
pub fn seed_for(seed: Seed, purpose: &[&str]) -> u64 {
    let [a, b, c, d, e, f, g, h, ..] = *hash(seed, purpose).as_bytes();
    u64::from_le_bytes([a, b, c, d, e, f, g, h])
}

fn hash(seed: Seed, purpose: &[&str]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.0.to_le_bytes());
    for word in purpose {
        hasher.update(&(word.len() as u64).to_le_bytes());
        hasher.update(word.as_bytes());
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn purposes_do_not_run_into_each_other() {
        let seed = Seed(7);
        assert_eq!(
            seed_for(seed, &["game", "a"]),
            seed_for(seed, &["game", "a"])
        );
        assert_ne!(
            seed_for(seed, &["game", "a"]),
            seed_for(seed, &["gam", "ea"])
        );
        assert_ne!(
            seed_for(seed, &["game", "a"]),
            seed_for(Seed(8), &["game", "a"])
        );
    }
}
