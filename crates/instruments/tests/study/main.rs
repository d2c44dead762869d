//! Study files: what is refused, in which words, and at which place.

#![allow(clippy::unwrap_used, reason = "helpers of tests")]

use std::path::Path;

use ludometer_instruments::Study;

const CASES: &str = include_str!("errors.txt");

fn message(text: &str) -> String {
    match Study::parse(text, Path::new("study.toml")) {
        Ok(_) => "fine".to_owned(),
        Err(error) => error.to_string(),
    }
}

/// The cases of the fixture: a name, a study, the message.
fn cases() -> Vec<(&'static str, String, &'static str)> {
    let mut cases: Vec<(&str, String, &str)> = Vec::new();
    for line in CASES.lines() {
        if let Some(name) = line.strip_prefix("== ") {
            cases.push((name, String::new(), ""));
        } else if let Some((_, study, said)) = cases.last_mut() {
            match line.strip_prefix("-> ") {
                Some(message) => *said = message,
                None if said.is_empty() => {
                    study.push_str(line);
                    study.push('\n');
                }
                None => assert!(line.is_empty(), "{line}"),
            }
        } else {
            assert!(line.starts_with('#'), "{line}");
        }
    }
    cases
}

#[test]
fn every_error_has_its_place_its_key_and_what_was_expected() {
    let mut wrong = Vec::new();
    for (name, study, expected) in cases() {
        let said = message(&study);
        assert!(!said.contains('\n'), "{name}: one line: {said}");
        if said != expected {
            wrong.push(format!("== {name}\n-> {said}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "otherwise than in errors.txt:\n{}",
        wrong.join("\n")
    );
    assert!(cases().len() > 40);
}

const FINE: &str = "name = \"x\"\ninstrument = \"chop-bench\"\n[[player]]\nmodel = \"solver\"\n";

#[test]
fn the_least_study_is_fine_with_any_line_ends_and_a_byte_order_mark() {
    assert_eq!(message(FINE), "fine");
    assert_eq!(message(&FINE.replace('\n', "\r\n")), "fine");
    assert_eq!(message(&format!("\u{feff}{FINE}")), "fine");
}

#[test]
fn places_count_characters_behind_a_byte_order_mark() {
    let wrong = FINE.replace("\"x\"", "\"é\"; oops").replace('\n', "\r\n");
    let said = message(&format!("\u{feff}{wrong}"));
    assert!(said.starts_with("study.toml:1:11: "), "{said}");
    let wrong = format!("question = \"é\"\r\n{FINE}colour = 1\r\n");
    let said = message(&format!("\u{feff}{wrong}"));
    assert!(
        said.starts_with("study.toml:6:1: `player[0]`: unknown key `colour`"),
        "{said}"
    );
}

#[test]
fn an_error_never_repeats_a_secret() {
    for line in [
        "base_url = \"http://user:hunter2@host/v1\"",
        "base_url = \"hunter2\"",
        "base_url = \"http:///hunter2\"",
        "base_url = \"http://host/v1?key=hunter2\"",
        "api_key_env = \"sk-hunter2\"",
        "api_key = \"hunter2\"",
    ] {
        let said = message(&FINE.replace("solver\"\n", &format!("openai:m\"\n{line}\n")));
        assert!(said != "fine" && !said.contains("hunter2"), "{said}");
    }
}
