//! Values with witnesses: what a checker needs to believe a solution.

use ludometer_games::{FiniteGame, Outcome};
use rayon::prelude::*;

use crate::{Oracle, Value};

/// A number of a position that proves another one's value, or none.
///
/// For a win in d plies it is a successor lost in d - 1; for a loss in d plies the
/// slowest successor, won in d - 1; for a draw a drawn successor. A terminal position
/// has none.
pub type Witness = Option<u32>;

/// The value of every position of a game, and a witness of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Certificate {
    pub(crate) game_id: String,
    pub(crate) values: Vec<Value>,
    /// By position; [`NO_WITNESS`] for none.
    pub(crate) witnesses: Vec<u32>,
}

pub(crate) const NO_WITNESS: u32 = u32::MAX;

impl Certificate {
    /// The certificate of a solution: the first optimal successor witnesses each value.
    ///
    /// # Panics
    /// If the game has more positions than 32 bits number, and thus no solution.
    pub fn new<G, O>(game: &G, oracle: &O) -> Self
    where
        G: FiniteGame + Sync,
        O: Oracle<G> + Sync,
    {
        let count = u32::try_from(game.position_count()).expect("positions fit 32 bits");
        let (values, witnesses) = (0..count)
            .into_par_iter()
            .map(|index| {
                let position = game.position(index);
                let mut best = None;
                let mut witness = NO_WITNESS;
                game.for_each_successor_index(index, |next| {
                    let value = oracle.value(game, game.position(next));
                    let rank = Some(value.rank_for_previous_mover());
                    if rank > best {
                        best = rank;
                        witness = next;
                    }
                });
                (oracle.value(game, position), witness)
            })
            .unzip();
        Self {
            game_id: game.id(),
            values,
            witnesses,
        }
    }

    /// [`Game::id`](ludometer_games::Game::id) of the game that the values are of.
    #[must_use]
    pub fn game_id(&self) -> &str {
        &self.game_id
    }

    /// Number of positions.
    #[must_use]
    pub const fn position_count(&self) -> usize {
        self.values.len()
    }

    /// The value that is claimed for a position.
    ///
    /// # Panics
    /// If `index` is not below [`position_count`](Self::position_count).
    #[must_use]
    pub fn value_at(&self, index: u32) -> Value {
        self.values[index as usize]
    }

    /// The witness that is named for a position.
    ///
    /// # Panics
    /// If `index` is not below [`position_count`](Self::position_count).
    #[must_use]
    pub fn witness_at(&self, index: u32) -> Witness {
        let witness = self.witnesses[index as usize];
        (witness != NO_WITNESS).then_some(witness)
    }
}

/// Whether a value is one that can be: draws have no distance, the others do.
pub(crate) const fn is_well_formed(value: Value) -> bool {
    matches!(
        (value.outcome, value.distance),
        (Outcome::Draw, None) | (Outcome::Win | Outcome::Lose, Some(_))
    )
}
