//! The fixture's games, each one field from being kept or dropped, in every packing.

use std::{
    fmt::Write as _,
    io::{self, Read},
};

use proptest::prelude::*;

use super::{Broken, Dropped, Filter, Games, LARGEST, Report, extract};
use crate::corpus::input::unpack;

const PGN: &str = include_str!("fixture.pgn");
/// python-chess's reading of the same two games.
const LINES: &str = include_str!("fixture.txt");

fn filter() -> Filter {
    Filter {
        games: None,
        ..Filter::default()
    }
}

fn read(input: impl Read, filter: Filter) -> (String, Report) {
    let mut out = Vec::new();
    let report = extract(input, filter, &mut out, |_| {}).unwrap();
    (String::from_utf8(out).unwrap(), report)
}

fn game(tags: &str, moves: &str) -> Result<String, Dropped> {
    let text =
        format!("[Event \"Rated\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1500\"]\n{tags}\n{moves}\n");
    let all: Vec<_> = Games::new(text.as_bytes(), filter()).collect();
    assert_eq!(all.len(), 1, "{all:?}");
    all.into_iter().next().unwrap()
}

#[test]
fn every_game_of_the_fixture_has_its_fate() {
    let (lines, report) = read(PGN.as_bytes(), filter());
    assert_eq!(lines, LINES);
    let expected = Report {
        seen: 18,
        kept: 2,
        not_rated: 1,
        not_standard: 2,
        rating: 2,
        termination: 2,
        broken: 7,
        unfinished: 1,
        short: 1,
        bytes: PGN.len() as u64,
        ..Report::default()
    };
    let examples = report.broken_examples.clone();
    assert_eq!(
        Report {
            broken_examples: Vec::new(),
            ..report
        },
        expected
    );
    assert_eq!(examples.len(), 5);
    assert_eq!(examples[0].0, 11);
    assert!(examples[0].1.starts_with("ply 10: Ke6"), "{examples:?}");
    assert!(examples[1].1.contains("ply 7: Nd2"), "{examples:?}");
}

#[test]
fn each_kind_of_broken_is_told_apart() {
    let all: Vec<_> = Games::new(PGN.as_bytes(), filter()).collect();
    let broken: Vec<_> = all
        .into_iter()
        .filter_map(|game| match game {
            Err(Dropped::Broken(how)) => Some(how),
            _ => None,
        })
        .collect();
    assert!(
        matches!(
            broken.as_slice(),
            [
                Broken::Move { ply: 10, .. },
                Broken::Move { ply: 7, .. },
                Broken::Move { ply: 2, .. },
                Broken::Words {
                    words: 11,
                    moves: 10
                },
                Broken::Unreadable(_),
                Broken::AfterResult,
                Broken::NoResult,
            ]
        ),
        "{broken:?}"
    );
}

#[test]
fn it_stops_after_enough() {
    let (lines, report) = read(
        PGN.as_bytes(),
        Filter {
            games: Some(1),
            ..filter()
        },
    );
    assert_eq!(lines.lines().count(), 1);
    assert_eq!((report.seen, report.kept), (1, 1));
}

#[test]
fn packing_line_ends_and_marks_do_not_matter() {
    let (_, plain) = read(PGN.as_bytes(), filter());
    let crlf = PGN.replace('\n', "\r\n");
    let bom = format!("\u{feff}{PGN}");
    let half = PGN.len() / 2;
    let frames =
        [&PGN[..half], &PGN[half..]].map(|part| zstd::encode_all(part.as_bytes(), 3).unwrap());
    let mut skippable = vec![0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4];
    skippable.extend(frames.concat());
    for bytes in [
        crlf.into_bytes(),
        bom.into_bytes(),
        frames.concat(),
        skippable,
    ] {
        let (lines, report) = read(unpack(io::Cursor::new(bytes)).unwrap(), filter());
        assert_eq!(lines, LINES);
        assert_eq!(
            Report {
                bytes: plain.bytes,
                ..report
            },
            plain
        );
    }
}

#[test]
fn a_cut_file_gives_what_was_whole_and_says_so() {
    // Many games whose movetext differs, so that the frame has several blocks.
    let mut text = String::new();
    for i in 0..4000 {
        let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";
        let _ = write!(
            text,
            "[Event \"Rated\"]\n[Site \"{:x}\"]\n[WhiteElo \"{}\"]\n[BlackElo \"1500\"]\n\n{moves} 1-0\n\n",
            u64::from(u32::MAX) * i * 7919,
            1400 + i % 400
        );
    }
    let packed = zstd::encode_all(text.as_bytes(), 3).unwrap();
    let cut = packed[..packed.len() * 6 / 10].to_vec();
    let mut whole = Vec::new();
    let _ = zstd::Decoder::new(&cut[..])
        .unwrap()
        .read_to_end(&mut whole);
    let complete = String::from_utf8_lossy(&whole).matches("1-0\n").count() as u64;
    assert!((500..3999).contains(&complete), "{complete}");
    let (lines, report) = read(unpack(io::Cursor::new(cut)).unwrap(), filter());
    assert_eq!(report.kept, complete);
    assert_eq!(lines.lines().count() as u64, complete);
    assert!(report.broken <= 1 && report.seen == report.kept + report.broken + report.rating);
    let error = report.input_error.unwrap();
    assert!(
        error.starts_with("the input ends inside a compressed frame"),
        "{error}"
    );
    assert_eq!(read(text.as_bytes(), filter()).1.input_error, None);
}

#[test]
fn memory_does_not_grow_with_a_game_without_end() {
    let filler = b"1. e4 e5 ".repeat(LARGEST / 4);
    let broken = [
        b"[Event \"Rated\"]\n\n",
        filler.as_slice(),
        b"\n\n",
        PGN.as_bytes(),
    ]
    .concat();
    let (lines, report) = read(broken.as_slice(), filter());
    assert_eq!(lines, LINES);
    assert_eq!(report.broken_examples[0], (1, Broken::TooLong.to_string()));
    assert_eq!(report.seen, 19);
}

#[test]
fn odd_tags_are_no_harm() {
    let moves = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0";
    let long = format!("[Opening \"{}\"]\n", "x".repeat(100_000));
    assert!(game(&long, moves).is_ok());
    assert!(game("[White \"a \\\" quote ] and { brace\"]\n", moves).is_ok());
    assert!(game("[Variant \"standard\"]\n[SetUp \"0\"]\n", moves).is_ok());
    assert_eq!(
        game("[Variant \"Chess960\"]\n", moves),
        Err(Dropped::NotStandard)
    );
    assert_eq!(game("[SetUp \"1\"]\n", moves), Err(Dropped::NotStandard));
    assert_eq!(
        game("[Termination \"Unterminated\"]\n", moves),
        Err(Dropped::Termination)
    );
    assert_eq!(game("[WhiteElo \"1399\"]\n", moves), Err(Dropped::Rating));
    assert_eq!(
        game("[WhiteElo \"99999999\"]\n", moves),
        Err(Dropped::Rating)
    );
    let nine = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O 1-0";
    assert_eq!(game("", nine), Err(Dropped::Short));
}

#[test]
fn provisional_ratings_are_dropped_on_request() {
    let text = |change: &str| {
        format!(
            "[Event \"Rated\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1500\"]\n[WhiteRatingDiff \"+3\"]\n\
             {change}\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n"
        )
    };
    let most = |max_rating_change| Filter {
        max_rating_change,
        ..filter()
    };
    for (change, provisional) in [
        ("[BlackRatingDiff \"-40\"]\n", 0),
        ("[BlackRatingDiff \"-41\"]\n", 1),
        ("[BlackRatingDiff \"+196\"]\n", 1),
        ("[BlackRatingDiff \"?\"]\n", 0),
        ("", 0),
    ] {
        let text = text(change);
        assert_eq!(
            read(text.as_bytes(), most(Some(40))).1.provisional,
            provisional,
            "{change}"
        );
        assert_eq!(read(text.as_bytes(), most(None)).1.provisional, 0);
    }
}

#[test]
fn a_pinned_knight_need_not_be_told_apart() {
    let moves = "1. d4 e6 2. Nc3 Bb4 3. e3 Nf6 4. Nge2 a6 5. a3 Ba5 1-0";
    assert!(game("", moves).unwrap().contains("e2e3 g8f6 g1e2"));
}

proptest! {
    /// Damage in one game leaves its neighbours as they are.
    #[test]
    fn damage_stays_in_its_game(at in 0_usize..600, bytes in prop::collection::vec(any::<u8>(), 1..30)) {
        let good = "[Event \"Rated\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1500\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 1-0\n\n";
        let mut middle = PGN.as_bytes()[..600].to_vec();
        middle.splice(at..at, bytes.iter().copied());
        let text = [good.as_bytes(), &middle, b"\n\n", good.as_bytes()].concat();
        let (lines, report) = read(text.as_slice(), filter());
        let line = "e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1 f8e7";
        prop_assert_eq!(lines.lines().next(), Some(line));
        prop_assert_eq!(lines.lines().last(), Some(line));
        prop_assert!(report.seen >= 3);
    }

    #[test]
    fn no_bytes_can_make_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let text = [b"[Event \"Rated\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1500\"]\n\n", bytes.as_slice()].concat();
        let (lines, report) = read(text.as_slice(), filter());
        prop_assert_eq!(lines.lines().count() as u64, report.kept);
    }
}
