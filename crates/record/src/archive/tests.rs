use std::{fs, path::Path};

use serde_json::json;
use tempfile::TempDir;

use super::*;

const GAME: &str = r#"{"outcome": "forfeit", "winner": null, "attempts": [
 {"ply": 0, "side": "white", "move": "e2e4", "legal": true, "soft_cap": null, "temperature": 0.1}],
 "later": {"kept": 0.1}}"#;

fn folder(files: &[(&str, &[u8])]) -> TempDir {
    let folder = TempDir::new().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }
    folder
}

fn reason<'a>(gathered: &'a Gathered, path: &str) -> &'a LeftOut {
    let found = gathered.left_out.iter().find(|left| left.path == path);
    found.unwrap_or_else(|| panic!("{path} was not left out: {gathered:?}"))
}

#[test]
fn kinds_are_told_by_their_keys_in_order() {
    for (file, kind) in [
        (json!({"turns": [], "attempts": []}), Some(Kind::TurnGame)),
        (json!({"mode": "zero", "moves": []}), Some(Kind::BankedGame)),
        (
            json!({"mode": "round2", "moves": []}),
            Some(Kind::BankedGame),
        ),
        (json!({"mode": "choice"}), Some(Kind::ChoiceGame)),
        (
            json!({"mode": "profile", "tier": "micro"}),
            Some(Kind::ToolProfile),
        ),
        (json!({"mode": "realprefix"}), Some(Kind::RealPrefix)),
        (json!({"attempts": []}), Some(Kind::RoundOneGame)),
        (json!({"cells": {}, "tier": "micro"}), Some(Kind::Sweep)),
        (json!({"cells": {}}), None),
        (json!({"mode": "other"}), None),
        (json!([{"turns": []}]), None),
        (json!("turns"), None),
    ] {
        assert_eq!(Kind::of(&file), kind, "{file}");
    }
}

#[test]
fn unsaid_null_and_value_are_three_things() {
    let read = |text: &str| match Evidence::read(text.as_bytes()).unwrap().0 {
        Evidence::RoundOneGame(game) => game,
        other => panic!("{other:?}"),
    };
    let game = read(GAME);
    assert_eq!(game.winner, Some(Winner::Draw));
    assert_eq!(game.attempts[0].soft_cap, Some(SoftCap::Off));
    assert_eq!(game.plies, None);
    let unsaid = GAME
        .replace(r#""winner": null,"#, "")
        .replace(r#""soft_cap": null,"#, "");
    let game = read(&unsaid);
    assert_eq!((game.winner, game.attempts[0].soft_cap), (None, None));
    let said = GAME.replace("null, \"attempts", "\"black\", \"attempts");
    assert_eq!(read(&said).winner, Some(Winner::Black));
}

#[test]
fn errors_name_kind_field_and_line() {
    let broken = |text: &str| Evidence::read(text.as_bytes()).unwrap_err().to_string();
    let side = broken(&GAME.replace("\"white\"", "\"green\""));
    assert!(side.starts_with("a broken round-one-game: "), "{side}");
    assert!(side.contains("green") && side.contains("line 2"), "{side}");
    let absent = broken(&GAME.replace("\"move\": \"e2e4\", ", ""));
    assert!(absent.contains("missing field `move`"), "{absent}");
    assert!(broken("{\"turns\": 3}").contains("invalid type"));
    assert!(broken("{\"turns\": NaN}").starts_with("not JSON"));
    assert!(broken(&"[".repeat(100_000)).starts_with("not JSON"));
    let large = GAME.replace("\"ply\": 0", "\"ply\": 99999999999999999999");
    assert!(broken(&large).contains("round-one-game"));
    assert_eq!(Evidence::read(b"{\xFF}"), Err(EvidenceError::NotText(1)));
}

#[test]
fn no_file_of_a_folder_is_fatal() {
    let marked = [b"\xEF\xBB\xBF", GAME.as_bytes()].concat();
    let folder = folder(&[
        ("b/game.json", GAME.as_bytes()),
        ("a/marked.JSON", &marked),
        ("again.json", GAME.as_bytes()),
        ("empty.json", b""),
        ("bytes.json", b"\x00\xFF\xFE"),
        ("nan.json", b"{\"turns\": [NaN]}"),
        ("list.json", b"[1]"),
        ("broken.json", b"{\"attempts\": 1}"),
        ("notes.txt", b"x"),
        ("LICENSE", b"x"),
    ]);
    let gathered = gather(folder.path()).unwrap();
    let paths: Vec<&str> = gathered
        .records
        .iter()
        .map(|one| one.path.as_str())
        .collect();
    assert_eq!(paths, ["a/marked.JSON", "again.json"], "sorted by path");
    assert_eq!(
        reason(&gathered, "b/game.json").reason,
        "the same bytes as again.json"
    );
    for (path, word, is_evidence) in [
        ("empty.json", "not JSON", false),
        ("bytes.json", "not UTF-8", false),
        ("nan.json", "not JSON", false),
        ("list.json", "no evidence", false),
        ("broken.json", "a broken round-one-game", true),
    ] {
        let left = reason(&gathered, path);
        assert!(left.reason.starts_with(word), "{left:?}");
        assert_eq!(left.is_evidence, is_evidence, "{left:?}");
    }
    assert_eq!(gathered.other_files["txt"], 1);
    assert_eq!(gathered.other_files[""], 1);
}

#[test]
fn files_past_the_limit_are_not_read() {
    let folder = folder(&[("game.json", GAME.as_bytes())]);
    let huge = fs::File::create(folder.path().join("huge.json")).unwrap();
    huge.set_len(1 << 40).unwrap();
    let gathered = gather(folder.path()).unwrap();
    assert!(
        reason(&gathered, "huge.json")
            .reason
            .contains("are read at most")
    );
}

#[cfg(unix)]
#[test]
fn links_that_go_round_are_passed_over() {
    use std::os::unix::fs::symlink;
    let folder = folder(&[("in/game.json", GAME.as_bytes())]);
    symlink(folder.path(), folder.path().join("in/round")).unwrap();
    symlink("nowhere", folder.path().join("in/gone.json")).unwrap();
    let gathered = gather(folder.path()).unwrap();
    assert_eq!(gathered.records.len(), 1);
    assert_eq!(reason(&gathered, "in/round").reason, "a link to a folder");
    assert!(
        reason(&gathered, "in/gone.json")
            .reason
            .starts_with("cannot be looked at")
    );
}

#[test]
fn an_import_is_read_back_with_all_that_was_in_it() {
    let folder = folder(&[("game.json", GAME.as_bytes())]);
    let gathered = gather(folder.path()).unwrap();
    let run = ArchiveFolder::at(folder.path().join("run"));
    assert!(!run.holds_import());
    let import = run.write(&gathered, "test 1", "now").unwrap();
    assert_eq!(import.kinds[&Kind::RoundOneGame], 1);
    let archived = run.read().unwrap();
    assert!(archived.is_as_imported);
    assert_eq!(archived.import, import);
    assert_eq!(archived.records, gathered.records);
    assert_eq!(archived.records[0].original["later"]["kept"], json!(0.1));
    let again = run.write(&gathered, "test 1", "now").unwrap_err();
    assert!(
        again.to_string().contains("there is something already"),
        "{again}"
    );

    let path = run.records();
    let text = fs::read_to_string(&path).unwrap();
    assert!(
        !text.contains("plies"),
        "what is missing stays missing: {text}"
    );
    fs::write(&path, text.replace("e2e4", "d2d4")).unwrap();
    assert!(!run.read().unwrap().is_as_imported);
    fs::write(&path, text.replace("round-one-game", "turn-game")).unwrap();
    let error = run.read().unwrap_err().to_string();
    assert!(error.contains("records.jsonl: line 1"), "{error}");
}

#[test]
fn the_fingerprint_is_of_bytes_not_of_names() {
    let print = |name: &str, text: &str| {
        let folder = folder(&[(name, text.as_bytes())]);
        let gathered = gather(folder.path()).unwrap();
        let run = ArchiveFolder::at(folder.path().join("run"));
        let import = run.write(&gathered, "test 1", "now").unwrap();
        import.fingerprint(|_| true)
    };
    assert_eq!(print("a.json", GAME), print("b/c.json", GAME));
    assert_ne!(
        print("a.json", GAME),
        print("a.json", &GAME.replace("e4", "e3"))
    );
}

#[test]
fn nothing_to_import_is_one_clear_line() {
    let folder = folder(&[("other.json", b"{}")]);
    let said = gather(folder.path()).unwrap_err().to_string();
    assert!(
        said.contains("looked at 1 JSON files (other.json: no evidence"),
        "{said}"
    );
    let file = folder.path().join("other.json");
    assert!(matches!(gather(&file), Err(ArchiveError::NoFolder(_))));
    assert!(matches!(
        gather(Path::new("/nowhere")),
        Err(ArchiveError::NoFolder(_))
    ));
}
