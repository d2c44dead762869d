//! Minimax from one player's fixed view, bound by bound.
//!
//! Unlike the solver it knows whose move it is, never negates, looks at successors
//! only, and finds a distance as the first bound within which a result is forced.

use std::collections::HashMap;

use ludometer_games::{FiniteGame, Outcome};
use ludometer_solver::Value;

use super::indices;

/// Who is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Player {
    Max,
    Min,
}

impl Player {
    fn other(self) -> Self {
        match self {
            Self::Max => Self::Min,
            Self::Min => Self::Max,
        }
    }
}

/// The value of each position, with each player to move, *for Max*.
pub(crate) fn for_max<G: FiniteGame>(game: &G) -> HashMap<(G::Position, Player), Value> {
    let states: Vec<(G::Position, Player)> = indices(game)
        .flat_map(|index| [Player::Max, Player::Min].map(|player| (game.position(index), player)))
        .collect();
    let mut values: HashMap<_, _> = states.iter().map(|&state| (state, Value::DRAW)).collect();
    for bound in 0.. {
        let changes: Vec<_> = states
            .iter()
            .filter(|state| values[state] == Value::DRAW)
            .filter_map(|&state| {
                let outcome = forced(game, &values, state)?;
                let distance = Some(bound);
                Some((state, Value { outcome, distance }))
            })
            .collect();
        if changes.is_empty() {
            break;
        }
        values.extend(changes);
    }
    values
}

/// The outcome for Max that the values found so far force here.
fn forced<G: FiniteGame>(
    game: &G,
    values: &HashMap<(G::Position, Player), Value>,
    (position, player): (G::Position, Player),
) -> Option<Outcome> {
    let (best, worst) = match player {
        Player::Max => (Outcome::Win, Outcome::Lose),
        Player::Min => (Outcome::Lose, Outcome::Win),
    };
    match game.terminal(&position) {
        Some(Outcome::Win) => return Some(best),
        Some(Outcome::Lose) => return Some(worst),
        Some(Outcome::Draw) => return None,
        None => {}
    }
    let mut outcomes = Vec::new();
    game.for_each_successor(&position, |next| {
        outcomes.push(values[&(next, player.other())].outcome);
    });
    if outcomes.contains(&best) {
        Some(best)
    } else {
        outcomes
            .iter()
            .all(|&outcome| outcome == worst)
            .then_some(worst)
    }
}
