//! Games that were played elsewhere: imported, reported, verified.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;
use support::{Lab, Said, has_fairy_stockfish, path_with_games};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../instruments/src/token_chess/archive/fixtures")
}

/// The folder with the published archive, where it is.
fn published() -> Option<PathBuf> {
    let shared = std::env::var_os("LUDOMETER_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let folder = shared.join("reference/token-chess");
    folder.join("evidence").is_dir().then_some(folder)
}

fn import(lab: &Lab, folder: &Path) -> Said {
    lab.say(&[
        "import",
        "token-chess",
        &folder.to_string_lossy(),
        "--out",
        "run",
    ])
}

/// Copies the hand-made files into the lab.
fn copied(lab: &Lab) -> PathBuf {
    fn copy(from: &Path, to: &Path) {
        fs::create_dir_all(to).unwrap();
        for entry in fs::read_dir(from).unwrap() {
            let path = entry.unwrap().path();
            let target = to.join(path.file_name().unwrap());
            if path.is_dir() {
                copy(&path, &target);
            } else {
                fs::copy(&path, &target).unwrap();
            }
        }
    }
    let folder = lab.path("evidence");
    copy(&fixtures(), &folder);
    folder
}

#[test]
fn a_folder_becomes_a_run_that_reports_and_verifies() {
    let lab = Lab::with("");
    let said = import(&lab, &fixtures()).well();
    assert!(
        said.out.contains("9 records (1 turn-game, 2 banked-game"),
        "{said:#?}"
    );
    assert!(said.out.contains("not JSON: 1 .md"), "{said:#?}");
    let verified = lab.say(&["verify", "run", "--engine", "built-in"]).well();
    for words in [
        "6 games replayed",
        "1 of 1 adjudications decided again",
        "NOT an engine: asked for",
        "verified: every game replays",
    ] {
        assert!(verified.out.contains(words), "{words}: {verified:#?}");
    }
    for format in ["terminal", "markdown"] {
        let said = lab.say(&["report", "run", "--format", format]).well();
        for words in ["155 statements", "r1.games", "are not the published ones"] {
            assert!(said.out.contains(words), "{words}: {said:#?}");
        }
    }
    assert_eq!(lab.findings()["statements"].as_array().unwrap().len(), 155);
    lab.say(&["report", "run", "--format", "svg"])
        .exits(2)
        .tells(&["no leaderboard", "pgn"])
        .in_one_line();
}

#[test]
fn a_wrong_field_a_broken_file_and_a_changed_record_differ() {
    let lab = Lab::with("");
    let folder = copied(&lab);
    let game = folder.join("choice-game-001.json");
    let text = fs::read_to_string(&game).unwrap();
    fs::write(
        &game,
        text.replace("\"black\",\n \"plies\"", "\"white\",\n \"plies\""),
    )
    .unwrap();
    fs::write(
        folder.join("broken\u{1b}[2J.json"),
        "{\"turns\": [{\"ply\": -1}]}",
    )
    .unwrap();
    let said = import(&lab, &folder).well();
    assert!(said.out.contains("a broken turn-game"), "{said:#?}");
    assert!(!said.out.contains('\u{1b}'), "{said:#?}");
    let said = lab.say(&["verify", "run", "--engine", "built-in"]).exits(1);
    assert!(
        said.out
            .contains("choice-game-001.json: winner: the file says white, found black"),
        "{said:#?}"
    );
    assert!(
        said.out
            .contains("left out of the import: a broken turn-game"),
        "{said:#?}"
    );
    let records = lab.path("run").join("records.jsonl");
    let text = fs::read_to_string(&records).unwrap();
    fs::write(&records, text.replace("\"g1f3\"", "\"g1h3\"")).unwrap();
    let said = lab.say(&["verify", "run", "--engine", "built-in"]).exits(1);
    assert!(
        said.out.contains("not the records that import.json names"),
        "{said:#?}"
    );
    assert!(said.out.contains("final FEN"), "{said:#?}");
}

#[test]
fn what_cannot_be_imported_is_said_in_a_line() {
    let lab = Lab::with("");
    fs::create_dir(lab.path("empty")).unwrap();
    fs::create_dir(lab.path("full")).unwrap();
    fs::write(lab.path("full").join("mine.txt"), "x").unwrap();
    for (folder, words) in [
        ("nowhere", "no folder there"),
        ("study.toml", "no folder there"),
        ("empty", "no evidence of Token Chess"),
    ] {
        import(&lab, &lab.path(folder))
            .exits(2)
            .tells(&[words])
            .in_one_line();
        assert!(!lab.path("run").exists(), "{folder}");
    }
    let fixtures = fixtures();
    let taken = [
        "import",
        "token-chess",
        &fixtures.to_string_lossy(),
        "--out",
        "full",
    ];
    lab.say(&taken)
        .exits(2)
        .tells(&["there is something already"])
        .in_one_line();
    let taken = [
        "import",
        "token-chess",
        &fixtures.to_string_lossy(),
        "--out",
        "study.toml",
    ];
    lab.say(&taken)
        .exits(2)
        .tells(&["there is something already"])
        .in_one_line();
    import(&lab, &fixtures).well();
    fs::write(lab.path("run").join("import.json"), "{}").unwrap();
    for command in ["report", "verify"] {
        lab.say(&[command, "run"])
            .exits(2)
            .tells(&["import.json: missing field"])
            .in_one_line();
    }
}

/// Whether our value is the listed one. Numbers there are rounded, ours are not.
fn is_same(ours: &Value, theirs: &Value) -> bool {
    match (ours, theirs) {
        (Value::Number(ours), Value::Number(theirs)) => {
            (ours.as_f64().unwrap() - theirs.as_f64().unwrap()).abs() < 0.051
        }
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.len() == theirs.len() && ours.iter().zip(theirs).all(|(a, b)| is_same(a, b))
        }
        // Counts by name, written as "name count" with us.
        (Value::Array(ours), Value::Object(theirs)) => {
            let mut ours: Vec<&str> = ours.iter().map(|one| one.as_str().unwrap()).collect();
            let mut theirs: Vec<String> = theirs
                .iter()
                .map(|(name, count)| format!("{name} {}", count.as_str().unwrap()))
                .collect();
            ours.sort_unstable();
            theirs.sort_unstable();
            ours == theirs
        }
        _ => ours == theirs,
    }
}

#[test]
fn the_published_numbers_are_those_of_the_archive() {
    let Some(folder) = published() else {
        println!("skipped: no Token Chess archive (set LUDOMETER_SHARED)");
        return;
    };
    let lab = Lab::with("");
    import(&lab, &folder).well();
    let findings = lab.findings();
    assert_eq!(findings["is_published"], true);
    let ours: BTreeMap<&str, &Value> = findings["statements"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| (one["id"].as_str().unwrap(), one))
        .collect();
    let listed: Value =
        serde_json::from_slice(&fs::read(folder.join("numbers.json")).unwrap()).unwrap();
    let listed = listed.as_array().unwrap();
    assert_eq!((ours.len(), listed.len()), (155, 155));
    let mut compared = 0;
    for theirs in listed {
        let id = theirs["id"].as_str().unwrap();
        let found = ours.get(id).unwrap_or_else(|| panic!("no {id}"));
        for part in ["value", "numerator", "denominator"] {
            if !theirs[part].is_null() && !found["value"].is_null() {
                assert!(
                    is_same(&found[part], &theirs[part]),
                    "{id} {part}: {found} {theirs}"
                );
                compared += usize::from(part == "value");
            }
        }
        let agrees = found["standing"] == "agrees";
        if let Some(matches) = theirs["matches_report"].as_bool() {
            assert_eq!(agrees, matches, "{id}: {found}");
        }
        assert_eq!(
            found["why"].is_null(),
            agrees,
            "{id} says why where it differs"
        );
    }
    assert_eq!(compared, 100, "statements that come with a value");
    let standing = |word: &str| ours.values().filter(|one| one["standing"] == word).count();
    assert_eq!(
        ["agrees", "differs", "not-in-archive", "not-measured"].map(standing),
        [133, 17, 5, 0]
    );
}

/// What `verify` says is different, without an engine's verdicts.
const KNOWN: &str = "differs: evidence/round3-probe/choice-game-006.json: termination: the file says ply_cap, found threefold_repetition, draw";

#[test]
fn the_archive_differs_where_it_is_known_to() {
    let Some(folder) = published() else {
        println!("skipped: no Token Chess archive (set LUDOMETER_SHARED)");
        return;
    };
    let lab = Lab::with("");
    import(&lab, &folder).well();
    let differing = |said: &Said| -> Vec<String> {
        let lines = said
            .out
            .lines()
            .filter(|line| line.starts_with("differs: "));
        lines.map(str::to_owned).collect()
    };
    let said = lab.say(&["verify", "run", "--engine", "built-in"]).exits(1);
    assert_eq!(differing(&said), [KNOWN], "{said:#?}");
    for words in [
        "92 games replayed, 14704 attempts and candidates",
        "67 final positions, 15 endings on the board, 51 of 51 adjudications",
        "the same verdict in 42, the opposite winner in 0",
        "micro/budget-40/game-002.json: went on past ply 26",
    ] {
        assert!(said.out.contains(words), "{words}: {said:#?}");
    }
    if !has_fairy_stockfish() {
        println!("skipped: no Fairy-Stockfish, so its verdicts are not asked for again");
        return;
    }
    let mut command = lab.command(&["verify", "run"]);
    let said = Said::of(command.env("PATH", path_with_games()).output().unwrap()).exits(1);
    let differing = differing(&said);
    assert_eq!(differing[0], KNOWN);
    // Which engine decided is in no file; another one decides close calls otherwise.
    let others = &differing[1..];
    assert!(others.len() <= 8, "{said:#?}");
    assert!(
        others.iter().all(|line| line.contains(": verdict: ")),
        "{said:#?}"
    );
    assert!(said.out.contains("the opposite winner in 0"), "{said:#?}");
}
