//! Reading a corpus: its games, its vocabulary, what is held out.

use std::{
    collections::BTreeSet,
    io::{self, BufRead as _, BufReader, Read},
    num::NonZeroU32,
    path::Path,
};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::input::open;

/// Longer lines are no games: 300 moves of a 12×10 board have 3,000 characters.
const LONGEST: usize = 1 << 16;

/// Which games are held out: those whose text hashes to 0 modulo this.
///
/// By the text and not by its place, so that the same game is never on both sides, and so
/// that a corpus that grows keeps its split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct HoldOut(pub NonZeroU32);

impl HoldOut {
    /// One game in so many; one in one holds out all.
    #[must_use]
    pub fn one_in(games: u32) -> Option<Self> {
        NonZeroU32::new(games).map(Self)
    }

    fn takes(self, game: &str) -> bool {
        hash(game.as_bytes()).is_multiple_of(u64::from(self.0.get()))
    }
}

impl Default for HoldOut {
    /// One game in twenty.
    fn default() -> Self {
        Self(NonZeroU32::MIN.saturating_add(19))
    }
}

/// Why a text is no corpus.
#[derive(Debug, Error)]
pub enum CorpusError {
    /// It cannot be read to its end.
    #[error("line {line}: the corpus cannot be read on: {error}")]
    Io {
        /// From 1.
        line: usize,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// A byte that no move text has: it takes small letters, digits and single spaces.
    #[error("line {line}, column {column}: {found} does not belong into a corpus")]
    Character {
        /// From 1.
        line: usize,
        /// From 1, in bytes.
        column: usize,
        /// As one would type it.
        found: String,
    },
    /// No game has so many characters.
    #[error("line {line} has more than {LONGEST} characters")]
    TooLong {
        /// From 1.
        line: usize,
    },
    /// No game at all.
    #[error("the corpus holds no game")]
    Empty,
}

/// Games in their order, split into those to train on and those held out.
///
/// Both are one text of the shape that the model reads: a newline before the first game
/// and after every game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Corpus {
    /// To train on.
    pub train: Part,
    /// Held out.
    pub held_out: Part,
}

/// One side of the split.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    text: String,
    /// Where each game's first character is.
    starts: Vec<usize>,
}

impl Default for Part {
    fn default() -> Self {
        Self {
            text: "\n".to_owned(),
            starts: Vec::new(),
        }
    }
}

impl Part {
    fn push(&mut self, game: &str) {
        self.starts.push(self.text.len());
        self.text.push_str(game);
        self.text.push('\n');
    }

    /// `"\n"`, then every game with its `"\n"`.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where each game's first character is in [`Part::text`].
    #[must_use]
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// How many.
    #[must_use]
    pub fn games(&self) -> usize {
        self.starts.len()
    }

    /// Each game without its newline.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.text.lines().skip(1)
    }
}

impl Corpus {
    /// Reads a file, plain, zstd or xz.
    pub fn read(path: &Path, hold_out: HoldOut) -> Result<Self, CorpusError> {
        let input = open(path).map_err(|error| CorpusError::Io { line: 1, error })?;
        Self::from_reader(input, hold_out)
    }

    /// Reads plain text. Blank lines are passed over, `\r\n` ends a line too.
    pub fn from_reader(input: impl Read, hold_out: HoldOut) -> Result<Self, CorpusError> {
        let mut input = BufReader::new(input);
        let mut corpus = Self {
            train: Part::default(),
            held_out: Part::default(),
        };
        let mut bytes = Vec::new();
        for line in 1.. {
            bytes.clear();
            let most = LONGEST as u64 + 2;
            let read = (&mut input).take(most).read_until(b'\n', &mut bytes);
            if read.map_err(|error| CorpusError::Io { line, error })? == 0 {
                break;
            }
            let game = game(&bytes, line)?;
            if game.is_empty() {
                continue;
            }
            if hold_out.takes(game) {
                corpus.held_out.push(game);
            } else {
                corpus.train.push(game);
            }
        }
        if corpus.train.games() + corpus.held_out.games() == 0 {
            return Err(CorpusError::Empty);
        }
        Ok(corpus)
    }

    /// The distinct characters of both sides, sorted, the newline first.
    #[must_use]
    pub fn vocabulary(&self) -> Vec<char> {
        let both = self.train.text.bytes().chain(self.held_out.text.bytes());
        both.collect::<BTreeSet<_>>()
            .into_iter()
            .map(char::from)
            .collect()
    }
}

/// The text of a line, if every byte belongs.
fn game(bytes: &[u8], line: usize) -> Result<&str, CorpusError> {
    let ended = bytes.strip_suffix(b"\n").unwrap_or(bytes);
    let text = ended.strip_suffix(b"\r").unwrap_or(ended);
    if text.len() > LONGEST {
        return Err(CorpusError::TooLong { line });
    }
    let mut before = b' ';
    for (at, byte) in text.iter().copied().enumerate() {
        let belongs = byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let single = byte == b' ' && before != b' ' && at + 1 < text.len();
        if !(belongs || single) {
            let found = match byte {
                b' ' => "a space too many".to_owned(),
                0x80.. => format!("byte {byte:#04x}"),
                _ => format!("{:?}", char::from(byte)),
            };
            return Err(CorpusError::Character {
                line,
                column: at + 1,
                found,
            });
        }
        before = byte;
    }
    Ok(std::str::from_utf8(text).expect("every byte is ASCII"))
}

/// FNV-1a with the finish of `MurmurHash3`, whose low bits are good; the same everywhere.
fn hash(bytes: &[u8]) -> u64 {
    let fnv = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mixed = (fnv ^ (fnv >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    let mixed = (mixed ^ (mixed >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    mixed ^ (mixed >> 33)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> Result<Corpus, CorpusError> {
        Corpus::from_reader(text, HoldOut::one_in(3).unwrap())
    }

    #[test]
    fn the_shape_that_the_model_reads() {
        let games: Vec<_> = (1..=9).map(|i| format!("a{i}b{i} c{i}d{i}q")).collect();
        let corpus = read(games.join("\r\n").as_bytes()).unwrap();
        assert_eq!(corpus.train.games() + corpus.held_out.games(), 9);
        assert!(corpus.held_out.games() > 0 && corpus.train.games() > 0);
        for part in [&corpus.train, &corpus.held_out] {
            let whole = part
                .iter()
                .fold("\n".to_owned(), |text, game| text + game + "\n");
            assert_eq!(part.text(), whole);
            for (start, game) in part.starts().iter().zip(part.iter()) {
                assert!(part.text()[*start..].starts_with(game));
                assert_eq!(&part.text()[start - 1..*start], "\n");
            }
        }
        let mut all: Vec<_> = corpus.train.iter().chain(corpus.held_out.iter()).collect();
        all.sort_unstable();
        assert_eq!(all, games);
    }

    /// Values of another program: the split is part of a training's record.
    #[test]
    fn the_split_is_the_same_everywhere() {
        assert_eq!(hash(b""), 0xefd0_1f60_ba99_2926);
        assert_eq!(hash(b"e2e4 e7e5"), 0x0c2f_766d_5ef1_bf7f);
    }

    #[test]
    fn a_game_is_on_one_side_only_wherever_it_stands() {
        let (first, second) = ("e2e4 e7e5", "d2d4 d7d5");
        let twice = read(format!("{first}\n{second}\n{first}\n").as_bytes()).unwrap();
        for part in [&twice.train, &twice.held_out] {
            assert!([0, 2].contains(&part.iter().filter(|game| *game == first).count()));
        }
        let all = Corpus::from_reader(&b"e2e4\nd2d4"[..], HoldOut::one_in(1).unwrap()).unwrap();
        assert_eq!((all.train.games(), all.held_out.games()), (0, 2));
    }

    #[test]
    fn the_vocabulary_is_sorted_and_begins_with_the_newline() {
        let corpus = read(b"b1a3 a4a5q\nd5a5\n").unwrap();
        let vocabulary = corpus.vocabulary();
        assert_eq!(
            vocabulary,
            ['\n', ' ', '1', '3', '4', '5', 'a', 'b', 'd', 'q']
        );
    }

    #[test]
    fn what_does_not_belong_is_named_with_its_place() {
        for (text, place) in [
            (&b"e2e4\ne2e4 E7e5\n"[..], "line 2, column 6: 'E'"),
            (b"e2e4\te7e5", "line 1, column 5: '\\t'"),
            (b"e2e4  e7e5", "line 1, column 6: a space too many"),
            (b" e2e4", "line 1, column 1: a space too many"),
            (b"e2e4 \n", "line 1, column 5: a space too many"),
            (b"\n\ne2\xffe4", "line 3, column 3: byte 0xff"),
            (b"\xef\xbb\xbfe2e4", "line 1, column 1: byte 0xef"),
            (b"[Event \"x\"]", "line 1, column 1: '['"),
            (b"e2e4\re7e5\n", "line 1, column 5: '\\r'"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with(place), "{error}");
        }
        assert!(matches!(read(b"\n\r\n"), Err(CorpusError::Empty)));
        assert!(matches!(
            read(&vec![b'a'; LONGEST + 1]),
            Err(CorpusError::TooLong { line: 1 })
        ));
        assert!(read(&vec![b'a'; LONGEST]).is_ok());
    }

    #[test]
    fn packed_texts_read_the_same() {
        let folder = tempfile::tempdir().unwrap();
        let text = b"e2e4 e7e5\nd2d4 d7d5\nc2c4 c7c5\n";
        let plain = read(text).unwrap();
        let mut frames = zstd::encode_all(&text[..10], 3).unwrap();
        frames.extend(zstd::encode_all(&text[10..], 3).unwrap());
        let path = folder.path().join("games.txt.zst");
        std::fs::write(&path, &frames).unwrap();
        assert_eq!(
            Corpus::read(&path, HoldOut::one_in(3).unwrap()).unwrap(),
            plain
        );
        std::fs::write(&path, &frames[..frames.len() - 4]).unwrap();
        let error = Corpus::read(&path, HoldOut::one_in(3).unwrap()).unwrap_err();
        assert!(matches!(error, CorpusError::Io { .. }), "{error}");
        // `printf 'e2e4 e7e5\nd2d4 d7d5\nc2c4 c7c5\n' | xz`, of xz 5.
        let path = folder.path().join("games.txt.xz");
        std::fs::write(&path, include_bytes!("fixture.txt.xz")).unwrap();
        assert_eq!(
            Corpus::read(&path, HoldOut::one_in(3).unwrap()).unwrap(),
            plain
        );
    }
}
