//! Rounds three to five: a token buys three samples, legal ones gather, picking is free.

use ludometer_games::Color;
use ludometer_record::{
    desk::Score,
    ending::{GameResult, Termination},
};

use super::{ANY, Script, bench, first, pick, scored};
use crate::{
    Instrument,
    token_chess::{
        GameRecord,
        decision::setting,
        record::{Asker, End, MovedBy},
    },
};

const CUT: &str = "ply_cap = 1\nat_ply_cap = \"draw\"\n";

/// White's first turn with these samples and replies.
fn turn(budget: u32, samples: &str, replies: &[&str]) -> (GameRecord, Script) {
    let desk = Script::samples(samples).white(replies.iter().copied());
    first(&format!("{CUT}budget = {budget}"), desk)
}

#[test]
fn a_token_buys_three_samples_at_one_setting_and_duplicates_count_once() {
    let hot = r#"{"action":"sample","temperature":2.5,"soft_cap":12}"#;
    let (record, desk) = turn(
        5,
        "e2e4 zzzz e2e4 d2d4 e2e4 e2e5",
        &[ANY, hot, &pick("d2d4")],
    );
    let turn = &record.turns[0];
    assert_eq!(turn.candidates, ["e2e4", "d2d4"]);
    assert_eq!(record.moves, ["d2d4"]);
    assert_eq!((turn.spent, turn.bank_after), (2, 3), "picking is free");
    assert_eq!(turn.played.as_ref().unwrap().by, MovedBy::Player);
    let batches: Vec<_> = turn
        .batches
        .iter()
        .map(|batch| (batch.setting, batch.attempts.len()))
        .collect();
    assert_eq!(
        batches,
        [(setting(0.7, None), 3), (setting(2.5, Some(12.0)), 3)]
    );
    let orders: Vec<_> = desk
        .draws()
        .iter()
        .map(|draw| (draw.order.n, draw.order.temperature, draw.order.soft_cap))
        .collect();
    assert_eq!(orders, [(3, 0.7, None), (3, 2.5, Some(12.0))]);
    assert_eq!(
        (record.seats.white.decisions, record.seats.white.calls),
        (3, 3)
    );
    assert_eq!(record.seats.white.forced_picks, 0);
}

#[test]
fn every_draw_has_a_seed_of_its_own() {
    let (_, desk) = turn(5, "z z z z z z e2e4 z z", &[ANY, ANY, ANY, &pick("e2e4")]);
    let mut seeds: Vec<u64> = desk.draws().iter().map(|draw| draw.order.seed).collect();
    seeds.extend(desk.decisions().iter().map(|one| one.situation.seed));
    let all = seeds.len();
    seeds.sort_unstable();
    seeds.dedup();
    assert_eq!((seeds.len(), all), (7, 7));
}

#[test]
fn candidates_are_of_their_turn_alone() {
    let desk = Script::samples("e2e4 d2d4 g1f3 zzzz e7e5 zzzz")
        .white([ANY, &pick("e2e4")])
        .black([ANY, &pick("e7e5")]);
    let (record, desk) = first("ply_cap = 2\nat_ply_cap = \"draw\"", desk);
    assert_eq!(record.turns[0].candidates, ["e2e4", "d2d4", "g1f3"]);
    assert_eq!(record.turns[1].candidates, ["e7e5"]);
    let asked = desk.decisions()[2];
    assert!(asked.messages[0].text.ends_with("Candidates: none yet."));
}

#[test]
fn a_pick_by_number_counts_from_one() {
    for (choice, expected) in [("1", "e2e4"), ("2", "d2d4"), ("\"2\"", "d2d4")] {
        let pick = format!(r#"{{"action":"pick","choice":{choice}}}"#);
        let (record, _) = turn(5, "e2e4 d2d4 z", &[ANY, &pick]);
        assert_eq!(record.moves, [expected], "{choice}");
        assert_eq!(record.seats.white.forced_picks, 0, "{choice}");
    }
}

#[test]
fn an_impossible_pick_becomes_a_random_one_and_is_counted() {
    for text in [
        pick("g1f3"),
        pick("e7e5"),
        pick(""),
        pick("E2E4"),
        r#"{"action":"pick","choice":0}"#.to_owned(),
        r#"{"action":"pick","choice":3}"#.to_owned(),
        r#"{"action":"pick","choice":-1}"#.to_owned(),
        r#"{"action":"pick","choice":18446744073709551616}"#.to_owned(),
    ] {
        let (record, desk) = turn(5, "e2e4 d2d4 z", &[ANY, &text]);
        let turn = &record.turns[0];
        let played = turn.played.as_ref().unwrap();
        assert_eq!(played.by, MovedBy::ForcedPick, "{text}");
        assert!(turn.candidates.contains(&played.text), "{text}");
        assert_eq!(record.seats.white.forced_picks, 1, "{text}");
        assert_eq!((turn.spent, turn.bank_after), (1, 4), "{text}");
        assert_eq!(record.seats.white.parse_failures, 0, "{text}");
        assert_eq!(desk.decisions().len(), 2, "it is no reason to ask again");
    }
}

#[test]
fn a_wish_to_sample_with_an_empty_purse_becomes_a_random_pick() {
    let (record, desk) = turn(1, "e2e4 d2d4 z", &[ANY, ANY]);
    let turn = &record.turns[0];
    assert_eq!(turn.played.as_ref().unwrap().by, MovedBy::ForcedPick);
    assert_eq!(record.seats.white.forced_picks, 1);
    assert_eq!((turn.spent, turn.bank_after), (1, 0));
    assert_eq!(desk.draws().len(), 1, "nothing is drawn on credit");
}

#[test]
fn forced_picks_are_random() {
    let bench = bench(&format!("{CUT}games = 64"));
    let mut heads = 0;
    for game in bench.plan().iter().step_by(2) {
        let desk = Script::samples("e2e4 d2d4 z").white([ANY, &pick("none")]);
        let (record, _) = super::play(&bench, game, desk);
        heads += u32::from(record.unwrap().moves[0] == "e2e4");
    }
    assert!((6..=26).contains(&heads), "{heads} of 32");
}

#[test]
fn an_empty_purse_still_picks_freely() {
    let (record, _) = turn(1, "e2e4 d2d4 z", &[ANY, &pick("d2d4")]);
    assert_eq!(record.moves, ["d2d4"]);
    assert_eq!(record.turns[0].played.as_ref().unwrap().by, MovedBy::Player);
}

#[test]
fn a_pick_without_a_candidate_is_asked_again_and_then_falls_back() {
    let none = pick("e2e4");
    let (record, desk) = turn(5, "e2e4 z z", &[&none, &none, &pick("e2e4")]);
    let batch = &record.turns[0].batches[0];
    // The fallback that is stated: 0.9 without a cap.
    assert_eq!(
        (batch.setting, batch.by),
        (setting(0.9, None), Asker::Fallback)
    );
    let seat = &record.seats.white;
    assert_eq!(
        (
            seat.calls,
            seat.parse_failures,
            seat.fallbacks,
            seat.forced_picks
        ),
        (3, 1, 1, 0)
    );
    assert!(
        desk.decisions()[1].messages[2]
            .text
            .contains("no candidate to pick yet")
    );
}

#[test]
fn a_fallback_without_a_token_is_a_forced_pick() {
    let (record, _) = turn(1, "e2e4 z z", &[ANY, "hm", "hm"]);
    assert_eq!(record.moves, ["e2e4"]);
    let seat = &record.seats.white;
    assert_eq!((seat.fallbacks, seat.forced_picks, seat.spent), (1, 1, 1));
}

#[test]
fn the_ply_cap_is_adjudicated() {
    for (score, result) in [
        (Score::Cp(100), GameResult::SecondWins),
        (Score::Cp(-100), GameResult::FirstWins),
        (Score::Cp(99), GameResult::Draw),
        (Score::Mate(3), GameResult::SecondWins),
    ] {
        let desk = Script::samples("e2e4 z z")
            .white([ANY, &pick("e2e4")])
            .verdict(score);
        let (record, desk) = first("ply_cap = 1", desk);
        assert_eq!(
            record.ending,
            scored(result, Termination::AdjudicatedPlyCap),
            "Black is to move: {score:?}"
        );
        let [judge] = desk.judged()[..] else {
            panic!("{:?}", desk.judged())
        };
        assert_eq!(judge.depth, 10);
        assert_eq!(judge.board, "chess");
        assert_eq!(judge.moves, ["e2e4"]);
        assert!(matches!(
            record.end,
            End::Adjudicated {
                exhausted: None,
                to_move: Color::Black,
                ..
            }
        ));
    }
}

#[test]
fn a_mate_ends_the_game_before_any_purse_is_looked_at() {
    let samples = "f2f3 z z e7e5 z z g2g4 z z d8h4 z z";
    let desk = Script::samples(samples)
        .white([ANY, &pick("f2f3"), ANY, &pick("g2g4")])
        .black([ANY, &pick("e7e5"), ANY, &pick("d8h4")]);
    let (record, desk) = first("budget = 2", desk);
    assert_eq!(
        record.ending,
        scored(GameResult::SecondWins, Termination::Checkmate)
    );
    assert!(desk.judged().is_empty());
}

#[test]
fn other_boards_are_played_on() {
    for (tier, board, opening) in [("micro", "gardner", "a2a3"), ("grand", "grand12", "a3a5")] {
        let desk = Script::samples(&format!("{opening} e9e8q z"))
            .white([ANY, &pick(opening)])
            .verdict(Score::Cp(0));
        let (record, desk) = first(&format!("tier = \"{tier}\"\nply_cap = 1"), desk);
        assert_eq!(record.moves, [opening]);
        assert_eq!(desk.draws()[0].tool, tier);
        assert_eq!(desk.judged()[0].board, board);
    }
}
