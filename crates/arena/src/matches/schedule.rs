//! Which games there are, and what each of them is a function of.

use ludometer_games::{ByColor, Color};
use ludometer_instruments::generator;
use ludometer_record::Seed;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

/// Two contestants by name, and how many games they play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pairing {
    /// White in games 0, 2, 4 ….
    pub first: String,
    /// White in games 1, 3, 5 ….
    pub second: String,
    /// Games.
    pub games: u32,
}

/// A game of a pairing: together with the seed it fixes opening and random moves.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct GameKey {
    /// The pairing's first contestant.
    pub first: String,
    /// The pairing's second contestant.
    pub second: String,
    /// From 0.
    pub game: u32,
}

impl Pairing {
    /// Its games.
    pub fn keys(&self) -> impl Iterator<Item = GameKey> {
        (0..self.games).map(|game| GameKey {
            first: self.first.clone(),
            second: self.second.clone(),
            game,
        })
    }
}

impl GameKey {
    /// Who plays which side.
    #[must_use]
    pub fn sides(&self) -> ByColor<&str> {
        let (white, black) = if self.game.is_multiple_of(2) {
            (&self.first, &self.second)
        } else {
            (&self.second, &self.first)
        };
        ByColor { white, black }
    }

    /// Of the opening: shared with the game with changed colours.
    pub(super) fn opening_generator(&self, seed: Seed) -> ChaCha8Rng {
        let pair = (self.game / 2).to_string();
        generator(seed, &["match-opening", &self.first, &self.second, &pair])
    }

    /// Of a side's random moves.
    pub(super) fn move_generator(&self, seed: Seed, side: Color) -> ChaCha8Rng {
        let game = self.game.to_string();
        generator(
            seed,
            &[
                "match-moves",
                &self.first,
                &self.second,
                &game,
                side.as_str(),
            ],
        )
    }
}

/// The games of several pairings, taking turns: after any time all of them have about the
/// same share of their games.
#[must_use]
pub fn in_turn(pairings: &[Pairing]) -> Vec<GameKey> {
    let most = pairings.iter().map(|pairing| pairing.games).max();
    let games = |game| {
        let has = move |pairing: &&Pairing| game < pairing.games;
        pairings.iter().filter(has).map(move |pairing| GameKey {
            first: pairing.first.clone(),
            second: pairing.second.clone(),
            game,
        })
    };
    (0..most.unwrap_or(0)).flat_map(games).collect()
}
