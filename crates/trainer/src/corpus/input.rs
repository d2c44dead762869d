//! A file as a stream of bytes, whatever it is packed in.

use std::{
    fs::File,
    io::{self, BufRead as _, BufReader, Read},
    path::Path,
};

/// Opens a plain, zstd or xz file, told apart by their first bytes rather than by name.
/// Several frames or streams in a row are read as one.
pub fn open(path: &Path) -> io::Result<Box<dyn Read + Send>> {
    unpack(File::open(path)?)
}

/// [`open`] for bytes from elsewhere.
pub(super) fn unpack(input: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut input = BufReader::with_capacity(1 << 17, input);
    Ok(match input.fill_buf()? {
        // A zstd frame, or a skippable one before it.
        [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => {
            Box::new(zstd::Decoder::with_buffer(input)?)
        }
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Box::new(lzma_rust2::XzReader::new(input, true)),
        _ => Box::new(input),
    })
}
