//! What the site's shelf holds beside runs in their own folders: imported archives, results
//! that were put away packed, copies, folders of folders, and what cannot be shown.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::{Value, json};
use support::{
    Lab,
    site::{Site, file_page},
};

const CHOP: &str = r#"
name = "small"
instrument = "chop-bench"
seed = 3
[[player]]
model = "solver"
[[player]]
name = "slips"
model = "epsilon:0.5"
[chop_bench]
families = ["plain"]
modes = ["stateless"]
opponents = ["random", "greedy"]
games_per_cell = 4
"#;

/// A game on the largest board, in the manner of the hand-made files. Rank ten has two digits.
const GRAND: &str = r#"{
 "outcome": "forfeit", "winner": "white", "plies": 1,
 "calls_spent": {"white": 1, "black": 2}, "legal_first_try": {"white": 1, "black": 0},
 "moves_made": {"white": 1, "black": 0}, "legal_hit_rate": {"white": 1.0, "black": 0.0},
 "attempts": [
  {"ply": 0, "side": "white", "budget_after": 1, "temperature": 0.8, "soft_cap": null, "move": "l1d1", "legal": true, "n_legal_moves": 84},
  {"ply": 1, "side": "black", "budget_after": 1, "temperature": 1.2, "soft_cap": 0.3, "move": "b10d10", "legal": false, "n_legal_moves": 84},
  {"ply": 1, "side": "black", "budget_after": 0, "temperature": 1.2, "soft_cap": 0.3, "move": "eqa", "legal": false, "n_legal_moves": 84}
 ],
 "white_player": "lmstudio:olmo-3-7b-instruct", "black_player": "lmstudio:olmo-3-7b-instruct"
}"#;

fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

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

/// The hand-made files and a game on the largest board, imported as `archive`.
fn imported(lab: &Lab) {
    let fixtures = repository("crates/instruments/src/token_chess/archive/fixtures");
    copy(&fixtures, &lab.path("evidence"));
    let grand = lab.path("evidence/grand/budget-2");
    fs::create_dir_all(&grand).unwrap();
    fs::write(grand.join("game-001.json"), GRAND).unwrap();
    lab.say(&["import", "token-chess", "evidence", "--out", "archive"])
        .well();
}

fn facet<'a>(list: &'a Value, row: &Value, name: &str) -> &'a str {
    let facets = list["facets"].as_array().unwrap();
    let at = facets.iter().position(|one| one["name"] == name).unwrap();
    let value = usize::try_from(row["facets"][at].as_u64().unwrap()).unwrap();
    facets[at]["values"][value].as_str().unwrap()
}

#[test]
fn an_archive_has_a_card_findings_games_and_replays() {
    let lab = Lab::with("");
    imported(&lab);
    let site = Site::over(&lab, &[]);
    let home = site.json("home");
    assert_eq!(home["problems"], json!([]));
    let card = &home["runs"][0];
    let key = card["key"].as_str().unwrap();
    assert!(key.starts_with("token-chess-archive-"), "{key}");
    assert_eq!(card["imported"]["from"], "evidence");
    assert_eq!(card["imported"]["known"], Value::Null);
    let holds = card["imported"]["holds"].as_array().unwrap();
    assert!(holds.contains(&json!("3 games of round one")), "{holds:?}");
    assert!(holds.contains(&json!("1 sweep of settings")), "{holds:?}");

    // The findings are those of `report`, and each statement stands as it does there.
    let board = site.json(&format!("runs/{key}/board"));
    let said = lab.say(&["report", "archive", "--format", "json"]).well();
    let findings: Value = serde_json::from_str(&said.out).unwrap();
    assert_eq!(board["findings"], findings);
    let statements = findings["statements"].as_array().unwrap();
    let claims = board["claims"]["statements"].as_array().unwrap();
    assert_eq!(claims.len(), statements.len());
    for (claim, statement) in claims.iter().zip(statements) {
        for field in ["id", "definition", "standing", "files"] {
            assert_eq!(claim[field], statement[field], "{claim}");
        }
        let agrees = claim["standing"] == "agrees";
        assert_eq!(claim["why"].is_null(), agrees, "{claim}");
    }
    let tally = board["claims"]["tally"].as_array().unwrap();
    let all: u64 = tally
        .iter()
        .map(|one| one["statements"].as_u64().unwrap())
        .sum();
    assert_eq!(all, statements.len() as u64);

    let list = site.json(&format!("runs/{key}/games"));
    let rows = list["games"].as_array().unwrap();
    assert_eq!(rows.len(), 7, "profiles, prefixes and sweeps have no moves");
    assert_eq!(card["progress"]["planned"], 7);
    for (place, row) in rows.iter().enumerate() {
        let page = site.json(&format!("runs/{key}/games/{place}"));
        assert_eq!(page["id"], row["id"]);
        assert_eq!(page["problem"], Value::Null, "{page}");
        let says = usize::try_from(row["says"].as_u64().unwrap()).unwrap();
        assert_eq!(page["outcome"]["says"], list["sayings"][says]);
        check_beside_its_file(&lab, &page);
    }
    assert_eq!(site.get(&format!("/data/runs/{key}/games/7")).status, 404);
    let grand = rows
        .iter()
        .find(|row| row["id"].as_str().unwrap().starts_with("grand"));
    let grand = grand.unwrap();
    assert_eq!(facet(&list, grand, "tier"), "grand (grand12)");
    assert_eq!(facet(&list, grand, "economy"), "forfeit");
    assert_eq!(facet(&list, grand, "round"), "one: calibration");
    assert_eq!(facet(&list, grand, "result"), "White wins");
    assert_eq!(facet(&list, grand, "ending"), "forfeit");
}

/// The samples' classes come from the rules; the hand-made files say by themselves which are
/// legal. Positions follow one another up to the file's last one.
fn check_beside_its_file(lab: &Lab, page: &Value) {
    let path = lab.path("evidence").join(page["id"].as_str().unwrap());
    let file: Value = serde_json::from_slice(&fs::read(path).unwrap()).unwrap();
    let replay = &page["replay"];
    assert_eq!(replay["shape"], "token-chess");
    let turns = replay["turns"].as_array().unwrap();
    let batches = turns
        .iter()
        .flat_map(|turn| turn["batches"].as_array().unwrap());
    let attempts = batches.flat_map(|batch| batch["attempts"].as_array().unwrap());
    let shown: Vec<(&Value, bool)> = attempts
        .map(|one| (&one["text"], one["class"] == "legal"))
        .collect();
    let flagged = |one: &'static str| -> Vec<(&Value, bool)> {
        let all = file[one].as_array().into_iter().flatten();
        let samples: Vec<&Value> = if one == "turns" {
            let batches = all.flat_map(|turn| turn["batches"].as_array().unwrap());
            batches
                .flat_map(|batch| batch["samples"].as_array().unwrap())
                .collect()
        } else {
            all.collect()
        };
        samples
            .iter()
            .map(|one| (&one["move"], one["legal"] == true))
            .collect()
    };
    if file["turns"].is_array() {
        assert_eq!(shown, flagged("turns"));
    } else if file["attempts"].is_array() {
        assert_eq!(shown, flagged("attempts"));
    } else if file["mode"] == "choice" {
        assert!(shown.iter().all(|(_, legal)| *legal));
        assert!(
            replay["note"].as_str().unwrap().contains("not in it"),
            "{replay}"
        );
    } else {
        // Nothing is made up for texts that no file has.
        assert!(shown.is_empty());
        assert!(
            replay["note"]
                .as_str()
                .unwrap()
                .contains("none of their texts")
        );
    }
    if let Some(last) = file["final_fen"].as_str() {
        assert_eq!(replay["end_fen"], last);
    }
    let purses: Vec<&Value> = turns.iter().map(|turn| &turn["purses"]).collect();
    if file["mode"] == "zero" || file["mode"] == "choice" {
        assert!(purses.iter().all(|purse| purse.is_null()), "{purses:?}");
    }
    if file["mode"] == "round2" {
        assert_eq!(purses.last().unwrap(), &&json!([2, 5]));
        // Black's purse is not known before its first turn.
        assert!(purses[0].is_null());
    }
}

#[test]
fn an_archive_is_the_same_as_files_and_can_be_taken_home() {
    let lab = Lab::with("");
    imported(&lab);
    let site = Site::over(&lab, &[]);
    let key = site.key();
    lab.say(&["site", "archive", "--out", "out"]).well();
    let out = lab.path("out");
    for name in ["run", "board", "games", "games/0", "games/6"] {
        let name = format!("runs/{key}/{name}");
        assert_eq!(file_page(&out, &name), site.json(&name), "{name}");
    }
    let verified = file_page(&out, &format!("runs/{key}/verify"));
    assert_eq!(verified["problems"], json!([]));
    assert!(
        verified["summary"]
            .as_str()
            .unwrap()
            .starts_with("7 games replayed")
    );
    let file = |name: &str| fs::read_to_string(out.join(format!("files/{key}/{name}"))).unwrap();
    for name in ["records.jsonl", "import.json"] {
        let own = fs::read_to_string(lab.path("archive").join(name)).unwrap();
        assert_eq!(file(name), own, "{name}");
        assert_eq!(
            site.get(&format!("/files/{key}/{name}")).body,
            own,
            "{name}"
        );
    }
    let pgn = lab
        .say(&["report", "archive", "--format", "pgn"])
        .well()
        .out;
    assert_eq!(pgn.matches("[Event ").count(), 7);
    assert_eq!(file("games.pgn"), pgn);
    assert_eq!(file("games.csv").lines().count(), 8);
    for none in ["study.toml", "manifest.json", "journal.log"] {
        assert_eq!(
            site.get(&format!("/files/{key}/{none}")).status,
            404,
            "{none}"
        );
    }
    lab.say(&["report", "archive", "--format", "svg"])
        .exits(2)
        .in_one_line();
}

#[test]
fn a_record_that_the_rules_contradict_is_shown_as_far_as_it_goes() {
    let lab = Lab::with("");
    let home = lab.path("evidence/regular/budget-3");
    fs::create_dir_all(&home).unwrap();
    let fixture =
        "crates/instruments/src/token_chess/archive/fixtures/regular/budget-3/game-001.json";
    let text = fs::read_to_string(repository(fixture)).unwrap();
    // Black's first move becomes one that jumps, and is still called legal.
    fs::write(
        home.join("game-001.json"),
        text.replace("\"e7e5\"", "\"e7e4\""),
    )
    .unwrap();
    lab.say(&["import", "token-chess", "evidence", "--out", "archive"])
        .well();
    let site = Site::over(&lab, &[]);
    let key = site.key();
    let page = site.json(&format!("runs/{key}/games/0"));
    let problem = page["problem"].as_str().unwrap();
    assert!(
        problem.contains("at ply 2: the file says e7e4 is legal, found not legal"),
        "{problem}"
    );
    let replay = &page["replay"];
    assert_eq!(replay["turns"].as_array().unwrap().len(), 2);
    assert!(
        replay["note"]
            .as_str()
            .unwrap()
            .contains("e7e4 is no legal move at ply 2")
    );
    assert_eq!(
        replay["turns"][1]["batches"][0]["attempts"][0]["class"],
        "illegal"
    );
    // Once the records are gone, that is said, and nothing else is lost.
    fs::remove_file(lab.path("archive/records.jsonl")).unwrap();
    let home = site.json("home");
    assert_eq!(home["runs"], json!([]));
    assert!(
        home["problems"][0]
            .as_str()
            .unwrap()
            .contains("records.jsonl")
    );
}

/// Packs a run's journal as kept results have it.
fn pack(folder: &Path) {
    let done = Command::new("gzip")
        .arg("-9")
        .arg(folder.join("journal.log"))
        .status();
    assert!(done.unwrap().success());
}

#[test]
fn a_run_with_a_packed_journal_is_a_run_like_any_other() {
    let lab = Lab::with(CHOP);
    lab.run().well();
    let journal = fs::read_to_string(lab.journal()).unwrap();
    let say = |command: &str| lab.say(&[command, "run"]).well().out;
    let (report, verify) = (say("report"), say("verify"));
    let site = Site::over(&lab, &[]);
    let key = site.key();
    let pages: Vec<String> = ["board", "games", "games/0", "games/7"]
        .map(|page| format!("runs/{key}/{page}"))
        .to_vec();
    let before: Vec<Value> = pages.iter().map(|page| site.json(page)).collect();
    pack(&lab.run_folder());
    // The server that was there before goes on; one that starts now is the same.
    for site in [&site, &Site::over(&lab, &[])] {
        let home = site.json("home");
        assert_eq!(home["runs"][0]["progress"]["scored"], 8);
        assert_eq!(home["runs"][0]["progress"]["working"], false);
        let after: Vec<Value> = pages.iter().map(|page| site.json(page)).collect();
        assert_eq!(after, before);
        let name = format!("/files/{key}/journal.log");
        assert_eq!(site.get(&name).body, journal);
    }
    assert_eq!((say("report"), say("verify")), (report, verify));
    // It is read and never written.
    lab.resume()
        .exits(2)
        .in_one_line()
        .tells(&["journal.log.gz", "unpack it first"]);
    assert!(!lab.journal().exists());
}

#[test]
fn kept_results_are_all_shown() {
    let lab = Lab::with("");
    let results = repository("docs/results");
    let mut command = lab.command(&["serve", "--port", "0"]);
    command.arg(&results);
    let site = Site::started(command);
    let home = site.json("home");
    let problems = home["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 1, "{problems:?}");
    let problem = problems[0].as_str().unwrap();
    assert!(
        problem.contains("elo-ladder-validation: a report without its run"),
        "{problem}"
    );
    let mut found = 0;
    for run in home["runs"].as_array().unwrap() {
        let key = run["key"].as_str().unwrap();
        let progress = &run["progress"];
        assert_eq!(progress["scored"], progress["planned"], "{key}");
        let list = site.json(&format!("runs/{key}/games"));
        let last = list["games"].as_array().unwrap().len() - 1;
        let page = site.json(&format!("runs/{key}/games/{last}"));
        assert_eq!(page["problem"], Value::Null, "{key}");
        let steps = ["turns", "plies", "steps"]
            .iter()
            .find_map(|name| page["replay"][name].as_array());
        assert!(!steps.unwrap().is_empty(), "{key}");
        found += 1;
    }
    // Every folder with a packed journal, however deep.
    assert_eq!(found, packed(&results));
    assert!(found >= 6);
}

fn packed(folder: &Path) -> usize {
    let entries = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    entries
        .map(|path| {
            if path.is_dir() {
                packed(&path)
            } else {
                usize::from(path.ends_with("journal.log.gz"))
            }
        })
        .sum()
}

#[test]
fn a_run_in_two_folders_is_shown_once_with_the_longer_journal() {
    let lab = Lab::with(CHOP);
    lab.run().well();
    copy(&lab.run_folder(), &lab.path("backup/old"));
    let journal = fs::read(lab.journal()).unwrap();
    // The backup is of an earlier time: whole records, but not all.
    let lines: Vec<&[u8]> = journal.split_inclusive(|byte| *byte == b'\n').collect();
    let early = lines[..lines.len() / 2].concat();
    fs::write(lab.path("backup/old/journal.log"), early).unwrap();
    // A third copy is packed, and as long as the first.
    copy(&lab.run_folder(), &lab.path("backup/packed"));
    pack(&lab.path("backup/packed"));
    let site = Site::over(&lab, &[]);
    let home = site.json("home");
    let runs = home["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 1);
    assert_eq!(runs[0]["progress"]["scored"], 8, "the longer one");
    assert!(!runs[0]["key"].as_str().unwrap().ends_with("-2"));
    let note = home["notes"][0].as_str().unwrap();
    for name in ["in 3 folders", "backup/old", "backup/packed", "./run"] {
        assert!(note.contains(name), "{name}: {note}");
    }
    // A site of files is sent to others: the note is for who writes it.
    let said = lab
        .say(&["site", ".", "--out", "out", "--skip-verify"])
        .well();
    assert!(said.err.contains("in 3 folders"), "{said:?}");
    assert_eq!(file_page(&lab.path("out"), "home")["notes"], json!([]));
    // Without its copies there is nothing to say.
    fs::remove_dir_all(lab.path("backup")).unwrap();
    assert_eq!(site.json("home")["notes"], json!([]));
}

#[test]
fn a_run_that_takes_the_place_of_another_is_seen() {
    let lab = Lab::with(CHOP);
    lab.run().well();
    let site = Site::over(&lab, &[]);
    let first = site.key();
    fs::remove_dir_all(lab.run_folder()).unwrap();
    lab.study(&CHOP.replace("small", "another"));
    lab.run().well();
    let second = site.key();
    assert!(second.starts_with("another-"), "{second} after {first}");
    assert_eq!(site.get(&format!("/data/runs/{first}/run")).status, 404);
}

#[test]
fn what_cannot_be_shown_hides_nothing_and_is_told_all_at_once() {
    let lab = Lab::with(CHOP);
    lab.run().well();
    for name in ["torn", "cut", "changed"] {
        copy(&lab.run_folder(), &lab.path(name));
    }
    fs::write(lab.path("torn/manifest.json"), "{").unwrap();
    // Another run each, so that they are no copies.
    for name in ["cut", "changed"] {
        let path = lab.path(name).join("manifest.json");
        let mut manifest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
        let run = manifest["run"].as_str().unwrap().to_owned();
        manifest["run"] = json!(format!("{run}{name}"));
        fs::write(&path, manifest.to_string()).unwrap();
    }
    pack(&lab.path("cut"));
    let packed = lab.path("cut/journal.log.gz");
    let bytes = fs::read(&packed).unwrap();
    fs::write(&packed, &bytes[..bytes.len() / 2]).unwrap();
    // Damage in the middle of a journal.
    let path = lab.path("changed/journal.log");
    let mut bytes = fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    fs::write(&path, bytes).unwrap();
    let site = Site::over(&lab, &[]);
    let home = site.json("home");
    assert_eq!(home["runs"].as_array().unwrap().len(), 1);
    let problems = home["problems"].to_string();
    for words in ["torn/manifest.json", "cannot be unpacked", "damaged record"] {
        assert!(problems.contains(words), "{words}: {problems}");
    }
    let said = lab.say(&["site", ".", "--out", "out"]).exits(2);
    said.tells(&[
        "torn/manifest.json",
        "cannot be unpacked",
        "damaged record",
        "--skip-unreadable",
    ]);
    assert!(!lab.path("out").exists(), "nothing was written");
    let said = lab
        .say(&["site", ".", "--out", "out", "--skip-unreadable"])
        .well();
    assert!(said.out.contains("1 run, 8 games"), "{said:?}");
    assert_eq!(said.err.matches("left out: ").count(), 3, "{said:?}");
    assert_eq!(
        file_page(&lab.path("out"), "home")["runs"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(file_page(&lab.path("out"), "home")["problems"], json!([]));
}

#[test]
fn the_published_games_are_all_shown() {
    let shared =
        std::env::var_os("LUDOMETER_SHARED").map_or_else(|| repository("../shared"), PathBuf::from);
    let published = shared.join("reference/token-chess");
    if !published.join("evidence").is_dir() {
        eprintln!("skipped: {} is not there", published.display());
        return;
    }
    let lab = Lab::with("");
    let folder = published.to_string_lossy();
    lab.say(&["import", "token-chess", &folder, "--out", "archive"])
        .well();
    let site = Site::over(&lab, &[]);
    let home = site.json("home");
    assert_ne!(home["runs"][0]["imported"]["known"], Value::Null);
    let key = site.key();
    let list = site.json(&format!("runs/{key}/games"));
    let rows = list["games"].as_array().unwrap();
    assert_eq!(rows.len(), 92);
    let mut wrong = Vec::new();
    let mut samples = 0;
    for place in 0..rows.len() {
        let page = site.json(&format!("runs/{key}/games/{place}"));
        if !page["problem"].is_null() {
            wrong.push(page["id"].as_str().unwrap().to_owned());
        }
        let turns = page["replay"]["turns"].as_array().unwrap();
        let batches = turns
            .iter()
            .flat_map(|turn| turn["batches"].as_array().unwrap());
        samples += batches
            .map(|batch| batch["attempts"].as_array().unwrap().len())
            .sum::<usize>();
    }
    // As verify counts them, and as docs/results/token-chess-archive.md says.
    assert_eq!(samples, 14_704);
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert!(wrong[0].ends_with("round3-probe/choice-game-006.json"));
    let board = site.json(&format!("runs/{key}/board"));
    let tally = |at: usize| board["claims"]["tally"][at]["statements"].as_u64().unwrap();
    assert_eq!([tally(0), tally(1), tally(2), tally(3)], [133, 17, 5, 0]);
}
