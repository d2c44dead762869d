//! The `engine` command, with Stockfish itself where it is installed.
#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use ludometer_instruments::ladder::rung::{RandomShare, RungTable};
use serde_json::{Value, json};
use support::path_with_games;
use tempfile::TempDir;

fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ludometer"));
    command
        .arg("engine")
        .args(arguments)
        .current_dir(folder)
        .env("PATH", path_with_games())
        .env("COLUMNS", "200");
    command
}

/// Exit code, standard output, standard error.
fn engine(folder: &Path, arguments: &[&str]) -> (i32, String, String) {
    let output = command(folder, arguments).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// Debian's Stockfish 15.1, or a word why the test is skipped.
fn has_stockfish() -> bool {
    let is_there = path_with_games()
        .split(':')
        .any(|folder| Path::new(folder).join("stockfish").exists());
    if !is_there {
        eprintln!("skipped: no stockfish");
    }
    is_there
}

/// Games that each two neighbours of the shipped table have played.
const FEWEST: u32 = 40;

#[test]
fn the_shipped_table_is_a_ladder_from_the_floor_to_the_random_mover() {
    let folder = TempDir::new().unwrap();
    let (code, text, error) = engine(folder.path(), &["rungs", "--show"]);
    assert_eq!((code, error.as_str()), (0, ""));
    assert!(
        text.contains("Not FIDE, not CCRL") && text.contains("Stockfish 15.1"),
        "{text}"
    );
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../assets/rungs/stockfish-15.1.toml"
    );
    let (_, same, _) = engine(folder.path(), &["rungs", "--show", file]);
    assert_eq!(same, text);

    let table = RungTable::parse(&fs::read_to_string(file).unwrap()).unwrap();
    let (first, last) = (&table.rungs[0], table.rungs.last().unwrap());
    assert_eq!(first.name, "floor");
    assert_eq!((first.rating.get(), first.standard_error), (1350.0, 0.0));
    assert_eq!(
        first.engine.as_deref(),
        Some("stockfish?elo=1350&nodes=20000")
    );
    assert_eq!(last.name, "random");
    assert_eq!((&last.engine, last.random), (&None, RandomShare::ALL));
    let ratings: Vec<f64> = table.rungs.iter().map(|rung| rung.rating.get()).collect();
    assert!(ratings.windows(2).all(|two| two[0] > two[1]), "{ratings:?}");
    for two in table.rungs.windows(2) {
        let games = table
            .pairings
            .iter()
            .filter(|pairing| (&pairing.first, &pairing.second) == (&two[0].name, &two[1].name));
        let games: u32 = games.map(|p| p.as_white.games() + p.as_black.games()).sum();
        assert!(
            games >= FEWEST,
            "{} against {}: {games}",
            two[0].name,
            two[1].name
        );
    }
    assert_eq!(table.play.repeated, 0);
    let played = table.pairings.iter();
    let played: u32 = played
        .map(|p| p.as_white.games() + p.as_black.games())
        .sum();
    assert_eq!(played, table.play.games);
}

#[test]
fn what_is_wrong_is_told() {
    let folder = TempDir::new().unwrap();
    let said = |arguments: &[&str]| {
        let (code, _, error) = engine(folder.path(), arguments);
        assert_eq!((code, error.lines().count()), (2, 1), "{error}");
        error
    };
    assert!(said(&["show", "node:nowhere.js"]).contains("nowhere.js is no file"));
    assert!(said(&["rungs", "--show", "nothing.toml"]).contains("nothing.toml"));
    fs::write(folder.path().join("bad.toml"), "format = 9").unwrap();
    assert!(said(&["rungs", "--show", "bad.toml"]).contains("its format is 9"));
    fs::write(folder.path().join("no.pgn"), "").unwrap();
    assert!(said(&["calibrate", "no.pgn"]).contains("no.pgn: there are no games in it"));
    fs::write(folder.path().join("one.pgn"), "1. e4 e5 2. Nf3 *\n").unwrap();
    assert!(said(&["calibrate", "one.pgn"]).contains("say it with --side"));
    fs::write(folder.path().join("bad.pgn"), "1. e4 e5 2. Nf6 *\n").unwrap();
    let error = said(&["calibrate", "bad.pgn", "--side", "both"]);
    assert!(
        error.contains("game 1") && error.contains("ply 3"),
        "{error}"
    );
    if has_stockfish() {
        let weak = said(&["rungs", "--engine", "stockfish?elo=1500", "--out", "t.toml"]);
        assert!(weak.contains("leave its strength out"), "{weak}");
        let limited = said(&["rungs", "--engine", "stockfish?nodes=5", "--out", "t.toml"]);
        assert!(limited.contains("give the limit with --nodes"), "{limited}");
        let low = said(&["match", "stockfish?elo=800", "random", "--out", "m.jsonl"]);
        assert!(low.contains("1350 to 2850"), "{low}");
    }
}

#[test]
fn an_engine_says_what_it_is() {
    if !has_stockfish() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let (code, text, _) = engine(folder.path(), &["show", "stockfish?elo=1500", "--json"]);
    let shown: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(code, 0);
    assert!(
        shown["engine"]["name"]
            .as_str()
            .unwrap()
            .starts_with("Stockfish")
    );
    assert!(shown["elo"]["min"].as_i64() < Some(1500));
    let options = shown["engine"]["options"].as_array().unwrap();
    for option in [["UCI_Elo", "1500"], ["Hash", "64"], ["Threads", "1"]] {
        assert!(options.contains(&json!(option)), "{option:?}");
    }
    let (_, list, _) = engine(folder.path(), &["list"]);
    assert!(list.contains("stockfish"), "{list}");
}

/// Two games: one says by its tags that Black was an engine, one that nobody was.
const GAMES: &str = r#"[White "model"]
[Black "Stockfish"]
[WhiteType "model"]
[BlackType "engine"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. O-O Nf6 5. d3 d6 6. c3 O-O 7. h3 a6 8. Re1 Ba7 9. Bb3 h6 10. Nbd2 Re8 *

[White "model"]
[Black "person"]
[WhiteType "model"]
[BlackType "person"]
[Result "*"]

1. d4 d5 *

[Event "5x5"]
[Variant "Gardner"]
[Result "*"]

*
"#;

#[test]
fn calibrate_searches_the_engines_positions() {
    if !has_stockfish() {
        return;
    }
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("games.pgn"), GAMES).unwrap();
    let arguments = ["calibrate", ".", "--movetime", "30", "--elo", "1500"];
    let (code, text, error) = engine(folder.path(), &[&arguments[..], &["--json"]].concat());
    assert_eq!(
        (code, error.as_str()),
        (0, "1 game of other boards left out\n")
    );
    let found: Value = serde_json::from_str(&text).unwrap();
    // Black had ten turns: one position for each of the three stages.
    assert_eq!(found["all"]["searches"], 3);
    assert!(found["all"]["least"].as_u64().unwrap() > 0);
    assert_eq!(found["strength"], json!({ "elo": 1500 }));
    let stages: Vec<&Value> = found["stages"].as_array().unwrap().iter().collect();
    assert_eq!(stages.len(), 3);
    let (code, text, _) = engine(folder.path(), &arguments);
    assert_eq!(code, 0);
    assert!(
        text.starts_with("nodes=") && text.contains("at 85% of the engine's turns"),
        "{text}"
    );
}

const SMALL: [&str; 10] = [
    "rungs",
    "--random",
    "50",
    "--games",
    "20",
    "--second-games",
    "0",
    "--nodes",
    "50",
    "--out",
];

/// Ctrl-C ends the command after the games in play; the next one goes on.
#[cfg(unix)]
#[test]
fn an_interrupted_build_keeps_its_games_and_goes_on() {
    if !has_stockfish() {
        return;
    }
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("t.toml.games.jsonl");
    let lines = || fs::read_to_string(&path).map_or(0, |text| text.lines().count());
    let mut child = command(folder.path(), &[&SMALL[..], &["t.toml"]].concat())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let begun = Instant::now();
    while lines() < 4 {
        assert!(begun.elapsed() < Duration::from_mins(2), "no games");
        std::thread::sleep(Duration::from_millis(5));
    }
    let pid = i32::try_from(child.id()).unwrap();
    let status = Command::new("kill")
        .args(["-INT", &pid.to_string()])
        .status();
    assert!(status.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let before = fs::read_to_string(&path).unwrap();
    assert!(lines() < 41 && !folder.path().join("t.toml").exists());
    // Whether so few games bind the ratings is up to them.
    engine(folder.path(), &[&SMALL[..], &["t.toml"]].concat());
    let after = fs::read_to_string(&path).unwrap();
    assert!(after.starts_with(&before));
    assert_eq!(lines(), 41);
}

/// The table is a function of the games in the file: in another order, with a torn line and
/// from another folder it is the same to the byte.
#[test]
fn the_same_games_give_the_same_table() {
    if !has_stockfish() {
        return;
    }
    let folder = TempDir::new().unwrap();
    // Plays two games for the first line, which says which engine it is.
    let first = [
        "rungs",
        "--random",
        "50",
        "--games",
        "2",
        "--second-games",
        "0",
        "--nodes",
        "50",
        "--out",
        "first.toml",
    ];
    engine(folder.path(), &first);
    let text = fs::read_to_string(folder.path().join("first.toml.games.jsonl")).unwrap();
    let header = text.lines().next().unwrap();
    let mut games: Vec<String> = Vec::new();
    for (first, second, points) in [("floor", "random-50", 15), ("random-50", "random", 16)] {
        for game in 0..20 {
            let (white, black) = if game % 2 == 0 {
                (first, second)
            } else {
                (second, first)
            };
            let is_won = game < points;
            let winner = if is_won == (game % 2 == 0) {
                "white"
            } else {
                "black"
            };
            let line = json!({
                "first": first, "second": second, "game": game, "white": white, "black": black,
                "winner": winner, "end": { "board": "checkmate" }, "moves": format!("e2e4 {game}"),
                "at": format!("2026-01-{:02}T00:00:00Z", game + 1),
            });
            games.push(line.to_string());
        }
    }
    let table = |name: &str, lines: &[String], torn: &str| {
        let file = folder.path().join(format!("{name}/t.toml.games.jsonl"));
        fs::create_dir(folder.path().join(name)).unwrap();
        fs::write(&file, format!("{header}\n{}\n{torn}", lines.join("\n"))).unwrap();
        let out = format!("{name}/t.toml");
        let (code, _, error) = engine(folder.path(), &[&SMALL[..], &[&out]].concat());
        assert_eq!((code, error.as_str()), (0, ""));
        fs::read_to_string(folder.path().join(out)).unwrap()
    };
    let whole = table("whole", &games, "");
    assert!(
        whole.contains("date = \"2026-01-20\"") && whole.contains("games = 40"),
        "{whole}"
    );
    games.reverse();
    assert_eq!(table("turned", &games, "{\"first\": \"fl"), whole);
    let read = RungTable::parse(&whole).unwrap();
    // 75%, then 80%, without draws.
    let ratings: Vec<f64> = read.rungs.iter().map(|rung| rung.rating.get()).collect();
    assert_eq!(ratings, [1350.0, 1159.0, 918.0]);
}
