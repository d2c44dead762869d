//! The grade of one reply: legality with its error class, optimality against the
//! solver, and what it cost.

use ludometer_games::{
    Outcome,
    chopsticks::{Position, Rules},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Commitment, Solved, dress::RawState};

/// Why a reply has no state in it: a *parse failure*.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum UnusableClass {
    /// No state found.
    NoState,
    /// Cut off at the token limit.
    Truncated,
    /// The model declined.
    Refused,
}

/// Why a state cannot be reached by one legal move: an *illegal move*.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum IllegalClass {
    /// A hand with more fingers than the rules have.
    OutOfRange,
    /// Legal when read from the opponent's side.
    OtherSideView,
    /// Nothing changed, and all own hands are live: a split into what was there.
    IdentitySplit,
    /// Nothing changed, and an own hand is dead: a tap with it adds nothing.
    TapWithDeadHand,
    /// Own hands in another order.
    MirrorSwap,
    /// Own hands changed and no longer add up to what they did.
    SplitChangesTotal,
    /// Own hands redistributed in a way that this variant's split rule forbids.
    SplitForbidden,
    /// A dead hand of the opponent changed.
    TapOntoDeadHand,
    /// One live hand of the opponent changed, but no tap gives that number.
    WrongSum,
    /// More than one hand of the opponent changed.
    OpponentHandsChanged,
    /// Hands of both sides changed.
    BothSidesChanged,
}

impl UnusableClass {
    /// In words, for a person.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::NoState => "there is no state in the reply",
            Self::Truncated => "the reply was cut off",
            Self::Refused => "the reply declines to answer",
        }
    }
}

impl IllegalClass {
    /// In words, for a person.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::OutOfRange => "a hand has more fingers than the rules know",
            Self::OtherSideView => {
                "legal only when read from the opponent's side; your own hands come first"
            }
            Self::IdentitySplit => "nothing changed",
            Self::TapWithDeadHand => "nothing changed; a tap with a dead hand adds nothing",
            Self::MirrorSwap => "your own hands are only in another order",
            Self::SplitChangesTotal => "a split keeps the total of your hands",
            Self::SplitForbidden => "these rules do not allow that split",
            Self::TapOntoDeadHand => "a dead hand cannot be tapped",
            Self::WrongSum => "no tap gives that number",
            Self::OpponentHandsChanged => "a tap changes one hand of the opponent",
            Self::BothSidesChanged => "a move changes the hands of one side only",
        }
    }
}

/// How the value of the game changed for the mover.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum ValueChange {
    /// Not at all.
    Kept,
    /// A won game is now drawn.
    WinToDraw,
    /// A won game is now lost.
    WinToLoss,
    /// A drawn game is now lost.
    DrawToLoss,
}

/// What is to be said of one reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// A legal move.
    Legal {
        /// One of the optimal moves: fastest win, drawing move, slowest loss.
        optimal: bool,
        /// What it did to the value.
        change: ValueChange,
        /// Plies by which a win comes later or a loss sooner than at best; 0 when
        /// the value itself changed.
        plies_lost: u16,
    },
    /// A state that no legal move reaches.
    Illegal(IllegalClass),
    /// No state at all.
    Unusable(UnusableClass),
}

impl Verdict {
    /// Whether it is a legal move.
    #[must_use]
    pub fn is_legal(&self) -> bool {
        matches!(self, Self::Legal { .. })
    }

    /// Whether it is an optimal move.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        matches!(self, Self::Legal { optimal: true, .. })
    }
}

/// A verdict and the state that it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grade {
    /// The resulting state from the mover's side, if the reply has one in range.
    pub state: Option<Position>,
    /// What is to be said of it.
    pub verdict: Verdict,
}

/// Grades what a reply commits to in `position`, which is not over.
#[must_use]
pub fn grade(solved: &Solved, position: Position, committed: &Commitment) -> Grade {
    let raw = match committed {
        Ok(raw) => raw,
        Err(class) => {
            return Grade {
                state: None,
                verdict: Verdict::Unusable(*class),
            };
        }
    };
    let Some(state) = in_range(solved.rules(), raw) else {
        return Grade {
            state: None,
            verdict: Verdict::Illegal(IllegalClass::OutOfRange),
        };
    };
    let legal = solved.rules().results(position);
    let verdict = if legal.contains(&state) {
        judge(solved, position, state)
    } else {
        Verdict::Illegal(why_illegal(position, state, &legal))
    };
    Grade {
        state: Some(state),
        verdict,
    }
}

fn in_range(rules: Rules, raw: &RawState) -> Option<Position> {
    let digits = |fingers: &[u8]| -> Option<String> {
        fingers
            .iter()
            .map(|f| char::from_digit(u32::from(*f), 10))
            .collect()
    };
    rules
        .parse(&format!("{}-{}", digits(&raw.own)?, digits(&raw.opponent)?))
        .ok()
}

/// Grades the state after a legal move, from the mover's side.
#[must_use]
pub fn judge(solved: &Solved, position: Position, state: Position) -> Verdict {
    let before = solved.value(position);
    // The state after the move belongs to the opponent, who moves next.
    let after = solved.value(state.turned());
    let change = match (before.outcome, after.outcome.negated()) {
        (Outcome::Win, Outcome::Draw) => ValueChange::WinToDraw,
        (Outcome::Win, Outcome::Lose) => ValueChange::WinToLoss,
        (Outcome::Draw, Outcome::Lose) => ValueChange::DrawToLoss,
        _ => ValueChange::Kept,
    };
    let plies_lost = match (change, before.distance, after.distance) {
        // `after` is counted from the position behind the move, one ply on.
        (ValueChange::Kept, Some(best), Some(rest)) => best.abs_diff(rest + 1),
        _ => 0,
    };
    Verdict::Legal {
        optimal: change == ValueChange::Kept && plies_lost == 0,
        change,
        plies_lost,
    }
}

fn why_illegal(position: Position, state: Position, legal: &[Position]) -> IllegalClass {
    if legal.contains(&state.turned()) {
        return IllegalClass::OtherSideView;
    }
    let changed = |before: &[u8], after: &[u8]| -> Vec<usize> {
        (0..before.len())
            .filter(|hand| before[*hand] != after[*hand])
            .collect()
    };
    let own = changed(position.own.fingers(), state.own.fingers());
    let theirs = changed(position.opponent.fingers(), state.opponent.fingers());
    match (own.is_empty(), theirs.as_slice()) {
        (true, []) if position.own.fingers().contains(&0) => IllegalClass::TapWithDeadHand,
        (true, []) => IllegalClass::IdentitySplit,
        (false, []) => {
            let sorted = |hands: &[u8]| {
                let mut hands = hands.to_vec();
                hands.sort_unstable();
                hands
            };
            if sorted(position.own.fingers()) == sorted(state.own.fingers()) {
                IllegalClass::MirrorSwap
            } else if position.own.total() == state.own.total() {
                IllegalClass::SplitForbidden
            } else {
                IllegalClass::SplitChangesTotal
            }
        }
        (true, [hand]) if position.opponent.fingers()[*hand] == 0 => IllegalClass::TapOntoDeadHand,
        (true, [_]) => IllegalClass::WrongSum,
        (true, _) => IllegalClass::OpponentHandsChanged,
        (false, _) => IllegalClass::BothSidesChanged,
    }
}
