//! One game on the chess board.

use ludometer_games::{Board, ByColor, Claims, Color, EndingKind, MoveError, Variant};
use ludometer_instruments::{ladder::rung::RandomShare, served::PLY_CAP};
use ludometer_record::Seed;
use rand::{Rng, RngExt as _};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::{GameKey, contestant::Contestant};
use crate::engine::{EngineError, Lease, Limit, Position};

/// What all games of a file share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Decides openings and random moves.
    pub seed: Seed,
    /// Random plies that open a game.
    pub opening_plies: u32,
    /// A game is a draw here at the latest, the opening's plies counted.
    pub ply_cap: u32,
}

impl Rules {
    /// Two random plies, one of each side, and the ladder's cap.
    #[must_use]
    pub fn new(seed: Seed) -> Self {
        Self {
            seed,
            opening_plies: 2,
            ply_cap: PLY_CAP,
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum End {
    /// By the rules, draws claimed.
    Board(EndingKind),
    /// By the cap: a draw.
    PlyCap,
}

/// A finished game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Played {
    /// Who won; `None` is a draw.
    pub winner: Option<Color>,
    /// How it ended.
    pub end: End,
    /// Its moves in UCI, the opening's included.
    pub moves: Vec<String>,
}

/// Why a game has no end.
#[derive(Debug, thiserror::Error)]
pub enum GameError {
    /// An engine failed.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// An engine's move cannot be played: it and these rules disagree.
    #[error("after {plies} plies {who} answers with no legal move: {error}")]
    Move {
        /// Whose.
        who: String,
        /// Before it.
        plies: usize,
        /// Why.
        #[source]
        error: MoveError,
    },
}

/// A contestant at the board.
#[derive(Debug)]
pub(super) struct Seated {
    name: String,
    engine: Option<(Lease, Limit)>,
    random: RandomShare,
}

impl Seated {
    /// A contestant, with an engine that knows of no game if it has one.
    pub(super) fn new(contestant: &Contestant, engine: Option<Lease>) -> Self {
        Self {
            name: contestant.to_string(),
            engine: engine.zip(contestant.engine().map(|engine| engine.limit)),
            random: contestant.random(),
        }
    }

    async fn choose(
        &mut self,
        board: &Board,
        random: &mut ChaCha8Rng,
    ) -> Result<String, GameError> {
        let legal = board.legal_moves();
        if let Some(chosen) = self.random.choose(&legal, random) {
            return Ok(chosen.to_owned());
        }
        let Some((engine, limit)) = &mut self.engine else {
            unreachable!("without an engine all moves are random, and the game is not over");
        };
        let position = Position::after(board.moves());
        let search = engine.search(&position, *limit);
        // No move where the board has one is the board's to refuse.
        Ok(search.await?.best.unwrap_or_default())
    }
}

/// Plays a game to its end.
pub(super) async fn play(
    rules: Rules,
    key: &GameKey,
    mut seated: ByColor<Seated>,
) -> Result<Played, GameError> {
    let mut board = opening(rules, &mut key.opening_generator(rules.seed));
    let mut random = ByColor::new_with(|side| key.move_generator(rules.seed, side));
    let (end, winner) = loop {
        if let Some(ending) = board.ending(Claims::Made) {
            break (End::Board(ending.kind), ending.winner);
        }
        if board.ply() >= rules.ply_cap as usize {
            break (End::PlyCap, None);
        }
        let side = board.turn();
        let chosen = seated[side].choose(&board, &mut random[side]).await?;
        let plies = board.ply();
        board.play(&chosen).map_err(|error| GameError::Move {
            who: seated[side].name.clone(),
            plies,
            error,
        })?;
    };
    Ok(Played {
        winner,
        end,
        moves: board.moves().to_vec(),
    })
}

/// Random plies, each legal move as likely as any other; stops before an end.
fn opening(rules: Rules, random: &mut impl Rng) -> Board {
    let mut board = Board::new(Variant::Standard);
    for _ in 0..rules.opening_plies.min(rules.ply_cap) {
        let legal = board.legal_moves();
        if legal.is_empty() {
            break;
        }
        let chosen = &legal[random.random_range(0..legal.len())];
        board
            .play(chosen)
            .expect("it is in the list of legal moves");
        if board.ending(Claims::Made).is_some() {
            board.undo();
            break;
        }
    }
    board
}
