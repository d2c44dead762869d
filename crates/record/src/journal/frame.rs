//! How one record stands in the file.
//!
//! ```text
//! 0000001c 5e2f9c01 {"ended":{"game":"a.plain.…
//! ^length  ^CRC-32  ^JSON, `length` bytes, no line break   ^line break
//! ```
//!
//! Both numbers are eight lower-case hexadecimal digits; the checksum is CRC-32
//! (IEEE) of the JSON bytes. A journal is thus a text file, one record a line.

/// Bytes before the JSON.
pub const HEAD: usize = 18;

/// Longest record that is written or believed, in bytes.
pub const LIMIT: usize = 256 << 20;

/// A record's JSON with its head and line break.
///
/// The JSON must have no raw line break; `serde_json` writes none.
#[must_use]
pub fn wrap(json: &[u8]) -> Vec<u8> {
    let mut line = Vec::with_capacity(HEAD + json.len() + 1);
    line.extend_from_slice(format!("{:08x} {:08x} ", json.len(), crc32fast::hash(json)).as_bytes());
    line.extend_from_slice(json);
    line.push(b'\n');
    line
}

/// What stands at the start of some bytes.
#[derive(Debug, PartialEq, Eq)]
pub enum Unwrapped<'a> {
    /// A whole record; `ended` says whether its line break is there too.
    Whole {
        /// Its JSON.
        json: &'a [u8],
        /// Whether the line break is there.
        ended: bool,
    },
    /// The beginning of a record that the end of the bytes cut off.
    Cut,
    /// No record: why.
    Wrong(Wrong),
}

/// Why bytes are no record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// The first 18 bytes are not two numbers.
    #[error("no length and checksum at its start")]
    Head,
    /// The checksum is another one.
    #[error("checksum {found:08x}, expected {expected:08x}")]
    Checksum {
        /// Of the bytes that are there.
        found: u32,
        /// As the head says.
        expected: u32,
    },
    /// Something else than a line break follows.
    #[error("no line break after its {0} bytes")]
    End(usize),
}

/// Reads the record at the start of `bytes`.
#[must_use]
pub fn unwrap(bytes: &[u8]) -> Unwrapped<'_> {
    let head = &bytes[..bytes.len().min(HEAD)];
    if !head
        .iter()
        .enumerate()
        .all(|(at, &byte)| fits_head(at, byte))
    {
        return Unwrapped::Wrong(Wrong::Head);
    }
    if head.len() < HEAD {
        return Unwrapped::Cut;
    }
    let (Some(length), Some(expected)) = (hex(&head[..8]), hex(&head[9..17])) else {
        return Unwrapped::Wrong(Wrong::Head);
    };
    let length = length as usize;
    if length > LIMIT {
        return Unwrapped::Wrong(Wrong::Head);
    }
    let Some(json) = bytes.get(HEAD..HEAD + length) else {
        return Unwrapped::Cut;
    };
    let found = crc32fast::hash(json);
    if found != expected {
        return Unwrapped::Wrong(Wrong::Checksum { found, expected });
    }
    match bytes.get(HEAD + length) {
        None => Unwrapped::Whole { json, ended: false },
        Some(b'\n') => Unwrapped::Whole { json, ended: true },
        Some(_) => Unwrapped::Wrong(Wrong::End(length)),
    }
}

fn fits_head(at: usize, byte: u8) -> bool {
    match at {
        8 | 17 => byte == b' ',
        _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    }
}

fn hex(digits: &[u8]) -> Option<u32> {
    u32::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}
