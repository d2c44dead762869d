//! A certificate's bytes.
//!
//! All numbers are little-endian.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | magic `LUDOCERT` |
//! | 2 | version, 1 |
//! | 2 | length of the game id |
//! | that | game id, UTF-8 |
//! | 4 | number of positions |
//! | 6 a position | value (2): in the high two bits 1 win, 2 lose, 3 draw, in the low fourteen the distance, 0 for a draw; witness (4): the number of a position, `ffffffff` for none |
//! | 4 | CRC-32 (IEEE 802.3) of everything before |
//!
//! Nothing may follow. The checksum guards against damage, not against malice: a
//! certificate is believed only once [`check`](crate::check()) accepts it.

use std::io::{self, Read, Write};

use crc32fast::Hasher;
use ludometer_games::Outcome;

use crate::certificate::NO_WITNESS;
use crate::{Certificate, Value};

const MAGIC: [u8; 8] = *b"LUDOCERT";
const VERSION: u16 = 1;
const ENTRY_BYTES: usize = 6;
/// Entries that are read, and allocated for, at a time.
const BATCH: usize = 1 << 14;
const DISTANCE: u16 = 0x3fff;

/// Why bytes are not a certificate.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The reader failed, or ended early.
    #[error("reading a certificate")]
    Io(#[from] io::Error),
    /// It starts differently.
    #[error("not a certificate: starts with {found:02x?}")]
    Magic {
        /// The first bytes.
        found: [u8; 8],
    },
    /// A version that this program does not know.
    #[error("certificate version {found}, expected {VERSION}")]
    Version {
        /// The version named.
        found: u16,
    },
    /// The game id is not UTF-8.
    #[error("the game id is not UTF-8: {found:02x?}")]
    GameId {
        /// Its bytes.
        found: Vec<u8>,
    },
    /// A value has no outcome, or a draw has a distance.
    #[error("position {index}: {found:#06x} is no value")]
    Value {
        /// The position's number.
        index: u32,
        /// The value's bytes as a number.
        found: u16,
    },
    /// A witness is not the number of a position.
    #[error("position {index}: witness {found} of {positions} positions")]
    Witness {
        /// The position's number.
        index: u32,
        /// The witness named.
        found: u32,
        /// Number of positions.
        positions: u32,
    },
    /// The bytes were changed since they were written.
    #[error("checksum {computed:08x}, the certificate says {found:08x}")]
    Checksum {
        /// The checksum stored.
        found: u32,
        /// The checksum of the bytes.
        computed: u32,
    },
    /// There is more after the end.
    #[error("bytes after the end of the certificate")]
    Trailing,
}

impl Certificate {
    /// Writes the certificate's bytes.
    ///
    /// An id longer than 65,535 bytes, a distance above 16,383 and a value that cannot
    /// be are refused as [`io::ErrorKind::InvalidInput`].
    pub fn write(&self, writer: impl Write) -> io::Result<()> {
        let mut out = Summed::new(writer);
        out.put(&MAGIC)?;
        out.put(&VERSION.to_le_bytes())?;
        let id = self.game_id.as_bytes();
        let id_len = u16::try_from(id.len()).map_err(|_| unwritable("game id too long"))?;
        out.put(&id_len.to_le_bytes())?;
        out.put(id)?;
        let positions =
            u32::try_from(self.values.len()).map_err(|_| unwritable("too many positions"))?;
        out.put(&positions.to_le_bytes())?;
        let mut buffer = Vec::with_capacity(BATCH * ENTRY_BYTES);
        for (values, witnesses) in self.values.chunks(BATCH).zip(self.witnesses.chunks(BATCH)) {
            buffer.clear();
            for (&value, witness) in values.iter().zip(witnesses) {
                let packed = pack(value).ok_or_else(|| unwritable("value out of range"))?;
                buffer.extend_from_slice(&packed.to_le_bytes());
                buffer.extend_from_slice(&witness.to_le_bytes());
            }
            out.put(&buffer)?;
        }
        let sum = out.sum.clone().finalize();
        out.inner.write_all(&sum.to_le_bytes())?;
        out.inner.flush()
    }

    /// Reads a certificate's bytes to their end.
    ///
    /// Memory grows with what was read, not with what the header promises.
    pub fn read(reader: impl Read) -> Result<Self, ReadError> {
        let mut input = Summed::new(reader);
        let found = input.take()?;
        if found != MAGIC {
            return Err(ReadError::Magic { found });
        }
        let found = u16::from_le_bytes(input.take()?);
        if found != VERSION {
            return Err(ReadError::Version { found });
        }
        let mut id = vec![0; usize::from(u16::from_le_bytes(input.take()?))];
        input.fill(&mut id)?;
        let game_id = String::from_utf8(id).map_err(|error| ReadError::GameId {
            found: error.into_bytes(),
        })?;
        let positions = u32::from_le_bytes(input.take()?);

        let (mut values, mut witnesses) = (Vec::new(), Vec::new());
        let mut buffer = vec![0; BATCH * ENTRY_BYTES];
        let mut index = 0;
        while index < positions {
            let here = ((positions - index) as usize).min(BATCH);
            let entries = &mut buffer[..here * ENTRY_BYTES];
            input.fill(entries)?;
            for entry in entries.chunks_exact(ENTRY_BYTES) {
                let packed = u16::from_le_bytes([entry[0], entry[1]]);
                let witness = u32::from_le_bytes([entry[2], entry[3], entry[4], entry[5]]);
                values.push(unpack(packed).ok_or(ReadError::Value {
                    index,
                    found: packed,
                })?);
                if witness >= positions && witness != NO_WITNESS {
                    return Err(ReadError::Witness {
                        index,
                        found: witness,
                        positions,
                    });
                }
                witnesses.push(witness);
                index += 1;
            }
        }
        let computed = input.sum.clone().finalize();
        let found = u32::from_le_bytes(input.take()?);
        if found != computed {
            return Err(ReadError::Checksum { found, computed });
        }
        let mut after = Vec::new();
        if input.inner.take(1).read_to_end(&mut after)? > 0 {
            return Err(ReadError::Trailing);
        }
        Ok(Self {
            game_id,
            values,
            witnesses,
        })
    }
}

/// A reader or writer with the checksum of what went through.
struct Summed<T> {
    inner: T,
    sum: Hasher,
}

impl<T> Summed<T> {
    fn new(inner: T) -> Self {
        Self {
            inner,
            sum: Hasher::new(),
        }
    }
}

impl<W: Write> Summed<W> {
    fn put(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sum.update(bytes);
        self.inner.write_all(bytes)
    }
}

impl<R: Read> Summed<R> {
    fn fill(&mut self, bytes: &mut [u8]) -> io::Result<()> {
        self.inner.read_exact(bytes)?;
        self.sum.update(bytes);
        Ok(())
    }

    fn take<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.fill(&mut bytes)?;
        Ok(bytes)
    }
}

fn pack(value: Value) -> Option<u16> {
    let tag = match value.outcome {
        Outcome::Win => 1,
        Outcome::Lose => 2,
        Outcome::Draw => 3,
    };
    match (value.outcome, value.distance) {
        (Outcome::Draw, None) => Some(tag << 14),
        (Outcome::Win | Outcome::Lose, Some(distance)) if distance <= DISTANCE => {
            Some(tag << 14 | distance)
        }
        _ => None,
    }
}

fn unpack(packed: u16) -> Option<Value> {
    let distance = packed & DISTANCE;
    match packed >> 14 {
        1 => Some(Value::win(distance)),
        2 => Some(Value::lose(distance)),
        3 if distance == 0 => Some(Value::DRAW),
        _ => None,
    }
}

fn unwritable(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what)
}
