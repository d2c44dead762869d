//! Moves, notation and positions, against the engine's own words in `moves.txt`.

use proptest::prelude::*;

use super::*;
use crate::uci::UciText;

const FIXTURE: &str = include_str!("moves.txt");

fn rules(name: &str) -> &'static Rules {
    [&GARDNER, &GRAND12]
        .into_iter()
        .find(|rules| rules.name == name)
        .unwrap()
}

fn rows(kind: &str) -> impl Iterator<Item = (&'static Rules, &'static str, &'static str)> {
    FIXTURE.lines().filter_map(move |line| {
        let mut fields = line.split('|').map(str::trim);
        let is_row = !line.starts_with('#') && fields.next() == Some(kind);
        is_row.then(|| {
            let mut next = || fields.next().unwrap();
            (rules(next()), next(), next())
        })
    })
}

fn at(rules: &'static Rules, fen: &str) -> Position {
    Position::from_fen(rules, fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn texts(position: &Position) -> Vec<String> {
    let moves = position.moves();
    let mut all: Vec<String> = moves.iter().map(|m| m.uci().to_string()).collect();
    all.sort();
    all
}

fn named(position: &Position, text: &str) -> Move {
    let uci = UciText::parse(text, position.rules().size, position.rules().roles).unwrap();
    position
        .resolve(uci)
        .unwrap_or_else(|| panic!("{text} in {position:?}"))
}

#[test]
fn moves_are_the_engines() {
    let mut promotions = 0;
    for (rules, fen, moves) in rows("moves") {
        let position = at(rules, fen);
        assert_eq!(texts(&position).join(" "), moves, "{fen}");
        promotions += position
            .moves()
            .iter()
            .filter(|m| m.promotion().is_some())
            .count();
        assert_eq!(position.perft(1), moves.split_whitespace().count() as u64);
        assert_eq!(position.has_move(), !moves.is_empty());
    }
    assert!(promotions > 100, "{promotions} promotions in the fixture");
}

#[test]
fn games_lead_where_the_engine_says() {
    for (rules, moves, fen) in rows("game") {
        let mut position = Position::start(rules);
        for text in moves.split_whitespace() {
            position = position.after(named(&position, text));
            assert_eq!(at(rules, &position.fen()), position);
        }
        assert_eq!(position.fen(), fen);
    }
    assert_eq!(rows("game").count(), 6);
}

#[test]
fn san_is_pyffishs() {
    let mut disambiguated = 0;
    for (rules, fen, pairs) in rows("san") {
        let position = at(rules, fen);
        let words: Vec<&str> = pairs.split_whitespace().collect();
        for pair in words.chunks(2) {
            let san = position.san(named(&position, pair[0]));
            assert_eq!(san, pair[1], "{} in {fen}", pair[0]);
            let plain = san.replace(['x', '+', '#'], "");
            disambiguated +=
                usize::from(plain.starts_with(|c: char| c.is_uppercase()) && plain.len() > 4);
        }
    }
    assert!(
        disambiguated > 3,
        "{disambiguated} moves with disambiguation"
    );
}

#[test]
fn the_engine_is_told_the_same_start() {
    assert!(GRAND12_INI.contains(&format!("startFen = {}\n", GRAND12.start)));
    assert!(include_str!("README.md").contains(GRAND12_INI));
    for rules in [&GARDNER, &GRAND12] {
        assert_eq!(Position::start(rules).fen(), rules.start);
        assert_eq!(
            rules.name.parse::<crate::Variant>().unwrap().start_fen(),
            rules.start
        );
        assert_eq!(open(rules.name).unwrap().id(), rules.name);
    }
    assert!(open("grand").is_err());
}

#[test]
fn perft_deeper() {
    // Counted by Fairy-Stockfish 11.1; `benches/perft.rs` goes a ply further.
    assert_eq!(Position::start(&GARDNER).perft(6), 572_874);
    assert_eq!(Position::start(&GRAND12).perft(3), 563_082);
}

#[test]
fn promotion_is_limited_optional_and_mandatory() {
    let promotions = |fen: &str| -> String {
        let position = at(&GRAND12, fen);
        let pawn_moves = texts(&position)
            .into_iter()
            .filter(|m| m.starts_with("e7") || m.starts_with("e8") || m.starts_with("e9"));
        pawn_moves.collect::<Vec<_>>().join(" ")
    };
    // Short of the last rank a pawn may stay one.
    assert_eq!(
        promotions("11k/12/12/4P7/12/12/12/12/12/K11 w - - 0 1"),
        "e7e8 e7e8a e7e8b e7e8c e7e8n e7e8q e7e8r"
    );
    assert_eq!(
        promotions("11k/4P7/12/12/12/12/12/12/12/K11 w - - 0 1"),
        "e9e10a e9e10b e9e10c e9e10n e9e10q e9e10r"
    );
    // Own pieces on the board bar more of their kind; the other side's do not.
    assert_eq!(
        promotions("1k5q4/4P7/12/12/12/12/12/NNQCA7/12/K11 w - - 0 1"),
        "e9e10b e9e10r"
    );
    // With every limit reached, the last rank is closed and the one before is not.
    let full = "NNBBRRQCA3/12";
    assert_eq!(
        promotions(&format!("11k/4P7/12/12/12/12/12/{full}/K11 w - - 0 1")),
        ""
    );
    assert_eq!(
        promotions(&format!("11k/12/4P7/12/12/12/12/{full}/K11 w - - 0 1")),
        "e8e9"
    );
}

#[test]
fn an_en_passant_square_is_kept_only_for_a_legal_capture() {
    let played = |fen: &str| {
        let position = at(&GRAND12, fen);
        position.after(named(&position, "e3e5"))
    };
    // Black's pawn on d5 could take on e4.
    let fen = "11k/12/12/12/12/3p8/12/4P7/12/K11 w - - 0 1";
    assert_eq!(
        played(fen).epd(),
        "11k/12/12/12/12/3pP7/12/12/12/K11 b - e4"
    );
    // Nobody stands beside it.
    let fen = "11k/12/12/12/12/2p9/12/4P7/12/K11 w - - 0 1";
    assert!(played(fen).epd().ends_with("b - -"));
    // The pawn is pinned along the rank that both pawns would leave.
    let fen = "12/12/12/12/12/k2p7R/12/4P7/12/K11 w - - 0 1";
    assert!(played(fen).epd().ends_with("b - -"));
    let given = at(&GRAND12, "12/12/12/12/12/k2pP6R/12/12/12/K11 b - e4 0 1");
    assert!(!texts(&given).contains(&"d5e4".to_owned()));
}

#[test]
fn hopeless_material() {
    let draw = |pieces: &str| {
        let fen = format!("11k/12/12/12/12/12/12/12/{pieces}/K11 w - - 0 1");
        at(&GRAND12, &fen).is_insufficient_material()
    };
    for drawn in ["12", "N11", "n11", "B11", "B1b9", "B1B9"] {
        assert!(draw(drawn), "{drawn}");
    }
    for open in [
        "A11", "C11", "R11", "Q11", "P11", "NN10", "NB10", "Nn10", "Bb10", "BB10", "Nc10", "Na10",
        "Ba10", "a11",
    ] {
        assert!(!draw(open), "{open}");
    }
}

#[test]
fn texts_that_are_no_position() {
    for (fen, complaint) in [
        ("", "0 fields"),
        ("rnbqk/ppppp/5/PPPPP/RNBQK w -", "3 fields"),
        ("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1 1", "7 fields"),
        ("rnbqk/ppppp/5/PPPPP w - - 0 1", "do not fill"),
        ("rnbqk/ppppp/5/PPPPP/RNBQK/5 w - - 0 1", "do not fill"),
        ("rnbqk/ppppp/6/PPPPP/RNBQK w - - 0 1", "do not fill"),
        ("rnbqk/ppppp/4/PPPPP/RNBQK w - - 0 1", "do not fill"),
        ("rnbqk/ppppp/99999/PPPPP/RNBQK w - - 0 1", "do not fill"),
        ("rnbqk/pppppp/5/PPPPP/RNBQK w - - 0 1", "do not fill"),
        ("rnbqk/ppppp/05/PPPPP/RNBQK w - - 0 1", "do not fill"),
        ("rnbqk/ppxpp/5/PPPPP/RNBQK w - - 0 1", "no piece 'x'"),
        ("rnbqk/ppppp/5/PPPPP/RNAQK w - - 0 1", "no piece 'A'"),
        ("rnbqk/pp~pp/5/PPPPP/RNBQK w - - 0 1", "no piece '~'"),
        ("rnbqk/ppppp/5/PPPPP/RNBQK W - - 0 1", "no side"),
        ("rnbqk/ppppp/5/PPPPP/RNBQK w KQ - 0 1", "castling"),
        ("rnbqk/ppppp/5/PPPPP/RNBQK w - a3 0 1", "en passant"),
        ("rnbqk/ppppp/5/PPPPP/RNBQK w - - x 1", "no number"),
        ("rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 -1", "no number"),
        ("rnbqq/ppppp/5/PPPPP/RNBQK w - - 0 1", "0 kings for black"),
        ("rnbkk/ppppp/5/PPPPP/RNBQK w - - 0 1", "2 kings for black"),
        ("P3k/5/5/5/4K w - - 0 1", "a pawn on a5"),
        ("R3k/5/5/5/4K w - - 0 1", "black is in check"),
    ] {
        let error = Position::from_fen(&GARDNER, fen).unwrap_err().to_string();
        assert!(error.contains(complaint), "{fen}: {error}");
    }
    let twice = "k11/12/12/12/4P7/12/12/12/12/K11 b - e5 0 1";
    assert!(Position::from_fen(&GRAND12, twice).is_err());
}

proptest! {
    #[test]
    fn no_text_panics(text in "[rnbqkacpRNBQKACP0-9/ w-]{0,80}", any in ".{0,40}") {
        for rules in [&GARDNER, &GRAND12] {
            for text in [&text, &any] {
                if let Ok(position) = Position::from_fen(rules, text) {
                    prop_assert_eq!(at(rules, &position.fen()), position);
                }
            }
        }
    }

    #[test]
    fn random_play_keeps_its_invariants(picks in prop::collection::vec(any::<u32>(), 0..120), large: bool) {
        let rules = if large { &GRAND12 } else { &GARDNER };
        let mut position = Position::start(rules);
        for pick in picks {
            let moves = position.moves();
            if moves.is_empty() {
                break;
            }
            let chosen = moves[pick as usize % moves.len()];
            prop_assert_eq!(position.resolve(chosen.uci()), Some(chosen));
            position = position.after(chosen);
            let again = at(rules, &position.fen());
            prop_assert_eq!(&again, &position);
            prop_assert_eq!(again.fingerprint(), position.fingerprint());
            prop_assert_eq!(again.fen(), position.fen());
        }
    }
}
