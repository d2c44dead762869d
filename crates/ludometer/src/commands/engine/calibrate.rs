//! `engine calibrate`: the nodes that match a time.

use std::{
    path::{Path, PathBuf},
    sync::atomic::Ordering,
    time::Duration,
};

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, ValueEnum};
use ludometer_arena::engine::{
    Engine, EngineRef, Identity, Nodes, Position, Strength,
    calibrate::{Calibration, Picked, STAGES, measure, pick, spread},
};
use ludometer_games::Color;
use ludometer_report::document::{Block, Table, terminal};
use serde_json::json;

use super::{
    games::{self, Game},
    runtime,
};
use crate::{
    exit::Exit,
    interrupt,
    show::{counted, print, width},
};

/// What sits on a side that counts, in the tags `WhiteType` and `BlackType`.
const ENGINE: &str = "engine";

/// Find the limit of nodes that matches a time a move, from positions of saved games: at 15,
/// 50 and 85% of the engine's turns, each searched with a cleared hash.
#[derive(Debug, Args)]
pub struct Calibrate {
    /// A run's folder with games.pgn, or games in PGN.
    run: PathBuf,
    /// The engine.
    #[arg(long, value_name = "ENGINE", default_value = "stockfish")]
    engine: EngineRef,
    /// The rating that it plays at.
    #[arg(long)]
    elo: Option<u32>,
    /// Milliseconds a search.
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    movetime: u64,
    /// Positions at most, spread evenly over the games.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    positions: u32,
    /// The engine's side in games whose tags do not say who was one.
    #[arg(long)]
    side: Option<Side>,
    /// Write one JSON value.
    #[arg(long)]
    json: bool,
}

/// Sides of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
    Both,
}

impl Side {
    fn has(self, color: Color) -> bool {
        match self {
            Self::White => color == Color::White,
            Self::Black => color == Color::Black,
            Self::Both => true,
        }
    }
}

/// A position, and where it is from.
struct Asked {
    picked: Picked,
    position: Position,
}

impl Calibrate {
    pub fn run(self) -> Result<Exit> {
        let path = if self.run.is_dir() {
            self.run.join("games.pgn")
        } else {
            self.run.clone()
        };
        let asked = self
            .positions(&path)
            .with_context(|| path.display().to_string())?;
        let stop = interrupt::watch("after this search")?;
        let time = Duration::from_millis(self.movetime);
        let strength = match self.elo {
            None => self.engine.strength,
            Some(elo) => {
                ensure!(
                    self.engine.strength == Strength::Full,
                    "--elo {elo}: {} has a strength already",
                    self.engine
                );
                Strength::Elo(elo)
            }
        };
        let spec = self.engine.spec()?.with_strength(strength);
        let searched = async {
            let mut engine = Engine::start(&spec).await?;
            let identity = engine.identity().await?;
            let mut found: Vec<(u32, Nodes)> = Vec::new();
            for Asked { picked, position } in &asked {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                let nodes = measure(&mut engine, position, time).await?;
                let Some(nodes) = nodes else {
                    bail!("{} does not say how many nodes it visits", engine.name());
                };
                found.push((picked.stage, nodes));
            }
            Ok((identity, found))
        };
        let (identity, found) = runtime()?.block_on(searched)?;
        if found.len() < asked.len() {
            note!("stopped after {} of {} searches", found.len(), asked.len());
            return Ok(Exit::Interrupted);
        }
        self.say(&identity, strength, &found)?;
        Ok(Exit::Done)
    }

    fn positions(&self, path: &Path) -> Result<Vec<Asked>> {
        let read = games::read(path)?;
        let mut all = Vec::new();
        for game in &read.games {
            for side in Color::ALL {
                if self.is_engine(game, side)? {
                    all.extend(asked(game, side));
                }
            }
        }
        if read.others > 0 {
            note!("{} of other boards left out", counted(read.others, "game"));
        }
        if all.is_empty() {
            bail!("no game in it has a turn of an engine");
        }
        Ok(spread(all, self.positions as usize))
    }

    fn is_engine(&self, game: &Game, side: Color) -> Result<bool> {
        let kinds = &game.kinds;
        if kinds.white.is_some() || kinds.black.is_some() {
            return Ok(kinds[side].as_deref() == Some(ENGINE));
        }
        let Some(given) = self.side else {
            bail!(
                "game {} does not say by a tag WhiteType or BlackType who was an engine; say it \
                 with --side",
                game.number
            );
        };
        Ok(given.has(side))
    }

    fn say(&self, identity: &Identity, strength: Strength, found: &[(u32, Nodes)]) -> Result<()> {
        let of = |stage: Option<u32>| {
            let wanted = found
                .iter()
                .filter(|(at, _)| stage.is_none_or(|stage| stage == *at));
            Calibration::new(&wanted.map(|(_, nodes)| *nodes).collect::<Vec<_>>())
        };
        let all = of(None).context("nothing was searched")?;
        let stages = STAGES.map(|stage| (stage, of(Some(stage))));
        let played_at = match strength {
            Strength::Full => "full strength".to_owned(),
            Strength::Elo(elo) => format!("UCI_Elo {elo}"),
            Strength::Skill(level) => format!("Skill Level {level}"),
        };
        if self.json {
            let stages = stages.iter().filter_map(|(stage, found)| {
                Some(json!({ "percent": stage, "found": found.as_ref()? }))
            });
            let value = json!({
                "engine": identity,
                "strength": strength,
                "movetime_ms": self.movetime,
                "all": all,
                "stages": stages.collect::<Vec<_>>(),
            });
            return print(&format!("{value}\n"));
        }
        let mut table = Table::new(&[
            "positions",
            ">searches",
            ">median",
            ">mean",
            ">least",
            ">most",
        ]);
        let mut row = |name: String, found: &Calibration| {
            table.rows.push(vec![
                name,
                found.searches.to_string(),
                thousands(found.median),
                thousands(found.mean),
                thousands(found.least as f64),
                thousands(found.most as f64),
            ]);
        };
        for (stage, found) in &stages {
            if let Some(found) = found {
                row(format!("at {stage}% of the engine's turns"), found);
            }
        }
        row("all".to_owned(), &all);
        let deciles = all.deciles.map(thousands).join(", ");
        print(&terminal(
            &[
                Block::Heading(format!("nodes={}", all.nodes)),
                Block::Text(format!(
                    "The median of {} searches of {} ms by {} at {played_at}, rounded to a thousand.",
                    all.searches, self.movetime, identity.name,
                )),
                Block::Table(table),
                Block::Text(format!("Deciles: {deciles}.")),
            ],
            width(),
        ))
    }
}

fn asked(game: &Game, side: Color) -> Vec<Asked> {
    let ask = |picked: Picked| Asked {
        position: Position {
            fen: game.board.first_fen().map(str::to_owned),
            moves: game.board.moves()[..picked.plies].to_vec(),
        },
        picked,
    };
    pick(&game.turns(side)).into_iter().map(ask).collect()
}

fn thousands(nodes: f64) -> String {
    let digits = format!("{nodes:.0}");
    match digits.parse() {
        Ok(count) => indicatif::HumanCount(count).to_string(),
        Err(_) => digits,
    }
}
