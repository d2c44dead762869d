//! Every game that is written is read back to the same moves by pgn-reader and shakmaty,
//! whatever models have said in it.

use std::collections::BTreeMap;

use ludometer_daydream::{Setting, Tier};
use ludometer_games::{Board, BoardEnding, ByColor, Claims, Color, EndingKind, Variant};
use ludometer_instruments::{
    token_chess::{
        Choice, Economy, GameRecord, Memory, Rules,
        record::{Asker, Attempt, Batch, End, MovedBy, Note, Played, SeatTally, TextClass, Turn},
    },
    tool::board_of,
};
use ludometer_record::{
    GameId, PlayerName,
    desk::{Score, Verdict},
    ending::{Ending, GameResult, Termination, VoidCause},
};
use proptest::prelude::*;

mod archive;
mod ladder;
mod reader;

use reader::{Read, in_form, read, read_one};

use super::{PgnDate, PgnGame, PgnHead, PgnResult, game, games};

fn setting(temperature: f64, cap: Option<f64>) -> Setting {
    Setting::new(temperature, cap).unwrap()
}

fn turn(ply: u32, side: Color, text: &str) -> Turn {
    let attempt = |text: &str, class| Attempt {
        text: text.to_owned(),
        class,
    };
    Turn {
        ply,
        side,
        legal_moves: 20,
        batches: vec![Batch {
            setting: setting(0.9, None),
            by: Asker::Player,
            attempts: vec![
                attempt(text, TextClass::Legal),
                attempt("zzzz", TextClass::Malformed),
            ],
        }],
        candidates: vec![text.to_owned()],
        played: Some(Played {
            text: text.to_owned(),
            by: MovedBy::Player,
        }),
        spent: 1,
        bank_after: 5,
    }
}

/// A record of these moves.
fn record(tier: Tier, moves: &[&str]) -> GameRecord {
    let board = Board::replay(board_of(tier), moves).unwrap();
    let player = |name: &str| PlayerName::new(name).unwrap();
    let side = |at: usize| {
        if at.is_multiple_of(2) {
            Color::White
        } else {
            Color::Black
        }
    };
    GameRecord {
        id: GameId::new("a.vs.b.0000").unwrap(),
        condition: String::new(),
        rules: Rules::published(Economy::Batch, tier),
        players: ByColor {
            white: player("a"),
            black: player("b"),
        },
        memory: ByColor::default(),
        choices: ByColor::default(),
        turns: (0_u32..)
            .zip(moves)
            .map(|(ply, text)| turn(ply, side(ply as usize), text))
            .collect(),
        moves: moves.iter().map(|text| (*text).to_owned()).collect(),
        final_fen: board.fen(),
        ending: Ending::Scored {
            result: GameResult::FirstWins,
            termination: Termination::Checkmate,
        },
        end: End::Board(BoardEnding {
            kind: EndingKind::Checkmate,
            winner: Some(Color::White),
        }),
        seats: ByColor::default(),
    }
}

fn head() -> PgnHead {
    PgnHead {
        event: "a study".to_owned(),
        date: Some(PgnDate {
            year: 2026,
            month: 1,
            day: 9,
        }),
        round: Some(3),
        ..PgnHead::default()
    }
}

const TOKENS_AND_NOTES: &str = "\
[Event \"a study\"]
[Site \"?\"]
[Date \"2026.01.09\"]
[Round \"3\"]
[White \"a\"]
[Black \"b\"]
[Result \"1-0\"]
[BlackMemory \"notepad\"]
[BlackModel \"mock:random\"]
[Economy \"batch: 40 tokens, 3 samples a token\"]
[GameId \"a.vs.b.0000\"]
[PlyCount \"3\"]
[Termination \"adjudication\"]
[TerminationDetails \"adjudicated, a side exhausted; Black has neither a token nor a candidate; +170 cp for White by scripted at depth 10 (a stand-in for an engine)\"]
[WhiteMemory \"ledger (chosen)\"]
[WhiteMemoryReason \"I \\\"count\\\" \\\\ add\"]

1. e4 {spent 2, candidates e2e4 d2d4, settings 0.65/8 0.9/none (fallback)} 1...
e5 {spent 1, candidates e7e5, setting 0.9/none, forced pick, note: be (bold)}
2. Nf3 {spent 0, drawn by the harness} {Black: spent 3, no move} 1-0
";

#[test]
fn a_game_is_written_with_what_it_cost() {
    let mut played = record(Tier::Regular, &["e2e4", "e7e5", "g1f3"]);
    played.memory = ByColor {
        white: Memory::Ledger,
        black: Memory::Notepad,
    };
    played.choices.white = Some(Choice {
        menu: Memory::ALL.to_vec(),
        tool: Memory::Ledger,
        why: Some("I \"count\" \\ add".to_owned()),
        fell_back: false,
    });
    let first = &mut played.turns[0];
    first.spent = 2;
    first.candidates.push("d2d4".to_owned());
    first.batches.push(Batch {
        by: Asker::Fallback,
        ..first.batches[0].clone()
    });
    first.batches[0].setting = setting(0.65, Some(8.0));
    played.turns[1].played.as_mut().unwrap().by = MovedBy::ForcedPick;
    played.turns[2].played.as_mut().unwrap().by = MovedBy::HarnessSampled;
    played.turns[2].spent = 0;
    played.turns[2].candidates.clear();
    played.turns[2].batches[0].by = Asker::Harness;
    played.turns.push(Turn {
        played: None,
        spent: 3,
        candidates: Vec::new(),
        batches: Vec::new(),
        ..turn(3, Color::Black, "e2e4")
    });
    played.seats.black.notes.push(Note {
        ply: 1,
        text: "be\n{bold}".to_owned(),
    });
    played.ending = Ending::Scored {
        result: GameResult::FirstWins,
        termination: Termination::AdjudicatedExhausted,
    };
    played.end = End::Adjudicated {
        exhausted: Some(Color::Black),
        verdict: Verdict {
            score: Score::Cp(-170),
            depth: Some(10),
            engine: "scripted".to_owned(),
            stand_in: true,
        },
        to_move: Color::Black,
    };
    let head = PgnHead {
        models: ByColor {
            white: None,
            black: Some("mock:random".to_owned()),
        },
        ..head()
    };
    let text = game(&played, &head);
    assert_eq!(text, TOKENS_AND_NOTES);
    let read = read_one(&text);
    assert_eq!(read.tag("WhiteMemoryReason"), Some("I \"count\" \\ add"));
    assert_eq!(read.moves().0, played.moves);
    assert_eq!((read.comments.len(), read.outcome.as_str()), (4, "1-0"));
}

/// Moves that a generator picks among the legal ones, until the game is over.
fn any_game(variant: Variant, seed: u64, plies: usize) -> Board {
    let mut board = Board::new(variant);
    let mut state = seed.wrapping_mul(2) + 1;
    while board.ply() < plies && board.ending(Claims::NotMade).is_none() {
        let legal = board.legal_moves();
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let at = usize::try_from(state >> 33).unwrap() % legal.len();
        board.play(&legal[at]).unwrap();
    }
    board
}

fn tier_of(variant: Variant) -> Tier {
    let on = |tier: &Tier| board_of(*tier) == variant;
    Tier::ALL.into_iter().find(on).unwrap()
}

fn record_of(board: &Board) -> GameRecord {
    let moves: Vec<&str> = board.moves().iter().map(String::as_str).collect();
    record(tier_of(board.variant()), &moves)
}

#[test]
fn games_of_chess_are_read_back_by_another_program() {
    for seed in 0..60 {
        let board = any_game(Variant::Standard, seed, 160);
        let read = read_one(&game(&record_of(&board), &head()));
        let (moves, fen) = read.moves();
        assert_eq!(moves, board.moves());
        assert_eq!(fen, board.fen());
        assert_eq!(read.tag("PlyCount").unwrap(), moves.len().to_string());
        assert_eq!(read.tag("Variant"), None);
        assert_eq!(read.tag("FEN"), None);
    }
}

#[test]
fn games_on_other_boards_name_their_board_and_start() {
    for variant in [Variant::Gardner, Variant::Grand12] {
        for seed in 0..20 {
            let board = any_game(variant, seed, 120);
            let text = game(&record_of(&board), &head());
            assert!(text.contains(&format!("[Variant \"{variant}\"]\n")));
            assert!(text.contains(&format!("[FEN \"{}\"]\n", variant.start_fen())));
            assert!(text.contains("[SetUp \"1\"]\n"));
            in_form(&text);
            let mut again = Board::new(variant);
            for san in sans(&text) {
                let uci = again.read_san(&san).unwrap();
                again.play(&uci).unwrap();
            }
            assert_eq!(again.moves(), board.moves());
        }
    }
}

/// The moves of a text without numbers, comments and the result.
fn sans(text: &str) -> Vec<String> {
    let (_, movetext) = text.split_once("\n\n").unwrap();
    let mut plain = String::new();
    let mut inside = false;
    for c in movetext.chars() {
        inside = (inside || c == '{') && c != '}';
        plain.push(if inside || c == '}' { ' ' } else { c });
    }
    let mut words: Vec<String> = plain.split_whitespace().map(str::to_owned).collect();
    words.pop();
    words.retain(|word| !word.ends_with('.'));
    words
}

#[test]
fn notation_is_minimal_and_marks_checks_mates_castling_and_promotions() {
    let line = |moves: &[&str]| {
        let read = read_one(&game(&record(Tier::Regular, moves), &head()));
        assert_eq!(read.moves().0, moves);
        read.sans.join(" ")
    };
    let scholar = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"];
    assert_eq!(line(&scholar), "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7#");
    let castling = [
        "e2e4", "d7d5", "g1f3", "b8c6", "f1b5", "c8f5", "e1g1", "d8d6", "a2a3", "e8c8",
    ];
    assert!(line(&castling).ends_with("O-O Qd6 a3 O-O-O"));
    let en_passant = ["e2e4", "a7a6", "e4e5", "d7d5", "e5d6"];
    assert!(line(&en_passant).ends_with("d5 exd6"));
    let knights = [
        "g1f3", "a7a6", "d2d3", "a6a5", "f3d2", "a5a4", "d2f3", "h7h6", "b1d2",
    ];
    assert!(
        line(&knights).ends_with("Nfd2 a4 Nf3 h6 Nbd2"),
        "{}",
        line(&knights)
    );
    let promotion = [
        "a2a4", "b7b5", "a4b5", "a7a6", "b5a6", "c8b7", "a6b7", "h7h6", "b7a8n", "h6h5", "a1a7",
        "h5h4", "a8b6",
    ];
    assert!(line(&promotion).ends_with("bxa8=N h5 Ra7 h4 Nb6"));
}

#[test]
fn a_game_from_elsewhere_may_begin_with_black() {
    let fen = "7k/P7/8/8/8/8/8/K6R b - - 3 41";
    let mut board = Board::from_fen(Variant::Standard, fen).unwrap();
    for text in ["h8g8", "a7a8q", "g8f7", "h1h7"] {
        board.play(text).unwrap();
    }
    let archive = PgnGame {
        board,
        event: "Token Chess – round 4".to_owned(),
        site: String::new(),
        date: "????.??.??".to_owned(),
        round: "?".to_owned(),
        players: ByColor {
            white: "model +ledger".to_owned(),
            black: "?".to_owned(),
        },
        result: PgnResult::None,
        tags: BTreeMap::new(),
        comments: BTreeMap::from([(1, "said".to_owned()), (2, " \n ".to_owned())]),
        last_comment: None,
    };
    let text = archive.text();
    assert!(
        text.ends_with("\n\n41... Kg8 42. a8=Q+ {said} 42... Kf7 43. Rh7+ *\n"),
        "{text}"
    );
    let read = read_one(&text);
    assert_eq!(read.tag("Event"), Some("Token Chess – round 4"));
    assert_eq!((read.tag("SetUp"), read.tag("FEN")), (Some("1"), Some(fen)));
    assert_eq!(read.moves().0, archive.board.moves());
    assert_eq!(read.outcome, "*");
}

#[test]
fn results_and_terminations_are_pgns_words() {
    use Termination as T;
    for (termination, word) in [
        (T::Checkmate, "normal"),
        (T::Stalemate, "normal"),
        (T::ThreefoldRepetition, "normal"),
        (T::FiftyMoves, "normal"),
        (T::Forfeit, "rules infraction"),
        (T::BudgetExhausted, "rules infraction"),
        (T::PlyCap, "adjudication"),
        (T::AdjudicatedExhausted, "adjudication"),
        (T::AdjudicatedPlyCap, "adjudication"),
    ] {
        for (result, token) in [
            (GameResult::FirstWins, "1-0"),
            (GameResult::SecondWins, "0-1"),
            (GameResult::Draw, "1/2-1/2"),
        ] {
            let mut played = record(Tier::Regular, &["e2e4"]);
            played.ending = Ending::Scored {
                result,
                termination,
            };
            let read = read_one(&game(&played, &head()));
            assert_eq!(read.tag("Termination"), Some(word));
            assert_eq!(read.tag("TerminationDetails"), Some(termination.words()));
            assert_eq!(read.tag("Result"), Some(token));
            assert_eq!(read.outcome, token);
        }
    }
    let mut void = record(Tier::Regular, &[]);
    void.ending = Ending::Void {
        cause: VoidCause::Engine,
        detail: "it \"fell\" silent".to_owned(),
    };
    let text = game(&void, &PgnHead::default());
    assert!(
        text.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n")
    );
    assert!(text.ends_with("\n\n*\n"));
    let read = read_one(&text);
    assert_eq!(read.tag("Termination"), Some("unterminated"));
    assert_eq!(
        read.tag("TerminationDetails"),
        Some("void: engine failure, it \"fell\" silent")
    );
}

#[test]
fn verdicts_are_told_from_whites_side() {
    for (score, to_move, said) in [
        (Score::Cp(100), Color::White, "+100 cp for White by e"),
        (Score::Cp(100), Color::Black, "-100 cp for White by e"),
        (
            Score::Cp(i32::MIN),
            Color::Black,
            "+2147483648 cp for White by e",
        ),
        (Score::Mate(3), Color::Black, "Black mates in 3 by e"),
        (Score::Mate(-3), Color::Black, "White mates in 3 by e"),
    ] {
        let mut played = record(Tier::Regular, &["e2e4"]);
        played.end = End::Adjudicated {
            exhausted: None,
            verdict: Verdict {
                score,
                depth: None,
                engine: "e".to_owned(),
                stand_in: false,
            },
            to_move,
        };
        let text = game(&played, &head());
        assert!(text.contains(&format!("; {said}\"]")), "{text}");
    }
}

#[test]
fn several_games_are_several_games() {
    let one = record(Tier::Regular, &["e2e4"]);
    let other = record(Tier::Regular, &["d2d4", "d7d5"]);
    let numbered = |round| PgnHead {
        round: Some(round),
        ..head()
    };
    let text = games([(&one, numbered(1)), (&other, numbered(2))]);
    let read = read(&text);
    assert_eq!(read.len(), 2);
    assert_eq!(read[1].moves().0, other.moves);
    assert_eq!(read[1].tag("Round"), Some("2"));
    assert_eq!(games([]), "");
}

const HOSTILE: [&str; 12] = [
    "} 2. Ke2 {",
    "}}}} *\n\n[Event \"forged\"]\n\n1. d4 *",
    "{{{{",
    "\"]\n[Result \"0-1\"]",
    "\\",
    "\\\"",
    "; a comment to the end of the line",
    "% hidden\n% hidden",
    "\r\n\u{b}\u{c}\u{85}\u{2028}\0\u{1b}[2J",
    "$1 (1. d4) 1-0 0-1 1/2-1/2 *",
    "\u{202e}\u{200b}\u{feff}",
    "[Event \"x\"] é 漢字 \u{1F600}",
];

/// A game in which everything that a model may write is this text.
fn hostile(text: &str) -> (GameRecord, PgnHead) {
    let mut played = record(Tier::Regular, &["e2e4", "e7e5", "g1f3"]);
    let notes = (0..3).map(|ply| Note {
        ply,
        text: text.to_owned(),
    });
    played.seats = ByColor::new_with(|_| SeatTally {
        notes: notes.clone().collect(),
        ..SeatTally::default()
    });
    played.memory.white = Memory::Notepad;
    played.choices.white = Some(Choice {
        menu: Memory::ALL.to_vec(),
        tool: Memory::Notepad,
        why: Some(text.to_owned()),
        fell_back: false,
    });
    let head = PgnHead {
        event: text.to_owned(),
        site: text.to_owned(),
        models: ByColor::new_with(|_| Some(text.to_owned())),
        ..head()
    };
    (played, head)
}

fn survives(text: &str) -> Read {
    let (played, head) = hostile(text);
    let written = game(&played, &head);
    let read = read_one(&written);
    assert_eq!(read.moves().0, played.moves, "{written}");
    assert_eq!(read.comments.len(), 3, "{written}");
    assert_eq!(read.tag("Result"), Some("1-0"), "{written}");
    assert_eq!(read.outcome, "1-0");
    let names: Vec<&str> = read.tags.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), 16, "{names:?}");
    // Two games of the kind stay two.
    let twice = games([(&played, head.clone()), (&played, head)]);
    assert_eq!(super::tests::read(&twice).len(), 2);
    read
}

#[test]
fn hostile_names_and_notes_break_nothing() {
    for text in HOSTILE {
        survives(text);
        // So long that lines break at any place in it, words and all.
        for shift in 0..20 {
            survives(&format!("{}{text} ", "x".repeat(shift)).repeat(17));
            survives(&format!("{}{text}", "x".repeat(shift)).repeat(17));
        }
    }
    let read = survives("a \"quoted\\\" name");
    assert_eq!(read.tag("Event"), Some("a \"quoted\\\" name"));
    assert_eq!(read.tag("WhiteModel"), Some("a \"quoted\\\" name"));
    let read = survives("%é {x}");
    assert!(read.comments[0].replace('\n', " ").contains("note: %é (x)"));
}

#[test]
fn no_line_begins_with_what_readers_skip() {
    for before in 0..80 {
        for mark in ['%', '['] {
            let text = format!("{} {mark}Event", "x".repeat(before));
            let (played, head) = hostile(&text);
            let written = game(&played, &head);
            in_form(&written);
            let read = read_one(&written);
            let comment = read.comments[0].replace('\n', " ");
            assert!(comment.contains(&format!("{mark}Event")), "{comment}");
        }
    }
}

proptest! {
    #[test]
    fn any_text_survives(text in any::<String>()) {
        survives(&text);
    }

    #[test]
    fn bits_of_pgn_survive(bits in prop::collection::vec(prop::sample::select(vec![
        "{", "}", "[", "]", "\"", "\\", "%", ";", "(", ")", "$", "*", "\n", "\r", " ", "1.", "e4",
        "1-0", "Event", "<", ">", "é", "\u{2029}", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    ]), 0..40)) {
        survives(&bits.concat());
    }
}
