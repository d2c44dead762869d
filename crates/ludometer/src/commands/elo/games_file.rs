//! Games as JSON: `[[opponent, 1 | -1, "W" | "D" | "L"], …]`.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use ludometer_stats::ladder::{Colour, Elo, Evidence, Game, Outcome};
use serde_json::Value;

/// How a game ended, as far as the two groups need it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// By the board, or not said.
    Board,
    /// By the protocol: an illegal move, a resignation, a spent budget ….
    Protocol,
}

/// A file's games, in its order.
#[derive(Debug, Clone)]
pub struct GamesFile {
    /// The file's name without folder and extension.
    pub name: String,
    /// The scored games.
    pub games: Vec<(Game, Ending)>,
    /// Games void by a failure of the surroundings: listed, never scored.
    pub void: usize,
    /// Whether any game says how it ended.
    pub says_endings: bool,
}

impl GamesFile {
    /// Reads a file; says which game is wrong and how.
    pub fn read(path: &Path) -> Result<Self> {
        let bytes =
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let text = String::from_utf8(bytes)
            .with_context(|| format!("{} is no text in UTF-8", path.display()))?;
        Self::parse(&text, name(path)).with_context(|| path.display().to_string())
    }

    /// As [`Self::read`], and refuses a list without games.
    pub fn read_some(path: &Path) -> Result<Self> {
        let file = Self::read(path)?;
        if file.games.is_empty() {
            bail!("{}: there is no scored game in the list", path.display());
        }
        Ok(file)
    }

    fn parse(text: &str, name: String) -> Result<Self> {
        if text.trim().is_empty() {
            bail!(
                "the file is empty; it should hold [[opponent, 1 or -1, \"W\" or \"D\" or \"L\"], …]"
            );
        }
        let value: Value = serde_json::from_str(text).context("this is not JSON")?;
        let Value::Array(items) = value else {
            bail!("the file should hold a list of games, not {}", kind(&value));
        };
        let mut file = Self {
            name,
            games: Vec::with_capacity(items.len()),
            void: 0,
            says_endings: false,
        };
        for (index, item) in items.iter().enumerate() {
            file.add(item)
                .with_context(|| format!("game {}", index + 1))?;
        }
        Ok(file)
    }

    fn add(&mut self, item: &Value) -> Result<()> {
        let parts = match item {
            Value::Array(parts) if parts.len() == 3 || parts.len() == 4 => parts,
            Value::Array(parts) => bail!(
                "a game has 3 parts [opponent, colour, outcome] and perhaps its kind of ending, \
                 not {}",
                parts.len()
            ),
            other => bail!(
                "a game is a list [opponent, colour, outcome], not {}",
                kind(other)
            ),
        };
        let Some(rating) = parts[0].as_f64() else {
            bail!("the opponent's rating {} is no number", parts[0]);
        };
        let opponent = Elo::new(rating)?;
        let colour = match parts[1].as_f64() {
            Some(1.0) => Colour::White,
            Some(-1.0) => Colour::Black,
            _ => bail!(
                "the colour {} is neither 1 (White) nor -1 (Black)",
                parts[1]
            ),
        };
        let outcome = match parts[2].as_str() {
            Some("W") => Outcome::Win,
            Some("D") => Outcome::Draw,
            Some("L") => Outcome::Loss,
            _ => bail!("the outcome {} is none of \"W\", \"D\", \"L\"", parts[2]),
        };
        let ending = match parts.get(3).map(|ending| (ending, ending.as_str())) {
            None | Some((_, Some("board"))) => Ending::Board,
            Some((_, Some("protocol"))) => Ending::Protocol,
            Some((_, Some("infrastructure"))) => {
                self.void += 1;
                return Ok(());
            }
            Some((other, _)) => {
                bail!("the ending {other} is none of \"board\", \"protocol\", \"infrastructure\"")
            }
        };
        self.says_endings |= parts.len() == 4;
        self.games.push((
            Game {
                opponent,
                colour,
                outcome,
            },
            ending,
        ));
        Ok(())
    }

    /// All scored games.
    pub fn all(&self) -> Vec<Game> {
        self.games.iter().map(|(game, _)| *game).collect()
    }

    /// All scored games, added up.
    pub fn evidence(&self) -> Evidence {
        Evidence::new(self.games.iter().map(|(game, _)| game))
    }

    /// The scored games without a protocol termination.
    pub fn by_board(&self) -> Vec<Game> {
        let by_board = self
            .games
            .iter()
            .filter(|(_, ending)| *ending == Ending::Board);
        by_board.map(|(game, _)| *game).collect()
    }
}

fn name(path: &Path) -> String {
    path.file_stem()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
        .into_owned()
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Writes a plot.
pub fn write_svg(path: &PathBuf, svg: &str) -> Result<()> {
    std::fs::write(path, svg).with_context(|| format!("cannot write {}", path.display()))
}
