//! Memory: what was chosen, what it was used for.

use ludometer_games::Color;

use super::*;
use crate::token_chess::{Choice, Memory, record::Note};

fn choice(tool: Memory, why: Option<&str>) -> Choice {
    Choice {
        menu: Memory::ALL.to_vec(),
        tool,
        why: why.map(str::to_owned),
        fell_back: false,
    }
}

/// Four games of a against itself; its choices, White's first, and its temperature.
fn games(bench: &TokenChess) -> Vec<ReadBack<GameRecord>> {
    let tools = [
        (Memory::Notepad, Memory::Notepad),
        (Memory::Notepad, Memory::None),
        (Memory::None, Memory::None),
        (Memory::Notepad, Memory::Notepad),
        (Memory::None, Memory::None),
    ];
    let record = |(n, (white, black)): (usize, (Memory, Memory))| {
        let of = |ply, memory| {
            let temperature = if memory == Memory::Notepad { 1.0 } else { 0.9 };
            let letters = if memory == Memory::Notepad {
                "LLi"
            } else {
                "iiL"
            };
            turn(
                ply,
                vec![batch(temperature, None, P, letters)],
                Some(MovedBy::Player),
            )
        };
        let mut record = game(bench, n, vec![of(0, white), of(1, black)], stalemate());
        for (side, tool) in [(Color::White, white), (Color::Black, black)] {
            record.memory[side] = tool;
            record.choices[side] = Some(choice(tool, (n == 0).then_some("to learn")));
            let seat = &mut record.seats[side];
            // The choice is a decision, too; it carries no note.
            seat.decisions = 3;
            if tool == Memory::Notepad && side == Color::White {
                seat.notes = vec![Note {
                    ply: 0,
                    text: "low works".to_owned(),
                }];
            }
        }
        if n == 4 {
            record.choices.black.as_mut().unwrap().fell_back = true;
        }
        ReadBack::Scored(record)
    };
    tools.into_iter().enumerate().map(record).collect()
}

fn findings() -> Findings {
    let bench = bench(&["openai:m"], "games = 5\nmemory = \"choose\"");
    let games = games(&bench);
    measure(&bench, &games)
}

#[test]
fn choices_notes_and_heat_counted_by_hand() {
    let findings = findings();
    let a = player(&findings.groups[0], "a");
    let choices = a.choices.as_ref().unwrap();
    // Ten choices, one of which could not be read: five of the notepad, four of none.
    counts(&choices.chosen[&Memory::Notepad], 5.0, 9.0, 5);
    counts(&choices.chosen[&Memory::None], 4.0, 9.0, 5);
    counts(&choices.chosen[&Memory::Ledger], 0.0, 9.0, 5);
    counts(&choices.fell_back, 1.0, 10.0, 5);
    assert_eq!(choices.each.len(), 10);
    assert_eq!(choices.each[0].why.as_deref(), Some("to learn"));
    assert_eq!(choices.each[0].side, Color::White);
    assert_eq!(choices.each[2].why, None);
    let [none, notepad] = &a.memories[..] else {
        panic!("{:?}", a.memories)
    };
    assert_eq!((none.memory, none.seats), (Memory::None, 5));
    assert_eq!((notepad.memory, notepad.seats), (Memory::Notepad, 5));
    assert_eq!(none.notes, None);
    // Five seats with two decisions beside the choice; three of them White's, with a note.
    counts(notepad.notes.as_ref().unwrap(), 3.0, 10.0, 3);
    counts(&notepad.hot, 5.0, 5.0, 3);
    counts(&none.hot, 0.0, 5.0, 3);
    counts(&notepad.attempt_legality, 10.0, 15.0, 3);
    counts(&none.attempt_legality, 5.0, 15.0, 3);
    counts(&notepad.score, 0.0, 0.0, 0);
}

#[test]
fn memories_are_compared_where_a_game_had_one() {
    let findings = findings();
    // No score against itself; legality and spend. Game 1, which had both, is left out: two
    // games against two, so at best 2 of 6 ways.
    let [legality, spend] = &findings.contrasts[..] else {
        panic!("{:?}", findings.contrasts)
    };
    assert_eq!(
        (
            legality.by.as_str(),
            legality.first.as_str(),
            legality.second.as_str()
        ),
        ("memory", "none", "notepad")
    );
    assert_eq!((legality.first_games, legality.second_games), (2, 2));
    close(legality.difference.value, 1.0 / 3.0 - 2.0 / 3.0);
    close(Some(legality.p), 2.0 / 6.0);
    close(Some(spend.p), 1.0);
    assert!(
        legality
            .difference
            .definition
            .contains("chose its memory itself")
    );
}
