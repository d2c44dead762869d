//! Any game as PGN: tags, moves, comments.

use std::{collections::BTreeMap, fmt::Write as _};

use ludometer_games::{Board, ByColor, Color, Variant};

use super::clean;

/// A game that can be written as PGN, wherever it comes from.
#[derive(Debug, Clone)]
pub struct PgnGame {
    /// The game, played to its end.
    pub board: Board,
    /// Event.
    pub event: String,
    /// Site.
    pub site: String,
    /// As in `2026.01.31`; `????.??.??` where it is not known.
    pub date: String,
    /// Round.
    pub round: String,
    /// Who sat where.
    pub players: ByColor<String>,
    /// The result.
    pub result: PgnResult,
    /// Further tags by name. `PlyCount`, `Variant`, `SetUp` and `FEN` come by themselves.
    pub tags: BTreeMap<String, String>,
    /// What is said of a move, by the plies before it.
    pub comments: BTreeMap<usize, String>,
    /// What is said at the end.
    pub last_comment: Option<String>,
}

/// How a game came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PgnResult {
    /// `1-0` or `0-1`.
    Won(Color),
    /// `1/2-1/2`.
    Drawn,
    /// `*`: the game is not over, or void.
    None,
}

impl PgnResult {
    /// As PGN has it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Won(Color::White) => "1-0",
            Self::Won(Color::Black) => "0-1",
            Self::Drawn => "1/2-1/2",
            Self::None => "*",
        }
    }
}

impl PgnGame {
    /// The text, with a line end behind it.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.all_tags() {
            let _ = writeln!(text, "[{name} \"{}\"]", clean::tag(&value));
        }
        text.push('\n');
        text.push_str(&clean::lines(self.words()));
        text
    }

    /// The Seven Tag Roster in its order, then the others by name.
    fn all_tags(&self) -> Vec<(String, String)> {
        let roster = [
            ("Event", self.event.as_str()),
            ("Site", &self.site),
            ("Date", &self.date),
            ("Round", &self.round),
            ("White", &self.players.white),
            ("Black", &self.players.black),
            ("Result", self.result.as_str()),
        ];
        let mut others = self.tags.clone();
        let mut add = |name: &str, value: &str| {
            others.insert(name.to_owned(), value.to_owned());
        };
        add("PlyCount", &self.board.ply().to_string());
        let variant = self.board.variant();
        if variant != Variant::Standard {
            add("Variant", variant.as_str());
        }
        if variant != Variant::Standard || self.board.first_fen().is_some() {
            add("SetUp", "1");
            add("FEN", self.first_fen());
        }
        let own = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        roster.into_iter().map(own).chain(others).collect()
    }

    fn first_fen(&self) -> &str {
        let start = self.board.variant().start_fen();
        self.board.first_fen().unwrap_or(start)
    }

    /// The movetext, word by word.
    fn words(&self) -> Vec<String> {
        let mut board = Board::from_fen(self.board.variant(), self.first_fen())
            .expect("a board begins from a position");
        let mut number = full_moves(self.first_fen());
        let mut words = Vec::new();
        // Black's move has its number at the beginning and behind a comment.
        let mut fresh = true;
        for (ply, uci) in self.board.moves().iter().enumerate() {
            let turn = board.turn();
            match turn {
                Color::White => words.push(format!("{number}.")),
                Color::Black if fresh => words.push(format!("{number}...")),
                Color::Black => {}
            }
            words.push(board.san(uci).expect("a board's moves are legal"));
            board.play(uci).expect("a board's moves are legal");
            let said = self.comments.get(&ply);
            let said = said.map_or_else(Vec::new, |text| clean::comment(text));
            fresh = !said.is_empty();
            words.extend(said);
            number += u32::from(turn == Color::Black);
        }
        words.extend(
            self.last_comment
                .iter()
                .flat_map(|text| clean::comment(text)),
        );
        words.push(self.result.as_str().to_owned());
        words
    }
}

/// A FEN's number of the next move.
fn full_moves(fen: &str) -> u32 {
    let number = fen.rsplit(' ').next().and_then(|last| last.parse().ok());
    number.unwrap_or(1)
}
