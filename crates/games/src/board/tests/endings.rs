//! Endings against python-chess's, and the same rules on the other boards.

use super::super::*;
use super::after;

/// Written by `endings.py`.
const GAMES: &str = include_str!("../endings.txt");

/// "ply ending winner" wherever the ending changes.
fn note(changes: &mut Vec<(usize, String)>, ply: usize, ending: Option<BoardEnding>) {
    let word = ending.map_or("-".to_owned(), |ending| {
        let winner = ending.winner.map_or("draw".to_owned(), |w| w.to_string());
        format!("{} {winner}", ending.kind)
    });
    if changes.last().is_none_or(|(_, before)| *before != word) {
        changes.push((ply, word));
    }
}

fn written(changes: &[(usize, String)]) -> String {
    let all: Vec<String> = changes
        .iter()
        .map(|(ply, word)| format!("{ply} {word}"))
        .collect();
    all.join(", ")
}

#[test]
fn endings_are_python_chesss() {
    let mut kinds = std::collections::BTreeSet::new();
    let mut games = 0;
    for line in GAMES.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [fen, moves, made, not_made, half, last] = fields[..] else {
            panic!("{line}");
        };
        let moves: Vec<&str> = moves.split_whitespace().collect();
        let mut board = Board::from_fen(Variant::Standard, fen).unwrap();
        let (mut with, mut without) = (Vec::new(), Vec::new());
        for ply in 0..=moves.len() {
            note(&mut with, ply, board.ending(Claims::Made));
            note(&mut without, ply, board.ending(Claims::NotMade));
            kinds.extend(board.ending(Claims::Made).map(|ending| ending.kind));
            kinds.extend(board.ending(Claims::NotMade).map(|ending| ending.kind));
            if ply == moves.len() / 2 {
                assert_eq!(board.fen(), half);
            }
            if let Some(text) = moves.get(ply) {
                board.play(text).unwrap();
            }
        }
        assert_eq!(written(&with), made, "with claims: {fen} {moves:?}");
        assert_eq!(
            written(&without),
            not_made,
            "without claims: {fen} {moves:?}"
        );
        assert_eq!(board.fen(), last);
        games += 1;
    }
    assert_eq!(games, 200);
    assert_eq!(kinds.len(), EndingKind::ALL.len(), "seen: {kinds:?}");
}

fn kind(board: &Board, claims: Claims) -> Option<EndingKind> {
    board.ending(claims).map(|ending| ending.kind)
}

/// The start again after four plies, on each board.
const SHUFFLES: [(Variant, [&str; 4]); 3] = [
    (Variant::Standard, ["g1f3", "g8f6", "f3g1", "f6g8"]),
    (Variant::Gardner, ["b1a3", "b5c3", "a3b1", "c3b5"]),
    (Variant::Grand12, ["b2a4", "b9a7", "a4b2", "a7b9"]),
];

#[test]
fn a_threefold_is_claimed_a_ply_before_it_is_on_the_board() {
    for (variant, shuffle) in SHUFFLES {
        let mut board = Board::new(variant);
        for (ply, text) in shuffle.iter().cycle().take(16).enumerate() {
            let claimed = (ply >= 7).then_some(EndingKind::ThreefoldRepetition);
            assert_eq!(kind(&board, Claims::Made), claimed, "{variant} at {ply}");
            assert_eq!(kind(&board, Claims::NotMade), None, "{variant} at {ply}");
            board.play(text).unwrap();
        }
        let fivefold = Some(EndingKind::FivefoldRepetition);
        assert_eq!(kind(&board, Claims::NotMade), fivefold);
        assert_eq!(kind(&board, Claims::Made), fivefold);
        board.undo();
        assert_eq!(kind(&board, Claims::NotMade), None);
    }
}

#[test]
fn a_claim_needs_the_same_right_to_castle_and_to_take() {
    // The rights go with the first rook move: the start itself never recurs.
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let shuffle = "h1g1 h8g8 g1h1 g8h8 h1g1 h8g8 g1h1 g8h8 h1g1";
    let board = after(Variant::Standard, fen, shuffle);
    let threefold = Some(EndingKind::ThreefoldRepetition);
    assert_eq!(kind(&board, Claims::Made), threefold);
    let mut board = board;
    while board.undo().is_some() {
        assert_eq!(
            kind(&board, Claims::Made),
            None,
            "after {} plies",
            board.ply()
        );
    }
    // An en passant square on which only a pinned pawn could take does not count.
    let pinned = "8/8/8/8/k2p3R/8/4P3/K7 w - - 0 1";
    let board = after(
        Variant::Standard,
        pinned,
        "e2e4 a4a5 a1a2 a5a4 a2a1 a4a5 a1a2 a5a4",
    );
    assert_eq!(
        kind(&board, Claims::Made),
        Some(EndingKind::ThreefoldRepetition)
    );
}

#[test]
fn fifty_moves_are_claimed_a_ply_before_and_seventy_five_are_not() {
    for (variant, pieces) in [
        (Variant::Standard, "7k/8/8/8/8/8/8/KR6"),
        (Variant::Gardner, "4k/5/5/5/KR3"),
        (Variant::Grand12, "11k/12/12/12/12/12/12/12/12/KR10"),
    ] {
        let at = |clock: u32| {
            let fen = format!("{pieces} b - - {clock} 90");
            Board::from_fen(variant, &fen).unwrap()
        };
        for (clock, claimed, forced) in [
            (98, None, None),
            (99, Some(EndingKind::FiftyMoves), None),
            (100, Some(EndingKind::FiftyMoves), None),
            (149, Some(EndingKind::FiftyMoves), None),
            (
                150,
                Some(EndingKind::SeventyFiveMoves),
                Some(EndingKind::SeventyFiveMoves),
            ),
        ] {
            assert_eq!(kind(&at(clock), Claims::Made), claimed, "{variant} {clock}");
            assert_eq!(
                kind(&at(clock), Claims::NotMade),
                forced,
                "{variant} {clock}"
            );
        }
    }
    // The only move takes the pawn: there is no hundredth quiet ply to intend.
    let board = Board::from_fen(Variant::Standard, "7k/8/8/8/8/8/1q6/K7 w - - 99 90").unwrap();
    assert_eq!(board.legal_moves(), ["a1b2"]);
    assert_eq!(kind(&board, Claims::Made), None);
    // The only move mates, and after the end there is nothing to claim.
    let mating = "N1k5/1pPp4/3P4/8/8/p1p5/P1P5/KB6 w - - 99 90";
    let mut board = Board::from_fen(Variant::Standard, mating).unwrap();
    assert_eq!(board.legal_moves(), ["a8b6"]);
    assert_eq!(kind(&board, Claims::Made), None);
    board.play("a8b6").unwrap();
    assert_eq!(kind(&board, Claims::Made), Some(EndingKind::Checkmate));
}

#[test]
fn mate_stalemate_and_dead_material_on_every_board() {
    use EndingKind::{Checkmate, InsufficientMaterial, Stalemate};
    // Stalemate with dead material is called dead material.
    let both = "k7/8/1K1B4/8/8/8/8/8 b - - 0 90";
    let board = Board::from_fen(Variant::Standard, both).unwrap();
    assert!(board.legal_moves().is_empty());
    assert_eq!(kind(&board, Claims::NotMade), Some(InsufficientMaterial));
    for (variant, fen, expected) in [
        (
            Variant::Standard,
            "7k/6Q1/6K1/8/8/8/8/8 b - - 150 90",
            Checkmate,
        ),
        (
            Variant::Standard,
            "7k/5Q2/6K1/8/8/8/8/8 b - - 150 90",
            Stalemate,
        ),
        (
            Variant::Standard,
            "7k/8/6K1/8/8/8/8/6B1 b - - 0 90",
            InsufficientMaterial,
        ),
        (Variant::Gardner, "4k/3Q1/3K1/5/5 b - - 150 90", Checkmate),
        (Variant::Gardner, "4k/5/3Q1/3K1/5 b - - 150 90", Stalemate),
        (
            Variant::Gardner,
            "4k/5/5/4K/4N b - - 0 90",
            InsufficientMaterial,
        ),
        (
            Variant::Grand12,
            "11k/10Q1/10K1/12/12/12/12/12/12/12 b - - 150 90",
            Checkmate,
        ),
        (
            Variant::Grand12,
            "11k/9Q2/10K1/12/12/12/12/12/12/12 b - - 150 90",
            Stalemate,
        ),
        (
            Variant::Grand12,
            "11k/12/10K1/12/12/12/12/12/12/B11 b - - 0 90",
            InsufficientMaterial,
        ),
    ] {
        let board = Board::from_fen(variant, fen).unwrap();
        let ending = board.ending(Claims::Made).unwrap();
        assert_eq!(ending.kind, expected, "{fen}");
        let winner = (expected == Checkmate).then_some(Color::White);
        assert_eq!(ending.winner, winner, "{fen}");
        assert_eq!(
            board.legal_moves().is_empty(),
            expected != InsufficientMaterial
        );
    }
}

#[test]
fn words_of_endings_round_trip() {
    for kind in EndingKind::ALL {
        assert_eq!(kind.as_str().parse(), Ok(kind));
        let json = serde_json::to_string(&kind).unwrap();
        assert_eq!(json, format!("\"{kind}\""));
    }
    assert!("adjudication".parse::<EndingKind>().is_err());
    let won = BoardEnding {
        kind: EndingKind::Checkmate,
        winner: Some(Color::Black),
    };
    assert_eq!(won.to_string(), "checkmate, black wins");
}
