//! `daydream corpus selfplay`: games of an engine against itself.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use ludometer_arena::engine::{Engine, EngineError, EngineKind, EngineSpec, Limit, Position, find};
use ludometer_daydream::Tier;
use ludometer_games::Board;
use ludometer_instruments::tool::board_of;
use ludometer_trainer::corpus::selfplay::{Picker, Settings, run};
use tokio::runtime::Runtime;

use crate::{exit::Exit, interrupt};

/// Let Fairy-Stockfish play itself after random openings; a later run goes on where this one
/// stopped.
#[derive(Debug, Args)]
pub struct Selfplay {
    /// micro (5×5), regular (8×8) or grand (12×10).
    #[arg(long)]
    tier: Tier,
    /// Games that the file is to hold.
    #[arg(long)]
    games: u64,
    /// Plies that the engine looks ahead.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Decides the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at once; without this, one a core.
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1024))]
    workers: Option<u32>,
    /// Fairy-Stockfish's program; without this it is looked for on PATH.
    #[arg(long, value_name = "PROGRAM")]
    engine: Option<PathBuf>,
    /// Where the games go.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// An engine that plays for both sides.
struct Both {
    engine: Engine,
    runtime: Runtime,
    depth: u32,
}

impl Picker for Both {
    type Error = EngineError;

    fn new_game(&mut self) -> Result<(), EngineError> {
        self.runtime.block_on(self.engine.new_game())
    }

    fn pick(&mut self, board: &Board) -> Result<String, EngineError> {
        let position = Position::after(board.moves());
        let search = self.engine.search(&position, Limit::depth(self.depth));
        Ok(self.runtime.block_on(search)?.best.unwrap_or_default())
    }
}

impl Selfplay {
    pub fn run(self) -> Result<Exit> {
        let board = board_of(self.tier);
        let program = find(EngineKind::FairyStockfish, self.engine.as_deref())?;
        let spec = EngineSpec::new(program).with_variant(board);
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let workers = self.workers.map_or(cores, |workers| workers as usize);
        let mut pickers = Vec::new();
        for _ in 0..workers {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?;
            let engine = runtime
                .block_on(Engine::start(&spec))
                .context("cannot start the engine")?;
            pickers.push(Both {
                engine,
                runtime,
                depth: self.depth,
            });
        }
        let picker = format!("{}, depth {}", pickers[0].engine.name(), self.depth);
        let settings = Settings::new(board, self.seed, picker);
        let stop = interrupt::watch("after the games in play")?;
        let mut shown = std::time::Instant::now();
        let summary = run(
            &settings,
            self.games,
            &self.out,
            pickers,
            &stop,
            |progress| {
                if shown.elapsed().as_secs() >= 2 || progress.written == progress.games {
                    shown = std::time::Instant::now();
                    note!(
                        "{}/{} games, {} plies",
                        progress.written,
                        progress.games,
                        progress.plies
                    );
                }
            },
        )?;
        if summary.cut > 0 {
            note!("cut a torn last line of {} bytes", summary.cut);
        }
        let ends: Vec<String> = summary
            .ends
            .iter()
            .map(|(end, n)| format!("{end} {n}"))
            .collect();
        note!(
            "{} games were there, {} added ({})",
            summary.found,
            summary.added,
            if ends.is_empty() {
                "none".to_owned()
            } else {
                ends.join(", ")
            }
        );
        let all = summary.found + summary.added >= self.games;
        Ok(if all { Exit::Done } else { Exit::Interrupted })
    }
}
