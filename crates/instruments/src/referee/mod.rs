//! A small referee over the project's own rules, for where no engine is installed.
//!
//! Alpha-beta with a quiescent search; material and mobility decide. It serves any
//! board: as an adjudicator ([`Referee::judge`]) and as a weak opponent
//! ([`Referee::choose`]). It is a stand-in, and everything that comes of it is labelled
//! so: it knows nothing of king safety, pawn structure or endings.

mod position;
mod search;
#[cfg(test)]
mod tests;

use ludometer_games::{Board, Claims, Color, Variant, chess, fairy};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use search::{MATE, Search};

/// What a position is worth, from White's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// This side mates by force.
    Mate(Color),
}

/// How far the stand-in looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Referee {
    /// Plies before the search looks at captures only.
    depth: u32,
    /// Positions after which it stops to look deeper.
    nodes: u64,
}

impl Default for Referee {
    fn default() -> Self {
        Self {
            depth: 4,
            nodes: 200_000,
        }
    }
}

impl Referee {
    /// A referee that looks `depth` plies deep, or less where that takes more than
    /// `nodes` positions.
    #[must_use]
    pub const fn new(depth: u32, nodes: u64) -> Self {
        Self { depth, nodes }
    }

    /// What the position is worth with best play as far as the search sees; a finished
    /// game is worth its result.
    #[must_use]
    pub fn judge(&self, board: &Board) -> Score {
        if let Some(ending) = board.ending(Claims::NotMade) {
            return ending.winner.map_or(Score::Centipawns(0), Score::Mate);
        }
        let ranked = self.ranked(board, 0);
        let value = ranked.first().map_or(0, |(_, value)| *value);
        let own = board.turn();
        match value {
            value if value >= MATE => Score::Mate(own),
            value if value <= -MATE => Score::Mate(own.other()),
            value if own == Color::White => Score::Centipawns(value),
            value => Score::Centipawns(-value),
        }
    }

    /// A legal move: one of those within `margin` centipawns of the best, drawn evenly.
    /// `None` where there is no legal move.
    pub fn choose(&self, board: &Board, margin: u32, rng: &mut impl Rng) -> Option<String> {
        let margin = i32::try_from(margin).unwrap_or(i32::MAX);
        let ranked = self.ranked(board, margin);
        let best = ranked.first()?.1;
        let good = ranked
            .iter()
            .take_while(|(_, value)| *value >= best.saturating_sub(margin))
            .count();
        Some(ranked[rng.random_range(0..good)].0.clone())
    }

    /// Every legal move with its value for the side to move, best first. Values more
    /// than `margin` below the best are upper bounds.
    fn ranked(&self, board: &Board, margin: i32) -> Vec<(String, i32)> {
        let fen = board.fen();
        let fairy = |rules| {
            let position = fairy::Position::from_fen(rules, &fen);
            Search::new(self.depth, self.nodes)
                .ranked(&position.expect("the board's own FEN"), margin)
        };
        match board.variant() {
            Variant::Standard => {
                let position = chess::Position::from_fen(&fen).expect("the board's own FEN");
                Search::new(self.depth, self.nodes).ranked(&position, margin)
            }
            Variant::Gardner => fairy(&fairy::GARDNER),
            Variant::Grand12 => fairy(&fairy::GRAND12),
        }
    }
}
