//! Text of an agent, fit to be kept and said back.

use ludometer_record::hostile::steers;

/// Characters of an agent's text that are kept.
pub(super) const LONGEST: usize = 64;

/// The text without characters that steer a terminal, cut to [`LONGEST`] characters. One
/// that is cut ends in `…`.
pub(super) fn shown(text: &str) -> String {
    let mut characters = text.chars();
    let mut kept: String = characters
        .by_ref()
        .take(LONGEST)
        .map(|c| if steers(c) { '\u{fffd}' } else { c })
        .collect();
    if characters.next().is_some() {
        kept.push('…');
    }
    kept
}
