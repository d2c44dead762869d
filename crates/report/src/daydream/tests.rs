use ludometer_games::{Board, Color, Variant};
use ludometer_instruments::probe::game::Game;
use ludometer_instruments::probe::legality::Legality;
use ludometer_instruments::probe::turn::{Attempt, Turn};

use super::{Frame, SweepCell, dream_sheet, legality, sweep};
use crate::document::terminal;

fn attempt(text: &str, legal: bool) -> Attempt {
    Attempt {
        text: text.to_owned(),
        legal,
    }
}

fn turn() -> Turn {
    Turn {
        ply: 0,
        side: Color::White,
        attempts: vec![
            attempt("a1a4", false),
            attempt("<b>&", false),
            attempt("b2b3", true),
        ],
        played: "b2b3".to_owned(),
        forced: false,
    }
}

fn game() -> Game {
    Game {
        side: Some(Color::White),
        turns: vec![turn()],
        moves: vec!["b2b3".to_owned()],
        ending: None,
        clean: true,
    }
}

#[test]
fn a_ghost_a_struck_text_and_the_move() {
    let board = Board::new(Variant::Gardner);
    let turn = turn();
    let svg = dream_sheet(
        "A <dream>",
        "under",
        Variant::Gardner,
        &[Frame {
            board: &board,
            turn: Some(&turn),
        }],
    );
    assert_eq!(svg.matches("class=\"ghost\"").count(), 1);
    assert_eq!(svg.matches("class=\"phantom piece white\"").count(), 1);
    assert_eq!(svg.matches("class=\"to\"").count(), 1);
    assert!(svg.contains("&lt;b&gt;&amp;") && !svg.contains("<b>"));
    assert!(svg.contains("1. b3 (3 samples)"));
    assert!(svg.contains("A &lt;dream&gt;"));
}

#[test]
fn tables_say_share_counts_and_interval() {
    let found = Legality::of(&[game(), game()]);
    let text = terminal(&legality(&found), 110);
    let line = text
        .lines()
        .find(|line| line.contains("first-try legality"))
        .unwrap();
    assert!(line.contains("0.0") && line.contains("0/2"), "{line}");
    let line = text
        .lines()
        .find(|line| line.contains("legal samples"))
        .unwrap();
    assert!(line.contains("33.3") && line.contains("2/6"), "{line}");
    let cell = |soft_cap| SweepCell {
        temperature: 0.8,
        soft_cap,
        legality: found.clone(),
    };
    let text = terminal(&sweep(&[cell(Some(2.0)), cell(None)]), 140);
    assert!(text.contains("cap 2") && text.contains("no cap"), "{text}");
}

#[test]
fn a_curve_marks_its_lowest_point_and_survives_nothing_to_show() {
    let point = |step, held_out| super::Point {
        step,
        training: held_out - 0.1,
        held_out,
    };
    let svg = super::curve_svg("x", &[point(50, 2.0), point(100, 1.25), point(150, 1.5)]);
    assert!(svg.contains("lowest held-out loss 1.2500 nats a character, after 100 steps"));
    assert_eq!(svg.matches("<polyline").count(), 2);
    for points in [&[][..], &[point(50, f64::NAN)]] {
        assert!(!super::curve_svg("x", points).contains("NaN,"));
    }
}
