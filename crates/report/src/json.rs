//! Findings as JSON, and the schemas that they keep to.

use ludometer_instruments::{chop_bench, ladder, probe, token_chess};
use schemars::{JsonSchema, schema_for};
use serde::Serialize;

/// Findings as indented JSON, numbers at full precision.
///
/// # Panics
/// Never: findings are plain data.
#[must_use]
pub fn findings(findings: &impl Serialize) -> String {
    lines(findings)
}

/// The JSON Schema of the `findings.json` of a Chop-Bench run, as published in
/// `docs/schema/findings.schema.json`.
#[must_use]
pub fn schema() -> String {
    schema_of::<chop_bench::findings::Findings>()
}

/// The JSON Schema of the `findings.json` of a Token Chess run, as published in
/// `docs/schema/token-chess-findings.schema.json`.
#[must_use]
pub fn token_chess_schema() -> String {
    schema_of::<token_chess::findings::Findings>()
}

/// The JSON Schema of the `findings.json` of an Elo ladder run, as published in
/// `docs/schema/ladder-findings.schema.json`.
#[must_use]
pub fn ladder_schema() -> String {
    schema_of::<ladder::findings::Findings>()
}

/// The JSON Schema of the `findings.json` of a probe of Daydream, as published in
/// `docs/schema/probe-findings.schema.json`.
#[must_use]
pub fn probe_schema() -> String {
    schema_of::<probe::Findings>()
}

/// The JSON Schema of a game's verification, as published in
/// `docs/schema/ladder-verification.schema.json`.
#[must_use]
pub fn ladder_verification_schema() -> String {
    schema_of::<ladder::verification::Verification>()
}

fn schema_of<T: JsonSchema>() -> String {
    lines(&schema_for!(T))
}

fn lines(value: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("this is plain data");
    text.push('\n');
    text
}
