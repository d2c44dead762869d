//! Moves, results, notation and bounds.

use proptest::prelude::*;

use super::super::*;
use super::{at, positions, small_variants};
use crate::{FiniteGame, Game, Outcome};

fn results(rules: Rules, text: &str) -> Vec<String> {
    let results = rules.results(rules.parse(text).unwrap());
    results.iter().map(ToString::to_string).collect()
}

#[test]
fn lists_the_results_by_hand() {
    let published = Rules::default();
    assert_eq!(
        results(published, "11-11"),
        ["02-11", "11-12", "11-21", "20-11"]
    );
    // Two equal hands tap alike: four taps, but two results.
    assert_eq!(published.moves(at("11-11")).count(), 6);
    assert_eq!(results(published, "01-04"), ["01-00"]);
    assert_eq!(
        results(published, "40-01"),
        ["13-01", "22-01", "31-01", "40-00"]
    );
    assert!(results(published, "00-11").is_empty());
    assert!(results(published, "11-00").is_empty());
    let no_revival = Rules::new(2, 5, SplitRule::NoRevival).unwrap();
    assert_eq!(results(no_revival, "40-01"), ["40-00"]);
    assert_eq!(results(no_revival, "11-01"), ["02-01", "11-02", "20-01"]);
    let none = Rules::new(2, 5, SplitRule::None).unwrap();
    assert_eq!(results(none, "22-01"), ["22-03"]);
}

/// The rules once more, by trying every result, as slow and plain as can be.
fn is_result(rules: Rules, from: Position, to: Position) -> bool {
    let (own, opponent) = (from.own.fingers(), from.opponent.fingers());
    if from.own.is_dead() || from.opponent.is_dead() {
        return false;
    }
    let changed: Vec<usize> = (0..own.len())
        .filter(|&hand| opponent[hand] != to.opponent.fingers()[hand])
        .collect();
    let modulus = u8::try_from(rules.modulus()).unwrap();
    let tap = from.own == to.own
        && changed.len() == 1
        && opponent[changed[0]] > 0
        && own.iter().any(|&with| {
            with > 0 && (opponent[changed[0]] + with) % modulus == to.opponent.fingers()[changed[0]]
        });
    let mut sorted = [own.to_vec(), to.own.fingers().to_vec()];
    for hands in &mut sorted {
        hands.sort_unstable();
    }
    let revived = (0..own.len()).any(|hand| own[hand] == 0 && to.own.fingers()[hand] != 0);
    let split = from.opponent == to.opponent
        && own.iter().sum::<u8>() == to.own.fingers().iter().sum::<u8>()
        && sorted[0] != sorted[1]
        && match rules.split() {
            SplitRule::Published => true,
            SplitRule::NoRevival => !revived,
            SplitRule::None => false,
        };
    tap || split
}

#[test]
fn results_agree_with_a_second_implementation() {
    for rules in small_variants() {
        let graph = Graph::new(rules);
        if graph.position_count() > 800 {
            continue;
        }
        let all: Vec<Position> = positions(&graph)
            .map(|index| graph.position(index))
            .collect();
        for &from in &all {
            let mut expected: Vec<Position> = all
                .iter()
                .copied()
                .filter(|&to| is_result(rules, from, to))
                .collect();
            expected.sort_unstable();
            assert_eq!(rules.results(from), expected, "{} {from}", rules.id());
        }
    }
}

#[test]
fn after_and_moves_agree_and_illegal_moves_are_told() {
    let rules = Rules::default();
    for chosen in rules.moves(at("12-03")) {
        assert!(
            rules
                .results(at("12-03"))
                .contains(&rules.after(at("12-03"), chosen).unwrap())
        );
    }
    let tap = |with, onto| Move::Tap { with, onto };
    let split = |text| Move::Split { to: at(text).own };
    assert_eq!(rules.after(at("12-03"), tap(1, 1)), Ok(at("12-00")));
    for (position, chosen) in [
        ("12-03", tap(0, 0)),
        ("02-03", tap(0, 1)),
        ("12-03", tap(2, 1)),
    ] {
        assert!(matches!(
            rules.after(at(position), chosen),
            Err(IllegalMove::DeadHand { .. })
        ));
    }
    for to in ["12-00", "21-00", "22-00"] {
        let refused = rules.after(at("12-03"), split(to));
        assert!(matches!(refused, Err(IllegalMove::Split { .. })), "{to}");
    }
    let three = Rules::new(3, 9, SplitRule::Published).unwrap();
    let foreign = Move::Split {
        to: three.parse("003-111").unwrap().own,
    };
    assert!(rules.after(at("12-03"), foreign).is_err());
    let over = rules.after(at("00-03"), tap(0, 0)).unwrap_err();
    assert_eq!(over.to_string(), "00-03: the game is over, no tap 1 onto 1");
}

#[test]
fn rules_have_bounds() {
    assert_eq!(Rules::new(2, 5, SplitRule::Published), Ok(Rules::default()));
    let new = |hands, modulus| Rules::new(hands, modulus, SplitRule::None);
    assert_eq!(new(0, 5), Err(RulesError::Hands { hands: 0 }));
    assert_eq!(new(258, 5), Err(RulesError::Hands { hands: 258 }));
    assert_eq!(new(2, 1), Err(RulesError::Modulus { modulus: 1 }));
    assert_eq!(new(2, 37), Err(RulesError::Modulus { modulus: 37 }));
    assert!(new(3, 36).is_ok() && new(6, 6).is_ok());
    let positions = 7_u64.pow(12);
    let (hands, modulus) = (6, 7);
    let refused = RulesError::TooManyPositions {
        hands,
        modulus,
        positions,
    };
    assert_eq!(new(6, 7), Err(refused));
}

#[test]
fn notation_has_one_spelling() {
    let rules = Rules::new(2, 36, SplitRule::Published).unwrap();
    let position = rules.parse("az-09").unwrap();
    assert_eq!(position.own.fingers(), [10, 35]);
    assert_eq!(position.to_string(), "az-09");
    assert_eq!(position.turned().to_string(), "09-az");
    for text in [
        "", "11", "11-11-11", "1-11", "111-11", "11-1", "Az-09", "1 -11", "11-1é", "-",
    ] {
        assert!(rules.parse(text).is_err(), "{text:?}");
    }
    let refused = Rules::default().parse("15-11").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "\"15-11\": '5' is no finger count below 5"
    );
}

proptest! {
    #[test]
    fn parsing_never_panics_and_round_trips(text in "[0-9a-zA-Z -]{0,9}|.{0,9}") {
        let rules = Rules::new(3, 20, SplitRule::Published).unwrap();
        if let Ok(position) = rules.parse(&text) {
            prop_assert_eq!(position.to_string(), text);
        }
    }
}

#[test]
fn both_sides_dead_is_lost() {
    assert_eq!(Rules::default().terminal(at("00-00")), Some(Outcome::Lose));
    assert_eq!(Rules::default().terminal(at("01-00")), Some(Outcome::Win));
    assert_eq!(Rules::default().terminal(at("01-10")), None);
}
