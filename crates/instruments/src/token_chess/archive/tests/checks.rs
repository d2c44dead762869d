use ludometer_games::Color;
use ludometer_record::archive::Winner;
use serde_json::{Value, json};

use super::{records, with};
use crate::referee::Score;
use crate::token_chess::archive::{
    check::{
        Checked, Difference, What,
        adjudication::{Agreement, Case, verdict},
        check,
    },
    games::Archive,
};

const ONE: &str = "regular/budget-3/game-001.json";
const MICRO: &str = "micro/budget-1/game-001.json";
const ZERO: &str = "zero-game-001.json";
const TWO: &str = "round2-game-001.json";
const TURNS: &str = "turns-game-001.json";
const CHOICE: &str = "choice-game-001.json";
const PROFILE: &str = "profile-micro.json";
const PREFIX: &str = "realprefix.json";
const SWEEP: &str = "micro-sweep.json";

#[test]
fn right_files_have_no_difference() {
    let records = records(|_, _| {});
    let (checked, cases) = check(&Archive::of(&records));
    let expected = Checked {
        games: 6,
        flags: 33,
        final_fens: 4,
        endings: 3,
        tables: 3,
        notes: Vec::new(),
        differences: Vec::new(),
    };
    assert_eq!(checked, expected);
    assert_eq!(cases.len(), 1);
    assert_eq!(cases[0].recorded, Score::Centipawns(60));
}

/// The differences of one wrong field.
fn wrong(file: &str, pointer: &str, value: &Value) -> Vec<Difference> {
    let records = with(file, pointer, Some(value));
    let (checked, _) = check(&Archive::of(&records));
    checked.differences
}

#[test]
#[allow(clippy::too_many_lines, reason = "a table")]
fn every_wrong_field_is_found_by_its_check() {
    let table = [
        (ONE, "/attempts/1/ply", json!(7), What::Ply, ""),
        (ONE, "/attempts/0/side", json!("black"), What::Side, ""),
        (ONE, "/attempts/3/side", json!("black"), What::Side, ""),
        (ONE, "/attempts/2/legal", json!(true), What::Legality, ""),
        (ONE, "/attempts/2/legal", json!(true), What::Move, ""),
        (ONE, "/attempts/2/move", json!("a2a3"), What::Legality, ""),
        (
            ONE,
            "/attempts/4/n_legal_moves",
            json!(28),
            What::LegalMoves,
            "",
        ),
        (
            ONE,
            "/attempts/3/budget_after",
            json!(1),
            What::Tokens,
            "budget_after",
        ),
        (ONE, "/plies", json!(5), What::Plies, ""),
        (ONE, "/winner", json!("white"), What::Winner, ""),
        (ONE, "/winner", json!(null), What::Winner, ""),
        (
            ONE,
            "/outcome",
            json!("chess_result"),
            What::Termination,
            "",
        ),
        (ONE, "/outcome", json!("ply_cap"), What::Plies, "cap"),
        (ONE, "/outcome", json!("resigned"), What::Termination, ""),
        (
            ONE,
            "/calls_spent/white",
            json!(4),
            What::Tally,
            "calls_spent",
        ),
        (
            ONE,
            "/legal_first_try/black",
            json!(1),
            What::Tally,
            "legal_first_try",
        ),
        (
            ONE,
            "/moves_made/white",
            json!(3),
            What::Tally,
            "moves_made",
        ),
        (
            ONE,
            "/legal_hit_rate/white",
            json!(0.34),
            What::Share,
            "legal_hit_rate",
        ),
        (
            MICRO,
            "/attempts/1/n_legal_moves",
            json!(20),
            What::LegalMoves,
            "",
        ),
        (
            MICRO,
            "/attempts/1/budget_after",
            json!(3),
            What::Exhausted,
            "",
        ),
        (ZERO, "/moves/1/move", json!("e2e4"), What::Move, ""),
        (
            ZERO,
            "/moves/1/fallback_samples",
            json!(31),
            What::Samples,
            "fallback_samples",
        ),
        (
            ZERO,
            "/moves/2/fallback_samples",
            json!(29),
            What::Samples,
            "fallback_samples",
        ),
        (
            ZERO,
            "/moves/0/source",
            json!("player"),
            What::Samples,
            "fallback_samples",
        ),
        (
            ZERO,
            "/termination",
            json!("stalemate"),
            What::Termination,
            "",
        ),
        (
            ZERO,
            "/termination",
            json!("ply_cap"),
            What::Termination,
            "",
        ),
        (ZERO, "/winner", json!("white"), What::Winner, ""),
        (TWO, "/moves/3/side", json!("white"), What::Side, ""),
        (TWO, "/moves/3/ply", json!(4), What::Ply, ""),
        (
            TWO,
            "/moves/2/bank_after",
            json!(3),
            What::Tokens,
            "bank_after",
        ),
        (
            TWO,
            "/moves/2/attempts",
            json!(6),
            What::Tokens,
            "bank_after",
        ),
        (
            TWO,
            "/banks_final/black",
            json!(4),
            What::Tokens,
            "banks_final",
        ),
        (
            TWO,
            "/control_stats/white/player_controlled",
            json!(2),
            What::Tally,
            "player_controlled",
        ),
        (
            TWO,
            "/control_stats/white/moves",
            json!(3),
            What::Tally,
            "moves",
        ),
        (
            TWO,
            "/control_stats/black/tokens_spent",
            json!(4),
            What::Tally,
            "tokens_spent",
        ),
        (
            TWO,
            "/control_stats/black/control_rate",
            json!(0.5),
            What::Share,
            "control_rate",
        ),
        (
            TWO,
            "/final_fen",
            json!("8/8/8/8/8/8/8/8 w - - 0 1"),
            What::FinalFen,
            "",
        ),
        (TWO, "/plies", json!(3), What::Plies, ""),
        (
            TURNS,
            "/turns/1/batches/0/samples/0/legal",
            json!(true),
            What::Legality,
            "",
        ),
        (
            TURNS,
            "/turns/0/batches/0/samples/1/legal",
            json!(false),
            What::Legality,
            "",
        ),
        (
            TURNS,
            "/turns/0/batches/0/samples/2/move",
            json!("e2e3"),
            What::Candidates,
            "n_candidates",
        ),
        (
            TURNS,
            "/turns/0/batches/0/samples",
            json!([{"move": "e2e4", "legal": true}]),
            What::Batch,
            "samples",
        ),
        (
            TURNS,
            "/turns/0/picked",
            json!("c2c4"),
            What::Candidates,
            "picked",
        ),
        (
            TURNS,
            "/turns/2/budget_after",
            json!(1),
            What::Tokens,
            "budget_after",
        ),
        (TURNS, "/turns/2/side", json!("black"), What::Side, ""),
        (TURNS, "/turns/2/ply", json!(3), What::Ply, ""),
        (
            TURNS,
            "/turns/0/n_candidates",
            json!(3),
            What::Candidates,
            "n_candidates",
        ),
        (
            TURNS,
            "/spend_history/black",
            json!([2, 2]),
            What::Tokens,
            "spend_history",
        ),
        (
            TURNS,
            "/notes/white",
            json!([{"ply": 0, "note": "x"}]),
            What::Tally,
            "notes",
        ),
        (TURNS, "/turns/0/notes", json!(["x"]), What::Tally, "notes"),
        (
            TURNS,
            "/budgets_left/white",
            json!(2),
            What::Tokens,
            "budgets_left",
        ),
        (
            TURNS,
            "/budgets_left/black",
            json!(1),
            What::Exhausted,
            "budgets_left",
        ),
        (
            TURNS,
            "/stats/white/tokens_spent",
            json!(4),
            What::Tally,
            "tokens_spent",
        ),
        (
            TURNS,
            "/stats/white/batches",
            json!(4),
            What::Tally,
            "batches",
        ),
        (TURNS, "/stats/white/moves", json!(4), What::Tally, "moves"),
        (
            TURNS,
            "/stats/black/samples_legal",
            json!(4),
            What::Tally,
            "samples_legal",
        ),
        (
            TURNS,
            "/stats/black/samples_total",
            json!(9),
            What::Tally,
            "samples_total",
        ),
        (
            TURNS,
            "/stats/black/candidates_at_pick",
            json!(4),
            What::Tally,
            "candidates_at_pick",
        ),
        (
            TURNS,
            "/stats/black/legality_rate",
            json!(0.3),
            What::Share,
            "legality_rate",
        ),
        (
            TURNS,
            "/stats/white/mean_candidates_at_pick",
            json!(1.0),
            What::Share,
            "mean_candidates_at_pick",
        ),
        (
            TURNS,
            "/exhausted_side",
            json!("white"),
            What::Exhausted,
            "",
        ),
        (TURNS, "/adjudication", json!(null), What::Adjudication, ""),
        (
            TURNS,
            "/adjudication/perspective",
            json!("white"),
            What::Adjudication,
            "perspective",
        ),
        (
            TURNS,
            "/adjudication/white_cp",
            json!(-60),
            What::Adjudication,
            "white_cp",
        ),
        (
            TURNS,
            "/adjudication/kind",
            json!("words"),
            What::Adjudication,
            "kind",
        ),
        (TURNS, "/adjudication/value", json!(-100), What::Winner, ""),
        (TURNS, "/winner", json!("white"), What::Winner, ""),
        (TURNS, "/outcome", json!("checkmate"), What::Termination, ""),
        (TURNS, "/final_fen", json!("x"), What::FinalFen, ""),
        (
            CHOICE,
            "/moves/1/candidates/1",
            json!("e7e6e"),
            What::Legality,
            "",
        ),
        (
            CHOICE,
            "/moves/1/candidates/1",
            json!("e7e5"),
            What::Candidates,
            "candidates",
        ),
        (
            CHOICE,
            "/moves/1/picked",
            json!("a7a6"),
            What::Candidates,
            "picked",
        ),
        (
            CHOICE,
            "/moves/1/source",
            json!("forced_random"),
            What::Candidates,
            "source",
        ),
        (
            CHOICE,
            "/moves/2/samples",
            json!(41),
            What::Samples,
            "samples",
        ),
        (CHOICE, "/k", json!(2), What::Candidates, "candidates"),
        (
            CHOICE,
            "/termination",
            json!("ply_cap"),
            What::Termination,
            "",
        ),
        (CHOICE, "/moves/3/picked", json!("d8h5"), What::Move, ""),
        (PROFILE, "/plies", json!(4), What::Plies, ""),
        (PROFILE, "/moves/2/ply", json!(3), What::Ply, ""),
        (
            PROFILE,
            "/moves/1/samples",
            json!(29),
            What::Samples,
            "samples",
        ),
        (
            PROFILE,
            "/moves/0/samples",
            json!(0),
            What::Samples,
            "samples",
        ),
        (
            PROFILE,
            "/termination",
            json!("ply_cap"),
            What::Termination,
            "",
        ),
        (
            PREFIX,
            "/by_depth/0/legality",
            json!(0.5),
            What::Share,
            "legality",
        ),
        (
            PREFIX,
            "/by_depth/0/positions",
            json!(3),
            What::Tally,
            "samples",
        ),
        (PREFIX, "/by_depth/0/hits", json!(21), What::Tally, "hits"),
        (
            SWEEP,
            "/cells/t0.8_cNone/legal_rate",
            json!(0.25),
            What::Share,
            "legal_rate",
        ),
        (
            SWEEP,
            "/cells/t0.8_cNone/model_moves",
            json!(5),
            What::Tally,
            "model_moves",
        ),
        (
            SWEEP,
            "/cells/t0.8_cNone/first_try_legal",
            json!(3),
            What::Tally,
            "first_try_legal",
        ),
        (
            SWEEP,
            "/cells/t0.8_cNone/games",
            json!(2),
            What::Tally,
            "games",
        ),
    ];
    for (file, pointer, value, what, field) in table {
        let found = wrong(file, pointer, &value);
        let told = found
            .iter()
            .any(|one| one.path == file && one.what == what && one.field == field);
        assert!(told, "{file} {pointer} = {value}: {found:#?}");
    }
}

#[test]
fn what_a_file_does_not_say_is_not_compared() {
    for (file, pointer) in [
        (ONE, "/calls_spent"),
        (ONE, "/winner"),
        (ONE, "/attempts/1/n_legal_moves"),
        (TURNS, "/stats"),
        (TURNS, "/memory"),
        (TURNS, "/budgets_left"),
        (TWO, "/final_fen"),
        (CHOICE, "/moves/0/candidates"),
    ] {
        let records = with(file, pointer, None);
        let (checked, _) = check(&Archive::of(&records));
        assert_eq!(checked.differences, [], "{file} without {pointer}");
    }
}

#[test]
fn a_game_that_goes_on_after_its_end_is_told_once() {
    let records = records(|path, whole| {
        if path == CHOICE {
            // A fivefold repetition, and more.
            let tour = ["g1f3", "g8f6", "f3g1", "f6g8"];
            let moves: Vec<Value> = (0..24)
                .map(|ply| {
                    let side = ["white", "black"][ply % 2];
                    json!({"ply": ply, "side": side, "picked": tour[ply % 4],
                           "candidates": [tour[ply % 4]], "source": "picked"})
                })
                .collect();
            whole["moves"] = Value::Array(moves);
        }
    });
    let (checked, _) = check(&Archive::of(&records));
    let ending: Vec<&Difference> = checked
        .differences
        .iter()
        .filter(|one| one.what == What::Ending)
        .collect();
    assert_eq!(ending.len(), 1, "{:#?}", checked.differences);
    // A claim through the next move counts.
    assert_eq!(ending[0].ply, Some(7));
}

#[test]
fn hostile_texts_stand_escaped() {
    let found = wrong(ONE, "/outcome", &json!("\u{1b}[2J\u{7}"));
    let told: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert!(
        told.iter().any(|line| line.contains("\\u{1b}[2J")),
        "{told:?}"
    );
    assert!(told.iter().all(|line| !line.contains('\u{1b}')), "{told:?}");
}

#[test]
fn verdicts_decide_at_a_pawn_and_are_compared() {
    for (value, winner) in [
        (100, Winner::White),
        (99, Winner::Draw),
        (-99, Winner::Draw),
        (-100, Winner::Black),
    ] {
        assert_eq!(verdict(Score::Centipawns(value)), winner);
    }
    assert_eq!(verdict(Score::Mate(Color::Black)), Winner::Black);
    let records = records(|_, _| {});
    let archive = Archive::of(&records);
    let (_, cases) = check(&archive);
    let review = |found: Score| -> Vec<_> {
        cases
            .iter()
            .map(|case: &Case<'_>| case.review(found))
            .collect()
    };
    let same = review(Score::Centipawns(-12));
    assert_eq!(same[0].difference(), None);
    let agreement = Agreement::of(&same);
    assert_eq!((agreement.same_verdict, agreement.same_side), (1, 1));
    assert_eq!(agreement.median_distance, Some(72));
    let other = review(Score::Mate(Color::Black));
    let difference = other[0].difference().unwrap();
    assert_eq!(difference.what, What::Verdict);
    assert_eq!(Agreement::of(&other).same_verdict, 0);
}
