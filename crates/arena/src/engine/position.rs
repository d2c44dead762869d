//! A position as UCI hands it over: where the game started, and every move since,
//! so that the engine sees repetitions.

use super::{error::Problem, protocol::is_move};

/// A position with its history.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Position {
    /// Where the game started; none is the variant's usual start.
    pub fen: Option<String>,
    /// UCI moves since. Castling is the king's two steps (`e1g1`): an engine in standard
    /// mode drops `e1h1`, and every move after it, without a word.
    pub moves: Vec<String>,
}

impl Position {
    /// After these moves from the usual start.
    pub fn after<M: Into<String>>(moves: impl IntoIterator<Item = M>) -> Self {
        Self {
            fen: None,
            moves: moves.into_iter().map(Into::into).collect(),
        }
    }

    /// A position without history.
    pub fn fen(fen: impl Into<String>) -> Self {
        Self {
            fen: Some(fen.into()),
            moves: Vec::new(),
        }
    }

    /// The engine's word for it. What could smuggle in a second command is refused.
    pub(super) fn command(&self) -> Result<String, Problem> {
        let mut command = match &self.fen {
            None => "position startpos".to_owned(),
            Some(fen) if is_fen(fen) => format!("position fen {fen}"),
            Some(fen) => return Err(Problem::Unsendable(fen.escape_debug().to_string())),
        };
        if !self.moves.is_empty() {
            command.push_str(" moves");
        }
        for text in &self.moves {
            if !is_move(text) {
                return Err(Problem::Unsendable(text.escape_debug().to_string()));
            }
            command.push(' ');
            command.push_str(text);
        }
        Ok(command)
    }
}

fn is_fen(fen: &str) -> bool {
    let printable = |byte: u8| byte == b' ' || byte.is_ascii_graphic();
    fen.contains('/') && fen.bytes().all(printable) && !fen.split(' ').any(|word| word == "moves")
}

/// Whether two FENs are of one position. Where ours has no en-passant square the
/// engine's may have one: engines differ in when they write it.
pub(super) fn same_position(ours: &str, engines: &str) -> bool {
    let ours: Vec<_> = ours.split_whitespace().collect();
    let engines: Vec<_> = engines.split_whitespace().collect();
    ours.len() == engines.len()
        && ours
            .iter()
            .zip(&engines)
            .enumerate()
            .all(|(field, (ours, engines))| ours == engines || (field == 3 && *ours == "-"))
}
