//! Many games of the tool at once, each a function of the seed and its number.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use anyhow::{Context, Result};
use ludometer_games::Color;
use ludometer_instruments::generator;
use ludometer_instruments::probe::game::{Game, Rules, play};
use ludometer_record::Seed;

use super::model::Loaded;
use super::sparring::Sparring;

/// What is played.
#[derive(Debug, Clone, Copy)]
pub struct Match<'a> {
    pub loaded: &'a Loaded,
    pub sparring: &'a Sparring,
    pub rules: Rules,
    pub games: usize,
    pub seed: u64,
    /// Names what the games are for, so that two uses of a seed do not share numbers.
    pub purpose: &'a str,
}

impl Match<'_> {
    /// Plays all games, colours alternating, and tells `done` after each.
    pub fn play(&self, done: &(dyn Fn(usize) + Sync)) -> Result<Vec<Game>> {
        let next = AtomicUsize::new(0);
        let failed = AtomicBool::new(false);
        let played = Mutex::new(vec![None; self.games]);
        let workers = std::thread::available_parallelism()
            .map_or(1, usize::from)
            .min(self.games);
        let results: Vec<Result<()>> = std::thread::scope(|scope| {
            let work = || -> Result<()> {
                let mut seated = self.sparring.seat()?;
                let mut tool = self.loaded.dreamer();
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= self.games || failed.load(Ordering::Relaxed) {
                        return Ok(());
                    }
                    let side = if index.is_multiple_of(2) {
                        Color::White
                    } else {
                        Color::Black
                    };
                    let mut rng = generator(Seed(self.seed), &[self.purpose, &index.to_string()]);
                    let board = self.loaded.board;
                    let game = play(
                        &mut tool,
                        &mut seated,
                        board,
                        Some(side),
                        self.rules,
                        &mut rng,
                    )
                    .with_context(|| format!("game {}", index + 1))
                    .inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
                    let mut played = played.lock().expect("no game panics");
                    played[index] = Some(game);
                    done(played.iter().flatten().count());
                }
            };
            let handles: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
            handles
                .into_iter()
                .map(|h| h.join().expect("no game panics"))
                .collect()
        });
        results.into_iter().collect::<Result<()>>()?;
        let games = played.into_inner().expect("no game panics");
        Ok(games
            .into_iter()
            .map(|game| game.expect("every game was played"))
            .collect())
    }
}
