//! The probes' documents on one scripted game of each kind.

#![allow(clippy::disallowed_methods, reason = "a published schema is a file")]

use std::{
    future::{Future, ready},
    path::Path,
    pin::pin,
    task::{Context, Poll, Waker},
};

use ludometer_instruments::{
    Instrument, ReadBack, Study,
    desk::{Desk, DeskError},
    probe::{DaydreamProbe, Findings, prefix::GAMES},
};
use ludometer_record::{
    desk::{Answer, Question},
    manifest::PromptRecord,
};

use super::probe::{document, svg};
use crate::document::{markdown, terminal};

/// Says the same over and over: one legal text of a game of knights, and one that is none.
struct Knights;

impl Desk for Knights {
    fn ask(
        &mut self,
        question: Question,
    ) -> impl Future<Output = Result<Answer, DeskError>> + Send {
        let Question::Draw(draw) = question else {
            return ready(Err(DeskError::halted("only the tool is asked")));
        };
        let moves = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let text = moves[draw.moves.len() % 4];
        let texts = (0..draw.order.n).map(|n| if n == 0 { text } else { "zz" });
        ready(Ok(Answer::Samples(texts.map(str::to_owned).collect())))
    }
}

fn found(keys: &str) -> Findings {
    let text = format!(
        "name = \"x\"\nquestion = \"a<b\"\ninstrument = \"daydream-probe\"\n[probe]\ngames = 2\n{keys}"
    );
    let study = Study::parse(&text, Path::new("study.toml")).unwrap();
    let games = [PromptRecord::new(GAMES, "g1f3 g8f6\ne2e4\n")];
    let bench = DaydreamProbe::new(&study, &games).unwrap();
    let play = |game| {
        let mut desk = Knights;
        let mut playing = pin!(bench.play(game, &mut desk));
        match playing
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            Poll::Ready(record) => ReadBack::Scored(record.unwrap()),
            Poll::Pending => panic!("the desk answers at once"),
        }
    };
    Findings::of(&bench, bench.plan().iter().map(play).collect()).unwrap()
}

const KINDS: [(&str, &str); 4] = [
    ("", "legal samples in new positions"),
    ("kind = \"choice\"\n", "share of the heuristic"),
    (
        "kind = \"prefix\"\ngames_file = \"g\"\ndepths = [0, 1]\n",
        "plies of a real game",
    ),
    (
        "kind = \"grid\"\nply_cap = 8\ntemperatures = [0.5]\nsoft_caps = [5, 0]\n",
        "no cap",
    ),
];

#[test]
fn every_kind_has_its_tables_and_its_picture() {
    for (keys, drawn) in KINDS {
        let found = found(keys);
        let kind = found.study.kind.word();
        let full = document(&found, true);
        let text = terminal(&full, 110);
        let games = found.games.planned;
        let played = format!("The {kind} probe of Daydream regular: {games} of {games} games");
        assert!(text.contains(&played), "{text}");
        assert!(
            text.lines().all(|line| line.chars().count() <= 110),
            "{text}"
        );
        assert!(markdown(&full).contains("a&lt;b"), "{kind}");
        let picture = svg(&found);
        assert!(picture.contains(drawn), "{kind}: {picture}");
        assert!(!picture.contains("NaN"), "{picture}");
    }
}

#[test]
fn the_tables_say_what_the_findings_say() {
    let text = terminal(&document(&found("ply_cap = 8\nband = 4\n"), true), 110);
    let rows: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    // Two games of the same eight plies: every sample is legal, and from the fifth ply on
    // every move, position and text is an old one, and every move follows a shuffle.
    assert!(
        rows.iter()
            .any(|row| row.starts_with(&["4-7", "100.0", "8/8"])),
        "{text}"
    );
    assert!(
        rows.contains(&vec!["0-3", "0.0", "0.0", "0.0", "0.0"]),
        "{text}"
    );
    assert!(
        rows.contains(&vec!["4-7", "100.0", "100.0", "100.0", "100.0"]),
        "{text}"
    );
    let choice = found("kind = \"choice\"\nply_cap = 4\n");
    let text = terminal(&document(&choice, false), 110);
    assert!(text.contains("Won 0, drawn 2, lost 0."), "{text}");
    assert!(text.contains("Games: 2. Ended by: ply cap 2."), "{text}");
    let prefix = found("kind = \"prefix\"\ngames_file = \"g\"\ndepths = [0, 1]\nattempts = 4\n");
    let text = terminal(&document(&prefix, false), 110);
    let rows: Vec<Vec<&str>> = text
        .lines()
        .map(|line| line.split_whitespace().collect())
        .collect();
    // Of the two games one goes on after its first ply; one sample of four is legal.
    assert!(
        rows.iter()
            .any(|row| row.starts_with(&["0", "2", "25.0", "2/8"])),
        "{text}"
    );
    assert!(
        rows.iter()
            .any(|row| row.starts_with(&["1", "1", "25.0", "1/4"])),
        "{text}"
    );
}

#[test]
fn a_short_document_of_a_grid_has_the_grid_alone() {
    let grid = found("kind = \"grid\"\nply_cap = 8\ntemperatures = [0.5]\nsoft_caps = [5, 0]\n");
    let short = terminal(&document(&grid, false), 110);
    let full = terminal(&document(&grid, true), 110);
    assert!(short.contains("cap 5") && !short.contains("What comes back"));
    assert_eq!(full.matches("What comes back").count(), 2);
}

#[test]
fn findings_keep_to_the_published_schema() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/schema/probe-findings.schema.json");
    let schema = crate::json::probe_schema();
    assert!(
        std::fs::read_to_string(path).unwrap() == schema,
        "run `make schema`"
    );
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    for (keys, pointer) in [
        ("ply_cap = 8", "/cells/0/setting/temperature"),
        (
            "kind = \"grid\"\nply_cap = 8\ntemperatures = [0.5, 1]\nsoft_caps = [2, 0]",
            "/cells/1/bands",
        ),
        ("kind = \"choice\"\nply_cap = 8", "/choice/pickers/0/picker"),
        (
            "kind = \"prefix\"\ndepths = [0, 1]\ngames_file = \"games.txt\"",
            "/prefix/depths/0/depth",
        ),
    ] {
        let mut findings = serde_json::to_value(found(keys)).unwrap();
        let errors: Vec<String> = validator
            .iter_errors(&findings)
            .map(|error| error.to_string())
            .collect();
        assert_eq!(errors, Vec::<String>::new(), "{keys}");
        // The schema can fail.
        *findings.pointer_mut(pointer).unwrap() = "seven".into();
        assert!(!validator.is_valid(&findings), "{pointer}");
    }
}
