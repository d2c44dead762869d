//! A key that never reaches a file, a log or an error.

use std::fmt;

/// An API key. It has no way into text but the one header that carries it.
#[derive(Clone)]
pub struct ApiKey(String);

/// What stands where a key stood.
const REDACTED: &str = "[key]";

impl ApiKey {
    /// Takes the key from an environment variable; `None` when it is not set or empty.
    #[must_use]
    pub fn from_environment(variable: &str) -> Option<Self> {
        let text = std::env::var(variable).ok()?;
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    pub(crate) fn expose(&self) -> &str {
        &self.0
    }

    /// Takes the key out of a text that a server sent back.
    #[must_use]
    pub fn redact(&self, text: &str) -> String {
        text.replace(&self.0, REDACTED)
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(REDACTED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_in_no_text() {
        let key = ApiKey("sk-very-secret".to_owned());
        assert_eq!(format!("{key:?}"), "[key]");
        assert_eq!(key.redact("bad key sk-very-secret!"), "bad key [key]!");
    }
}
