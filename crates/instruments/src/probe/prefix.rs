//! Real games for the tool to go on from.

use std::collections::BTreeSet;

use ludometer_games::{Board, MoveError, Variant};
use ludometer_record::Seed;

use crate::seeds::generator;

/// The name under which a run keeps its real games among its prompts.
pub const GAMES: &str = "games";

/// Why a text holds no games to go on from.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GamesError {
    /// Fewer than are wanted.
    #[error("it holds {held} games, and the study wants {wanted}")]
    TooFew {
        /// Lines with a game.
        held: usize,
        /// Wanted.
        wanted: usize,
    },
    /// A game with a move that the rules do not allow.
    #[error("line {line}, ply {ply}: {problem}")]
    Move {
        /// From 1.
        line: usize,
        /// Plies before the move.
        ply: usize,
        /// What the rules say.
        problem: MoveError,
    },
}

/// Chooses games at random, one a line, and keeps them in the order of the text. Of the
/// others nothing is looked at.
pub fn choose(text: &str, wanted: usize, seed: Seed, board: Variant) -> Result<String, GamesError> {
    let all: Vec<(usize, &str)> = lines(text).collect();
    if all.len() < wanted {
        return Err(GamesError::TooFew {
            held: all.len(),
            wanted,
        });
    }
    let mut rng = generator(seed, &["prefix", GAMES]);
    let places: BTreeSet<usize> = rand::seq::index::sample(&mut rng, all.len(), wanted)
        .into_iter()
        .collect();
    let mut kept = String::new();
    for place in places {
        let (line, game) = all[place];
        moves(line, game, board)?;
        kept.push_str(game);
        kept.push('\n');
    }
    Ok(kept)
}

/// The moves of every game of a text.
pub fn read(text: &str, board: Variant) -> Result<Vec<Vec<String>>, GamesError> {
    lines(text)
        .map(|(line, game)| moves(line, game, board))
        .collect()
}

/// Lines with something in them, numbered from 1.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty())
}

fn moves(line: usize, game: &str, variant: Variant) -> Result<Vec<String>, GamesError> {
    let mut board = Board::new(variant);
    for text in game.split_ascii_whitespace() {
        board.play(text).map_err(|problem| GamesError::Move {
            line,
            ply: board.ply(),
            problem,
        })?;
    }
    Ok(board.moves().to_vec())
}
