//! Chess on one of three boards, against an engine or the built-in referee.

use std::io::{BufRead, Write};

use anyhow::{Context, Result};
use clap::Args;
use ludometer_games::{Board, BoardEnding, Claims, Color, Variant};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::say;
use crate::{
    exit::Exit,
    opponent::{BoardOpponent, Opponent},
};

#[derive(Debug, Args)]
pub struct Against {
    /// Who sits across: built-in, random, or an engine as in stockfish?elo=1500,
    /// fairy-stockfish?skill=-5 or /path/to/engine?nodes=10000. Behind the ? stand elo or
    /// skill, and nodes, depth or movetime (milliseconds) as its limit a move, joined by &.
    #[arg(long, default_value = "built-in")]
    opponent: String,
    /// Take the black pieces.
    #[arg(long)]
    black: bool,
    /// Start from this position.
    #[arg(long)]
    fen: Option<String>,
    /// Seed of the built-in opponent's choices; a random one by default.
    #[arg(long)]
    seed: Option<u64>,
}

/// What a person wants.
enum Wish {
    Move(String),
    Resign,
    Leave,
}

impl Against {
    pub fn run(self, variant: Variant) -> Result<Exit> {
        let mut board = match &self.fen {
            Some(fen) => Board::from_fen(variant, fen).context("--fen")?,
            None => Board::new(variant),
        };
        let you = if self.black {
            Color::Black
        } else {
            Color::White
        };
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let random = ChaCha8Rng::seed_from_u64(self.seed.unwrap_or_else(rand::random));
        let seated = BoardOpponent::seat(&self.opponent, variant, random);
        let mut opponent = runtime.block_on(seated)?;
        say(&format!(
            "{variant} against {}. Answer with a move, as e2e4 or e4. ? shows the legal moves, resign and q end.\n",
            opponent.name()
        ))?;
        let mut lines = std::io::stdin().lock().lines();
        loop {
            if let Some(ending) = board.ending(Claims::Made) {
                say(&format!("{board}\n\n{}", ended(ending, you)))?;
                return Ok(Exit::Done);
            }
            if board.turn() != you {
                let text = runtime.block_on(opponent.reply(&board))?.uci;
                let san = board.san(&text)?;
                board.play(&text)?;
                say(&format!("opponent: {san} ({text})\n"))?;
                continue;
            }
            say(&board.to_string())?;
            match ask(&mut lines, &board)? {
                Wish::Move(text) => board.play(&text)?,
                Wish::Resign => {
                    say("You resign.")?;
                    return Ok(Exit::Done);
                }
                Wish::Leave => return Ok(Exit::Done),
            }
        }
    }
}

/// Asks until a legal move or a wish to end comes.
fn ask(lines: &mut impl Iterator<Item = std::io::Result<String>>, board: &Board) -> Result<Wish> {
    loop {
        print!("your move> ");
        std::io::stdout().flush()?;
        let Some(line) = lines.next() else {
            println!();
            return Ok(Wish::Leave);
        };
        let line = line?;
        match line.trim() {
            "" => {}
            "q" | "quit" | "exit" => return Ok(Wish::Leave),
            "resign" => return Ok(Wish::Resign),
            "?" | "help" | "moves" => say(&board.legal_moves().join(" "))?,
            text if board.is_legal(text) => return Ok(Wish::Move(text.to_owned())),
            text => match board.read_san(text) {
                Ok(text) => return Ok(Wish::Move(text)),
                Err(_) if board.variant().parse_uci(text).is_some() => {
                    say(&format!("  {text} is not legal here"))?;
                }
                Err(problem) => say(&format!("  {problem}"))?,
            },
        }
    }
}

fn ended(ending: BoardEnding, you: Color) -> String {
    let kind = ending.kind.as_str().replace('_', " ");
    match ending.winner {
        Some(winner) if winner == you => format!("You win: {kind}."),
        Some(_) => format!("You lose: {kind}."),
        None => format!("A draw: {kind}."),
    }
}
