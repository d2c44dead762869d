//! Every game replayed by the rules, every tally counted anew.
//!
//! | module | checks |
//! |---|---|
//! | `sheet` | one file: what is compared, and what differs |
//! | `round_one`, `banked`, `turns`, `choice` | games |
//! | `tables` | profiles, prefixes, sweeps: sums and shares; they keep no moves |
//! | [`adjudication`] | an engine's word on a last position |
//!
//! Draws that could be claimed end a game, as in the published harness. In round one's games
//! on 5x5 and 12x10 only mate and stalemate do, as in theirs; one that went on past another draw
//! is noted. `ply_cap` is compared with the board too: a game that had ended when its cap was
//! reached differs.

pub mod adjudication;
mod banked;
mod choice;
mod round_one;
mod sheet;
mod tables;
mod turns;

use std::fmt;

use serde::Serialize;

use super::games::Archive;
use adjudication::Case;
use sheet::Sheet;

/// What was compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum What {
    /// The number of a move or an attempt.
    Ply,
    /// Whose it is.
    Side,
    /// Whether an attempt is legal.
    Legality,
    /// How many legal moves there are.
    LegalMoves,
    /// Whether a move that was played is legal.
    Move,
    /// Whether the game still went on.
    Ending,
    /// Tokens left, and what a turn cost or earned.
    Tokens,
    /// The fallback's samples.
    Samples,
    /// The candidates of a pick, and whether the move is one.
    Candidates,
    /// How many samples a batch has.
    Batch,
    /// The number of moves.
    Plies,
    /// The last position.
    FinalFen,
    /// Why the game ended.
    Termination,
    /// Who won.
    Winner,
    /// Who ran out of tokens.
    Exhausted,
    /// The engine's word, by itself: its side, its sign.
    Adjudication,
    /// The engine's word, by another search.
    Verdict,
    /// A sum that the file states.
    Tally,
    /// A share that the file states.
    Share,
}

impl What {
    /// In a word or two.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ply => "ply",
            Self::Side => "side",
            Self::Legality => "legality",
            Self::LegalMoves => "legal moves",
            Self::Move => "move",
            Self::Ending => "ending",
            Self::Tokens => "tokens",
            Self::Samples => "samples",
            Self::Candidates => "candidates",
            Self::Batch => "batch",
            Self::Plies => "plies",
            Self::FinalFen => "final FEN",
            Self::Termination => "termination",
            Self::Winner => "winner",
            Self::Exhausted => "exhausted side",
            Self::Adjudication => "adjudication",
            Self::Verdict => "verdict",
            Self::Tally => "tally",
            Self::Share => "share",
        }
    }
}

/// Something that is not as the file says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The file.
    pub path: String,
    /// The ply, where it is of one.
    pub ply: Option<u32>,
    /// What was compared.
    pub what: What,
    /// The field, where the word does not say it.
    pub field: &'static str,
    /// What the file says.
    pub recorded: String,
    /// What the rules, the log or the engine say.
    pub found: String,
}

/// Texts of files stand escaped, so that none reaches a terminal as a command.
impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.path.escape_debug())?;
        if let Some(ply) = self.ply {
            write!(f, ", ply {ply}")?;
        }
        write!(f, ": {}", self.what.as_str())?;
        if !self.field.is_empty() {
            write!(f, " ({})", self.field)?;
        }
        let [recorded, found] = [&self.recorded, &self.found].map(|text| text.escape_debug());
        write!(f, ": the file says {recorded}, found {found}")
    }
}

/// What was looked at, and what differs.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Checked {
    /// Games replayed to their end.
    pub games: usize,
    /// Texts whose legality was compared.
    pub flags: usize,
    /// Last positions compared.
    pub final_fens: usize,
    /// Endings on the board compared.
    pub endings: usize,
    /// Files without moves, whose sums were compared.
    pub tables: usize,
    /// What is to be known of single files and is no difference.
    pub notes: Vec<String>,
    /// What differs.
    pub differences: Vec<Difference>,
}

/// Checks everything, and hands out the positions that an engine decided.
#[must_use]
pub fn check<'a>(archive: &Archive<'a>) -> (Checked, Vec<Case<'a>>) {
    let mut checked = Checked::default();
    let mut cases = Vec::new();
    for game in &archive.round_one {
        round_one::check(game, &mut Sheet::new(game.path, &mut checked));
    }
    for game in &archive.banked {
        banked::check(game.of, &mut Sheet::new(game.path, &mut checked));
    }
    for game in &archive.turn_games {
        let mut sheet = Sheet::new(game.path, &mut checked);
        if let Some(board) = turns::check(game.of, &mut sheet) {
            cases.extend(Case::of(game, board));
        }
    }
    for game in &archive.choices {
        choice::check(game.of, &mut Sheet::new(game.path, &mut checked));
    }
    for file in &archive.profiles {
        tables::profile(file.of, &mut Sheet::new(file.path, &mut checked));
    }
    for file in &archive.prefixes {
        tables::prefix(file.of, &mut Sheet::new(file.path, &mut checked));
    }
    for file in &archive.sweeps {
        tables::sweep(file.of, &mut Sheet::new(file.path, &mut checked));
    }
    (checked, cases)
}
