//! Certificates: accepted when right, refused when tampered with, safe to read.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use common::digraph::Digraph;
use common::indices;
use common::subtraction::Subtraction;
use common::tic_tac_toe::TicTacToe;
use ludometer_games::chopsticks::{Graph, Rules, SplitRule};
use ludometer_games::{FiniteGame, Game, Outcome, Symmetric};
use ludometer_solver::{
    Certificate, Oracle, ReadError, Refusal, Reversed, Solution, Value, check, solve,
    solve_quotient,
};
use proptest::prelude::*;

fn published() -> (Graph, Solution) {
    let game = Graph::new(Rules::default());
    let solution = solve(&game).unwrap();
    (game, solution)
}

fn bytes(certificate: &Certificate) -> Vec<u8> {
    let mut bytes = Vec::new();
    certificate.write(&mut bytes).unwrap();
    bytes
}

/// A certificate taken apart, to be put together wrongly: the format a second time.
#[derive(Debug, Clone)]
struct Parts {
    id: String,
    entries: Vec<(u16, u32)>,
}

impl Parts {
    fn of(bytes: &[u8]) -> Self {
        assert_eq!(&bytes[..10], b"LUDOCERT\x01\x00");
        let id_len = usize::from(u16::from_le_bytes([bytes[10], bytes[11]]));
        let entries = &bytes[16 + id_len..bytes.len() - 4];
        Self {
            id: String::from_utf8(bytes[12..12 + id_len].to_vec()).unwrap(),
            entries: entries
                .chunks_exact(6)
                .map(|entry| {
                    let value = u16::from_le_bytes(entry[..2].try_into().unwrap());
                    (value, u32::from_le_bytes(entry[2..].try_into().unwrap()))
                })
                .collect(),
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = b"LUDOCERT\x01\x00".to_vec();
        bytes.extend(u16::try_from(self.id.len()).unwrap().to_le_bytes());
        bytes.extend(self.id.as_bytes());
        bytes.extend(u32::try_from(self.entries.len()).unwrap().to_le_bytes());
        for (value, witness) in &self.entries {
            bytes.extend(value.to_le_bytes());
            bytes.extend(witness.to_le_bytes());
        }
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }

    fn certificate(&self) -> Certificate {
        Certificate::read(&self.bytes()[..]).unwrap()
    }
}

const WIN: u16 = 1 << 14;
const LOSE: u16 = 2 << 14;
const DRAW: u16 = 3 << 14;
const NONE: u32 = u32::MAX;

/// The published game's certificate with one entry changed.
fn tampered(index: u32, change: impl Fn((u16, u32)) -> (u16, u32)) -> Result<(), Refusal> {
    let (game, solution) = published();
    let mut parts = Parts::of(&bytes(&Certificate::new(&game, &solution)));
    let entry = &mut parts.entries[index as usize];
    let changed = change(*entry);
    assert_ne!(changed, *entry, "nothing was changed");
    *entry = changed;
    check(&game, &parts.certificate())
}

fn find(wanted: Value) -> u32 {
    let (game, solution) = published();
    indices(&game)
        .find(|&index| solution.value_at(index) == wanted)
        .unwrap()
}

#[test]
fn right_certificates_are_accepted_and_survive_their_bytes() {
    let (game, solution) = published();
    let certificate = Certificate::new(&game, &solution);
    assert_eq!(check(&game, &certificate), Ok(()));
    assert_eq!(
        Certificate::read(&bytes(&certificate)[..]).unwrap(),
        certificate
    );
    assert_eq!(Parts::of(&bytes(&certificate)).certificate(), certificate);
    for index in indices(&game) {
        assert_eq!(certificate.value_at(index), solution.value_at(index));
    }

    for split in SplitRule::ALL {
        let game = Graph::new(Rules::new(3, 4, split).unwrap());
        let quotient = solve_quotient(&game).unwrap();
        assert_eq!(check(&game, &Certificate::new(&game, &quotient)), Ok(()));
        let classes = Certificate::new(quotient.quotient(), quotient.solution());
        assert_eq!(check(quotient.quotient(), &classes), Ok(()));
    }
    let heaps = Subtraction {
        largest: 100,
        most: 3,
    };
    let certificate = Certificate::new(&heaps, &solve(&heaps).unwrap());
    assert_eq!(check(&heaps, &certificate), Ok(()));
    let board = Reversed::new(TicTacToe).unwrap();
    let certificate = Certificate::new(&board, &solve(&board).unwrap());
    assert_eq!(check(&TicTacToe, &certificate), Ok(()));
}

#[test]
fn a_false_outcome_is_refused() {
    let index = find(Value::DRAW);
    let (game, _) = published();
    let refused = tampered(index, |(_, witness)| (WIN | 3, witness)).unwrap_err();
    let Refusal::Value {
        found, expected, ..
    } = &refused
    else {
        panic!("{refused}");
    };
    assert_eq!((*found, *expected), (Value::win(3), Value::DRAW));
    let notation = game.notation(&game.position(index));
    assert_eq!(
        refused.to_string(),
        format!("position {index} ({notation}) is claimed WIN in 3, expected DRAW")
    );
    for (value, claims) in [
        (Value::win(25), [DRAW, LOSE + 25]),
        (Value::lose(24), [DRAW, WIN + 24]),
        (Value::lose(0), [DRAW, WIN]),
        (Value::win(0), [DRAW, LOSE]),
    ] {
        for claim in claims {
            let refused = tampered(find(value), |(_, witness)| (claim, witness));
            assert!(matches!(refused, Err(Refusal::Value { .. })), "{refused:?}");
        }
    }
}

#[test]
fn a_false_distance_is_refused() {
    for value in [
        Value::win(1),
        Value::win(25),
        Value::lose(2),
        Value::lose(24),
    ] {
        for change in [u16::wrapping_add, u16::wrapping_sub] {
            let refused = tampered(find(value), |(packed, witness)| {
                (change(packed, 1), witness)
            });
            // What lies before the position may be the first to disagree with it.
            assert!(
                matches!(
                    refused,
                    Err(Refusal::Value { .. } | Refusal::Witness { .. })
                ),
                "{refused:?}"
            );
        }
    }
}

#[test]
fn a_false_witness_is_refused() {
    let (game, solution) = published();
    for value in [Value::win(5), Value::lose(6), Value::DRAW] {
        let index = find(value);
        let mut successors = Vec::new();
        game.for_each_successor_index(index, |next| successors.push(next));
        let optimal = solution.optimal(&game, game.position(index));
        let worse = successors
            .iter()
            .copied()
            .find(|&next| !optimal.contains(&game.position(next)));
        let same_value_elsewhere = indices(&game).find(|other| {
            solution.value_at(*other) == solution.value(&game, optimal[0])
                && !successors.contains(other)
        });
        for witness in [Some(NONE), worse, same_value_elsewhere]
            .into_iter()
            .flatten()
        {
            let refused = tampered(index, |(packed, _)| (packed, witness));
            assert!(
                matches!(refused, Err(Refusal::Witness { .. })),
                "{refused:?}"
            );
        }
        assert!(same_value_elsewhere.is_some());
    }
    let refused = tampered(find(Value::lose(0)), |(packed, _)| (packed, 7)).unwrap_err();
    assert!(
        refused.to_string().contains("the game is over"),
        "{refused}"
    );
}

#[test]
fn another_game_or_size_is_refused() {
    let (game, solution) = published();
    let certificate = Certificate::new(&game, &solution);
    let other = Graph::new(Rules::new(2, 5, SplitRule::NoRevival).unwrap());
    assert!(matches!(
        check(&other, &certificate),
        Err(Refusal::Game { .. })
    ));
    assert!(matches!(
        check(&game.quotient(), &certificate),
        Err(Refusal::Game { .. })
    ));
    let mut parts = Parts::of(&bytes(&certificate));
    parts.entries.push((DRAW, NONE));
    let expected = 625;
    let found = 626;
    assert_eq!(
        check(&game, &parts.certificate()),
        Err(Refusal::PositionCount { found, expected })
    );
}

/// Two positions that lead to each other cannot vouch for one another's win: a cycle
/// of claims needs distances that fall around it.
#[test]
fn claims_that_vouch_for_each_other_are_refused() {
    let game = Digraph {
        successors: vec![vec![1], vec![0]],
        terminal: vec![None, None],
    };
    let claims = |first, second| {
        let entries = vec![(first, 1), (second, 0)];
        let id = game.id();
        check(&game, &Parts { id, entries }.certificate())
    };
    assert_eq!(claims(DRAW, DRAW), Ok(()));
    for distance in 0..50 {
        for other in 0..50 {
            assert!(claims(WIN | distance, LOSE | other).is_err());
        }
    }
}

#[test]
fn a_stuck_position_is_refused() {
    let game = Digraph {
        successors: vec![vec![]],
        terminal: vec![None],
    };
    let (id, entries) = (game.id(), vec![(DRAW, NONE)]);
    let refused = check(&game, &Parts { id, entries }.certificate());
    assert!(matches!(refused, Err(Refusal::Stuck { index: 0, .. })));
}

/// Claims one thing everywhere.
struct Liar(Value);

impl<G: FiniteGame> Oracle<G> for Liar {
    fn value(&self, _: &G, _: G::Position) -> Value {
        self.0
    }
}

#[test]
fn values_that_cannot_be_are_refused_and_not_written() {
    let (game, _) = published();
    for (outcome, distance) in [(Outcome::Draw, Some(1)), (Outcome::Win, None)] {
        let certificate = Certificate::new(&game, &Liar(Value { outcome, distance }));
        let refused = check(&game, &certificate);
        assert!(
            matches!(refused, Err(Refusal::Malformed { .. })),
            "{refused:?}"
        );
        assert!(certificate.write(Vec::new()).is_err());
    }
    let certificate = Certificate::new(&game, &Liar(Value::win(u16::MAX)));
    assert!(check(&game, &certificate).is_err());
    assert!(certificate.write(Vec::new()).is_err());
}

proptest! {
    /// Whatever one entry is changed to, the certificate is refused.
    #[test]
    fn any_other_value_is_refused(
        index in 0_u32..625,
        tag in 1_u16..4,
        distance in 0_u16..30,
        witness in prop_oneof![0_u32..625, Just(NONE)],
    ) {
        let (game, solution) = published();
        let certificate = Certificate::new(&game, &solution);
        let claim = tag << 14 | if tag == 3 { 0 } else { distance };
        let mut parts = Parts::of(&bytes(&certificate));
        let entry = &mut parts.entries[index as usize];
        let same_value = entry.0 == claim;
        *entry = (claim, witness);
        let verdict = check(&game, &parts.certificate());
        // Another witness of the same value may be as good.
        prop_assert!(same_value || verdict.is_err());
    }

    #[test]
    fn any_changed_byte_is_noticed(at in any::<prop::sample::Index>(), flip in 1_u8..) {
        let (game, solution) = published();
        let mut bytes = bytes(&Certificate::new(&game, &solution));
        let at = at.index(bytes.len());
        bytes[at] ^= flip;
        prop_assert!(Certificate::read(&bytes[..]).is_err());
    }

    #[test]
    fn hostile_bytes_are_errors(
        prefix in prop::sample::select(vec![
            &b""[..], b"LUDOCERT", b"LUDOCERT\x01\x00", b"LUDOCERT\x01\x00\x00\x00\xff\xff\xff\xff",
        ]),
        bytes in prop::collection::vec(any::<u8>(), 0..200),
    ) {
        let all = [prefix, &bytes].concat();
        prop_assert!(Certificate::read(&all[..]).is_err());
    }
}

#[test]
fn cut_or_longer_bytes_are_errors() {
    let (game, solution) = published();
    let whole = bytes(&Certificate::new(&game, &solution));
    for len in 0..whole.len() {
        let error = Certificate::read(&whole[..len]).unwrap_err();
        assert!(matches!(error, ReadError::Io(_)), "{len}: {error}");
    }
    let longer = [&whole[..], b"x"].concat();
    assert!(matches!(
        Certificate::read(&longer[..]),
        Err(ReadError::Trailing)
    ));
}

#[test]
fn errors_of_reading_tell_what_was_seen() {
    let read = |bytes: &[u8]| Certificate::read(bytes).unwrap_err().to_string();
    assert!(read(b"PNG-image").starts_with("not a certificate: starts with [50, 4e"));
    assert_eq!(
        read(b"LUDOCERT\x02\x00"),
        "certificate version 2, expected 1"
    );
    let one = |value, witness| {
        let id = String::new();
        let entries = vec![(value, witness)];
        read(&Parts { id, entries }.bytes())
    };
    assert_eq!(one(5, NONE), "position 0: 0x0005 is no value");
    assert_eq!(one(DRAW | 1, NONE), "position 0: 0xc001 is no value");
    assert_eq!(one(DRAW, 1), "position 0: witness 1 of 1 positions");
}
