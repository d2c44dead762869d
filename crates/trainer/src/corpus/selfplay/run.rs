//! Many games at once, written in the order of their numbers.

use std::{
    collections::BTreeMap,
    io::{self, Write as _},
    path::{Path, PathBuf},
    sync::{
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    thread,
};

use thiserror::Error;

use super::{
    End, FileError, GameError, Picker, Played, Settings,
    file::{self, Opened},
    game::play,
};

/// How far it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Games in the file.
    pub written: u64,
    /// Games wanted.
    pub games: u64,
    /// Plies of the games of this run.
    pub plies: u64,
}

/// What a run did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Summary {
    /// Games that were in the file before.
    pub found: u64,
    /// Games that this run added.
    pub added: u64,
    /// Bytes of a torn last line that were cut.
    pub cut: u64,
    /// Of the games added.
    pub plies: u64,
    /// How the games added ended.
    pub ends: BTreeMap<End, u64>,
}

/// Why a run ended early. The file holds every game before the one that failed.
#[derive(Debug, Error)]
pub enum RunError<E: std::error::Error + 'static> {
    /// The file cannot be begun or continued.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file cannot be written on.
    #[error("{}: {error}", path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// Why.
        #[source]
        error: io::Error,
    },
    /// A game failed.
    #[error("game {index}: {error}")]
    Game {
        /// Its number, from 0.
        index: u64,
        /// Why.
        #[source]
        error: GameError<E>,
    },
}

type Message<E> = (u64, Result<Played, GameError<E>>);

/// Plays until `path` holds `games` games, one game at a time for each picker, and goes on
/// after the last whole line of an earlier run. Set `stop` to end after the games in play.
pub fn run<P: Picker>(
    settings: &Settings,
    games: u64,
    path: &Path,
    pickers: Vec<P>,
    stop: &AtomicBool,
    mut progress: impl FnMut(Progress),
) -> Result<Summary, RunError<P::Error>> {
    let Opened {
        mut file,
        games: found,
        cut,
    } = file::open(path, settings)?;
    let mut summary = Summary {
        found,
        cut,
        ..Summary::default()
    };
    let next = AtomicU64::new(found);
    let ended = AtomicBool::new(false);
    thread::scope(|scope| {
        // A guard, so that the workers end with this closure however it is left.
        let _guard = SetOnDrop(&ended);
        let (sender, receiver) = mpsc::channel::<Message<P::Error>>();
        for mut picker in pickers {
            let (sender, next, ended) = (sender.clone(), &next, &ended);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) && !ended.load(Ordering::Relaxed) {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= games {
                        break;
                    }
                    let played = play(settings, index, &mut picker);
                    let failed = played.is_err();
                    if sender.send((index, played)).is_err() || failed {
                        break;
                    }
                }
            });
        }
        drop(sender);
        // Games that were faster than one before them.
        let mut early = BTreeMap::new();
        let mut failure = None;
        for (index, played) in receiver {
            match played {
                Ok(played) => {
                    early.insert(index, played);
                }
                Err(error) => {
                    ended.store(true, Ordering::Relaxed);
                    let first = failure.as_ref().is_none_or(|(other, _)| index < *other);
                    if first {
                        failure = Some((index, error));
                    }
                }
            }
            while let Some(played) = early.remove(&(summary.found + summary.added)) {
                let line = played.line + "\n";
                file.write_all(line.as_bytes())
                    .map_err(|error| RunError::Write {
                        path: path.to_owned(),
                        error,
                    })?;
                summary.added += 1;
                summary.plies += played.plies as u64;
                *summary.ends.entry(played.end).or_default() += 1;
                progress(Progress {
                    written: summary.found + summary.added,
                    games,
                    plies: summary.plies,
                });
            }
        }
        match failure {
            Some((index, error)) => Err(RunError::Game { index, error }),
            None => Ok(()),
        }
    })?;
    let synced = file.sync_all();
    synced.map_err(|error| RunError::Write {
        path: path.to_owned(),
        error,
    })?;
    Ok(summary)
}

struct SetOnDrop<'a>(&'a AtomicBool);

impl Drop for SetOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
