//! Findings as JSON, and the schema that they keep to.

use ludometer_instruments::chop_bench::findings::Findings;

/// Findings as indented JSON, numbers at full precision.
///
/// # Panics
/// Never: findings are plain data.
#[must_use]
pub fn findings(findings: &Findings) -> String {
    let mut text = serde_json::to_string_pretty(findings).expect("findings are plain data");
    text.push('\n');
    text
}

/// The JSON Schema of `findings.json`, as published in `docs/schema/`.
///
/// # Panics
/// Never: a schema is plain data.
#[must_use]
pub fn schema() -> String {
    let schema = schemars::schema_for!(Findings);
    let mut text = serde_json::to_string_pretty(&schema).expect("a schema is plain data");
    text.push('\n');
    text
}
