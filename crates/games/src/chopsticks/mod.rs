//! Chopsticks with h hands a side, each counted modulo m.
//!
//! The rules are those published with Chop-Bench; `README.md` in this folder states
//! them for users.
//!
//! - [`hands`]: one side's hands.
//! - [`position`]: two sides' hands from the mover's side, and their notation `AB-CD`.
//! - [`rules`]: the parameters, and what follows from them alone.
//! - [`moves`]: taps and splits, legality, resulting positions.
//! - [`index`](mod@index): the numbered state graph that a solver walks, by table.
//! - `hand_table`: the tables behind it.
//! - [`playing`]: one game in progress, with the repetition countdown.
//!
//! The state graph has no memory: the countdown is part of a playing only, and a
//! game that it would end counts as a draw in the graph because nobody can force
//! an end.

mod hand_table;
pub mod hands;
pub mod index;
pub mod moves;
pub mod playing;
pub mod position;
pub mod rules;
#[cfg(test)]
mod tests;

pub use hands::{Hands, MAX_HANDS, MAX_MODULUS};
pub use index::Graph;
pub use moves::{IllegalMove, Move, Moves};
pub use playing::{COUNTDOWN_PLIES, Ending, Playing, STARTS_COUNTDOWN, Side};
pub use position::{Position, PositionError};
pub use rules::{Rules, RulesError, SplitRule};

use crate::list::{self, VariantError};

/// Opens a variant for the list of games: `"hands modulus"`, as `"2 5"`, with the
/// published split, or `"hands modulus split"` with a [`SplitRule`]'s name.
pub fn open(variant: &str) -> Result<Box<dyn list::AnyGame>, VariantError> {
    let refuse = |reason: String| VariantError {
        game: "chopsticks",
        variant: variant.to_owned(),
        reason,
    };
    let words: Vec<&str> = variant.split_whitespace().collect();
    let (hands, modulus, split) = match words[..] {
        [hands, modulus] => (hands, modulus, SplitRule::default()),
        [hands, modulus, split] => (
            hands,
            modulus,
            SplitRule::named(split).ok_or_else(|| refuse(format!("no split rule {split:?}")))?,
        ),
        _ => return Err(refuse("expected \"hands modulus [split]\"".to_owned())),
    };
    let number = |word: &str| {
        word.parse::<usize>()
            .map_err(|error| refuse(format!("{word:?}: {error}")))
    };
    let rules = Rules::new(number(hands)?, number(modulus)?, split)
        .map_err(|error| refuse(error.to_string()))?;
    Ok(Box::new(rules))
}
