//! Texts of models and servers are written by strangers.

/// Whether a character steers a terminal: controls, and those that turn the direction of
/// writing.
#[must_use]
pub fn steers(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
