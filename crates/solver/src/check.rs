//! The checker: accepts a certificate or says where it is wrong.
//!
//! It uses a game's plain successors and its numbering, nothing of the solver's
//! tables and nothing of the game's predecessors. Each value is checked against the
//! values of all successors. That suffices: by induction over the distance every
//! claimed win and loss can be forced in the plies claimed and no faster, and who is
//! in a position claimed a draw can always move to another such position and never to
//! a lost one, so neither side can do better than draw.

use ludometer_games::{FiniteGame, Outcome};
use rayon::prelude::*;

use crate::certificate::is_well_formed;
use crate::{Certificate, Value, Witness};

/// Why a certificate is refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It is about another game.
    #[error("certificate of {found:?}, expected {expected:?}")]
    Game {
        /// The game that it names.
        found: String,
        /// The game that it was checked against.
        expected: String,
    },
    /// It has too few or too many positions.
    #[error("certificate of {found} positions, expected {expected}")]
    PositionCount {
        /// Positions in the certificate.
        found: usize,
        /// Positions of the game.
        expected: usize,
    },
    /// The game numbers a position differently than it numbers back.
    #[error("position {index} ({notation}) is numbered {found}")]
    Numbering {
        /// The number that was asked for.
        index: u32,
        /// The position that it stands for.
        notation: String,
        /// The number of that position.
        found: u32,
    },
    /// A position is not terminal and has no successor.
    #[error("position {index} ({notation}) is not terminal and has no successor")]
    Stuck {
        /// Its number.
        index: u32,
        /// The position in the game's notation.
        notation: String,
    },
    /// A claimed value is not what the successors' values make it.
    #[error("position {index} ({notation}) is claimed {found}, expected {expected}")]
    Value {
        /// Its number.
        index: u32,
        /// The position in the game's notation.
        notation: String,
        /// The value claimed.
        found: Value,
        /// What the rules, or the claims for the successors, make it.
        expected: Value,
    },
    /// A claimed value cannot be: a draw with a distance, or a win or loss without.
    #[error("position {index} ({notation}) is claimed {found:?}, which is no value")]
    Malformed {
        /// Its number.
        index: u32,
        /// The position in the game's notation.
        notation: String,
        /// The value claimed.
        found: Value,
    },
    /// A witness does not witness the value.
    #[error(
        "position {index} ({notation}), claimed {value}, names the witness {found:?}, \
         expected {expected}"
    )]
    Witness {
        /// Its number.
        index: u32,
        /// The position in the game's notation.
        notation: String,
        /// The value claimed, which is right.
        value: Value,
        /// The witness named.
        found: Witness,
        /// What a witness would be.
        expected: &'static str,
    },
}

/// Checks every position of a certificate; the refusal is that of the lowest number.
///
/// Runs on the current rayon pool.
pub fn check<G: FiniteGame + Sync>(game: &G, certificate: &Certificate) -> Result<(), Refusal> {
    if certificate.game_id() != game.id() {
        return Err(Refusal::Game {
            found: certificate.game_id().to_owned(),
            expected: game.id(),
        });
    }
    let (found, expected) = (certificate.position_count(), game.position_count());
    if found != expected {
        return Err(Refusal::PositionCount { found, expected });
    }
    (0..u32::MAX)
        .into_par_iter()
        .take(expected)
        .map(|index| check_position(game, certificate, index))
        .find_map_first(Result::err)
        .map_or(Ok(()), Err)
}

fn check_position<G: FiniteGame>(
    game: &G,
    certificate: &Certificate,
    index: u32,
) -> Result<(), Refusal> {
    let position = game.position(index);
    let notation = || game.notation(&position);
    let numbered = game.index(position);
    if numbered != index {
        return Err(Refusal::Numbering {
            index,
            notation: notation(),
            found: numbered,
        });
    }
    let (found, witness) = (certificate.value_at(index), certificate.witness_at(index));
    if !is_well_formed(found) {
        return Err(Refusal::Malformed {
            index,
            notation: notation(),
            found,
        });
    }
    let seen = Seen::of(game, certificate, position, witness);
    let expected = match game.terminal(&position) {
        Some(Outcome::Win) => Value::win(0),
        Some(Outcome::Lose) => Value::lose(0),
        Some(Outcome::Draw) => Value::DRAW,
        None => seen.value().ok_or_else(|| Refusal::Stuck {
            index,
            notation: notation(),
        })?,
    };
    if found != expected {
        return Err(Refusal::Value {
            index,
            notation: notation(),
            found,
            expected,
        });
    }
    match seen.missing_witness(certificate, found, witness) {
        Some(expected) => Err(Refusal::Witness {
            index,
            notation: notation(),
            value: found,
            found: witness,
            expected,
        }),
        None => Ok(()),
    }
}

/// What the successors of a position are claimed to be.
#[derive(Default)]
struct Seen {
    any: bool,
    fastest_lost: Option<u16>,
    slowest_won: Option<u16>,
    drawn: bool,
    witness: bool,
}

impl Seen {
    fn of<G: FiniteGame>(
        game: &G,
        certificate: &Certificate,
        position: G::Position,
        witness: Witness,
    ) -> Self {
        let mut seen = Self::default();
        game.for_each_successor(&position, |next| {
            let next = game.index(next);
            seen.any = true;
            seen.witness |= witness == Some(next);
            let value = certificate.value_at(next);
            match (value.outcome, value.distance) {
                (Outcome::Lose, Some(distance)) => {
                    let fastest = seen.fastest_lost.unwrap_or(distance);
                    seen.fastest_lost = Some(fastest.min(distance));
                }
                (Outcome::Win, distance) => seen.slowest_won = seen.slowest_won.max(distance),
                _ => seen.drawn = true,
            }
        });
        seen
    }

    /// The value that these successors make, if there are any.
    fn value(&self) -> Option<Value> {
        // A distance of u16::MAX is never claimed rightly: saturating shows as a mismatch.
        if let Some(distance) = self.fastest_lost {
            Some(Value::win(distance.saturating_add(1)))
        } else if self.drawn {
            Some(Value::DRAW)
        } else {
            self.slowest_won
                .map(|distance| Value::lose(distance.saturating_add(1)))
                .filter(|_| self.any)
        }
    }

    /// What is missing as a witness of a value that is right.
    fn missing_witness(
        &self,
        certificate: &Certificate,
        value: Value,
        witness: Witness,
    ) -> Option<&'static str> {
        if !self.any {
            return witness.is_some().then_some("none, the game is over");
        }
        let before = value.distance.map(|distance| distance.saturating_sub(1));
        let (expected, needed) = match value.outcome {
            Outcome::Win => (
                "a successor lost in one ply less",
                Value {
                    outcome: Outcome::Lose,
                    distance: before,
                },
            ),
            Outcome::Lose => (
                "a successor won in one ply less",
                Value {
                    outcome: Outcome::Win,
                    distance: before,
                },
            ),
            Outcome::Draw => ("a drawn successor", Value::DRAW),
        };
        let witnessed =
            witness.is_some_and(|witness| self.witness && certificate.value_at(witness) == needed);
        (!witnessed).then_some(expected)
    }
}
