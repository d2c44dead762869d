//! Players that steer by a rule and need no server, as published.

use ludometer_daydream::Setting;
use ludometer_games::{Board, Role};
use ludometer_record::study::Mock;
use rand::{Rng, RngExt, seq::IndexedRandom};

use super::decision::{Decision, setting};

/// What a player knows in its turn.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The position.
    pub board: &'a Board,
    /// Its own tokens that are left.
    pub tokens: u32,
    /// Tokens that it spent in this turn.
    pub spent: u32,
    /// Legal samples of this turn, without duplicates, in the order in which they came.
    pub candidates: &'a [String],
}

/// Candidates that the heuristic player shops for.
const WANTED: usize = 2;

/// Batches that it spends on that at most.
const SHOPPING: u32 = 2;

/// Tokens that it keeps.
const KEPT: u32 = 2;

/// What a built-in player decides.
pub fn decide(mock: Mock, view: View<'_>, random: &mut impl Rng) -> Decision {
    match mock {
        Mock::Random => match view.candidates.choose(random) {
            Some(candidate) => Decision::Pick(candidate.clone()),
            None => Decision::Sample(any_setting(random)),
        },
        Mock::Adaptive => match view.candidates.first() {
            Some(candidate) => Decision::Pick(candidate.clone()),
            None => Decision::Sample(loosened(view.spent)),
        },
        Mock::Heuristic => {
            let shops =
                view.candidates.len() < WANTED && view.spent < SHOPPING && view.tokens > KEPT;
            let needs = view.candidates.is_empty() && view.tokens > 0;
            if shops || needs {
                Decision::Sample(setting(0.9, None))
            } else {
                Decision::Pick(best(view.board, view.candidates, random))
            }
        }
    }
}

/// Temperature 0.3 to 1.5, evenly; a cap of none, 5, 10 or 20.
fn any_setting(random: &mut impl Rng) -> Setting {
    let temperature = random.random_range(0.3..=1.5);
    let caps = [None, Some(5.0), Some(10.0), Some(20.0)];
    setting(temperature, caps[random.random_range(0..caps.len())])
}

/// 0.5 and 5; each failure adds 0.15 and 3, from the third on there is no cap, and 2.0 is
/// the hottest.
fn loosened(failures: u32) -> Setting {
    let failed = f64::from(failures);
    let cap = (failures < 3).then_some(5.0 + 3.0 * failed);
    setting((0.5 + 0.15 * failed).min(2.0), cap)
}

/// Mate, then the biggest capture, then a check, then any.
pub(crate) fn best(
    board: &Board,
    candidates: &[String],
    random: &mut (impl Rng + ?Sized),
) -> String {
    let worth = |candidate: &String| {
        let facts = board.facts(candidate);
        facts.map_or((false, 0, false), |facts| {
            let taken = facts.captured.map_or(0, value);
            (facts.mates, taken, taken == 0 && facts.gives_check)
        })
    };
    let most = candidates.iter().map(worth).max();
    let equal: Vec<&String> = candidates
        .iter()
        .filter(|candidate| Some(worth(candidate)) == most)
        .collect();
    equal
        .choose(random)
        .map(|best| (*best).clone())
        .unwrap_or_default()
}

/// Pieces by what they are worth, roughly.
const fn value(role: Role) -> u8 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Archbishop => 7,
        Role::Chancellor => 8,
        Role::Queen => 9,
        Role::King => 0,
    }
}
