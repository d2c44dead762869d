//! Many games at once, each written as it ends.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};

use futures_util::{StreamExt as _, stream};
use jiff::Timestamp;
use ludometer_games::ByColor;

use super::{
    Contestant, FileError, GameError, GameKey, Header, Line, Pairing, Rules,
    file::GameFile,
    game::{self, Seated},
    schedule::in_turn,
};
use crate::engine::{EngineError, FindError, Identity, Lease, Pool};

/// How far a run is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Games in the file that belong to its pairings.
    pub over: usize,
    /// Games that its pairings have.
    pub games: usize,
}

/// What a run leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// What the games share.
    pub header: Header,
    /// Every game of the pairings that is over, in their order.
    pub games: Vec<Line>,
    /// Of them, those that were there before.
    pub found: usize,
    /// Games that the pairings still lack: the run was asked to stop.
    pub left: usize,
}

/// Why a run ended early. The file holds every game that had ended.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The file.
    #[error(transparent)]
    File(#[from] FileError),
    /// There is no such engine here.
    #[error(transparent)]
    Find(#[from] FindError),
    /// An engine cannot be started.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A game failed.
    #[error("game {} of {} against {}: {error}", key.game, key.first, key.second)]
    Game {
        /// Which.
        key: GameKey,
        /// Why.
        #[source]
        error: GameError,
    },
    /// A pairing of somebody who is no contestant, or of one with itself.
    #[error("{first:?} against {second:?} are no two contestants")]
    Pairing {
        /// One.
        first: String,
        /// The other.
        second: String,
    },
}

/// Who may play, by name, and how.
#[derive(Debug, Clone)]
pub struct Field {
    /// Names differ.
    pub contestants: Vec<(String, Contestant)>,
    /// How all games are played.
    pub rules: Rules,
    /// Games at once, at least one.
    pub at_once: usize,
}

/// The engines of a field, one pool for each text that names one.
struct Engines {
    pools: BTreeMap<String, Pool>,
    identities: Vec<(String, Identity)>,
}

impl Engines {
    async fn new(field: &Field) -> Result<Self, MatchError> {
        let mut engines = Self {
            pools: BTreeMap::new(),
            identities: Vec::new(),
        };
        let named = field.contestants.iter();
        for engine in named.filter_map(|(_, contestant)| contestant.engine()) {
            let text = engine.to_string();
            if engines.pools.contains_key(&text) {
                continue;
            }
            // Two of a kind may sit at one board, so there are enough for every game.
            let pool = Pool::new(engine.spec()?, 2 * field.at_once.max(1));
            let identity = pool.acquire().await?.identity().await?;
            engines.identities.push((text.clone(), identity));
            engines.pools.insert(text, pool);
        }
        Ok(engines)
    }

    async fn seat(&self, contestant: &Contestant) -> Result<Seated, GameError> {
        let pool = contestant
            .engine()
            .and_then(|engine| self.pools.get(&engine.to_string()));
        let engine: Option<Lease> = match pool {
            Some(pool) => Some(pool.acquire().await?),
            None => None,
        };
        Ok(Seated::new(contestant, engine))
    }
}

/// Plays the games of these pairings that the file lacks. Set `stop` to end after the games
/// in play. A game that fails ends the run likewise.
pub async fn run(
    field: &Field,
    pairings: &[Pairing],
    path: &Path,
    stop: &AtomicBool,
    mut progress: impl FnMut(Progress),
) -> Result<Summary, MatchError> {
    let by_name: BTreeMap<&str, &Contestant> = field
        .contestants
        .iter()
        .map(|(name, contestant)| (name.as_str(), contestant))
        .collect();
    for Pairing { first, second, .. } in pairings {
        let known = |name: &String| by_name.contains_key(name.as_str());
        if !known(first) || !known(second) || first == second {
            return Err(MatchError::Pairing {
                first: first.clone(),
                second: second.clone(),
            });
        }
    }
    let engines = Engines::new(field).await?;
    let described = field.contestants.iter();
    let described = described.map(|(name, contestant)| (name.clone(), contestant.to_string()));
    let header = Header::new(field.rules, described.collect(), engines.identities.clone());
    let (mut file, found) = GameFile::open(path, &header)?;
    let wanted = in_turn(pairings);
    let places: BTreeMap<&GameKey, usize> = wanted.iter().zip(0..).collect();
    let mut games: Vec<Line> = found
        .into_iter()
        .filter(|line| places.contains_key(&line.key))
        .collect();
    let found = games.len();
    let over: BTreeSet<GameKey> = games.iter().map(|line| line.key.clone()).collect();
    let open: Vec<&GameKey> = wanted.iter().filter(|key| !over.contains(key)).collect();
    let failed = AtomicBool::new(false);
    let one = async |key: &GameKey| -> Result<Line, MatchError> {
        let error = |error| {
            let key = key.clone();
            MatchError::Game { key, error }
        };
        let sides = key.sides();
        let white = engines.seat(by_name[sides.white]).await.map_err(error)?;
        let black = engines.seat(by_name[sides.black]).await.map_err(error)?;
        let seated = ByColor { white, black };
        let played = game::play(field.rules, key, seated).await.map_err(error)?;
        Ok(Line {
            key: key.clone(),
            white: sides.white.to_owned(),
            black: sides.black.to_owned(),
            winner: played.winner,
            end: played.end,
            moves: played.moves.join(" "),
            at: Timestamp::now(),
        })
    };
    let goes_on = || !stop.load(Ordering::Relaxed) && !failed.load(Ordering::Relaxed);
    let mut playing = std::pin::pin!(
        stream::iter(open)
            .take_while(|_| std::future::ready(goes_on()))
            .map(one)
            .buffer_unordered(field.at_once.max(1))
    );
    let mut failure = None;
    while let Some(line) = playing.next().await {
        match line {
            Ok(line) => {
                file.append(&line)?;
                games.push(line);
                progress(Progress {
                    over: games.len(),
                    games: wanted.len(),
                });
            }
            Err(error) => {
                failed.store(true, Ordering::Relaxed);
                failure.get_or_insert(error);
            }
        }
    }
    if let Some(error) = failure {
        return Err(error);
    }
    games.sort_by_key(|line| places[&line.key]);
    let left = wanted.len() - games.len();
    Ok(Summary {
        header,
        games,
        found,
        left,
    })
}
