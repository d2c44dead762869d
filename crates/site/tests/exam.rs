//! "Take the benchmark": the table says of every move what the grader says, and no page needs
//! a rule to play by it.

use ludometer_games::Outcome;
use ludometer_instruments::{
    Study,
    chop_bench::{ChopBench, Grade, RawState, Solved, Verdict, grade},
};
use ludometer_site::{Pages, chop_bench::exam::Exam};

fn bench() -> ChopBench {
    let text = r#"
name = "small"
instrument = "chop-bench"
[[player]]
model = "solver"
[[player]]
model = "random"
[chop_bench]
families = ["plain"]
opponents = ["random", "epsilon:0.25", "greedy"]
starts = "strata"
games_per_cell = 6
"#;
    let study = Study::parse(text, "small.toml".as_ref()).expect("a study");
    ChopBench::new(&study, &[]).expect("it can be set up")
}

fn exam() -> (ChopBench, Exam) {
    let bench = bench();
    let exam = bench.exam().expect("a person can take it");
    (bench, exam)
}

/// Every state of two hands, legal or not.
fn states() -> Vec<String> {
    let digits = 0..5_u8;
    let pairs: Vec<String> = digits
        .clone()
        .flat_map(|a| digits.clone().map(move |b| format!("{a}{b}")))
        .collect();
    let pairs = &pairs;
    pairs
        .iter()
        .flat_map(|own| pairs.iter().map(move |other| format!("{own}-{other}")))
        .collect()
}

fn graded(solved: &Solved, position: &str, state: &str) -> Grade {
    let parse = |text: &str| solved.rules().parse(text).expect("a position");
    let raw = parse(state);
    let committed = Ok(RawState {
        own: raw.own.fingers().to_vec(),
        opponent: raw.opponent.fingers().to_vec(),
    });
    grade(solved, parse(position), &committed)
}

#[test]
fn the_table_grades_as_the_grader_does() {
    let (bench, exam) = exam();
    let mut compared = 0;
    for (name, position) in &exam.table {
        if position.worth.is_none() {
            assert!(position.moves.is_empty(), "{name} is over");
            continue;
        }
        for state in states() {
            let Grade { verdict, .. } = graded(bench.solved(), name, &state);
            let found = position.moves.iter().find(|one| one.state == state);
            assert_eq!(verdict.is_legal(), found.is_some(), "{name} to {state}");
            if let Some(found) = found {
                assert_eq!(verdict.is_optimal(), found.optimal, "{name} to {state}");
                assert_eq!(found.cost.is_none(), found.optimal, "{name} to {state}");
            }
            compared += 1;
        }
    }
    assert!(compared > 300_000, "{compared}");
}

#[test]
fn every_move_leads_to_a_position_of_the_table() {
    let (_, exam) = exam();
    for game in &exam.games {
        assert!(exam.table.contains_key(&game.start), "{}", game.start);
    }
    for (name, position) in &exam.table {
        for one in &position.moves {
            assert!(exam.table.contains_key(&one.next), "{name} to {}", one.next);
        }
        if position.worth.is_some() {
            assert!(position.moves.iter().any(|one| one.optimal), "{name}");
            assert!(position.moves.iter().any(|one| one.greedy), "{name}");
        }
    }
}

#[test]
fn who_follows_the_table_loses_no_won_game() {
    let (bench, exam) = exam();
    let solved = bench.solved();
    let value = |name: &str| solved.value(solved.rules().parse(name).expect("a position"));
    for (name, position) in &exam.table {
        for one in position.moves.iter().filter(|one| one.optimal) {
            let (before, after) = (value(name), value(&one.next));
            assert_eq!(
                after.outcome.negated(),
                before.outcome,
                "{name} to {}",
                one.state
            );
            if before.outcome != Outcome::Draw {
                let left = after.distance.map(|plies| plies + 1);
                assert_eq!(left, before.distance, "{name} to {}", one.state);
            }
        }
    }
}

#[test]
fn games_are_offered_once_and_only_against_built_in_players() {
    let (_, exam) = exam();
    assert_eq!(exam.games.len(), 6);
    let slips: Vec<f64> = exam.games.iter().take(3).map(|game| game.slips).collect();
    assert!(slips.contains(&1.0) && slips.contains(&0.25) && slips.contains(&0.0));
    assert!(!matches!(
        graded(bench().solved(), "11-11", "11-11").verdict,
        Verdict::Legal { .. }
    ));
}
