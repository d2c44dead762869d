//! Players that need no server. They always move legally.

use ludometer_games::chopsticks::{Position, Rules};
use ludometer_record::study::BuiltIn;
use rand::{Rng, RngExt, seq::IndexedRandom};

use super::Solved;

/// Chooses a resulting state, from the mover's side, in a position that is not over.
///
/// `None` where there is no legal move, which no variant's unfinished game has.
pub fn choose(
    player: BuiltIn,
    solved: &Solved,
    position: Position,
    random: &mut impl Rng,
) -> Option<Position> {
    match player {
        BuiltIn::Random => solved.rules().results(position).choose(random).copied(),
        BuiltIn::Solver => solved.optimal_results(position).choose(random).copied(),
        BuiltIn::Epsilon(share) => {
            // Drawn even when it is not needed, so that the sequence does not depend on the share.
            let slip = random.random::<f64>() < share;
            choose(
                if slip {
                    BuiltIn::Random
                } else {
                    BuiltIn::Solver
                },
                solved,
                position,
                random,
            )
        }
        // Those steer a tool, and there is none here.
        BuiltIn::Mock(_) | BuiltIn::Referee => None,
        BuiltIn::Greedy => greedy(solved.rules(), position).choose(random).copied(),
    }
}

/// What the greedy player chooses among: it kills as many hands as one move can; among
/// those, it leaves the opponent the fewest fingers.
#[must_use]
pub fn greedy(rules: Rules, position: Position) -> Vec<Position> {
    let gain = |state: &Position| {
        let live = state
            .opponent
            .fingers()
            .iter()
            .filter(|fingers| **fingers > 0)
            .count();
        (live, state.opponent.total())
    };
    let mut states = rules.results(position);
    if let Some(best) = states.iter().map(gain).min() {
        states.retain(|state| gain(state) == best);
    }
    states
}
