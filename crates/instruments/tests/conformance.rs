//! Every instrument has a README and a golden playthrough that still goes as it went.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "tests read the files of the repository"
)]

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use futures_util::FutureExt;
use ludometer_instruments::{
    Instrument, InstrumentName, Study,
    chop_bench::{ChopBench, GameRecord, Verdict},
    desk::ScriptedDesk,
};

fn folder(instrument: InstrumentName) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("src")
        .join(instrument.folder())
}

fn read(instrument: InstrumentName, name: &str) -> String {
    let path = folder(instrument).join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn every_instrument_is_documented_and_plays_its_golden_game() {
    for instrument in InstrumentName::ALL {
        assert!(
            read(instrument, "README.md").len() > 200,
            "{instrument:?}: a README for users"
        );
        let golden = read(instrument, "golden.txt");
        let played = match instrument {
            InstrumentName::ChopBench => chop_bench(&golden),
        };
        assert!(
            played == golden,
            "{instrument:?} plays otherwise than golden.txt:\n{played}"
        );
    }
}

/// Plays the golden game of Chop-Bench: `> ` lines are replies, the rest is what
/// came of them.
fn chop_bench(golden: &str) -> String {
    let (study, _) = golden
        .split_once("\n---\n")
        .expect("a study above the line");
    let toml: String = study
        .lines()
        .filter(|line| !line.starts_with('#'))
        .fold(String::new(), |toml, line| toml + line + "\n");
    let study = Study::parse(&toml, Path::new("golden.txt")).unwrap();
    let bench = ChopBench::new(&study, &[]).unwrap();
    let replies: Vec<&str> = golden
        .lines()
        .filter_map(|line| line.strip_prefix("> "))
        .collect();
    let mut desk = ScriptedDesk::replies(replies.iter().copied());
    let record = bench
        .play(&bench.plan()[0], &mut desk)
        .now_or_never()
        .unwrap()
        .unwrap();
    let (head, _) = golden.split_once("\n---\n").unwrap();
    format!("{head}\n---\n{}", transcript(&record, &replies))
}

fn transcript(record: &GameRecord, replies: &[&str]) -> String {
    let mut text = String::new();
    let mut replies = replies.iter();
    for turn in &record.turns {
        let _ = writeln!(text, "ply {} {} {}", turn.ply, turn.position, turn.value);
        for one in &turn.tries {
            let verdict = match one.grade.verdict {
                Verdict::Legal { optimal: true, .. } => "optimal".to_owned(),
                Verdict::Legal {
                    change, plies_lost, ..
                } => format!("legal, {change:?}, {plies_lost} plies"),
                Verdict::Illegal(class) => format!("illegal, {class:?}"),
                Verdict::Unusable(class) => format!("unusable, {class:?}"),
            };
            let _ = writeln!(text, "> {}\n= {verdict}", replies.next().unwrap_or(&""));
        }
    }
    let _ = writeln!(text, "{:?} after {} plies", record.ending, record.plies);
    text
}
