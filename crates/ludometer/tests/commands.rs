//! The other commands, and what the documents say of the program.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

mod support;

use std::{
    fs,
    io::{Read, Write},
    path::{Path, PathBuf},
    process::Stdio,
};

use serde_json::{Value, json};
use support::{Behaviour, Lab, Said, Server, study};

/// Three built-in players, small enough for every test.
const SMALL: &str = r#"
name = "small"
question = "Who <is> best?"
instrument = "chop-bench"
seed = 3
[[player]]
model = "solver"
[[player]]
model = "greedy"
[[player]]
name = "slips"
model = "epsilon:0.5"
[chop_bench]
families = ["plain", "formal", "json"]
modes = ["stateless", "dialogue"]
opponents = ["random", "greedy"]
starts = "strata"
games_per_cell = 4
"#;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn document(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn the_published_game_is_solved() {
    let lab = Lab::with("");
    let said = lab
        .say(&[
            "solve",
            "chopsticks",
            "--out",
            "solver.json",
            "--certificate",
            "proof",
        ])
        .well();
    for fact in [
        "625 positions",
        "49 of them terminal",
        "243 wins (longest 25)",
        "65 losses (longest 24)",
        "268 draws",
        "start 11-11: DRAW",
        "595 positions can be reached",
    ] {
        assert!(said.out.contains(fact), "{fact:?} in {said:?}");
    }
    let table: Value = serde_json::from_slice(&fs::read(lab.path("solver.json")).unwrap()).unwrap();
    let table = table.as_object().unwrap();
    assert_eq!(table.len(), 625);
    // By hand: a tap of 4 on the last hand of 1 ends it; own hands come first in what follows.
    assert_eq!(table["04-01"], json!(["WIN", 1, ["04-00"]]));
    assert_eq!(table["00-12"], json!(["LOSE", 0, []]));
    assert_eq!(table["12-00"], json!(["WIN", 0, []]));
    assert_eq!(table["11-11"][0], "DRAW");
    assert_eq!(table["11-11"][1], Value::Null);
    lab.say(&["solve", "chopsticks", "--check", "proof"]).well();
    let mut proof = fs::read(lab.path("proof")).unwrap();
    let end = proof.len() - 9;
    proof[end] ^= 1;
    fs::write(lab.path("proof"), proof).unwrap();
    assert_ne!(
        lab.say(&["solve", "chopsticks", "--check", "proof"]).code,
        0
    );
}

#[test]
fn both_ways_of_solving_write_the_same_table() {
    let lab = Lab::with("");
    lab.say(&["solve", "chopsticks", "--hands", "3", "--out", "a.json"])
        .well();
    lab.say(&[
        "solve",
        "chopsticks",
        "--hands",
        "3",
        "--by-symmetry",
        "--out",
        "b.json",
    ])
    .well();
    assert!(fs::read(lab.path("a.json")).unwrap() == fs::read(lab.path("b.json")).unwrap());
}

#[test]
fn rules_that_are_none_are_refused_in_a_line() {
    let lab = Lab::with("");
    for (arguments, words) in [
        (
            &["solve", "chopsticks", "--modulus", "99"][..],
            "modulus 99",
        ),
        (&["solve", "chopsticks", "--hands", "0"], "0 hands"),
        (
            &["solve", "chopsticks", "--split", "sometimes"],
            "expected published, no-revival or none",
        ),
        (&["play", "chopsticks", "--start", "1-1"], "--start"),
        (&["play", "chopsticks", "--opponent", "god"], "--opponent"),
        (
            &["solve", "chopsticks", "--out", "no/such/folder.json"],
            "no/such/folder.json",
        ),
        (&["report", "nowhere"], "nowhere"),
        (&["verify", "nowhere"], "nowhere"),
    ] {
        lab.say(arguments).exits(2).tells(&[words]).in_one_line();
    }
}

#[test]
fn a_person_plays_and_is_graded() {
    let lab = Lab::with("");
    let mut child = lab
        .command(&["play", "chopsticks", "--start", "04-01", "--seed", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(b"?\nhello\n04-00\n")
        .unwrap();
    let said = Said::of(child.wait_with_output().unwrap()).well();
    for words in [
        "there is no state",
        "optimal (WIN in 1",
        "You win",
        "legal 0/1",
        "optimal 0/1",
    ] {
        assert!(said.out.contains(words), "{words:?} in {said:?}");
    }
}

#[test]
fn a_person_may_leave_at_any_time() {
    let lab = Lab::with("");
    // No input at all: the end of the input is a way to leave.
    let said = lab
        .say(&["play", "chopsticks", "--second", "--seed", "1"])
        .well();
    assert!(said.out.contains("no moves"), "{said:?}");
}

#[test]
fn the_doctor_tells_what_a_study_lacks() {
    let server = Server::start(Behaviour::default());
    let lab = Lab::with(&study(server.url(), "", ""));
    let said = lab.say(&["doctor", "study.toml"]).well();
    assert!(
        said.out
            .contains(&format!("{} answers: loopback", server.url())),
        "{said:?}"
    );
    lab.study(&study(server.url(), "api_key_env = \"LAB_KEY\"", ""));
    let said = lab.say(&["doctor", "study.toml"]).exits(1);
    assert!(
        said.out.contains("set the environment variable LAB_KEY"),
        "{said:?}"
    );
    lab.study(&study("http://127.0.0.1:9/v1", "", ""));
    let said = lab.say(&["doctor", "study.toml"]).exits(1);
    assert!(said.out.contains("cannot connect"), "{said:?}");
}

#[test]
fn a_forecast_asks_nothing_and_is_about_right() {
    let server = Server::start(Behaviour::default());
    let text = study(
        server.url(),
        "max_tokens = 50\nprice = { prompt = 1.0, completion = 2.0 }",
        "",
    );
    let lab = Lab::with(&text);
    let said = lab.say(&["run", "study.toml", "--dry-run"]).well();
    assert!(said.out.contains("8 games"), "{said:?}");
    assert!(said.out.contains('$'), "{said:?}");
    assert_eq!(server.stats().requests, 0);
    assert!(!lab.path("runs").exists());
    // The loopback server plays legal moves without skill, as one of the two forecasts does.
    let row = said
        .out
        .lines()
        .find(|line| line.trim_start().starts_with("model "))
        .unwrap();
    let numbers: Vec<u64> = row
        .split_whitespace()
        .filter_map(|word| word.parse().ok())
        .collect();
    lab.run().well();
    let calls = server.stats().answered;
    assert!(
        (numbers[0] / 3..=numbers[1] * 3).contains(&calls),
        "{calls} calls, forecast {row}"
    );
}

#[test]
fn findings_keep_to_the_published_schema() {
    let lab = Lab::with(SMALL);
    lab.say(&["run", "study.toml"]).well();
    let findings: Value =
        serde_json::from_slice(&fs::read(lab.path("runs/small/findings.json")).unwrap()).unwrap();
    let published = document("docs/schema/findings.schema.json");
    assert_eq!(
        published,
        ludometer_report::json::schema(),
        "run `make schema`"
    );
    let schema: Value = serde_json::from_str(&published).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&findings)
        .map(|error| error.to_string())
        .collect();
    assert_eq!(errors, Vec::<String>::new());
    // The schema can fail.
    let mut broken = findings;
    broken["leaderboard"][0]["optimality"]["value"] = json!("high");
    assert!(!validator.is_valid(&broken));
}

#[test]
fn reports_are_as_they_were() {
    let lab = Lab::with(SMALL);
    lab.say(&["run", "study.toml", "--out", "run"]).well();
    for (format, golden) in [
        ("markdown", "report.md"),
        ("svg", "leaderboard.svg"),
        ("terminal", "terminal.txt"),
    ] {
        let said = lab.say(&["report", "run", "--format", format]).well();
        let path = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("tests/golden")
            .join(golden);
        if std::env::var_os("LUDOMETER_BLESS").is_some() {
            fs::write(&path, &said.out).unwrap();
        }
        let expected = fs::read_to_string(&path).unwrap();
        assert!(
            said.out == expected,
            "{golden} differs; look at it, then run with LUDOMETER_BLESS=1\n{}",
            said.out
        );
    }
    for written in ["report.md", "leaderboard.svg"] {
        let kept = fs::read_to_string(lab.run_folder().join(written)).unwrap();
        assert_eq!(
            kept,
            document(&format!("crates/ludometer/tests/golden/{written}"))
        );
    }
}

#[test]
fn a_narrow_terminal_is_not_overrun() {
    let lab = Lab::with(SMALL);
    lab.say(&["run", "study.toml", "--out", "run"]).well();
    let output = lab
        .command(&["report", "run"])
        .env("COLUMNS", "60")
        .output()
        .unwrap();
    let said = Said::of(output).well();
    let widest = said
        .out
        .lines()
        .map(|line| line.chars().count())
        .max()
        .unwrap();
    assert!(widest <= 60, "{widest}\n{}", said.out);
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let lab = Lab::with(SMALL);
    lab.say(&["run", "study.toml", "--out", "run"]).well();
    let mut child = lab
        .command(&["report", "run", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let mut err = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut err)
        .unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
}

#[test]
fn a_wrong_study_file_is_told_in_a_line() {
    let lab = Lab::with("");
    for (text, words) in [
        (
            SMALL.replace("families", "famlies"),
            &["study.toml:14:", "`famlies`", "did you mean `families`?"][..],
        ),
        (
            SMALL.replace("games_per_cell = 4", "games_per_cell = \"four\""),
            &["study.toml:18:18:", "`chop_bench.games_per_cell`"],
        ),
        (
            SMALL.replace("\"formal\"", "\"formel\""),
            &["study.toml:14:", "formel", "formal"],
        ),
        (
            SMALL.replace("greedy\"]", "greed\"]"),
            &["study.toml:16:", "greed"],
        ),
        (
            SMALL.replace("\"solver\"", "\"slover\""),
            &["study.toml:7:", "slover"],
        ),
        (String::new(), &["study.toml:1:1", "name"]),
    ] {
        lab.study(&text);
        lab.run().exits(2).tells(words).in_one_line();
        assert!(!lab.run_folder().exists());
    }
}

#[test]
fn the_readme_knows_every_command_and_exit_code() {
    let lab = Lab::with("");
    let help = lab.say(&["--help"]).well().out;
    let readme = document("README.md");
    let commands = help
        .split("Commands:")
        .nth(1)
        .unwrap()
        .split("Options:")
        .next()
        .unwrap();
    // A description goes on further to the right.
    let names = commands
        .lines()
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "));
    for command in names.filter_map(|line| line.split_whitespace().next()) {
        if command != "help" {
            assert!(
                readme.contains(&format!("ludometer {command}")),
                "README lacks `ludometer {command}`"
            );
        }
    }
    for code in help
        .split("Exit codes:")
        .nth(1)
        .unwrap()
        .lines()
        .filter_map(|line| line.split_whitespace().next())
    {
        assert!(code.parse::<u8>().is_ok(), "{code} is no exit code");
        assert!(
            readme.contains(&format!("| {code} |")),
            "README lacks exit code {code}"
        );
    }
}

#[test]
fn the_study_file_page_knows_every_key() {
    let page = document("docs/study-file.md");
    let lab = Lab::with("");
    // The program lists its keys when it meets one that it does not know.
    for text in [
        SMALL.replace("seed = 3", "zzz = 3"),
        SMALL.replace("[chop_bench]", "[limits]\nzzz = 1\n[chop_bench]"),
        SMALL.replace("games_per_cell", "zzz"),
        SMALL.replace("model = \"greedy\"", "model = \"greedy\"\nzzz = 1"),
        SMALL.replace(
            "model = \"greedy\"",
            "model = \"greedy\"\nagent = { zzz = 1 }",
        ),
        SMALL.replace("games_per_cell = 4", "rules = { zzz = 1 }"),
        SMALL.replace("[chop_bench]", "[token_chess]\nzzz = 1\n[chop_bench]"),
        SMALL.replace("[chop_bench]", "[probe]\nzzz = 1\n[chop_bench]"),
    ] {
        lab.study(&text);
        let said = lab.run().exits(2).tells(&["zzz", "expected one of"]);
        let keys: Vec<&str> = said
            .err
            .split("expected one of")
            .nth(1)
            .unwrap()
            .split('`')
            .skip(1)
            .step_by(2)
            .collect();
        assert!(keys.len() > 2, "{said:?}");
        for key in keys {
            assert!(
                page.contains(&format!("`{key}`")),
                "docs/study-file.md lacks `{key}`"
            );
        }
    }
}

#[test]
fn every_study_of_the_repository_reads() {
    let lab = Lab::with("");
    for entry in fs::read_dir(root().join("studies")).unwrap() {
        let path = entry.unwrap().path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            lab.say(&["run", path.to_str().unwrap(), "--dry-run"])
                .well();
        }
    }
}
