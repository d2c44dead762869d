//! A memory that is chosen from a menu before the game.

use std::collections::BTreeSet;

use ludometer_games::Color;
use ludometer_record::{
    Seat,
    desk::{Answer, OverCap, ReplyForm, Score},
    ending::{GameResult, Termination},
};

use super::{ANY, Script, bench, first, pick, play, scored, stop};
use crate::{
    Instrument,
    token_chess::{Memory, record::End},
};

const LINES: &str = "memory = \"choose\"\nply_cap = 1\nat_ply_cap = \"draw\"";

fn script() -> Script {
    Script::samples("e2e4 z z")
}

#[test]
fn each_chooses_before_the_game_and_plays_all_of_it_with_that() {
    let desk = script()
        .white([
            r#"{"tool":"notepad","why":"  I forget  "}"#,
            r#"{"temperature":0.7,"note":"hello"}"#,
            &pick("e2e4"),
        ])
        .black([r#"{"tool":"Ledger"}"#]);
    let (record, desk) = first(LINES, desk);
    assert_eq!(record.memory.white, Memory::Notepad);
    assert_eq!(record.memory.black, Memory::Ledger);
    let white = record.choices.white.as_ref().unwrap();
    assert_eq!(
        (white.tool, white.why.as_deref(), white.fell_back),
        (Memory::Notepad, Some("I forget"), false)
    );
    let black = record.choices.black.as_ref().unwrap();
    assert_eq!((black.tool, &black.why), (Memory::Ledger, &None));
    assert_eq!(record.seats.white.notes.len(), 1);
    // Both choose in front of the first turn; a choice is a decision and a call.
    let seats: Vec<Seat> = desk.decisions().iter().map(|one| one.seat).collect();
    assert_eq!(seats, [Seat::First, Seat::Second, Seat::First, Seat::First]);
    assert_eq!(
        (record.seats.white.decisions, record.seats.white.calls),
        (3, 3)
    );
    assert_eq!(
        (record.seats.black.decisions, record.seats.black.calls),
        (1, 1)
    );
    assert!(desk.told(Seat::First)[1].contains("You have no notes yet."));
}

#[test]
fn the_menu_is_offered_and_kept_in_its_order() {
    let tools = [Memory::None, Memory::Ledger, Memory::Notepad];
    let desk = script().replies_otherwise(r#"{"tool":"none"}"#).white([
        r#"{"tool":"none"}"#,
        ANY,
        &pick("e2e4"),
    ]);
    let (record, desk) = first(LINES, desk);
    assert_eq!(record.choices.white.unwrap().menu, tools);
    let asked = &desk.decisions()[0];
    let ReplyForm::Json { schema, .. } = &asked.form else {
        panic!("a form")
    };
    assert_eq!(
        schema["properties"]["tool"]["enum"],
        serde_json::json!(["none", "ledger", "notepad"])
    );
    let text = &asked.messages[0].text;
    let places: Vec<usize> = ["- none:", "- ledger:", "- notepad:"]
        .map(|line| text.find(line).unwrap())
        .to_vec();
    assert!(places.is_sorted(), "{text}");
}

#[test]
fn a_permuted_menu_is_recorded_as_it_was_offered() {
    let bench = bench(&format!("{LINES}\nmenu = \"permuted\"\ngames = 60"));
    let mut orders = BTreeSet::new();
    for game in bench.plan() {
        let desk = script().replies_otherwise(r#"{"tool":"none","temperature":0.7}"#);
        let (record, desk) = play(
            &bench,
            game,
            desk.samples_otherwise("z").verdict(Score::Cp(0)),
        );
        let record = record.unwrap();
        for (at, side) in [Color::White, Color::Black].into_iter().enumerate() {
            let menu = &record.choices[side].as_ref().unwrap().menu;
            let text = &desk.decisions()[at].messages[0].text;
            let places: Vec<usize> = menu
                .iter()
                .map(|tool| text.find(&format!("\n- {tool}:")).unwrap())
                .collect();
            assert!(places.is_sorted(), "{menu:?}: {text}");
            orders.insert(menu.clone());
        }
    }
    assert_eq!(orders.len(), 6, "every order comes up in 120 menus");
    // The same in every replay.
    let again = super::bench(&format!("{LINES}\nmenu = \"permuted\"\ngames = 60"));
    let menu = |bench| {
        let desk = script().replies_otherwise(r#"{"tool":"none","temperature":0.7}"#);
        let desk = desk.samples_otherwise("z").verdict(Score::Cp(0));
        let (record, _) = play(bench, &bench.plan()[5], desk);
        record.unwrap().choices
    };
    assert_eq!(menu(&bench), menu(&again));
}

#[test]
fn a_reason_is_cut_at_two_hundred_characters() {
    for (written, kept) in [(200, 200), (201, 200)] {
        let said = format!(r#"{{"tool":"none","why":"{}"}}"#, "é".repeat(written));
        let desk = script()
            .white([said.as_str(), ANY, &pick("e2e4")])
            .black([said.as_str()]);
        let (record, _) = first(LINES, desk);
        let why = record.choices.white.unwrap().why.unwrap();
        assert_eq!(why.chars().count(), kept);
    }
}

#[test]
fn a_choice_that_cannot_be_read_twice_is_none() {
    let desk = script()
        .white(["the pad", r#"{"tool":"diary"}"#, ANY, &pick("e2e4")])
        .black(["hm", r#"{"tool":"ledger","why":"better late"}"#]);
    let (record, desk) = first(LINES, desk);
    let white = record.choices.white.as_ref().unwrap();
    assert_eq!((white.tool, white.fell_back), (Memory::None, true));
    let black = record.choices.black.as_ref().unwrap();
    assert_eq!((black.tool, black.fell_back), (Memory::Ledger, false));
    let counts = |side: Color| {
        let seat = &record.seats[side];
        (seat.calls, seat.parse_failures, seat.fallbacks)
    };
    assert_eq!(counts(Color::White), (4, 1, 1));
    assert_eq!(counts(Color::Black), (2, 1, 0));
    assert_eq!(desk.decisions()[1].messages.len(), 3);
}

#[test]
fn the_last_choice_in_a_reply_counts() {
    let desk = script()
        .white([
            r#"{"tool":"ledger"} no, rather {"tool": "notepad", "why": "a } in it"}. {"a": 1}"#,
            ANY,
            &pick("e2e4"),
        ])
        .black([r#"```json
{"tool":"none"}
```"#]);
    let (record, _) = first(LINES, desk);
    let white = record.choices.white.unwrap();
    assert_eq!(white.tool, Memory::Notepad);
    assert_eq!(white.why.as_deref(), Some("a } in it"));
}

#[test]
fn who_may_not_choose_and_mocks_are_not_asked() {
    let lines = "memory = { b = \"choose\" }\nply_cap = 1\nat_ply_cap = \"draw\"";
    let desk = script()
        .white([ANY, &pick("e2e4")])
        .black([r#"{"tool":"none"}"#]);
    let (record, _) = first(lines, desk);
    assert_eq!(record.choices.white, None);
    assert_eq!(record.choices.black.unwrap().tool, Memory::None);
    let (record, desk) = first(
        &format!("{LINES}\npairs = [[\"mock:random\", \"mock:adaptive\"]]"),
        Script::dreaming(),
    );
    assert_eq!((record.choices.white, record.choices.black), (None, None));
    assert!(desk.decisions().is_empty());
}

#[test]
fn in_self_play_each_seat_chooses_and_is_counted_for_itself() {
    let desk = script()
        .says(
            Color::White,
            super::counted(r#"{"tool":"ledger"}"#, 100, 10),
        )
        .says(Color::White, super::counted(ANY, 200, 20))
        .says(Color::White, stop(&pick("e2e4")))
        .says(Color::Black, super::counted(r#"{"tool":"notepad"}"#, 7, 3));
    let (record, _) = first(&format!("{LINES}\npairs = [[\"a\", \"a\"]]"), desk);
    assert_eq!(record.players.white, record.players.black);
    assert_eq!(record.memory.white, Memory::Ledger);
    assert_eq!(record.memory.black, Memory::Notepad);
    let usage = |side: Color| {
        let seat = &record.seats[side];
        let sums = seat.usage.sums;
        (seat.calls, sums.prompt, sums.completion, seat.usage.counted)
    };
    assert_eq!(usage(Color::White), (3, Some(300), Some(30), 2));
    assert_eq!(usage(Color::Black), (1, Some(7), Some(3), 1));
}

#[test]
fn a_cap_in_front_of_the_game_loses_it() {
    let over = Answer::OverGameCap(OverCap {
        key: "limits.game_tokens".to_owned(),
        cap: 1.0,
        spent: 0.0,
        reservation: 2.0,
    });
    let (record, _) = first(LINES, script().says(Color::White, over));
    assert_eq!(record.end, End::GameCap(Color::White));
    assert_eq!(
        record.ending,
        scored(GameResult::SecondWins, Termination::BudgetExhausted)
    );
    assert!(record.turns.is_empty());
}
