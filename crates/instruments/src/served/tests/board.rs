use ludometer_games::{Color, Variant};
use ludometer_record::ending::{GameResult, Termination};
use serde_json::{Value, json};

use super::{answered, call, chess, object, play, played, reply};
use crate::served::{CallClass, Heard, OpponentError, Over, Refused, ServedBoard};

const DRAW: GameResult = GameResult::Draw;

#[test]
fn fools_mate_as_text() {
    let mut game = chess(Color::Black);
    assert!(game.awaits_opponent());
    played(&mut game, "f2f3 e7e5 g2g4 d8h4");
    let over = Over {
        result: GameResult::SecondWins,
        termination: Termination::Checkmate,
    };
    assert_eq!(game.over(), Some(over));
    assert!(!game.awaits_opponent());
    let golden = concat!(
        r#"{"fen":"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3","#,
        r#""board":" 8  r n b . k b n r\n 7  p p p p . p p p\n 6  . . . . . . . .\n 5  . . . . p . . .\n"#,
        r#" 4  . . . . . . P q\n 3  . . . . . P . .\n 2  P P P P P . . P\n 1  R N B Q K B N R\n"#,
        r#"    a b c d e f g h   White to move","side_to_move":"white","you_are":"black","ply":4,"#,
        r#""in_check":true,"game_over":true,"result":"0-1","termination":"checkmate","last_moves":["#,
        r#"{"ply":3,"actor":"engine","uci":"g2g4","san":"g4","#,
        r#""fen_after":"rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2","#,
        r#""at_unix":1772366402.5,"engine_seconds":1.5},"#,
        r#"{"ply":4,"actor":"agent","uci":"d8h4","san":"Qh4#","#,
        r#""fen_after":"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3","#,
        r#""at_unix":1772366400.25}]}"#,
    );
    assert_eq!(game.state().text, golden);
}

#[test]
fn the_same_calls_say_the_same_again() {
    let texts = |_| {
        let mut game = chess(Color::White);
        let first = game.state().text;
        let refused = answered(game.call(&play("e2e5"))).1.text;
        played(&mut game, "e2e4 e7e5");
        (first, refused, game.state().text)
    };
    assert_eq!(texts(0), texts(1));
}

#[test]
fn a_start_tells_no_more_than_the_board() {
    let state = object(&chess(Color::White).state());
    let keys: Vec<&str> = state
        .as_object()
        .unwrap()
        .keys()
        .map(String::as_str)
        .collect();
    assert_eq!(
        keys,
        [
            "fen",
            "board",
            "side_to_move",
            "you_are",
            "ply",
            "in_check",
            "game_over",
            "result",
            "termination",
            "last_moves"
        ]
    );
    assert_eq!(state["result"], Value::Null);
    assert_eq!(state["last_moves"], json!([]));
}

/// python-chess 1.11.2 gives these verdicts, but for `e1h1`, which the rule of
/// `ludometer_games::uci` refuses.
#[test]
fn texts_of_moves_are_taken_exactly() {
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let promoting = "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1";
    let class = |fen: &str, text: &str| {
        let board = ludometer_games::Board::from_fen(Variant::Standard, fen).unwrap();
        let mut game = ServedBoard::on(board, ludometer_record::Seat::First, 240);
        game.call(&play(text)).class()
    };
    for (fen, text, expected) in [
        (castling, "e1g1", CallClass::Moved),
        (castling, "e1h1", CallClass::IllegalMove),
        (castling, "e1b1", CallClass::IllegalMove),
        (promoting, "e7e8q", CallClass::Moved),
        (promoting, "e7e8n", CallClass::Moved),
        (promoting, "e7e8", CallClass::IllegalMove),
        (promoting, "e7e8k", CallClass::IllegalMove),
        (promoting, "0000", CallClass::IllegalMove),
        (promoting, "e7e8Q", CallClass::MalformedMove),
        (promoting, "E7E8Q", CallClass::MalformedMove),
        (promoting, "e7e8=q", CallClass::MalformedMove),
        (promoting, " e7e8q", CallClass::MalformedMove),
        (promoting, "", CallClass::MalformedMove),
    ] {
        assert_eq!(class(fen, text), expected, "{text:?} in {fen}");
    }
}

/// As python-chess 1.11.2 ends it: Black may claim with the intended f6g8.
#[test]
fn a_draw_is_claimed_through_an_intended_move() {
    let mut game = chess(Color::White);
    played(&mut game, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1");
    let termination = Termination::ThreefoldRepetition;
    assert_eq!(
        game.over(),
        Some(Over {
            result: DRAW,
            termination
        })
    );
    let state = object(&game.state());
    assert_eq!(state["result"], "1/2-1/2");
    assert_eq!(state["termination"], "threefold-repetition");
    assert_eq!(
        game.opponent_moves(&reply("f6g8")),
        Err(OpponentError::Turn)
    );
}

#[test]
fn the_cap_is_a_draw_and_a_mate_on_it_is_a_mate() {
    let capped = |cap| {
        let mut game = ServedBoard::new(Variant::Standard, Color::Black, cap);
        played(&mut game, "f2f3 e7e5 g2g4 d8h4");
        game.over().unwrap()
    };
    assert_eq!(capped(4).termination, Termination::Checkmate);
    let mut game = ServedBoard::new(Variant::Standard, Color::Black, 3);
    played(&mut game, "f2f3 e7e5 g2g4");
    let termination = Termination::PlyCap;
    assert_eq!(
        game.over(),
        Some(Over {
            result: DRAW,
            termination
        })
    );
    assert_eq!(answered(game.call(&play("d8h4"))).0, CallClass::AfterEnd);
}

#[test]
fn an_opponent_that_moves_illegally_changes_nothing() {
    let mut game = chess(Color::Black);
    let before = game.state();
    let error = game.opponent_moves(&reply("e2e5")).unwrap_err();
    assert!(matches!(error, OpponentError::Move(Refused::Illegal(_))));
    assert_eq!(game.state(), before);
    assert_eq!(answered(game.call(&play("e7e5"))).0, CallClass::NotYourTurn);
    game.opponent_moves(&reply("e2e4")).unwrap();
    assert_eq!(
        game.opponent_moves(&reply("e7e5")),
        Err(OpponentError::Turn)
    );
}

#[test]
fn giving_up_loses_for_either_colour() {
    for (you, score) in [(Color::White, "0-1"), (Color::Black, "1-0")] {
        let mut game = chess(you);
        if you == Color::Black {
            game.opponent_moves(&reply("e2e4")).unwrap();
        }
        assert_eq!(game.call(&call("resign", json!({}))), Heard::Resigned);
        let state = object(&game.state());
        assert_eq!(
            (&state["result"], &state["termination"]),
            (&json!(score), &json!("resignation"))
        );
        assert!(!game.awaits_opponent());
    }
}

#[test]
fn all_boards_are_served() {
    for (variant, text, pieces) in [
        (Variant::Standard, "e2e4", "n, b, r, q"),
        (Variant::Gardner, "c2c3", "n, b, r, q"),
        (Variant::Grand12, "e3e5", "n, b, r, q, a, c"),
    ] {
        let mut game = ServedBoard::new(variant, Color::White, 240);
        let play_move = &game.tools()[1];
        let notation = play_move.parameters["properties"]["move"]["description"]
            .as_str()
            .unwrap();
        assert!(notation.contains(text), "the example of {variant} is legal");
        assert!(notation.contains(pieces), "{variant}: {notation}");
        assert_eq!(game.call(&play(text)), Heard::Moved, "{variant}");
        assert!(game.awaits_opponent());
    }
}
