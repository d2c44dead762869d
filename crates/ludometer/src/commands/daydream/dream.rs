//! `daydream dream`: a free game, with what was rejected.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use ludometer_games::{Board, Color};
use ludometer_instruments::generator;
use ludometer_instruments::probe::game::{Draws, Nobody, Rules, play};
use ludometer_record::Seed;
use ludometer_report::daydream::{Frame, dream_sheet};
use serde_json::json;

use super::{
    Format,
    model::ModelArgs,
    sampler::{SettingArgs, words},
};
use crate::{exit::Exit, show::print};

/// Let the model play both sides, and keep every sample that the rules rejected.
#[derive(Debug, Args)]
pub struct Dream {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    setting: SettingArgs,
    /// Plies at most.
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    plies: u32,
    /// Samples a move before a legal one is drawn evenly.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    attempts: u32,
    /// Decides the game.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the boards, illegal attempts as dim ghosts, to a file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// How to write the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

impl Dream {
    pub fn run(self) -> Result<Exit> {
        let loaded = self.model.load()?;
        let setting = self.setting.setting()?;
        let rules = Rules {
            setting,
            attempts: self.attempts as usize,
            ply_cap: self.plies as usize,
            draws: Draws::Claimed,
        };
        let mut rng = generator(Seed(self.seed), &["dream"]);
        let mut tool = loaded.dreamer();
        let game = play(&mut tool, &mut Nobody, loaded.board, None, rules, &mut rng)?;
        let mut boards = vec![Board::new(loaded.board)];
        for text in &game.moves {
            let mut next = boards[boards.len() - 1].clone();
            next.play(text).context("the game's own move")?;
            boards.push(next);
        }
        let under = format!("{}, seed {}", words(setting), self.seed);
        let title = format!("{}, {under}", loaded.name());
        if let Some(path) = &self.svg {
            let frames: Vec<Frame<'_>> = boards
                .iter()
                .enumerate()
                .map(|(ply, board)| Frame {
                    board,
                    turn: game.turns.get(ply),
                })
                .collect();
            std::fs::write(
                path,
                dream_sheet(&loaded.name(), &under, loaded.board, &frames),
            )
            .with_context(|| format!("cannot write {}", path.display()))?;
        }
        let last = &boards[boards.len() - 1];
        if self.format == Format::Json {
            let value = json!({
                "tier": loaded.tier, "weights": loaded.source, "window": loaded.window, "setting": setting, "seed": self.seed, "game": game,
                "final_fen": last.fen(),
            });
            print(&format!("{value}\n"))?;
            return Ok(Exit::Done);
        }
        let mut text = format!("{title}\n\n");
        for (board, turn) in boards.iter().zip(&game.turns) {
            let number = turn.ply / 2 + 1;
            let dots = if turn.side == Color::White {
                ".  "
            } else {
                "..."
            };
            let san = board.san(&turn.played).unwrap_or_default();
            let rejected: Vec<&str> = turn
                .attempts
                .iter()
                .filter(|attempt| !attempt.legal)
                .map(|attempt| match attempt.text.as_str() {
                    "" => "(nothing)",
                    text => text,
                })
                .collect();
            let how = if turn.forced { " drawn evenly" } else { "" };
            let rejected = if rejected.is_empty() {
                String::new()
            } else {
                format!("   rejected: {}", rejected.join(" "))
            };
            let _ = writeln!(text, "{number:>3}{dots} {san:<8}{how}{rejected}");
        }
        let ending = match game.ending {
            Some(ending) => ending.to_string(),
            None => format!("stopped after {} plies", game.moves.len()),
        };
        let _ = writeln!(text, "\n{last}\n{ending}");
        print(&text)?;
        Ok(Exit::Done)
    }
}
