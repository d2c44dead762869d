//! Takes secrets out of a stream, wherever its chunks break.

/// What stands where a secret stood.
const REDACTED: &[u8] = b"[key]";
/// Shorter values are no keys, and taking them out would take words apart.
const SHORTEST: usize = 8;

/// Values that must not get into a file.
#[derive(Debug, Clone, Default)]
pub(super) struct Secrets {
    patterns: Vec<Vec<u8>>,
}

impl Secrets {
    /// These values, as they are and as JSON writes them.
    pub(super) fn new<'a>(values: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut patterns = Vec::new();
        for value in values {
            let bare = value.trim_ascii();
            if bare.len() < SHORTEST {
                continue;
            }
            patterns.push(bare.to_vec());
            if let Ok(text) = str::from_utf8(bare) {
                let quoted = serde_json::Value::from(text).to_string();
                patterns.push(quoted.as_bytes()[1..quoted.len() - 1].to_vec());
            }
        }
        // The longest that fits is the one that is meant.
        patterns.sort_by_key(|pattern| std::cmp::Reverse(pattern.len()));
        patterns.dedup();
        Self { patterns }
    }
}

/// A stream without secrets.
#[derive(Debug)]
pub(super) struct Redactor {
    secrets: Secrets,
    /// The end of the stream so far, which may be the beginning of a secret.
    held: Vec<u8>,
}

impl Redactor {
    pub(super) fn new(secrets: Secrets) -> Self {
        Self {
            secrets,
            held: Vec::new(),
        }
    }

    /// What can be let through now that this has come. No more is held back than may be
    /// the beginning of a secret, so that lines are not late.
    pub(super) fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.held.extend_from_slice(bytes);
        let (clean, taken) = self.clean(Ending::Open);
        self.held.drain(..taken);
        clean
    }

    /// The rest, at the stream's end.
    pub(super) fn finish(&mut self) -> Vec<u8> {
        let (clean, _) = self.clean(Ending::Over);
        self.held.clear();
        clean
    }

    /// What is held without secrets, and how much of it that took.
    fn clean(&self, ending: Ending) -> (Vec<u8>, usize) {
        let mut clean = Vec::with_capacity(self.held.len());
        let mut at = 0;
        while let Some(rest) = self.held.get(at..).filter(|rest| !rest.is_empty()) {
            let mut patterns = self.secrets.patterns.iter();
            let begins = |pattern: &&Vec<u8>| {
                rest.starts_with(pattern) || ending == Ending::Open && pattern.starts_with(rest)
            };
            match patterns.find(begins) {
                Some(pattern) if rest.len() >= pattern.len() => {
                    clean.extend_from_slice(REDACTED);
                    at += pattern.len();
                }
                Some(_) => break,
                None => {
                    clean.push(rest[0]);
                    at += 1;
                }
            }
        }
        (clean, at)
    }
}

/// Whether more of a stream may come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    Open,
    Over,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn through(secrets: &[&str], chunks: &[&[u8]]) -> String {
        let secrets = Secrets::new(secrets.iter().map(|secret| secret.as_bytes()));
        let mut redactor = Redactor::new(secrets);
        let mut out = Vec::new();
        for chunk in chunks {
            out.extend(redactor.push(chunk));
        }
        out.extend(redactor.finish());
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn a_secret_is_taken_out_as_it_is_and_as_json_writes_it() {
        let secret = "sk-\"one\"\nline";
        let json = serde_json::json!({ "key": secret }).to_string();
        for text in [format!("key={secret}."), json] {
            let clean = through(&[secret], &[text.as_bytes()]);
            assert!(clean.contains("[key]") && !clean.contains("one"), "{clean}");
        }
        assert_eq!(through(&["short"], &[b"short"]), "short");
        assert_eq!(
            through(&["sk-12345", "sk-12345678"], &[b"sk-12345678 sk-12345"]),
            "[key] [key]"
        );
    }

    #[test]
    fn a_line_is_not_late() {
        let secrets = Secrets::new([b"sk-12345".as_slice()]);
        let mut redactor = Redactor::new(secrets);
        assert_eq!(redactor.push(b"a line\n"), b"a line\n");
        assert_eq!(redactor.push(b"half sk-1"), b"half ");
        assert_eq!(redactor.push(b"x"), b"sk-1x");
    }

    proptest! {
        /// However a stream is broken up, it comes out as the whole text would.
        #[test]
        fn chunks_do_not_matter(text in "[ab]{0,60}", cuts in prop::collection::vec(0_usize..60, 0..8)) {
            let secrets = ["abababab", "ababababab", "bbaabbaa"];
            let whole = through(&secrets, &[text.as_bytes()]);
            let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(text.len())).collect();
            cuts.extend([0, text.len()]);
            cuts.sort_unstable();
            let chunks: Vec<&[u8]> = cuts.windows(2).map(|cut| &text.as_bytes()[cut[0]..cut[1]]).collect();
            prop_assert_eq!(through(&secrets, &chunks), &*whole);
            prop_assert!(secrets.iter().all(|secret| !whole.contains(secret)));
        }
    }
}
