//! The findings that the report's goldens are made of.
//!
//! `LUDOMETER_BLESS=1` writes the fixture anew.
#![allow(clippy::disallowed_methods, reason = "a fixture is a file")]

use std::path::Path;

use ludometer_record::{desk::Usage, ending::Termination};

use super::{
    super::Findings,
    HIGH,
    fixture::{Hand, counted, engines, ladder, lost_by, plain},
};
use crate::ladder::GameRecord;

/// A small generator of the fixture's own, so that it stays the same whatever others do.
fn noise(record: &GameRecord) -> u64 {
    let letters = record.id.as_str().bytes();
    letters.fold(7, |seed: u64, letter| {
        seed.wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(u64::from(letter))
            .rotate_left(17)
    }) % 1_000
}

/// A model that calls tools: all of its tokens are counted.
fn counted_model(record: &mut GameRecord, scale: u64) {
    let noise = noise(record);
    let usages: Vec<Usage> = (0..4)
        .map(|n| Usage {
            prompt: Some(900 * n + noise),
            completion: Some(scale + scale * noise / 900),
            reasoning: Some(scale / 2),
            cached: Some(500 * n),
        })
        .collect();
    counted(record, &usages);
    record.calls.illegal = u32::try_from(noise % 4).unwrap();
    record.calls.malformed = u32::from(noise.is_multiple_of(7));
    record.calls.play_move += record.calls.illegal + record.calls.malformed;
    record.player_us = 4_000_000 + noise * 10_000;
    record.opponent_us = 300_000 + noise * 100;
}

/// A model, an agent program that tells no counts and has voids, one with a few games, a part of this
/// program that always wins, and an engine.
pub(super) fn findings() -> Findings {
    let models = [
        "openai:high",
        "agent:codex",
        "openai:new",
        "referee",
        "engine:stockfish?elo=1500&nodes=1225000",
    ];
    let ladder = ladder(&models, "", &engines());
    let careful = |record: &mut GameRecord| counted_model(record, 2_000);
    let walks = |record: &mut GameRecord| {
        record.calls.illegal = 2;
        counted(record, &[Usage::default()]);
        if noise(record).is_multiple_of(5) && record.outcome().is_some_and(is_loss) {
            lost_by(record, Termination::Illegal);
        }
    };
    let few = |record: &mut GameRecord| counted_model(record, 40_000);
    Hand::of(&ladder)
        .play("a", HIGH, &careful)
        .play(
            "b",
            "W LL Wv LW LL DL LL vv WL LW LL LL DL LW LL LL LL WL LL LL LL",
            &walks,
        )
        .play("c", "W WL LD WW D?", &few)
        .play("d", "W WW WW WW", &plain)
        .play(
            "e",
            "W LL WL LW WL WL WD WL WL WL WL WL WW WL WL LL LL LL WL WL WL",
            &plain,
        )
        .findings()
}

fn is_loss(outcome: ludometer_stats::ladder::Outcome) -> bool {
    outcome == ludometer_stats::ladder::Outcome::Loss
}

#[test]
fn the_fixture_is_as_it_was() {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../report/tests/fixtures/ladder-findings.json");
    let mut seen = serde_json::to_string(&findings()).unwrap();
    seen.push('\n');
    if std::env::var_os("LUDOMETER_BLESS").is_some() {
        std::fs::write(&path, &seen).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    assert!(
        seen == expected,
        "the findings differ; look at them, then run with LUDOMETER_BLESS=1"
    );
}
