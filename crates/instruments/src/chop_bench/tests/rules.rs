//! A second, plain implementation of the published game, for the grades: two hands
//! modulo five as four small numbers, own hands first, and value iteration on it.

use std::collections::BTreeMap;

/// Own left, own right, opponent's left, opponent's right.
pub(super) type Four = [u8; 4];

/// Every result of a legal move, still from the mover's side.
pub(super) fn results([a, b, c, d]: Four) -> Vec<Four> {
    let mut results = Vec::new();
    for tapping in [a, b] {
        if tapping == 0 {
            continue;
        }
        if c != 0 {
            results.push([a, b, (c + tapping) % 5, d]);
        }
        if d != 0 {
            results.push([a, b, c, (d + tapping) % 5]);
        }
    }
    for left in 0..=4 {
        for right in 0..=4 {
            let same = (left, right) == (a, b) || (left, right) == (b, a);
            if left + right == a + b && !same {
                results.push([left, right, c, d]);
            }
        }
    }
    results.sort_unstable();
    results.dedup();
    results
}

/// The position from the other side.
pub(super) fn turned([a, b, c, d]: Four) -> Four {
    [c, d, a, b]
}

/// Whether the game goes on.
pub(super) fn open([a, b, c, d]: Four) -> bool {
    a + b > 0 && c + d > 0
}

/// Every position.
pub(super) fn all() -> impl Iterator<Item = Four> {
    (0..625_u16)
        .map(|n| [n / 125, n / 25 % 5, n / 5 % 5, n % 5].map(|digit| u8::try_from(digit).unwrap()))
}

/// Plies to a win (odd) or a loss (even) of the mover; positions that are missing are drawn.
///
/// By rounds: in round n a position is lost in n if all its results have been won for
/// the other side, and won in n if one was lost in n - 1.
pub(super) fn plies() -> BTreeMap<Four, u16> {
    let mut plies: BTreeMap<Four, u16> = all()
        .filter(|four| four[0] + four[1] == 0)
        .map(|four| (four, 0))
        .collect();
    for round in 1..200 {
        let mut found = Vec::new();
        for four in all().filter(|four| open(*four) && !plies.contains_key(four)) {
            let next: Vec<Option<u16>> = results(four)
                .into_iter()
                .map(|result| plies.get(&turned(result)).copied())
                .collect();
            let wins = next.iter().flatten().any(|n| n % 2 == 0);
            let loses = next.iter().all(|n| n.is_some_and(|n| n % 2 == 1));
            if round % 2 == 1 && wins || round % 2 == 0 && loses {
                found.push((four, round));
            }
        }
        plies.extend(found);
    }
    plies
}

#[test]
fn counts_are_the_published_ones() {
    let plies = plies();
    let of = |odd: u16| {
        let open = plies
            .iter()
            .filter(|(four, n)| open(**four) && **n % 2 == odd);
        (open.clone().count(), open.map(|(_, n)| *n).max().unwrap())
    };
    assert_eq!(all().filter(|four| open(*four)).count(), 576);
    assert_eq!((of(1), of(0)), ((243, 25), (65, 24)));
    assert!(!plies.contains_key(&[1, 1, 1, 1]));
}
