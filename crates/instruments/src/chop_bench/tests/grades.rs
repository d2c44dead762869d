//! Every position times every token of four digits, against plain predicates and a
//! second set of rules.

use std::collections::BTreeMap;

use ludometer_games::{
    Outcome,
    chopsticks::{Position, Rules, SplitRule},
};

use super::{
    at,
    rules::{Four, all, open, plies, results, turned},
};
use crate::chop_bench::{
    Grade, IllegalClass as Class, Solved, UnusableClass, ValueChange as Change, Verdict,
    dress::RawState, grade,
};

fn raw([a, b, c, d]: Four) -> RawState {
    RawState {
        own: vec![a, b],
        opponent: vec![c, d],
    }
}

fn position([a, b, c, d]: Four) -> Position {
    at(&format!("{a}{b}-{c}{d}"))
}

/// The property that defines a class; the names are checked one by one, not in turn.
fn holds(class: Class, before: Four, after: Four) -> bool {
    let sorted = |hands: &[u8]| {
        if hands[0] < hands[1] {
            [hands[0], hands[1]]
        } else {
            [hands[1], hands[0]]
        }
    };
    let (own, new_own) = (&before[..2], &after[..2]);
    let own_same = own == new_own;
    let theirs: Vec<u8> = (2..4)
        .filter(|hand| before[*hand] != after[*hand])
        .map(|hand| before[hand])
        .collect();
    match class {
        Class::OutOfRange => after.iter().any(|fingers| *fingers > 4),
        Class::OtherSideView => results(before).contains(&turned(after)),
        Class::IdentitySplit => before == after && !own.contains(&0),
        Class::TapWithDeadHand => before == after && own.contains(&0),
        Class::MirrorSwap => !own_same && theirs.is_empty() && sorted(own) == sorted(new_own),
        Class::SplitChangesTotal => theirs.is_empty() && own[0] + own[1] != new_own[0] + new_own[1],
        // The published rule has no redistribution that it forbids but those above.
        Class::SplitForbidden => false,
        Class::TapOntoDeadHand => own_same && theirs == [0],
        Class::WrongSum => own_same && theirs.len() == 1 && theirs[0] != 0,
        Class::OpponentHandsChanged => own_same && theirs.len() == 2,
        Class::BothSidesChanged => !own_same && !theirs.is_empty(),
    }
}

const CLASSES: [Class; 11] = [
    Class::OutOfRange,
    Class::OtherSideView,
    Class::IdentitySplit,
    Class::TapWithDeadHand,
    Class::MirrorSwap,
    Class::SplitChangesTotal,
    Class::SplitForbidden,
    Class::TapOntoDeadHand,
    Class::WrongSum,
    Class::OpponentHandsChanged,
    Class::BothSidesChanged,
];

/// The whole verdict on a legal move, from plies to the end alone.
fn judged(plies: &BTreeMap<Four, u16>, before: Four, after: Four) -> Verdict {
    // For the mover: +1 won, 0 drawn, -1 lost, and the plies in which.
    let worth = |plies: Option<&u16>, flip: i8| match plies {
        None => (0, 0),
        Some(n) => (if n % 2 == 1 { flip } else { -flip }, *n),
    };
    let (value, best) = worth(plies.get(&before), 1);
    let (kept, rest) = worth(plies.get(&turned(after)), -1);
    let change = match (value, kept) {
        (1, 0) => Change::WinToDraw,
        (1, -1) => Change::WinToLoss,
        (0, -1) => Change::DrawToLoss,
        (a, b) if a == b => Change::Kept,
        other => panic!("a move cannot better its own position: {other:?}"),
    };
    let plies_lost = match (change, value) {
        (Change::Kept, 1) => rest + 1 - best,
        (Change::Kept, -1) => best - (rest + 1),
        _ => 0,
    };
    // The best of all moves: value first, then the faster win or the slower loss.
    let rank = |after: Four| {
        let (value, rest) = worth(plies.get(&turned(after)), -1);
        (value, -i32::from(value) * i32::from(rest))
    };
    let optimal = results(before)
        .into_iter()
        .all(|other| rank(other) <= rank(after));
    Verdict::Legal {
        optimal,
        change,
        plies_lost,
    }
}

#[test]
fn every_position_times_every_token() {
    let solved = Solved::new(Rules::default()).unwrap();
    let plies = plies();
    let mut seen: BTreeMap<Class, usize> = BTreeMap::new();
    let (mut legal, mut graded) = (0, 0);
    for before in all().filter(|four| open(*four)) {
        let position = position(before);
        let lawful = results(before);
        for token in 0..10_000_u32 {
            let after = [token / 1000, token / 100 % 10, token / 10 % 10, token % 10]
                .map(|digit| u8::try_from(digit).unwrap());
            let Grade { state, verdict } = grade(&solved, position, &Ok(raw(after)));
            graded += 1;
            assert_eq!(state.is_some(), after.iter().all(|fingers| *fingers < 5));
            match verdict {
                Verdict::Legal { .. } => {
                    assert!(lawful.contains(&after), "{before:?} {after:?} is not legal");
                    assert_eq!(
                        verdict,
                        judged(&plies, before, after),
                        "{before:?} {after:?}"
                    );
                    legal += 1;
                }
                Verdict::Illegal(class) => {
                    assert!(
                        !lawful.contains(&after),
                        "{before:?} {after:?} is legal, not {class:?}"
                    );
                    assert!(
                        holds(class, before, after),
                        "{before:?} {after:?} is not {class:?}"
                    );
                    // Only the two that are asked first may overlap with the others.
                    let first = matches!(class, Class::OutOfRange | Class::OtherSideView);
                    assert!(
                        first
                            || CLASSES
                                .iter()
                                .all(|other| *other == class || !holds(*other, before, after)),
                        "{before:?} {after:?}"
                    );
                    *seen.entry(class).or_default() += 1;
                }
                Verdict::Unusable(class) => panic!("{before:?} {after:?}: {class:?}"),
            }
        }
    }
    let lawful: usize = all()
        .filter(|four| open(*four))
        .map(|four| results(four).len())
        .sum();
    assert_eq!((graded, legal), (5_760_000, lawful));
    assert_eq!(
        seen.len(),
        CLASSES.len() - 1,
        "every class but the forbidden split: {seen:?}"
    );
}

#[test]
fn named_examples() {
    let solved = Solved::new(Rules::default()).unwrap();
    for (before, after, class) in [
        ("11-11", "15-11", Class::OutOfRange),
        ("11-11", "99-99", Class::OutOfRange),
        ("11-11", "21-11", Class::OtherSideView),
        ("12-34", "04-12", Class::OtherSideView),
        ("11-12", "11-12", Class::IdentitySplit),
        ("01-12", "01-12", Class::TapWithDeadHand),
        ("12-11", "21-11", Class::MirrorSwap),
        ("10-11", "01-11", Class::MirrorSwap),
        ("12-11", "13-11", Class::SplitChangesTotal),
        ("12-04", "12-14", Class::TapOntoDeadHand),
        ("12-11", "12-41", Class::WrongSum),
        ("12-11", "12-23", Class::OpponentHandsChanged),
        ("13-12", "22-22", Class::BothSidesChanged),
    ] {
        let [before, after] = [before, after].map(|text| {
            let digits: Vec<u8> = text
                .bytes()
                .filter(|b| *b != b'-')
                .map(|b| b - b'0')
                .collect();
            <Four>::try_from(digits).unwrap()
        });
        let seen = grade(&solved, position(before), &Ok(raw(after))).verdict;
        assert_eq!(seen, Verdict::Illegal(class), "{before:?} {after:?}");
    }
}

#[test]
fn splits_that_a_variant_forbids() {
    for (split, before, after, class) in [
        (
            SplitRule::NoRevival,
            "02-11",
            "11-11",
            Some(Class::SplitForbidden),
        ),
        (
            SplitRule::NoRevival,
            "02-11",
            "20-11",
            Some(Class::MirrorSwap),
        ),
        (SplitRule::NoRevival, "13-11", "22-11", None),
        (SplitRule::NoRevival, "13-11", "04-11", None),
        (
            SplitRule::None,
            "13-11",
            "22-11",
            Some(Class::SplitForbidden),
        ),
        (SplitRule::None, "13-11", "31-11", Some(Class::MirrorSwap)),
        (
            SplitRule::None,
            "13-11",
            "33-11",
            Some(Class::SplitChangesTotal),
        ),
        (SplitRule::Published, "02-11", "11-11", None),
    ] {
        let solved = Solved::new(Rules::new(2, 5, split).unwrap()).unwrap();
        let digits = |text: &str| {
            <Four>::try_from(
                text.bytes()
                    .filter(|b| *b != b'-')
                    .map(|b| b - b'0')
                    .collect::<Vec<_>>(),
            )
            .unwrap()
        };
        let seen = grade(&solved, position(digits(before)), &Ok(raw(digits(after)))).verdict;
        match class {
            Some(class) => assert_eq!(seen, Verdict::Illegal(class), "{split:?} {before} {after}"),
            None => assert!(seen.is_legal(), "{split:?} {before} {after}: {seen:?}"),
        }
    }
}

#[test]
fn no_state_is_handed_on() {
    let solved = Solved::new(Rules::default()).unwrap();
    for class in [
        UnusableClass::NoState,
        UnusableClass::Truncated,
        UnusableClass::Refused,
    ] {
        let seen = grade(&solved, at("11-11"), &Err(class));
        assert_eq!(
            seen,
            Grade {
                state: None,
                verdict: Verdict::Unusable(class)
            }
        );
    }
}

#[test]
fn optimal_results_are_the_moves_that_are_graded_optimal() {
    for (hands, modulus, split) in [
        (2, 5, SplitRule::Published),
        (2, 4, SplitRule::NoRevival),
        (1, 7, SplitRule::None),
    ] {
        let rules = Rules::new(hands, modulus, split).unwrap();
        let solved = Solved::new(rules).unwrap();
        for position in solved.reachable() {
            if rules.terminal(position).is_some() {
                assert!(solved.optimal_results(position).is_empty());
                continue;
            }
            let optimal: Vec<Position> = rules
                .results(position)
                .into_iter()
                .filter(|after| {
                    let raw = RawState {
                        own: after.own.fingers().to_vec(),
                        opponent: after.opponent.fingers().to_vec(),
                    };
                    grade(&solved, position, &Ok(raw)).verdict.is_optimal()
                })
                .collect();
            assert_eq!(solved.optimal_results(position), optimal, "{position}");
            assert!(!optimal.is_empty(), "{position}");
            assert!(
                solved.value(position).outcome != Outcome::Draw
                    || solved.value(position).distance.is_none()
            );
        }
    }
}
