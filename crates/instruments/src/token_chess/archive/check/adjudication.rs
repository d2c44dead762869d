//! An engine's word on a last position, against another search of it.

use ludometer_games::{Board, Color};
use ludometer_record::archive::{Side, Winner, turn_games::TurnGame};
use serde::Serialize;

use super::{Difference, What, sheet::side};
use crate::{referee::Score, token_chess::archive::games::Filed};

/// From here on, in centipawns, who is ahead wins.
pub const DECIDES: i32 = 100;

/// Plies of the published searches.
pub const DEPTH: u32 = 10;

/// A position that an engine decided.
#[derive(Debug, Clone)]
pub struct Case<'a> {
    /// The file.
    pub path: &'a str,
    /// The game up to it.
    pub board: Board,
    /// What the file says, for White.
    pub recorded: Score,
    /// Plies of that search, where the file says so.
    pub depth: Option<u32>,
}

/// A position decided once more.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Review {
    /// The file.
    pub path: String,
    /// What the file says, for White.
    pub recorded: Score,
    /// What the new search says, for White.
    pub found: Score,
}

/// How often two searches agree.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Agreement {
    /// Positions.
    pub positions: usize,
    /// Same winner, or draw both times.
    pub same_verdict: usize,
    /// A win for one side by one search, for the other by the other.
    pub opposite: usize,
    /// Same sign, or both within the drawing margin.
    pub same_side: usize,
    /// Equal scores.
    pub same_score: usize,
    /// The median distance of two scores in centipawns, where neither is a mate.
    pub median_distance: Option<u32>,
}

/// A score for the side to move as one for White.
pub(super) fn white_cp(value: i32, to_move: Side) -> i32 {
    match to_move {
        Side::White => value,
        Side::Black => value.saturating_neg(),
    }
}

fn color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

/// Who wins by a score.
#[must_use]
pub fn verdict(score: Score) -> Winner {
    match score {
        Score::Mate(color) => Winner::from(Some(side(color))),
        Score::Centipawns(value) if value >= DECIDES => Winner::White,
        Score::Centipawns(value) if value <= -DECIDES => Winner::Black,
        Score::Centipawns(_) => Winner::Draw,
    }
}

impl<'a> Case<'a> {
    /// The case of a game, if an engine decided it and its word reads.
    pub(super) fn of(game: &Filed<'a, TurnGame>, board: Board) -> Option<Self> {
        let word = game.of.adjudication.as_ref()?;
        let to_move = side(board.turn());
        let recorded = match word.kind.as_str() {
            "cp" => Score::Centipawns(white_cp(word.value, to_move)),
            "mate" if word.value > 0 => Score::Mate(color(to_move)),
            "mate" => Score::Mate(color(to_move.other())),
            _ => return None,
        };
        Some(Self {
            path: game.path,
            board,
            recorded,
            depth: word.depth,
        })
    }

    /// Beside another search's word, for White.
    #[must_use]
    pub fn review(&self, found: Score) -> Review {
        Review {
            path: self.path.to_owned(),
            recorded: self.recorded,
            found,
        }
    }
}

impl Review {
    /// Whether the same side wins, or none both times.
    #[must_use]
    pub fn is_same_verdict(&self) -> bool {
        verdict(self.recorded) == verdict(self.found)
    }

    /// The difference that another verdict is.
    #[must_use]
    pub fn difference(&self) -> Option<Difference> {
        (!self.is_same_verdict()).then(|| Difference {
            path: self.path.clone(),
            ply: None,
            what: What::Verdict,
            field: "",
            recorded: said(self.recorded),
            found: said(self.found),
        })
    }
}

/// A score and who wins by it.
fn said(score: Score) -> String {
    let by = match score {
        Score::Centipawns(value) => format!("{value:+} for White"),
        Score::Mate(color) => format!("{color} mates"),
    };
    format!("{} ({by})", verdict(score))
}

impl Agreement {
    /// Counts over reviews.
    #[must_use]
    pub fn of(reviews: &[Review]) -> Self {
        let mut agreement = Self::default();
        let mut distances = Vec::new();
        for review in reviews {
            let verdicts = [review.recorded, review.found].map(verdict);
            let signs = [review.recorded, review.found].map(sign);
            agreement.positions += 1;
            if let (Score::Centipawns(one), Score::Centipawns(other)) =
                (review.recorded, review.found)
            {
                distances.push(one.abs_diff(other));
            }
            agreement.same_verdict += usize::from(verdicts[0] == verdicts[1]);
            let is_opposite = verdicts[0] != verdicts[1] && !verdicts.contains(&Winner::Draw);
            agreement.opposite += usize::from(is_opposite);
            agreement.same_side += usize::from(signs[0] == signs[1] || verdicts[0] == verdicts[1]);
            agreement.same_score += usize::from(review.recorded == review.found);
        }
        distances.sort_unstable();
        agreement.median_distance = distances.get(distances.len() / 2).copied();
        agreement
    }
}

fn sign(score: Score) -> i32 {
    match score {
        Score::Centipawns(value) => value.signum(),
        Score::Mate(Color::White) => 1,
        Score::Mate(Color::Black) => -1,
    }
}
