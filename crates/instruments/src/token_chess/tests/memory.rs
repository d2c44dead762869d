//! What a player remembers: nothing, a ledger, a notepad.

use ludometer_record::{
    Seat,
    desk::{Decide, ReplyForm, Score},
};

use super::{ANY, Script, first, pick};
use crate::token_chess::{Memory, record::Note};

/// Pawns that step one square each, so that nothing repeats and nothing is taken.
const WHITE: [&str; 16] = [
    "a2a3", "b2b3", "c2c3", "d2d3", "e2e3", "f2f3", "g2g3", "h2h3", "a3a4", "b3b4", "c3c4", "d3d4",
    "e3e4", "f3f4", "g3g4", "h3h4",
];
const BLACK: [&str; 16] = [
    "a7a6", "b7b6", "c7c6", "d7d6", "e7e6", "f7f6", "g7g6", "h7h6", "a6a5", "b6b5", "c6c5", "d6d5",
    "e6e5", "f6f5", "g6g5", "h6h5",
];

/// A game of so many moves each. White wastes a token in front of every third move.
fn game(lines: &str, moves: usize, note: impl Fn(usize) -> String) -> (super::GameRecord, Script) {
    let mut desk = Script::default().verdict(Score::Cp(0));
    let sample = |note: &str| {
        format!(r#"{{"action":"sample","temperature":0.7,"soft_cap":null,"note":{note}}}"#)
    };
    for at in 0..moves {
        let note = note(at);
        if at % 3 == 0 {
            desk = desk.sample("z").sample("z").sample("z").white([ANY]);
        }
        desk = desk.sample(WHITE[at]).sample("z").sample("z");
        desk = desk.white([sample(&note).as_str(), &pick(WHITE[at])]);
        desk = desk.sample(BLACK[at]).sample("z").sample("z");
        desk = desk.black([ANY, &pick(BLACK[at])]);
    }
    let plies = 2 * moves;
    first(&format!("{lines}\nply_cap = {plies}"), desk)
}

/// The prompts of a seat's first decision in each turn.
fn openings(desk: &Script, seat: Seat) -> Vec<&str> {
    let begins = |decide: &&&Decide| {
        decide.seat == seat && decide.messages[0].text.contains("You have sampled nothing")
    };
    desk.decisions()
        .iter()
        .filter(begins)
        .map(|decide| decide.messages[0].text.as_str())
        .collect()
}

fn null(_: usize) -> String {
    "null".to_owned()
}

#[test]
fn the_ledger_shows_the_last_ten_moves_and_the_sum_of_all() {
    let (record, desk) = game("memory = { a = \"ledger\" }", 13, null);
    assert_eq!(
        record.seats.white.ledger,
        [2, 1, 1, 2, 1, 1, 2, 1, 1, 2, 1, 1, 2]
    );
    let told = openings(&desk, Seat::First);
    assert_eq!(told.len(), 13);
    assert!(told[0].contains("Your ledger is empty"));
    assert!(told[1].contains(
        "tokens spent on each of your last moves, oldest first: 2. \
         Spent in the game so far: 2."
    ));
    assert!(told[10].contains(
        "your last moves, oldest first: 2, 1, 1, 2, 1, 1, 2, 1, 1, 2. \
         Spent in the game so far: 14."
    ));
    assert!(told[12].contains(
        "your last moves, oldest first: 1, 2, 1, 1, 2, 1, 1, 2, 1, 1. \
         Spent in the game so far: 16."
    ));
    // Black has none, and what White has is not for Black to know.
    assert_eq!(record.memory.black, Memory::None);
    for text in desk.told(Seat::Second) {
        assert!(!text.contains("ledger") && !text.contains("Spent in the game"));
    }
}

#[test]
fn the_present_turn_is_in_the_purse_and_not_in_the_ledger() {
    let (_, desk) = game("memory = \"ledger\"", 2, null);
    let told = desk.told(Seat::First);
    // The third decision of the first turn: two tokens are spent, no move is made.
    assert!(told[2].contains("You have 38 tokens."), "{}", told[2]);
    assert!(told[2].contains("Your ledger is empty"));
    assert!(!told.iter().any(|text| text.contains("note")));
}

#[test]
fn the_last_three_notes_come_back_with_their_ply() {
    let (record, desk) = game("memory = \"notepad\"", 6, |at| format!("\"thought {at}\""));
    let plies: Vec<u32> = record
        .seats
        .white
        .notes
        .iter()
        .map(|note| note.ply)
        .collect();
    assert_eq!(plies, [0, 2, 4, 6, 8, 10]);
    let told = openings(&desk, Seat::First);
    assert!(told[0].contains("You have no notes yet."));
    assert!(told[1].contains("Your notes:\n- ply 0: thought 0\nYou have sampled"));
    assert!(
        told[5].contains(
            "Your notes:\n- ply 4: thought 2\n- ply 6: thought 3\n- ply 8: thought 4\nYou have"
        ),
        "{}",
        told[5]
    );
    // Black wrote none; White's are not for Black to see.
    for text in desk.told(Seat::Second) {
        assert!(!text.contains("thought") && text.contains("You have no notes yet."));
    }
    assert!(record.seats.black.notes.is_empty());
}

#[test]
fn any_decision_may_carry_a_note_and_it_is_there_in_the_same_turn() {
    let noted = r#"{"action":"pick","move":"e2e4","note":"  played it  "}"#;
    let first_note = r#"{"action":"sample","temperature":0.7,"soft_cap":null,"note":"shop"}"#;
    let desk = Script::samples("e2e4 z z")
        .white([first_note, noted])
        .verdict(Score::Cp(0));
    let (record, desk) = first("memory = \"notepad\"\nply_cap = 1", desk);
    let note = |text: &str| Note {
        ply: 0,
        text: text.to_owned(),
    };
    assert_eq!(record.seats.white.notes, [note("shop"), note("played it")]);
    assert!(desk.told(Seat::First)[1].contains("- ply 0: shop"));
}

#[test]
fn a_note_is_cut_at_two_hundred_characters() {
    for (written, kept) in [(199, 199), (200, 200), (201, 200), (5000, 200)] {
        let (record, desk) = game("memory = \"notepad\"", 2, |_| {
            format!("\"{}\"", "é".repeat(written))
        });
        let note = &record.seats.white.notes[0];
        assert_eq!(note.text.chars().count(), kept);
        assert!(openings(&desk, Seat::First)[1].contains(&"é".repeat(kept)));
    }
}

#[test]
fn what_is_no_note_leaves_none() {
    for none in ["null", "\"\"", "\"   \"", "5", "{\"a\":1}", "[\"x\"]"] {
        let (record, _) = game("memory = \"notepad\"", 1, |_| none.to_owned());
        assert!(record.seats.white.notes.is_empty(), "{none}");
    }
}

#[test]
fn without_a_notepad_notes_are_dropped() {
    for memory in ["none", "ledger"] {
        let lines = format!("memory = \"{memory}\"");
        let (record, desk) = game(&lines, 2, |_| "\"remember me\"".to_owned());
        assert!(record.seats.white.notes.is_empty());
        let told = desk.told(Seat::First);
        assert!(!told.iter().any(|text| text.contains("remember me")));
    }
}

#[test]
fn the_form_asks_for_a_note_only_where_there_is_a_notepad() {
    for (memory, expected) in [("none", false), ("ledger", false), ("notepad", true)] {
        let (_, desk) = game(&format!("memory = \"{memory}\""), 1, null);
        let ReplyForm::Json { schema, .. } = &desk.decisions()[0].form else {
            panic!("a form")
        };
        assert_eq!(schema["properties"]["note"].is_object(), expected);
        let required = schema["required"].as_array().unwrap();
        assert_eq!(required.len(), 4 + usize::from(expected));
        assert_eq!(required.contains(&"note".into()), expected);
    }
}

#[test]
fn without_memory_a_turn_is_told_nothing_of_earlier_ones() {
    let (_, desk) = game("", 5, |_| "\"secret\"".to_owned());
    for text in openings(&desk, Seat::First) {
        for word in ["ledger", "note", "secret", "Spent in the game"] {
            assert!(!text.contains(word), "{word}: {text}");
        }
    }
}
