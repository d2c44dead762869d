//! `daydream sample`: draws with verdicts.

use anyhow::{Context, Result};
use clap::Args;
use ludometer_games::{Board, Claims, MoveError};
use ludometer_instruments::generator;
use ludometer_instruments::tool::Tool as _;
use ludometer_record::Seed;
use ludometer_report::document::{Block, Table, terminal};
use ludometer_stats::{Level, Tally};
use serde_json::json;

use super::{
    Format,
    model::ModelArgs,
    sampler::{SettingArgs, words},
};
use crate::{
    exit::Exit,
    show::{print, width},
};

/// Draw what might come next in a game, and say of each draw whether it is legal.
#[derive(Debug, Args)]
pub struct Sample {
    #[command(flatten)]
    model: ModelArgs,
    #[command(flatten)]
    setting: SettingArgs,
    /// The game so far: moves in UCI with spaces between.
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
    /// How many draws.
    #[arg(long, short, default_value_t = 12, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    n: u32,
    /// Decides the draws.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How to write the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

/// A text and how often it was drawn.
struct Drawn {
    text: String,
    times: u64,
    verdict: &'static str,
    san: Option<String>,
}

impl Sample {
    pub fn run(self) -> Result<Exit> {
        let loaded = self.model.load()?;
        let setting = self.setting.setting()?;
        let moves: Vec<&str> = self.moves.split_whitespace().collect();
        let mut board = Board::new(loaded.board);
        for (index, text) in moves.iter().enumerate() {
            board
                .play(text)
                .with_context(|| format!("move {} of --moves", index + 1))?;
        }
        let mut rng = generator(Seed(self.seed), &["sample"]);
        let draws = loaded
            .dreamer()
            .draw(board.moves(), self.n as usize, setting, &mut rng)?;
        let mut drawn: Vec<Drawn> = Vec::new();
        for draw in draws {
            if let Some(before) = drawn.iter_mut().find(|before| before.text == draw.text) {
                before.times += 1;
            } else {
                let verdict = match board.check(&draw.text) {
                    Ok(()) => "legal",
                    Err(MoveError::Illegal { .. }) => "illegal",
                    Err(MoveError::Malformed { .. }) => "no move",
                };
                let san = board.san(&draw.text).ok();
                drawn.push(Drawn {
                    text: draw.text,
                    times: 1,
                    verdict,
                    san,
                });
            }
        }
        drawn.sort_by(|a, b| b.times.cmp(&a.times).then_with(|| a.text.cmp(&b.text)));
        let legal = drawn
            .iter()
            .filter(|d| d.verdict == "legal")
            .map(|d| d.times)
            .sum();
        let tally = Tally::new(legal, u64::from(self.n))?;
        let interval = tally.wilson(Level::P95);
        if self.format == Format::Json {
            let draws: Vec<_> = drawn
                .iter()
                .map(|d| json!({"text": d.text, "times": d.times, "verdict": d.verdict, "san": d.san}))
                .collect();
            let value = json!({
                "tier": loaded.tier, "weights": loaded.source, "window": loaded.window, "fen": board.fen(), "moves": board.moves(), "setting": setting,
                "seed": self.seed, "draws": draws, "legal": legal, "n": self.n,
                "wilson95": [interval.lo, interval.hi],
            });
            print(&format!("{value}\n"))?;
            return Ok(Exit::Done);
        }
        let mut table = Table::new(&["draw", ">times", "verdict", "move"]);
        for d in &drawn {
            // A draw may be empty, and a space or newline never is in it.
            let text = if d.text.is_empty() {
                "(nothing)"
            } else {
                &d.text
            };
            table.rows.push(vec![
                text.to_owned(),
                d.times.to_string(),
                d.verdict.to_owned(),
                d.san.clone().unwrap_or_default(),
            ]);
        }
        let over = board
            .ending(Claims::NotMade)
            .map_or(String::new(), |ending| {
                format!(" (the game is over: {ending})")
            });
        print(&terminal(
            &[
                Block::Text(format!(
                    "{}, {}, seed {}.",
                    loaded.name(),
                    words(setting),
                    self.seed
                )),
                Block::Text(format!(
                    "After {} plies: {}{over}",
                    board.ply(),
                    board.fen()
                )),
                Block::Table(table),
                Block::Text(format!(
                    "{legal} of {} draws are legal: {:.1}% (95% Wilson interval {:.1}–{:.1}).",
                    self.n,
                    100.0 * tally.rate().unwrap_or(0.0),
                    100.0 * interval.lo,
                    100.0 * interval.hi
                )),
            ],
            width(),
        ))?;
        Ok(Exit::Done)
    }
}
