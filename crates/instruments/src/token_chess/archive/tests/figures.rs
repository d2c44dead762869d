use std::collections::BTreeSet;

use ludometer_record::archive::Record;
use serde_json::json;

use super::{records, with};
use crate::token_chess::archive::{
    games::Archive,
    measured::{Figure, In, Measured, extreme},
    numbers,
    statement::{Book, Known, Quoted, Standing, Statement, about, tenths, whole},
};

fn statements(records: &[Record]) -> Vec<Statement> {
    let known = Known {
        games: false,
        sweeps: false,
    };
    numbers::all(&Archive::of(records), known)
}

fn one(records: &[Record], id: &str) -> Statement {
    let all = statements(records);
    all.into_iter()
        .find(|statement| statement.id == id)
        .unwrap()
}

#[test]
fn every_statement_is_there_once_and_has_a_number_or_a_reason() {
    for records in [records(|_, _| {}), Vec::new()] {
        let all = statements(&records);
        let ids: BTreeSet<&str> = all.iter().map(|one| one.id.as_str()).collect();
        assert_eq!((all.len(), ids.len()), (155, 155));
        for one in &all {
            assert_eq!(one.measured.value.is_none(), one.measured.missing.is_some());
            let needs_reason = one.standing != Standing::Agrees;
            assert_eq!(one.why.is_some(), needs_reason, "{one:#?}");
        }
    }
}

#[test]
fn figures_of_the_hand_made_files() {
    let records = records(|_, _| {});
    for (id, value) in [
        ("r1.games", 2.0),
        ("r1.budget_min", 1.0),
        ("r1.regular_attempts", 5.0),
        ("r1.legality.0-9", 80.0),
        ("r2.fallback_samples", 37.0),
        ("r2.control.mocks_adaptive", 50.0),
        ("r2.realprefix.0", 45.0),
        ("open.micro_book", 100.0 * 2.0 / 35.0),
        ("r5.games", 1.0),
        ("r5.reasons", 1.0),
        ("sweep.completion", 1.0),
    ] {
        let found = one(&records, id).measured;
        let near = found
            .as_number()
            .is_some_and(|found| (found - value).abs() < 1e-9);
        assert!(near, "{id}: {found:#?}");
    }
    // Deciding without a round-three game is not possible.
    let none = one(&records, "r3.bar.score.olmo");
    assert_eq!(none.standing, Standing::NotMeasured);
    assert!(none.why.unwrap().contains("olmo against heuristic"));
}

#[test]
fn a_missing_field_is_never_a_zero() {
    let file = "regular/budget-3/game-001.json";
    let records = with(file, "/attempts/3/soft_cap", None);
    let cap = one(&records, "r1.cap_second");
    assert_eq!(cap.standing, Standing::NotMeasured);
    assert!(cap.why.unwrap().starts_with(file));
    let unset = with(file, "/attempts/3/soft_cap", Some(&json!(null)));
    assert_eq!(one(&unset, "r1.cap_second").measured.as_number(), Some(0.0));
}

#[test]
fn a_missing_winner_is_no_draw() {
    let records = with("turns-game-001.json", "/winner", None);
    assert!(
        records
            .iter()
            .any(|record| record.path == "turns-game-001.json")
    );
    let white = one(&records, "r4.white_sym");
    assert_eq!(white.measured.value, None);
}

#[test]
fn shares_have_both_intervals() {
    let found = one(&records(|_, _| {}), "r1.legality.0-9").measured;
    assert_eq!((found.numerator, found.denominator), (Some(4.0), Some(5.0)));
    assert_eq!(found.intervals.len(), 2);
    assert!(found.intervals[0].hi > 90.0, "in percent");
}

#[test]
fn a_figure_agrees_when_it_rounds_to_the_reports() {
    let stands = |quoted: Quoted, value: f64| {
        let mut book = Book::new(true);
        let measured = Measured::number(value, In::Percent, 1);
        book.state("x", "x", quoted, measured).since("why");
        let all = book.into_statements();
        assert_eq!(all[0].why.is_some(), all[0].standing == Standing::Differs);
        all[0].standing == Standing::Agrees
    };
    assert!(stands(tenths(49.1), 49.0798));
    assert!(!stands(tenths(49.1), 49.04));
    assert!(stands(whole(30.0), 30.25));
    assert!(!stands(whole(84.0), 84.7458));
    assert!(stands(about(3.0), 2.9));
    assert!(!stands(about(25.0), 28.2));
}

#[test]
fn the_extreme_passes_over_what_is_not_there() {
    let number = |value| Measured::number(value, In::Count, 1);
    let some = || {
        vec![
            number(3.0),
            Measured::none("gone"),
            number(1.0),
            number(2.0),
        ]
    };
    assert_eq!(extreme(some(), true).as_number(), Some(1.0));
    assert_eq!(extreme(some(), false).value, Some(Figure::Number(3.0)));
    let none = extreme(vec![Measured::none("gone")], true);
    assert_eq!(none.missing.as_deref(), Some("gone"));
}
