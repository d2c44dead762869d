//! How an engine is told which board it plays on.

use std::io::{self, Write as _};

use ludometer_games::Variant;
use tempfile::NamedTempFile;

/// Its name to Fairy-Stockfish.
pub(super) fn name(variant: Variant) -> &'static str {
    variant.as_str()
}

/// A file that teaches it to the engine, for as long as the value lives; none if the
/// engine knows it by itself.
pub(super) fn file(variant: Variant) -> io::Result<Option<NamedTempFile>> {
    let Some(text) = variant.engine_ini() else {
        return Ok(None);
    };
    let mut file = tempfile::Builder::new()
        .prefix("ludometer-")
        .suffix(".ini")
        .tempfile()?;
    file.write_all(text.as_bytes())?;
    Ok(Some(file))
}
