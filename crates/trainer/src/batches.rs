//! Which windows of the corpus a step sees: a function of seed and step alone, so that
//! a resumed training sees what an uninterrupted one would have seen.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A corpus as tokens, and the places where a window may begin.
#[derive(Debug, Clone)]
pub struct Windows {
    tokens: Vec<u8>,
    /// Where a game's leading newline lies.
    games: Vec<usize>,
    /// Where a move's first character lies.
    moves: Vec<usize>,
    length: usize,
}

/// A corpus with fewer characters than one window.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the corpus has {characters} characters, a window takes {needed}")]
pub struct TooShort {
    /// Characters in the corpus.
    pub characters: usize,
    /// Characters in a window and its last target.
    pub needed: usize,
}

/// Inputs and targets of some windows, each `[windows, length]`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Batch {
    /// Tokens that the model reads.
    pub inputs: Vec<u8>,
    /// The token after each of them.
    pub targets: Vec<u8>,
}

impl Windows {
    /// Windows of `length` characters over `tokens`, which are games, each behind a
    /// newline, with one space between moves.
    pub fn new(tokens: Vec<u8>, newline: u8, space: u8, length: usize) -> Result<Self, TooShort> {
        let needed = length + 1;
        if tokens.len() < needed {
            return Err(TooShort {
                characters: tokens.len(),
                needed,
            });
        }
        let last = tokens.len() - needed;
        let at = |wanted: u8, shift: usize| {
            let found = tokens
                .iter()
                .enumerate()
                .filter(move |&(_, &t)| t == wanted);
            found
                .map(move |(i, _)| i + shift)
                .filter(move |&i| i <= last)
        };
        let mut games: Vec<usize> = at(newline, 0).collect();
        let moves: Vec<usize> = at(space, 1).collect();
        if games.is_empty() {
            games.push(0);
        }
        Ok(Self {
            tokens,
            games,
            moves,
            length,
        })
    }

    /// Characters of the corpus.
    #[must_use]
    pub fn characters(&self) -> usize {
        self.tokens.len()
    }

    /// Characters of a window.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// The `count` windows of one step: each begins at a game with probability 1/2,
    /// else at some move, as the sampler's windows do.
    #[must_use]
    pub fn step(&self, seed: u64, step: u64, count: usize) -> Batch {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(step);
        let mut batch = Batch::default();
        for _ in 0..count {
            let places = if self.moves.is_empty() || rng.random::<bool>() {
                &self.games
            } else {
                &self.moves
            };
            self.push(places[rng.random_range(0..places.len())], &mut batch);
        }
        batch
    }

    /// Windows one after another, without overlap, from the start: at most `most`.
    pub fn sequence(&self, most: usize) -> impl Iterator<Item = Batch> {
        let all = (self.tokens.len() - 1) / self.length;
        (0..all.min(most)).map(|i| {
            let mut batch = Batch::default();
            self.push(i * self.length, &mut batch);
            batch
        })
    }

    fn push(&self, at: usize, batch: &mut Batch) {
        let window = &self.tokens[at..=at + self.length];
        batch.inputs.extend_from_slice(&window[..self.length]);
        batch.targets.extend_from_slice(&window[1..]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Newline 0, space 1: games "2212", "331", as tokens.
    fn windows() -> Windows {
        let tokens = [0, 2, 2, 1, 2, 2, 1, 2, 3, 0, 3, 3, 1, 3, 2, 1, 2, 2, 0];
        Windows::new(tokens.to_vec(), 0, 1, 5).unwrap()
    }

    #[test]
    fn a_step_is_a_function_of_seed_and_number() {
        let windows = windows();
        assert_eq!(windows.step(1, 7, 9), windows.step(1, 7, 9));
        assert_ne!(windows.step(1, 7, 9), windows.step(1, 8, 9));
        assert_ne!(windows.step(1, 7, 9), windows.step(2, 7, 9));
    }

    #[test]
    fn windows_begin_at_games_and_moves_and_targets_are_one_later() {
        let windows = windows();
        let batch = windows.step(3, 0, 200);
        let mut begun = [0; 2];
        for (inputs, targets) in batch.inputs.chunks(5).zip(batch.targets.chunks(5)) {
            assert_eq!(inputs[1..], targets[..4]);
            match inputs[0] {
                0 => begun[0] += 1,
                1 => panic!("begins at a space"),
                _ => begun[1] += 1,
            }
        }
        assert!(begun[0] > 60 && begun[1] > 60, "{begun:?}");
    }

    #[test]
    fn a_sequence_covers_without_overlap() {
        let inputs: Vec<u8> = windows()
            .sequence(9)
            .flat_map(|batch| batch.inputs)
            .collect();
        assert_eq!(inputs, [0, 2, 2, 1, 2, 2, 1, 2, 3, 0, 3, 3, 1, 3, 2]);
    }

    #[test]
    fn too_short_a_corpus_is_an_error() {
        let error = Windows::new(vec![0, 2, 0], 0, 1, 5).unwrap_err();
        assert_eq!(
            error,
            TooShort {
                characters: 3,
                needed: 6
            }
        );
    }
}
