//! Names and sentences as text of an SVG.

/// A name of at most so many characters, the last one a mark where it was cut.
pub(crate) fn shortened(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.to_owned();
    }
    name.chars()
        .take(most.saturating_sub(1))
        .chain(['…'])
        .collect()
}

/// Text that becomes no markup. XML allows no control characters.
pub(crate) fn escaped(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '<' => "&lt;".to_owned(),
            '>' => "&gt;".to_owned(),
            '&' => "&amp;".to_owned(),
            '"' => "&quot;".to_owned(),
            c if c.is_control() => " ".to_owned(),
            c => c.to_string(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_that_is_said_becomes_markup() {
        assert_eq!(escaped("<b>\"&\u{1b}\n"), "&lt;b&gt;&quot;&amp;  ");
        assert_eq!(shortened("abcdef", 4), "abc…");
        assert_eq!(shortened("äöü", 3), "äöü");
    }
}
