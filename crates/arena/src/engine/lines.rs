//! Bytes of a pipe to lines, with bounded memory. Pure.

/// Longer lines are cut. Fairy-Stockfish's longest, its list of variants, has 1,049 bytes.
pub const LONGEST: usize = 64 * 1024;

/// Splits a stream into lines at `\n` or `\r\n`.
#[derive(Debug)]
pub struct Lines {
    longest: usize,
    bytes: Vec<u8>,
    /// How much of `bytes` was handed out or searched already.
    start: usize,
    seen: usize,
    /// The rest of a line that was cut is to be dropped.
    skipping: bool,
}

impl Default for Lines {
    fn default() -> Self {
        Self::up_to(LONGEST)
    }
}

impl Lines {
    /// Lines of so many bytes; longer ones are cut.
    #[must_use]
    pub fn up_to(longest: usize) -> Self {
        Self {
            longest,
            bytes: Vec::new(),
            start: 0,
            seen: 0,
            skipping: false,
        }
    }

    /// Takes what was read. Call [`Lines::next_line`] until it has none before the next.
    pub fn push(&mut self, bytes: &[u8]) {
        if self.start > 0 {
            self.bytes.drain(..self.start);
            self.seen -= self.start;
            self.start = 0;
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// The next whole line, without its end; what is not UTF-8 becomes U+FFFD.
    pub fn next_line(&mut self) -> Option<String> {
        loop {
            let unseen = self.bytes.get(self.seen..)?;
            let Some(at) = unseen.iter().position(|byte| *byte == b'\n') else {
                self.seen = self.bytes.len();
                return self.too_long();
            };
            let end = self.seen + at;
            let line = self.bytes[self.start..end].to_vec();
            self.start = end + 1;
            self.seen = self.start;
            if !std::mem::take(&mut self.skipping) {
                return Some(text(&line[..line.len().min(self.longest)]));
            }
        }
    }

    /// What there is of a line that has not ended.
    pub fn rest(&mut self) -> Option<String> {
        let old = std::mem::replace(self, Self::up_to(self.longest));
        let rest = old.bytes.get(old.start..).unwrap_or_default();
        (!rest.is_empty() && !old.skipping).then(|| text(rest))
    }

    /// Bytes held.
    #[cfg(test)]
    pub(super) fn held(&self) -> usize {
        self.bytes.len()
    }

    fn too_long(&mut self) -> Option<String> {
        let length = self.bytes.len() - self.start;
        let drop = self.skipping || length > self.longest;
        if !drop {
            return None;
        }
        let line = text(&self.bytes[self.start..self.start + length.min(self.longest)]);
        self.start = self.bytes.len();
        (!std::mem::replace(&mut self.skipping, true)).then_some(line)
    }
}

fn text(line: &[u8]) -> String {
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    String::from_utf8_lossy(line).into_owned()
}
