//! Round two: tokens come every turn, and without one the harness moves silently.

use ludometer_games::{Board, Color, Variant};
use ludometer_record::{
    Seat,
    ending::{GameResult, Termination},
};

use super::{ANY, Script, first, scored};
use crate::token_chess::{
    GameRecord,
    decision::setting,
    record::{Asker, MovedBy},
};

fn lines(more: &str) -> String {
    format!("economy = \"income\"\n{more}")
}

fn script(samples: &str) -> Script {
    Script::samples(samples).replies_otherwise(ANY)
}

fn moved_by(record: &GameRecord, ply: usize) -> MovedBy {
    record.turns[ply].played.as_ref().unwrap().by
}

#[test]
fn four_come_every_turn_and_stay() {
    let (record, desk) = first(
        &lines("ply_cap = 5"),
        script("zzzz e2e4 e7e5 zzzz zzzz g1f3 b8c6 f1c4"),
    );
    let banks: Vec<(u32, u32)> = record
        .turns
        .iter()
        .map(|turn| (turn.spent, turn.bank_after))
        .collect();
    assert_eq!(banks, [(2, 2), (1, 3), (3, 3), (1, 6), (1, 6)]);
    let first = desk.told(Seat::First);
    assert!(first[0].contains("You have 4 tokens."), "{}", first[0]);
    assert!(first[1].contains("You have 3 tokens."), "{}", first[1]);
    assert!(first[2].contains("You have 6 tokens."), "{}", first[2]);
    assert_eq!(record.ending, scored(GameResult::Draw, Termination::PlyCap));
}

#[test]
fn a_dry_bank_is_followed_by_silent_draws_at_the_default_setting() {
    // Four of White's own, then seven of the harness's.
    let (record, desk) = first(
        &lines("ply_cap = 2"),
        script("z z z z y y y y y y e2e4 d2d4 x x x x e7e5"),
    );
    assert_eq!(record.moves, ["e2e4", "e7e5"]);
    assert_eq!(moved_by(&record, 0), MovedBy::HarnessSampled);
    assert_eq!(moved_by(&record, 1), MovedBy::Player);
    let turn = &record.turns[0];
    assert_eq!((turn.spent, turn.bank_after), (4, 0));
    let silent = turn.batches.last().unwrap();
    assert_eq!(
        (silent.setting, silent.by),
        (setting(0.5, Some(5.0)), Asker::Harness)
    );
    let texts: Vec<&str> = silent
        .attempts
        .iter()
        .map(|one| one.text.as_str())
        .collect();
    assert_eq!(texts, ["y", "y", "y", "y", "y", "y", "e2e4"]);
    assert_eq!(record.seats.white.spent, 4, "silent draws cost nothing");
    assert_eq!(record.seats.white.decisions, 4);
    let silent: Vec<f64> = desk
        .draws()
        .iter()
        .filter(|draw| draw.order.soft_cap == Some(5.0))
        .map(|draw| draw.order.temperature)
        .collect();
    let at_half = |temperature: &f64| (temperature - 0.5).abs() < 1e-12;
    assert!(silent.len() >= 2 && silent.iter().all(at_half));
}

#[test]
fn thirty_silent_draws_and_then_a_legal_move_evenly() {
    let desk = Script::default()
        .samples_otherwise("zzzz")
        .replies_otherwise(ANY);
    let (record, desk) = first(&lines("ply_cap = 1"), desk);
    let turn = &record.turns[0];
    assert_eq!(
        turn.batches.len(),
        5,
        "four of the player's, one of the harness's"
    );
    assert_eq!(turn.batches[4].attempts.len(), 30);
    let drawn: u32 = desk.draws().iter().map(|draw| draw.order.n).sum();
    assert_eq!(drawn, 4 + 30);
    assert_eq!(moved_by(&record, 0), MovedBy::HarnessUniform);
    assert!(Board::new(Variant::Standard).is_legal(&record.moves[0]));
}

#[test]
fn the_thirtieth_silent_draw_still_counts() {
    let samples = "z ".repeat(4 + 29) + "e2e4";
    let (record, _) = first(&lines("ply_cap = 1"), script(&samples));
    assert_eq!(moved_by(&record, 0), MovedBy::HarnessSampled);
    assert_eq!(record.turns[0].batches[4].attempts.len(), 30);
}

#[test]
fn uniform_moves_are_drawn_over_all_legal_ones() {
    let bench = super::bench(&lines("income = 0\nply_cap = 1\ngames = 400"));
    let mut seen = std::collections::BTreeMap::<String, u32>::new();
    for game in crate::Instrument::plan(&bench) {
        let desk = Script::default().samples_otherwise("zzzz");
        let (record, _) = super::play(&bench, game, desk);
        *seen.entry(record.unwrap().moves[0].clone()).or_default() += 1;
    }
    // Twenty moves, twenty games each on average; 3 has a chance of about 1 in 10^5 a move.
    assert_eq!(seen.len(), 20, "{seen:?}");
    assert!(
        seen.values().all(|count| (4..=45).contains(count)),
        "{seen:?}"
    );
}

#[test]
fn without_an_income_the_fallback_plays_both_sides() {
    let (record, desk) = first(&lines("income = 0\nply_cap = 60"), Script::dreaming());
    assert!(desk.decisions().is_empty());
    assert!(desk.judged().is_empty());
    assert_eq!(record.moves.len(), record.turns.len());
    assert_eq!(record.ending, scored(GameResult::Draw, Termination::PlyCap));
    for turn in &record.turns {
        assert_eq!((turn.spent, turn.bank_after, turn.batches.len()), (0, 0, 1));
        assert_eq!(turn.batches[0].by, Asker::Harness);
    }
    for side in [Color::White, Color::Black] {
        assert_eq!(record.seats[side].decisions, 0);
        assert_eq!(record.seats[side].spent, 0);
    }
    for draw in desk.draws() {
        assert_eq!(
            (draw.order.temperature, draw.order.soft_cap),
            (0.5, Some(5.0))
        );
    }
}

#[test]
fn an_unusable_decision_falls_back_to_the_default_setting() {
    let (record, _) = first(
        &lines("ply_cap = 1"),
        script("e2e4").white(["no", "{\"temperature\": \"warm\"}"]),
    );
    let batch = &record.turns[0].batches[0];
    assert_eq!(
        (batch.setting, batch.by),
        (setting(0.5, Some(5.0)), Asker::Fallback)
    );
    assert_eq!((record.seats.white.spent, record.seats.white.bank), (1, 3));
}
