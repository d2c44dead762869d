//! Goldens of the document and the picture on the findings of hand-made games, which
//! `instruments` makes; `LUDOMETER_BLESS=1` renews them.
#![allow(clippy::disallowed_methods, reason = "a golden is a file")]

use std::path::{Path, PathBuf};

use ludometer_instruments::{
    ladder::findings::{Findings, Unbounded},
    ladder::verification::Verification,
};
use ludometer_record::PlayerName;
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
    let text = std::fs::read_to_string(at("tests/fixtures/ladder-findings.json")).unwrap();
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
    golden("ladder-short.txt", &terminal(&short, 120));
    let full = document(&findings, Detail::Full);
    golden("ladder-full.md", &markdown(&full));
    assert!(short.iter().all(|block| full.contains(block)));
}

#[test]
fn what_is_no_model_is_labelled_everywhere() {
    let findings = fixture();
    for text in [
        terminal(&document(&findings, Detail::Full), 200),
        svg(&findings),
    ] {
        assert!(
            text.contains("d (built-in)") && text.contains("e (engine)"),
            "{text}"
        );
    }
    let full = terminal(&document(&findings, Detail::Full), 200);
    assert!(full.contains("a − d (built-in)"), "{full}");
}

#[test]
fn the_picture() {
    let findings = fixture();
    let drawn = svg(&findings);
    golden("ladder.svg", &drawn);
    assert!(drawn.contains("tokens not") && drawn.contains("An arrow"));
    let mut bare = findings.clone();
    for player in &mut bare.players {
        player.spending = None;
        player.rating.value = None;
        player.rating.intervals.clear();
    }
    let bare = svg(&bare);
    assert!(bare.ends_with("</svg>\n") && !bare.contains("NaN") && !bare.contains("inf\""));
    let mut nobody = findings.clone();
    nobody.players.clear();
    assert!(!svg(&nobody).contains("NaN"));
    let mut counted = findings;
    counted.players.retain(|player| {
        player
            .spending
            .as_ref()
            .is_some_and(|one| one.completion.is_some())
    });
    assert!(!svg(&counted).contains("tokens not"));
    counted.players.truncate(1);
    counted.players[0].rating.value = Some(Unbounded(f64::NEG_INFINITY));
    counted.players[0].rating.intervals[0].lo = Unbounded(f64::NEG_INFINITY);
    assert!(svg(&counted).contains("−∞"));
}

/// Names are letters of any script; what engines and servers say is anything at all.
#[test]
fn what_others_say_becomes_no_markup() {
    let mut findings = fixture();
    findings.voids[0].void.detail = "<b>|\u{1b}[2J".to_owned();
    findings.study.name = "a<script>&\u{1b}[31m".to_owned();
    findings.players[0].player = PlayerName::new("x".repeat(119)).unwrap();
    "eng<i>ne".clone_into(&mut findings.players[0].opponents[0].opponent.name);
    let full = document(&findings, Detail::Full);
    let text = markdown(&full);
    assert!(text.contains(r"&lt;b>\|") && text.contains("eng&lt;i>ne"));
    let shown = terminal(&full, 100);
    assert!(!shown.contains('\u{1b}') && !text.contains('\u{1b}'));
    let drawn = svg(&findings);
    assert!(drawn.contains("a&lt;script&gt;&amp;") && !drawn.contains('\u{1b}'));
    assert!(drawn.contains('…'), "a long name is cut");
}

#[test]
fn findings_keep_to_the_published_schema() {
    let published = |name: &str| std::fs::read_to_string(at("../../docs/schema").join(name));
    for (name, schema) in [
        ("ladder-findings.schema.json", as_json::ladder_schema()),
        (
            "ladder-verification.schema.json",
            as_json::ladder_verification_schema(),
        ),
    ] {
        assert!(
            published(name).unwrap() == schema,
            "{name}: run `make schema`"
        );
    }
    let schema: Value = serde_json::from_str(&as_json::ladder_schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let findings: Value = serde_json::from_str(&as_json::findings(&fixture())).unwrap();
    let errors: Vec<String> = validator
        .iter_errors(&findings)
        .map(|error| error.to_string())
        .collect();
    assert_eq!(errors, Vec::<String>::new());
    assert!(
        findings.to_string().contains("\"inf\""),
        "there is an end at infinity"
    );
    // The schema can fail: a number as another word, a player without a rating.
    for (pointer, wrong) in [
        ("/players/0/rating/value", json!("high")),
        ("/players/0/rating/intervals/0/lo", json!(null)),
        ("/players/0/seat", json!("robot")),
    ] {
        let mut broken = findings.clone();
        *broken.pointer_mut(pointer).unwrap() = wrong;
        assert!(!validator.is_valid(&broken), "{pointer}");
    }
    let schema: Value = serde_json::from_str(&as_json::ladder_verification_schema()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let verification = json!({
        "format": "ludometer-game-verification", "version": 1, "game": "a.001.white",
        "player": "a", "standing": "scored", "passed": true,
        "checks": [{"id": "moves", "definition": "x", "recorded": "1", "derived": "1", "passed": true}],
        "tokens": {"answers": 1, "counted": 0, "prompt": null, "cached": null, "completion": 7, "reasoning": null},
    });
    assert!(validator.is_valid(&verification));
    serde_json::from_value::<Verification>(verification).unwrap();
}
