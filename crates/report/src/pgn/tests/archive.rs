//! Imported games, read back by another program whatever their files say.

use ludometer_instruments::token_chess::archive::played::ArchivedGame;
use ludometer_record::archive::{Evidence, Record};
use serde_json::{Value, json};

use super::{super::archive_game, reader::read_one};

const TURNS: &str =
    include_str!("../../../../instruments/src/token_chess/archive/fixtures/turns-game-001.json");
const TWO: &str =
    include_str!("../../../../instruments/src/token_chess/archive/fixtures/round2-game-001.json");
const MICRO: &str = include_str!(
    "../../../../instruments/src/token_chess/archive/fixtures/micro/budget-1/game-001.json"
);

fn written(path: &str, text: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut file: Value = serde_json::from_str(text).unwrap();
    change(&mut file);
    let (evidence, original) = Evidence::read(file.to_string().as_bytes()).unwrap();
    let record = Record {
        path: path.to_owned(),
        evidence,
        original,
    };
    archive_game(&ArchivedGame::of(&record).unwrap())
}

#[test]
fn moves_result_and_last_position_are_the_file_s() {
    let game = read_one(&written("turns.json", TURNS, |_| {}));
    let (moves, fen) = game.moves();
    assert_eq!(moves, ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]);
    assert_eq!(
        fen,
        "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3"
    );
    assert_eq!(game.tag("Result"), Some("1/2-1/2"));
    assert_eq!(
        game.tag("TerminationDetails"),
        Some("adjudicated, a side exhausted")
    );
    assert_eq!(game.tag("WhiteMemoryReason"), Some("plans"));
    assert!(
        game.comments[1].contains("spent 2; t 1, t 0.7; left 2"),
        "{:?}",
        game.comments
    );
    let said = game.comments.last().unwrap().replace('\n', " ");
    assert!(said.contains("+60 cp for White at depth 10"), "{said}");
    let mate = read_one(&written("two.json", TWO, |_| {}));
    assert_eq!(mate.sans.last().map(String::as_str), Some("Qh4#"));
    assert_eq!(mate.tag("Result"), Some("0-1"));
    assert_eq!(mate.tag("Termination"), Some("normal"));
}

#[test]
fn a_small_board_says_which_it_is() {
    let text = written("micro/budget-1/game.json", MICRO, |_| {});
    assert!(text.contains("[Variant \"gardner\"]"), "{text}");
    assert!(text.contains("[SetUp \"1\"]"), "{text}");
    assert!(text.contains("Black: spent 1"), "{text}");
}

#[test]
fn a_hostile_file_is_one_game() {
    let hostile = "x\"]\n\n[Event \"y\"]\n\n1. e4 {} 1-0 \u{1b}[2J";
    let text = written(hostile, TURNS, |file| {
        file["white_player"] = json!(hostile);
        file["tool_choices"]["white"]["why"] = json!(hostile);
        file["turns"][0]["notes"] = json!([{ "ply": 0, "note": hostile }, hostile]);
        file["outcome"] = json!(hostile);
    });
    let game = read_one(&text);
    assert_eq!(game.moves().0.len(), 5);
    assert!(!text.contains('\u{1b}'));
}

#[test]
fn a_move_that_is_not_legal_ends_the_game_and_is_told() {
    let game = read_one(&written("x.json", TURNS, |file| {
        file["turns"][2]["picked"] = json!("e1e5");
    }));
    assert_eq!(game.sans.len(), 2);
    let last = game.comments.last().unwrap().replace('\n', " ");
    assert!(last.contains("ply 3: e1e5 is no legal move"), "{last}");
}
