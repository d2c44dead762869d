//! Goldens of the document and the picture on the findings of hand-made games, which
//! `instruments` makes; `LUDOMETER_BLESS=1` renews them.
#![allow(clippy::disallowed_methods, reason = "a golden is a file")]

use std::path::{Path, PathBuf};

use ludometer_instruments::token_chess::findings::Findings;
use serde_json::{Value, json};

use super::{document, svg};
use crate::{
    document::{Detail, markdown, terminal},
    json as as_json,
};

fn at(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

fn fixture() -> Findings {
    let text = std::fs::read_to_string(at("tests/fixtures/token-chess-findings.json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

#[track_caller]
fn golden(name: &str, seen: &str) {
    let path = at("tests/golden").join(name);
    if std::env::var_os("LUDOMETER_BLESS").is_some() {
        std::fs::write(&path, seen).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert!(
        seen == expected,
        "{name} differs; look at it, then run with LUDOMETER_BLESS=1"
    );
}

#[test]
fn the_documents() {
    let findings = fixture();
    let short = document(&findings, Detail::Short);
    golden("token-chess-short.txt", &terminal(&short, 120));
    let full = document(&findings, Detail::Full);
    golden("token-chess-full.md", &markdown(&full));
    // The short one ends with the void games, which the full one lists further below.
    let common = short.len() - 2;
    assert_eq!(full[..common], short[..common], "the full one goes on");
    assert!(short[common..].iter().all(|block| full.contains(block)));
}

#[test]
fn what_is_no_model_and_no_engine_is_marked() {
    let findings = fixture();
    let text = terminal(&document(&findings, Detail::Short), 160);
    let line = |start: &str| {
        let mut lines = text.lines();
        let line = lines.find(|line| line.trim_start().starts_with(start));
        line.unwrap_or_else(|| panic!("{start}: {text}")).to_owned()
    };
    let row = line("c (built-in)");
    assert!(row.contains('†'), "{row}");
    assert!(line("a – c (built-in)").contains('†'));
    assert!(text.contains("own small referee, which stood in for an engine"));
    let svg = svg(&findings);
    assert!(svg.contains("c (built-in)") && svg.contains("†"));
    // Without a verdict of the stand-in there is no mark.
    let mut clean = findings;
    for group in &mut clean.groups {
        group.adjudications.stand_in = 0;
        group.players.iter_mut().for_each(|one| one.stand_in = 0);
        group.matches.iter_mut().for_each(|one| one.stand_in = 0);
    }
    clean.notes.clear();
    for one in clean
        .groups
        .iter_mut()
        .flat_map(|group| &mut group.terminations)
    {
        one.stand_in = 0;
    }
    let text = terminal(&document(&clean, Detail::Full), 160);
    assert!(!text.contains('†') && !super::svg(&clean).contains('†'));
}

#[test]
fn what_players_and_servers_say_becomes_no_markup() {
    let text = markdown(&document(&fixture(), Detail::Full));
    assert!(text.contains(r"prices \*rise\* late"));
    assert!(text.contains(r"the server &lt;hung> \| for 600 s"));
}

#[test]
fn the_picture() {
    let findings = fixture();
    golden("token-chess.svg", &svg(&findings));
    let mut nothing = findings.clone();
    nothing.groups.clear();
    assert!(svg(&nothing).ends_with("</svg>\n"));
    let mut open = findings;
    for player in open.groups.iter_mut().flat_map(|group| &mut group.players) {
        player.balanced_score.value = None;
        player.legality.by_ply.clear();
    }
    assert!(svg(&open).contains("no headline yet") && !svg(&open).contains("NaN"));
}

#[test]
fn findings_keep_to_the_published_schema() {
    let published = |name: &str| std::fs::read_to_string(at("../../docs/schema").join(name));
    for (name, schema) in [
        ("findings.schema.json", as_json::schema()),
        (
            "token-chess-findings.schema.json",
            as_json::token_chess_schema(),
        ),
    ] {
        assert!(
            published(name).unwrap() == schema,
            "{name}: run `make schema`"
        );
    }
    let schema: Value = serde_json::from_str(&as_json::token_chess_schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let findings: Value = serde_json::from_str(&as_json::findings(&fixture())).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&findings)
        .map(|error| error.to_string())
        .collect();
    assert_eq!(errors, Vec::<String>::new());
    // The schema can fail.
    let mut broken = findings;
    broken["groups"][0]["players"][0]["win_rate"]["value"] = json!("high");
    assert!(!validator.is_valid(&broken));
}
