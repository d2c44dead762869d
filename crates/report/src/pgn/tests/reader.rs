//! pgn-reader and shakmaty, as the programs that read what was written.

use std::ops::ControlFlow;

use pgn_reader::{Outcome, RawComment, RawTag, Reader, SanPlus, Visitor};
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position, fen::Fen};

/// A game as another program reads it.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Read {
    pub(super) tags: Vec<(String, String)>,
    pub(super) sans: Vec<String>,
    pub(super) comments: Vec<String>,
    pub(super) outcome: String,
}

impl Read {
    pub(super) fn tag(&self, name: &str) -> Option<&str> {
        let named = self.tags.iter().find(|(tag, _)| tag == name);
        named.map(|(_, value)| value.as_str())
    }

    /// The moves by shakmaty's rules, as UCI, and the last position.
    pub(super) fn moves(&self) -> (Vec<String>, String) {
        let mut position = match self.tag("FEN") {
            Some(fen) => fen
                .parse::<Fen>()
                .unwrap()
                .into_position(CastlingMode::Standard)
                .unwrap(),
            None => Chess::default(),
        };
        let mut moves = Vec::new();
        for text in &self.sans {
            let san: SanPlus = text.parse().unwrap();
            let chosen = san.san.to_move(&position).unwrap();
            assert_eq!(
                SanPlus::from_move(position.clone(), chosen).to_string(),
                *text,
                "as shakmaty would write it"
            );
            moves.push(chosen.to_uci(CastlingMode::Standard).to_string());
            position.play_unchecked(chosen);
        }
        let fen = Fen::from_position(&position, EnPassantMode::Legal);
        (moves, fen.to_string())
    }
}

struct Keep;

impl Visitor for Keep {
    type Tags = Read;
    type Movetext = Read;
    type Output = Read;

    fn begin_tags(&mut self) -> ControlFlow<Read, Read> {
        ControlFlow::Continue(Read::default())
    }

    fn tag(&mut self, read: &mut Read, name: &[u8], value: RawTag<'_>) -> ControlFlow<Read> {
        let name = String::from_utf8(name.to_vec()).unwrap();
        let value = String::from_utf8(value.as_bytes().to_vec()).unwrap();
        read.tags.push((name, unescaped(&value)));
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, read: Read) -> ControlFlow<Read, Read> {
        ControlFlow::Continue(read)
    }

    fn san(&mut self, read: &mut Read, san: SanPlus) -> ControlFlow<Read> {
        read.sans.push(san.to_string());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, read: &mut Read, comment: RawComment<'_>) -> ControlFlow<Read> {
        let text = String::from_utf8(comment.as_bytes().to_vec()).unwrap();
        read.comments.push(text);
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, read: &mut Read, outcome: Outcome) -> ControlFlow<Read> {
        read.outcome = outcome.to_string();
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, read: Read) -> Read {
        read
    }
}

/// A tag's value. pgn-reader 0.29 loses backslashes that follow each other.
fn unescaped(value: &str) -> String {
    let mut text = String::new();
    let mut escaped = false;
    for c in value.chars() {
        escaped = c == '\\' && !escaped;
        if !escaped {
            text.push(c);
        }
    }
    text
}

/// Reads all games of a text.
pub(super) fn read(text: &str) -> Vec<Read> {
    let mut reader = Reader::build(std::io::Cursor::new(text))
        .set_supported_tag_line_length(text.len())
        .set_supported_comment_length(text.len())
        .finish();
    let mut all = Vec::new();
    while let Some(game) = reader.read_game(&mut Keep).unwrap() {
        all.push(game);
    }
    all
}

#[track_caller]
pub(super) fn read_one(text: &str) -> Read {
    let mut all = read(text);
    assert_eq!(all.len(), 1, "{text}");
    in_form(text);
    all.remove(0)
}

/// Tags, an empty line, movetext in lines of fewer than 80 columns.
#[track_caller]
pub(super) fn in_form(text: &str) {
    let (tags, movetext) = text.split_once("\n\n").expect("tags, then moves");
    for line in tags.lines() {
        assert!(line.starts_with('[') && line.ends_with("\"]"), "{line}");
        assert!(!line.contains(|c: char| c.is_control()));
    }
    assert!(movetext.ends_with('\n') && !movetext.contains("\n\n"));
    for line in movetext.lines() {
        assert!(line.chars().count() < 80, "{line}");
        assert!(!line.starts_with(['%', '[']) && !line.is_empty(), "{line}");
        assert!(!line.contains(|c: char| c.is_control()), "{line:?}");
    }
}
