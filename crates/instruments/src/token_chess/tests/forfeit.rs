//! Round one: a sample a token, and the last token without a move loses.

use ludometer_games::Color;
use ludometer_record::{
    desk::Finish,
    ending::{GameResult, Termination},
};

use super::{ANY, Script, first, reply, scored};
use crate::token_chess::{
    decision::setting,
    record::{Asker, End, MovedBy, TextClass},
};

fn lines(more: &str) -> String {
    format!("economy = \"forfeit\"\n{more}")
}

fn script(samples: &str) -> Script {
    Script::samples(samples).replies_otherwise(ANY)
}

#[test]
fn every_query_costs_a_token_legal_or_not() {
    let samples = "e2e5 zzzz e2e4 e7e5 d2d4";
    let (record, desk) = first(&lines("budget = 6\nply_cap = 3"), script(samples));
    assert_eq!(record.moves, ["e2e4", "e7e5", "d2d4"]);
    let spent: Vec<(u32, u32)> = record
        .turns
        .iter()
        .map(|turn| (turn.spent, turn.bank_after))
        .collect();
    assert_eq!(spent, [(3, 3), (1, 5), (1, 2)]);
    assert_eq!(record.seats.white.spent, 4);
    assert_eq!(record.seats.black.spent, 1);
    assert_eq!((record.seats.white.bank, record.seats.black.bank), (2, 5));
    assert_eq!(desk.draws().len(), 5);
    assert!(desk.draws().iter().all(|draw| draw.order.n == 1));
}

#[test]
fn every_attempt_is_kept_with_text_verdict_setting_ply_and_side() {
    let texts = ["E2E4", "e1g1", "e2e5", "0000", "e2e2", "e2e4q", "e2e4"];
    let mut script = script("");
    for text in texts {
        script = script.sample(text);
    }
    // What a tool may also give: nothing at all, and a move with something around it.
    script = script.sample("").sample("e7e5 ").sample("e7e5");
    let (record, desk) = first(&lines("budget = 30\nply_cap = 2"), script);
    let [white, black] = &record.turns[..] else {
        panic!("{:?}", record.turns)
    };
    let classes = |turn: &crate::token_chess::record::Turn| -> Vec<(String, TextClass)> {
        let attempts = turn.batches.iter().flat_map(|batch| &batch.attempts);
        attempts.map(|one| (one.text.clone(), one.class)).collect()
    };
    let [illegal, malformed, legal] = [TextClass::Illegal, TextClass::Malformed, TextClass::Legal];
    let expected = [
        malformed, illegal, illegal, illegal, malformed, illegal, legal,
    ];
    let expected: Vec<_> = texts.map(str::to_owned).into_iter().zip(expected).collect();
    assert_eq!(classes(white), expected);
    assert_eq!(
        classes(black),
        [("", malformed), ("e7e5 ", malformed), ("e7e5", legal)]
            .map(|(text, class)| (text.to_owned(), class))
    );
    assert_eq!((white.ply, white.side), (0, Color::White));
    assert_eq!((black.ply, black.side), (1, Color::Black));
    assert_eq!((white.legal_moves, black.legal_moves), (20, 20));
    for batch in white.batches.iter().chain(&black.batches) {
        assert_eq!(
            (batch.setting, batch.by),
            (setting(0.7, None), Asker::Player)
        );
    }
    let plies: Vec<usize> = desk.draws().iter().map(|draw| draw.moves.len()).collect();
    assert_eq!(plies, [0, 0, 0, 0, 0, 0, 0, 1, 1, 1]);
}

#[test]
fn the_last_token_without_a_move_forfeits() {
    let (record, desk) = first(&lines("budget = 2"), script("e2e4 zzzz e7e4 e2e4 e7e9"));
    assert_eq!(record.end, End::Forfeit(Color::Black));
    assert_eq!(
        record.ending,
        scored(GameResult::FirstWins, Termination::Forfeit)
    );
    let last = record.turns.last().unwrap();
    assert_eq!((last.spent, last.bank_after, &last.played), (2, 0, &None));
    assert_eq!(last.batches.len(), 2, "the failing turn is kept");
    assert_eq!((record.seats.black.spent, record.moves.len()), (2, 1));
    assert_eq!(record.seats.black.ledger, [0_u32; 0]);
    assert_eq!(desk.samples.len(), 2, "nothing is drawn behind it");
    assert!(desk.judged().is_empty());
}

#[test]
fn the_last_token_may_land_a_move_and_the_next_turn_is_lost() {
    let (record, desk) = first(&lines("budget = 1"), script("e2e4 e7e5"));
    assert_eq!(record.moves, ["e2e4", "e7e5"]);
    assert_eq!(record.end, End::Forfeit(Color::White));
    assert_eq!(
        record.ending,
        scored(GameResult::SecondWins, Termination::Forfeit)
    );
    let last = record.turns.last().unwrap();
    assert_eq!((last.ply, last.side, last.spent), (2, Color::White, 0));
    assert!(last.batches.is_empty());
    assert_eq!(desk.decisions().len(), 2, "nobody is asked without a token");
}

#[test]
fn a_mate_with_the_last_token_wins() {
    let (record, _) = first(&lines("budget = 2"), script("f2f3 e7e5 g2g4 d8h4"));
    assert_eq!(
        record.ending,
        scored(GameResult::SecondWins, Termination::Checkmate)
    );
    assert_eq!((record.seats.white.bank, record.seats.black.bank), (0, 0));
}

#[test]
fn a_draw_that_could_be_claimed_ends_the_game() {
    // The next move may bring the start on the board for the third time: python-chess
    // claims it a ply before.
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let (record, _) = first(&lines(""), script(shuffle));
    assert_eq!(
        record.ending,
        scored(GameResult::Draw, Termination::ThreefoldRepetition)
    );
    assert_eq!(record.moves.len(), 7);
}

#[test]
fn the_ply_cap_is_a_draw_without_an_engine() {
    let (record, desk) = first(&lines("ply_cap = 4"), script("e2e4 e7e5 d2d4 d7d5"));
    assert_eq!(record.end, End::PlyCap);
    assert_eq!(record.ending, scored(GameResult::Draw, Termination::PlyCap));
    assert_eq!((record.moves.len(), record.turns.len()), (4, 4));
    assert!(desk.judged().is_empty());
}

#[test]
fn a_mate_at_the_ply_cap_is_a_mate() {
    let (record, _) = first(&lines("ply_cap = 4"), script("f2f3 e7e5 g2g4 d8h4"));
    assert_eq!(
        record.ending,
        scored(GameResult::SecondWins, Termination::Checkmate)
    );
}

#[test]
fn a_reply_that_cannot_be_used_is_asked_for_once_more_for_nothing() {
    let desk = script("e2e4 e7e5")
        .white(["I would open.", r#"{"temperature": 1.5, "soft_cap": 8}"#])
        .black(["hm", "hm"]);
    let (record, desk) = first(&lines("budget = 5\nply_cap = 2"), desk);
    let [white, black] = &record.turns[..] else {
        panic!("{:?}", record.turns)
    };
    assert_eq!(
        (white.batches[0].setting, white.batches[0].by),
        (setting(1.5, Some(8.0)), Asker::Player)
    );
    // The fallback that is stated: temperature 0.5, cap 5.
    assert_eq!(
        (black.batches[0].setting, black.batches[0].by),
        (setting(0.5, Some(5.0)), Asker::Fallback)
    );
    assert_eq!(black.played.as_ref().unwrap().by, MovedBy::Player);
    let counts = |side: Color| {
        let seat = &record.seats[side];
        (
            seat.decisions,
            seat.calls,
            seat.parse_failures,
            seat.fallbacks,
            seat.spent,
        )
    };
    assert_eq!(counts(Color::White), (1, 2, 1, 0, 1));
    assert_eq!(counts(Color::Black), (1, 2, 1, 1, 1));
    // The second question holds the first reply and what was wrong with it.
    let messages = &desk.decisions()[1].messages;
    assert_eq!(messages.len(), 3);
    assert_eq!(messages[1].text, "I would open.");
    assert!(messages[2].text.contains("no JSON object"), "{messages:?}");
}

#[test]
fn a_reply_cut_off_at_its_limit_is_no_decision_however_it_reads() {
    for finish in [Finish::Length, Finish::Refusal] {
        let cut = ludometer_record::desk::Answer::Reply(Box::new(reply(ANY, finish)));
        let desk = script("e2e4")
            .says(Color::White, cut.clone())
            .says(Color::White, cut);
        let (record, _) = first(&lines("ply_cap = 1"), desk);
        assert_eq!(record.turns[0].batches[0].by, Asker::Fallback);
        assert_eq!(record.turns[0].batches[0].setting, setting(0.5, Some(5.0)));
        assert_eq!(record.seats.white.parse_failures, 1);
    }
}

#[test]
fn with_several_samples_a_token_the_first_legal_one_is_the_move() {
    let (record, _) = first(
        &lines("batch = 3\nbudget = 2\nply_cap = 1"),
        script("zzzz d2d4 e2e4"),
    );
    assert_eq!(record.moves, ["d2d4"]);
    assert_eq!(record.turns[0].spent, 1);
}
