//! The published Token Chess archive replayed: every accepted move legal, every flag
//! right, every final position and every ending as recorded.
//!
//! The archive is not in the repository; without it the test says that it skips.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test reads the archive, and fails where it is not as described"
)]

use std::path::{Path, PathBuf};

use ludometer_games::{Board, Claims, Color, EndingKind, MoveError, Variant};
use serde_json::Value;

fn archive() -> Option<PathBuf> {
    let shared = std::env::var_os("LUDOMETER_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let folder = shared.join("reference/token-chess/evidence");
    folder.is_dir().then_some(folder)
}

fn json_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            json_files(&path, found);
        } else if path.extension().is_some_and(|end| end == "json") {
            found.push(path);
        }
    }
}

/// What was looked at.
#[derive(Debug, Default, PartialEq, Eq)]
struct Seen {
    games: [usize; 3],
    attempts: [usize; 3],
    malformed: [usize; 3],
    /// Of the standard board's.
    malformed_in_round_one: usize,
    fens: usize,
    endings: usize,
    /// Games on fairy boards that went on or were forfeit past a claimable draw.
    unclaimed: usize,
}

fn text<'a>(of: &'a Value, key: &str) -> &'a str {
    of[key].as_str().unwrap_or_default()
}

fn items<'a>(of: &'a Value, key: &str) -> &'a [Value] {
    of[key].as_array().map_or(&[], Vec::as_slice)
}

/// Checks one offered text against its flag.
fn check_attempt(board: &Board, attempt: &Value, seen: &mut Seen) {
    let offered = text(attempt, "move");
    let verdict = board.check(offered);
    assert_eq!(
        verdict.is_ok(),
        attempt["legal"].as_bool().unwrap(),
        "{offered:?} in {}",
        board.fen()
    );
    let at = board.variant() as usize;
    seen.attempts[at] += 1;
    seen.malformed[at] += usize::from(matches!(verdict, Err(MoveError::Malformed { .. })));
}

fn check_file(file: &Path, game: &Value, seen: &mut Seen) {
    let path = file.to_string_lossy();
    let variant = match () {
        () if path.contains("/micro/") => Variant::Gardner,
        () if path.contains("/grand/") => Variant::Grand12,
        () => Variant::Standard,
    };
    let mut board = Board::new(variant);
    let malformed_before = seen.malformed[0];
    let is_round_one = game.get("attempts").is_some();
    for attempt in items(game, "attempts") {
        assert_eq!(attempt["ply"], board.ply(), "{path}");
        let count = board.legal_move_count();
        assert_eq!(attempt["n_legal_moves"], count, "{path} in {}", board.fen());
        check_attempt(&board, attempt, seen);
        if attempt["legal"] == true {
            board.play(text(attempt, "move")).unwrap();
        }
    }
    if is_round_one && variant == Variant::Standard {
        seen.malformed_in_round_one += seen.malformed[0] - malformed_before;
    }
    for turn in items(game, "turns") {
        for batch in items(turn, "batches") {
            for sample in items(batch, "samples") {
                check_attempt(&board, sample, seen);
            }
        }
        assert_eq!(board.ending(Claims::Made), None, "{path} went on");
        board.play(text(turn, "picked")).unwrap();
    }
    if !is_round_one && game.get("turns").is_none() {
        for made in items(game, "moves") {
            for candidate in items(made, "candidates") {
                assert!(board.is_legal(candidate.as_str().unwrap()), "{path}");
            }
            assert_eq!(board.ending(Claims::Made), None, "{path} went on");
            let chosen = made.get("picked").unwrap_or(&made["move"]);
            board.play(chosen.as_str().unwrap()).unwrap();
        }
    }
    seen.games[variant as usize] += 1;
    assert_eq!(game["plies"], board.ply(), "{path}");
    if let Some(fen) = game.get("final_fen").and_then(Value::as_str) {
        assert_eq!(board.fen(), fen, "{path}");
        seen.fens += 1;
    }
    let recorded = game.get("termination").unwrap_or(&game["outcome"]);
    let ending = board.ending(Claims::Made);
    if let Ok(kind) = recorded.as_str().unwrap().parse::<EndingKind>() {
        let ending = ending.unwrap_or_else(|| panic!("{path}: {kind} not seen"));
        assert_eq!(ending.kind, kind, "{path}");
        let winner = ending.winner.map(Color::as_str);
        assert_eq!(game["winner"].as_str(), winner, "{path}");
        seen.endings += 1;
    } else if variant != Variant::Standard {
        // Those games ended on the board only for want of a legal move, whatever recurred.
        assert_eq!(board.ending(Claims::NotMade), None, "{path}: {recorded}");
        seen.unclaimed += usize::from(ending.is_some());
    } else if recorded != "ply_cap" {
        // A ply cap's loop did not look at the board once more after its last move.
        assert_eq!(ending, None, "{path}: {recorded}");
    }
}

#[test]
fn the_archive_is_replayed() {
    let Some(folder) = archive() else {
        println!("skipped: no Token Chess archive (set LUDOMETER_SHARED)");
        return;
    };
    let mut files = Vec::new();
    json_files(&folder, &mut files);
    let mut seen = Seen::default();
    for file in &files {
        let game: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
        let mode = game.get("mode").and_then(Value::as_str);
        // These keep no moves.
        if !matches!(mode, Some("profile" | "realprefix")) {
            check_file(file, &game, &mut seen);
        }
    }
    println!("{seen:?}");
    assert_eq!(files.len(), 98);
    let expected = Seen {
        games: [80, 6, 6],
        attempts: [11737, 239, 373],
        malformed: [647, 54, 125],
        // 287 without the smoke game, as SCHEMA.md has it.
        malformed_in_round_one: 293,
        fens: 67,
        endings: 15,
        unclaimed: 1,
    };
    assert_eq!(seen, expected);
}
