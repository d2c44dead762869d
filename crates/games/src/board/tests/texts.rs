//! Texts in and out: UCI, SAN, FEN, drawings, and hostile ones.

use proptest::prelude::*;

use super::super::*;
use super::after;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Verdict {
    Legal,
    Illegal,
    Malformed,
}
use Verdict::{Illegal, Legal, Malformed};

fn verdict(board: &Board, text: &str) -> Verdict {
    let verdict = match board.check(text) {
        Ok(()) => Legal,
        Err(MoveError::Illegal { .. }) => Illegal,
        Err(MoveError::Malformed { .. }) => Malformed,
    };
    assert_eq!(board.is_legal(text), verdict == Legal, "{text}");
    assert_eq!(board.clone().play(text).is_ok(), verdict == Legal, "{text}");
    assert_eq!(board.san(text).is_ok(), verdict == Legal, "{text}");
    assert_eq!(board.facts(text).is_ok(), verdict == Legal, "{text}");
    assert_eq!(
        board.legal_moves().contains(&text.to_owned()),
        verdict == Legal
    );
    verdict
}

/// A position, and the texts that are legal, illegal and malformed there.
type Row = (Variant, &'static str, [&'static [&'static str]; 3]);

const VERDICTS: [Row; 4] = [
    (
        Variant::Standard,
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        [
            &["e1g1", "e1c1"],
            &["e1h1", "e1a1", "e1b1", "e1g1q", "N@f3"],
            &[
                "O-O", "e1e1", "e1i1", "e1e9", "e1e0", " e1g1", "e1g1 ", "e1g1\n", "e1-g1", "",
                "é1g1", "e1g１", "NN@f3", "@f3",
            ],
        ],
    ),
    (
        Variant::Standard,
        "8/4P1k1/8/8/8/8/6K1/8 w - - 0 1",
        [
            &["e7e8q", "e7e8n"],
            &["e7e8", "e7e8k", "e7e8p", "0000"],
            &["e7e8a", "e7e8Q", "E7E8Q", "e7e8=q", "e7e8qq"],
        ],
    ),
    (
        Variant::Gardner,
        Variant::Gardner.start_fen(),
        [&["a2a3"], &["a2a4"], &["f2f3", "a5a6", "a4a5c"]],
    ),
    (
        Variant::Grand12,
        Variant::Grand12.start_fen(),
        [
            &["a3a5", "l1b1"],
            &["a10b10", "a1a10", "a7a8c"],
            &["a03a5", "a3a11", "a3m5", "a3a100"],
        ],
    ),
];

#[test]
fn only_the_exact_text_is_legal() {
    for (variant, fen, texts) in VERDICTS {
        let board = Board::from_fen(variant, fen).unwrap();
        for (expected, texts) in [Legal, Illegal, Malformed].into_iter().zip(texts) {
            for text in texts {
                assert_eq!(verdict(&board, text), expected, "{text} in {fen}");
            }
        }
    }
}

#[test]
fn errors_name_what_they_saw() {
    let mut board = Board::new(Variant::Gardner);
    let before = board.fen();
    let error = board.play("e2e4").unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("\"e2e4\" is not legal in {before}")
    );
    let error = board.play("e2\ne4").unwrap_err();
    assert_eq!(error.to_string(), "\"e2\\ne4\" is no move of gardner");
    assert_eq!((board.fen(), board.ply()), (before, 0));
    let error = Board::from_fen(Variant::Standard, "8/8/8/8/8/8/8/8 w - - 0 1").unwrap_err();
    assert!(
        error.to_string().contains("is no position of chess"),
        "{error}"
    );
    for variant in Variant::ALL {
        assert_eq!(variant.as_str().parse(), Ok(variant));
        assert!(variant.start_fen().parse::<Variant>().is_err());
    }
}

#[test]
fn san_is_minimal() {
    for (fen, uci, san) in [
        // The other knight is pinned, so the plain text is enough.
        (
            "r1bqk1nr/ppp2ppp/2n5/3p4/1b1P4/2NB4/PPP2PPP/R1BQK1NR w KQkq - 2 6",
            "g1e2",
            "Ne2",
        ),
        ("8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 3 82", "a2c3", "Nac3"),
        ("8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 3 82", "e2c3", "Ne2c3"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", "O-O-O"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w Q - 0 1", "a1a8", "Ra8#"),
        ("3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1", "e7d8q", "exd8=Q+"),
    ] {
        let board = Board::from_fen(Variant::Standard, fen).unwrap();
        assert_eq!(board.san(uci).unwrap(), san);
    }
}

#[test]
fn san_is_read_as_people_write_it() {
    let pinned = "r1bqk1nr/ppp2ppp/2n5/3p4/1b1P4/2NB4/PPP2PPP/R1BQK1NR w KQkq - 2 6";
    let knights = "8/8/6K1/4k3/4N3/p4r2/N3N3/8 w - - 3 82";
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let promoting = "3r2k1/4P3/8/8/8/8/8/4K3 w - - 0 1";
    let passing = "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1";
    let grand = "11k/3r8/4P7/12/12/12/12/12/12/K11 w - - 0 1";
    for (fen, san, expected) in [
        (pinned, "Nge2", "g1e2"),
        (pinned, "Ng1e2", "g1e2"),
        (pinned, "Ne2!?", "g1e2"),
        (pinned, "e4", "illegal"),
        (knights, "Nec3", "ambiguous"),
        (knights, "N2c3", "ambiguous"),
        (knights, "Ne2c3", "e2c3"),
        (knights, "Nac3", "a2c3"),
        (castling, "0-0-0", "e1c1"),
        (castling, "O-O+", "e1g1"),
        (castling, "Kg1", "illegal"),
        (castling, "Z0", "malformed"),
        (castling, "--", "malformed"),
        (castling, "", "malformed"),
        (castling, "R", "malformed"),
        (castling, "é", "malformed"),
        (promoting, "exd8=Q+", "e7d8q"),
        (promoting, "exd8N", "e7d8n"),
        (promoting, "d8=Q", "illegal"),
        (promoting, "exd8", "illegal"),
        (promoting, "exd8=C", "malformed"),
        (promoting, "e8=Q", "e7e8q"),
        (passing, "cxb6", "c5b6"),
        (grand, "exd9=C", "e8d9c"),
        (grand, "exd9", "e8d9"),
        (grand, "e9", "e8e9"),
        (grand, "Ka10", "illegal"),
        (grand, "Ka11", "malformed"),
    ] {
        let variant = if fen == grand {
            Variant::Grand12
        } else {
            Variant::Standard
        };
        let board = Board::from_fen(variant, fen).unwrap();
        let read = match board.read_san(san) {
            Ok(uci) => uci,
            Err(SanError::Malformed { .. }) => "malformed".to_owned(),
            Err(SanError::Illegal { .. }) => "illegal".to_owned(),
            Err(SanError::Ambiguous { .. }) => "ambiguous".to_owned(),
        };
        assert_eq!(read, expected, "{san} in {fen}");
    }
}

#[test]
fn a_fen_is_cleaned_as_python_chess_does() {
    for (given, written) in [
        // En passant where no pawn attacks, where one does, and where it is pinned.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
        (
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
            "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        ),
        (
            "8/8/8/8/k2pP2R/8/8/K7 b - e3 0 1",
            "8/8/8/8/k2pP2R/8/8/K7 b - - 0 1",
        ),
        // Rights without a rook in its place, and no clocks.
        (
            "4k3/8/8/8/8/8/8/R3K3 w KQkq -",
            "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        ),
    ] {
        let board = Board::from_fen(Variant::Standard, given).unwrap();
        assert_eq!(board.fen(), written);
    }
    for hopeless in [
        "8/8/8/8/8/8/8/K7 w - - 0 1",
        "k7/8/8/8/8/8/8/KR6 w - - 0 1 extra words",
        "k6P/8/8/8/8/8/8/K7 w - - 0 1",
        "kR6/8/8/8/8/8/8/K7 w - - 0 1",
        "k7/8/8/8/8/8/K7 w - - 0 1",
        "k7/8/8/8/8/8/8/K8 w - - 0 1",
    ] {
        assert!(
            Board::from_fen(Variant::Standard, hopeless).is_err(),
            "{hopeless}"
        );
    }
}

#[test]
fn a_game_remembers_its_moves_and_takes_them_back() {
    let mut board = Board::replay(Variant::Standard, ["e2e4", "e7e5", "g1f3"]).unwrap();
    assert_eq!(board.moves(), ["e2e4", "e7e5", "g1f3"]);
    assert_eq!(
        (board.turn(), board.ply(), board.halfmove_clock()),
        (Color::Black, 3, 1)
    );
    assert_eq!(board.first_fen(), None);
    assert_eq!(board.undo().as_deref(), Some("g1f3"));
    assert_eq!(board.undo().as_deref(), Some("e7e5"));
    assert_eq!(
        board.fen(),
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    );
    assert_eq!(board.undo().as_deref(), Some("e2e4"));
    assert_eq!(
        (board.undo(), board.fen()),
        (None, Variant::Standard.start_fen().to_owned())
    );
    let from = after(Variant::Gardner, "4k/P4/5/5/4K w - - 3 9", "a4a5q");
    assert_eq!(from.first_fen(), Some("4k/P4/5/5/4K w - - 3 9"));
    assert_eq!(from.fen(), "Q3k/5/5/5/4K b - - 0 9");
}

#[test]
fn facts_of_a_move() {
    let fen = "3r2k1/4Pppp/8/8/8/8/8/R3K3 w Q - 0 1";
    let board = Board::from_fen(Variant::Standard, fen).unwrap();
    let facts = board.facts("e7d8q").unwrap();
    assert_eq!((facts.role, facts.captured), (Role::Pawn, Some(Role::Rook)));
    assert_eq!(
        (facts.promotion, facts.gives_check, facts.mates),
        (Some(Role::Queen), true, true)
    );
    let facts = board.facts("e1e2").unwrap();
    assert_eq!((facts.role, facts.captured), (Role::King, None));
    let quiet = board.facts("a1a7").unwrap();
    assert!(!quiet.gives_check && !quiet.mates);
    let passing = "4k3/8/8/1pP5/8/8/8/4K3 w - b6 0 1";
    let board = Board::from_fen(Variant::Standard, passing).unwrap();
    assert_eq!(board.facts("c5b6").unwrap().captured, Some(Role::Pawn));
    let checked = after(Variant::Gardner, "4k/5/5/R4/4K w - - 0 1", "a2a5");
    assert!(checked.in_check());
}

#[test]
fn drawings() {
    let board = after(Variant::Gardner, Variant::Gardner.start_fen(), "b2b3");
    let expected = concat!(
        " 5  r n b q k\n",
        " 4  p p p p p\n",
        " 3  . P . . .\n",
        " 2  P . P P P\n",
        " 1  R N B Q K\n",
        "    a b c d e   Black to move"
    );
    assert_eq!(board.to_string(), expected);
    let grand = Board::new(Variant::Grand12);
    assert!(grand.to_string().starts_with("10  r . . "));
    let pieces: Vec<(Square, Piece)> = grand.pieces().collect();
    assert_eq!(pieces.len(), 48);
    assert_eq!(pieces[0].0.to_string(), "a10");
    assert_eq!(pieces[0].1.letter(), 'r');
    assert_eq!(grand.piece_at(Square { file: 12, rank: 0 }), None);
    assert_eq!(
        Board::new(Variant::Gardner).piece_at(Square { file: 5, rank: 0 }),
        None
    );
}

proptest! {
    // Every move of every board is written and read again: few cases do.
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn hostile_texts_are_refused_without_panic(
        text in prop_oneof!["[a-l0-9nbrqkcapNBRQKCAOx@=+#-]{0,9}", ".{0,12}", any::<String>()],
        fen in prop_oneof!["[rnbqkpRNBQKP1-8/]{0,40}( [wb] [KQkq-]{1,4} [a-h1-8-]{1,2} [0-9]{1,12})?", any::<String>()],
    ) {
        for variant in Variant::ALL {
            verdict(&Board::new(variant), &text);
            let _ = Board::new(variant).read_san(&text);
            if let Ok(board) = Board::from_fen(variant, &fen) {
                let again = Board::from_fen(variant, &board.fen()).unwrap();
                prop_assert_eq!(again.fen(), board.fen());
                let _ = board.ending(Claims::Made);
                verdict(&board, &text);
            }
        }
    }

    #[test]
    fn texts_round_trip_in_random_play(
        picks in prop::collection::vec(any::<u32>(), 0..60),
        variant in prop::sample::select(&Variant::ALL[..]),
    ) {
        let mut board = Board::new(variant);
        let mut fens = Vec::new();
        for pick in picks {
            let moves = board.legal_moves();
            prop_assert_eq!(moves.len(), board.legal_move_count());
            let Some(text) = moves.get(pick as usize % moves.len().max(1)) else { break };
            prop_assert_eq!(verdict(&board, text), Legal);
            let uci = variant.parse_uci(text).unwrap();
            prop_assert_eq!(&uci.to_string(), text);
            fens.push(board.fen());
            let facts = board.facts(text).unwrap();
            for legal in &moves {
                let san = board.san(legal).unwrap();
                prop_assert_eq!(&board.read_san(&san).unwrap(), legal, "{}", san);
            }
            board.play(text).unwrap();
            prop_assert_eq!(board.in_check(), facts.gives_check);
            let again = Board::from_fen(variant, &board.fen()).unwrap();
            prop_assert_eq!(again.fen(), board.fen());
            prop_assert_eq!(again.legal_moves(), board.legal_moves());
        }
        let replayed = Board::replay(variant, board.moves()).unwrap();
        prop_assert_eq!(replayed.fen(), board.fen());
        while let Some(fen) = fens.pop() {
            prop_assert!(board.undo().is_some());
            prop_assert_eq!(board.fen(), fen);
        }
    }
}
