//! What a study file may say, and what is planned from it.

use super::{ladder, study};
use crate::Instrument;

#[test]
fn players_are_measured_side_by_side() {
    let ladder = ladder(
        &[
            "name = \"a\"\nmodel = \"random\"",
            "name = \"b\"\nmodel = \"referee\"",
        ],
        "games = 4",
    );
    let ids: Vec<&str> = ladder.plan().iter().map(|game| game.id.as_str()).collect();
    assert_eq!(
        ids,
        [
            "a.pilot",
            "b.pilot",
            "a.001.white",
            "b.001.white",
            "a.001.black",
            "b.001.black",
            "a.002.white",
            "b.002.white",
            "a.002.black",
            "b.002.black"
        ]
    );
}

#[test]
fn only_examinees_play() {
    let ladder = ladder(
        &[
            "name = \"a\"\nmodel = \"random\"",
            "name = \"b\"\nmodel = \"referee\"",
        ],
        "games = 2\npilot = false\nexaminees = [\"b\"]",
    );
    let ids: Vec<&str> = ladder.plan().iter().map(|game| game.id.as_str()).collect();
    assert_eq!(ids, ["b.001.white", "b.001.black"]);
}

#[test]
fn what_is_wrong_is_told() {
    let said = |lines: &str| study(&["name = \"a\"\nmodel = \"random\""], lines).unwrap_err();
    for (lines, expected) in [
        ("games = 3", "an even number from 2 on"),
        ("games = 0", "an even number from 2 on"),
        ("wave_pairs = 0", "from 1 to 10000"),
        ("ply_cap = 5000", "from 1 to 2000"),
        ("tries = 0", "from 1 to 1000"),
        ("engine = \" \"", "expected an engine and its limit"),
        ("examinees = []", "expected at least one player"),
        (
            "examinees = [\"aa\"]",
            "is no player; expected the name of a [[player]]",
        ),
        ("examinees = [\"a\", \"a\"]", "stands here twice"),
        ("opponents = \"rung\"", "rungs"),
        ("game = 4", "games"),
        (
            "templates = { \"ladder/tool\" = \"x\" }",
            "did you mean `ladder/tools`?",
        ),
    ] {
        let said = said(lines);
        assert!(said.contains(expected), "{lines}: {said}");
        assert!(said.starts_with("study.toml:"), "{said}");
    }
}
