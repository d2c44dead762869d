//! The reference vectors of the project, where they are at hand.
//!
//! They lie in `shared/reference/elo/vectors.json` beside the repository (or
//! under `LUDOMETER_SHARED`). The fixtures in `tests/data` catch the same faults
//! everywhere.

use std::path::PathBuf;

use serde_json::Value;

/// The vectors; without them a line says so, and the test is to pass.
pub(crate) fn vectors() -> Option<Value> {
    let shared = std::env::var("LUDOMETER_SHARED").map_or_else(
        |_| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let path = shared.join("reference/elo/vectors.json");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: no shared/reference/elo/vectors.json");
        return None;
    };
    Some(serde_json::from_str(&text).unwrap())
}
