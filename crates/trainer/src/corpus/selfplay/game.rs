//! One game: random plies, then the picker's, until the rules or the cap end it.

use ludometer_games::{Board, Claims, MoveError};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use super::{End, Picker, Settings};

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// Its moves, as a line of a corpus.
    pub line: String,
    /// How many.
    pub plies: usize,
    /// How it ended.
    pub end: End,
}

/// Why a game has no end.
#[derive(Debug, Error)]
pub enum GameError<E: std::error::Error> {
    /// The picker failed.
    #[error(transparent)]
    Picker(E),
    /// The picker's move cannot be played: it and these rules disagree.
    #[error("after {plies} plies: {error}")]
    Move {
        /// Before it.
        plies: usize,
        /// Why.
        #[source]
        error: MoveError,
    },
}

/// Plays game number `index`.
pub fn play<P: Picker>(
    settings: &Settings,
    index: u64,
    picker: &mut P,
) -> Result<Played, GameError<P::Error>> {
    let mut board = opening(settings, index);
    picker.new_game().map_err(GameError::Picker)?;
    let end = loop {
        if let Some(ending) = board.ending(Claims::Made) {
            break End::Board(ending.kind);
        }
        if board.ply() >= settings.max_plies as usize {
            break End::PlyCap;
        }
        let text = picker.pick(&board).map_err(GameError::Picker)?;
        let plies = board.ply();
        board
            .play(&text)
            .map_err(|error| GameError::Move { plies, error })?;
    };
    Ok(Played {
        line: board.moves().join(" "),
        plies: board.ply(),
        end,
    })
}

/// Random legal moves, never past an end: an opening that mates is drawn again, some times.
fn opening(settings: &Settings, index: u64) -> Board {
    const TRIES: u32 = 100;
    let mut rng = ChaCha8Rng::seed_from_u64(settings.seed);
    rng.set_stream(index);
    let (least, most) = settings.random_plies;
    let plies = rng
        .random_range(least..=most.max(least))
        .min(settings.max_plies);
    for _ in 0..TRIES {
        let mut board = Board::new(settings.variant);
        for _ in 0..plies {
            let legal = board.legal_moves();
            if board.ending(Claims::Made).is_some() || legal.is_empty() {
                break;
            }
            let chosen = &legal[rng.random_range(0..legal.len())];
            board
                .play(chosen)
                .expect("it is in the list of legal moves");
        }
        if board.ending(Claims::Made).is_none() {
            return board;
        }
    }
    // Only a very long opening on a small board comes here.
    Board::new(settings.variant)
}
