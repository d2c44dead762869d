//! Texts of models made harmless: nothing that they hold ends a tag or a comment, or
//! begins a line.

/// Whether a character only steers how others are shown.
fn steers(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}'
        )
}

/// The words of a text without control characters.
fn words(text: &str) -> Vec<String> {
    text.split(|c: char| c.is_whitespace() || c.is_control())
        .map(|word| word.chars().filter(|c| !steers(*c)).collect::<String>())
        .filter(|word| !word.is_empty())
        .collect()
}

/// A tag's value, without its quotation marks; `?` is PGN's word for what is not known.
pub(super) fn tag(text: &str) -> String {
    let text = words(text).join(" ");
    if text.is_empty() {
        return "?".to_owned();
    }
    text.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The words of a comment, braces included. PGN has no way to write a brace in one.
pub(super) fn comment(text: &str) -> Vec<String> {
    let text = text.replace('{', "(").replace('}', ")");
    let mut words = words(&text);
    if let Some(first) = words.first_mut() {
        first.insert(0, '{');
    }
    if let Some(last) = words.last_mut() {
        last.push('}');
    }
    words
}

/// Columns of a line: PGN's export format has fewer than 80.
const COLUMNS: usize = 79;

/// Words in lines. One that is longer than a line is broken, as only a comment's can be.
pub(super) fn lines(words: impl IntoIterator<Item = String>) -> String {
    let mut text = String::new();
    let mut column = 0;
    for word in words {
        for part in parts(&word) {
            let width = part.chars().count();
            if column > 0 && column + 1 + width > COLUMNS {
                text.push('\n');
                column = 0;
            }
            // At the start of a line `%` hides the rest of it from every reader, and `[`
            // begins a game for some.
            if column > 0 || part.starts_with(['%', '[']) {
                text.push(' ');
                column += 1;
            }
            text.push_str(&part);
            column += width;
        }
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text
}

fn parts(word: &str) -> Vec<String> {
    // One column less, for the space in front of what must not begin a line.
    let characters: Vec<char> = word.chars().collect();
    characters
        .chunks(COLUMNS - 1)
        .map(|part| part.iter().collect())
        .collect()
}
