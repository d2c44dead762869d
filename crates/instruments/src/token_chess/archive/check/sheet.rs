//! One file being checked.

use std::fmt::Display;

use ludometer_games::{Board, BoardEnding, Claims, Color, EndingKind};
use ludometer_record::archive::{Side, Winner};

use super::{Checked, Difference, What};

/// Shares are written with all their digits.
const CLOSE: f64 = 1e-9;

/// One file being checked.
pub(super) struct Sheet<'a, 'c> {
    path: &'a str,
    pub(super) checked: &'c mut Checked,
    /// Whether it was told that the game had ended.
    has_ended: bool,
}

pub(super) fn side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

/// The number of the next move.
pub(super) fn ply(board: &Board) -> u32 {
    u32::try_from(board.ply()).unwrap_or(u32::MAX)
}

pub(super) fn count(of: usize) -> u32 {
    u32::try_from(of).unwrap_or(u32::MAX)
}

impl<'a, 'c> Sheet<'a, 'c> {
    pub(super) fn new(path: &'a str, checked: &'c mut Checked) -> Self {
        Self {
            path,
            checked,
            has_ended: false,
        }
    }

    pub(super) fn differs(
        &mut self,
        what: What,
        field: &'static str,
        ply: Option<u32>,
        recorded: impl Display,
        found: impl Display,
    ) {
        self.checked.differences.push(Difference {
            path: self.path.to_owned(),
            ply,
            what,
            field,
            recorded: recorded.to_string(),
            found: found.to_string(),
        });
    }

    /// Compares what the file says, where it says it, with what was found.
    pub(super) fn same<T: PartialEq + Display>(
        &mut self,
        what: What,
        field: &'static str,
        ply: Option<u32>,
        recorded: Option<T>,
        found: T,
    ) {
        if let Some(recorded) = recorded.filter(|recorded| *recorded != found) {
            self.differs(what, field, ply, recorded, found);
        }
    }

    /// Compares a share that the file states with its two counts.
    pub(super) fn share(
        &mut self,
        field: &'static str,
        recorded: Option<f64>,
        hits: u32,
        trials: u32,
    ) {
        let found = match trials {
            0 => 0.0,
            _ => f64::from(hits) / f64::from(trials),
        };
        if let Some(recorded) = recorded.filter(|recorded| (recorded - found).abs() > CLOSE) {
            self.differs(
                What::Share,
                field,
                None,
                recorded,
                format!("{hits}/{trials}"),
            );
        }
    }

    /// Compares a text's flag with the rules; whether it is legal by them.
    pub(super) fn flag(&mut self, board: &Board, text: &str, recorded: bool) -> bool {
        self.checked.flags += 1;
        let legal = board.is_legal(text);
        if legal != recorded {
            let word = |legal| if legal { "legal" } else { "not legal" };
            let recorded = format!("{text} is {}", word(recorded));
            self.differs(What::Legality, "", Some(ply(board)), recorded, word(legal));
        }
        legal
    }

    /// Whose turn it is, which move is due, and that the game still goes on. Past its end it
    /// is told once.
    pub(super) fn due(&mut self, board: &Board, at: u32, of: Side, ending: Option<BoardEnding>) {
        self.same(What::Ply, "", Some(at), Some(at), ply(board));
        self.same(What::Side, "", Some(at), Some(of), side(board.turn()));
        if let Some(ending) = ending
            && !std::mem::replace(&mut self.has_ended, true)
        {
            self.differs(What::Ending, "", Some(at), "the game goes on", ending);
        }
    }

    /// Something to know that is no difference; once a file.
    pub(super) fn note(&mut self, what: impl Display) {
        if !std::mem::replace(&mut self.has_ended, true) {
            let note = format!("{}: {what}", self.path.escape_debug());
            self.checked.notes.push(note);
        }
    }

    /// Plays a move; false where the rules forbid it, and the replay ends.
    pub(super) fn play(&mut self, board: &mut Board, text: &str) -> bool {
        let at = ply(board);
        let legal = board.play(text).is_ok();
        if !legal {
            self.differs(
                What::Move,
                "",
                Some(at),
                format!("{text} was played"),
                "no legal move",
            );
        }
        legal
    }

    /// Number of moves and last position.
    pub(super) fn arrived(&mut self, board: &Board, plies: Option<u32>, fen: Option<&str>) {
        self.checked.games += 1;
        self.same(What::Plies, "", None, plies, ply(board));
        if let Some(fen) = fen {
            self.checked.final_fens += 1;
            self.same(What::FinalFen, "", None, Some(fen), board.fen().as_str());
        }
    }

    /// An ending that only the board can bring about, or its cap of moves.
    pub(super) fn ended(
        &mut self,
        board: &Board,
        word: Option<&str>,
        winner: Option<Winner>,
        cap: u32,
    ) {
        let ending = board.ending(Claims::Made);
        let by_rules =
            ending.map_or_else(|| "a game that goes on".to_owned(), |one| one.to_string());
        let by_rules_winner = ending.and_then(|ending| ending.winner);
        match word {
            Some("ply_cap") => {
                if let Some(ending) = ending {
                    self.differs(What::Termination, "", None, "ply_cap", ending);
                }
                self.same(What::Plies, "cap", None, Some(cap), ply(board));
            }
            Some(word) => match word.parse::<EndingKind>() {
                Ok(kind) => {
                    self.checked.endings += 1;
                    if ending.map(|ending| ending.kind) != Some(kind) {
                        self.differs(What::Termination, "", None, kind, by_rules);
                    }
                }
                Err(_) => self.differs(What::Termination, "", None, word, by_rules),
            },
            None => {}
        }
        let found = Winner::from(by_rules_winner.map(side));
        self.same(What::Winner, "", None, winner, found);
    }
}
