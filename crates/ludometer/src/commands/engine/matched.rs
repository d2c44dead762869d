//! `engine match`: games between two contestants.

use std::{path::PathBuf, time::Instant};

use anyhow::Result;
use clap::Args;
use ludometer_arena::matches::Field;
use ludometer_arena::matches::{Contestant, Line, Pairing, Progress, Rules, Summary, run};
use ludometer_games::Color;
use ludometer_record::Seed;
use ludometer_report::document::{Block, Table, terminal};
use ludometer_stats::ladder::{Outcome, Score};

use super::runtime;
use crate::{
    exit::Exit,
    interrupt,
    show::{counted, print, width},
};

/// How often a line about progress is written.
const SAID: std::time::Duration = std::time::Duration::from_secs(10);

/// Let two contestants play each other; a later run goes on where this one stopped.
#[derive(Debug, Args)]
pub struct Match {
    /// An engine with strength and limit, of which a share of the moves may be random, as in
    /// "stockfish?elo=1350&nodes=20000&random=0.25"; or random.
    first: Contestant,
    /// The other one.
    second: Contestant,
    /// Games; colours take turns.
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    #[command(flatten)]
    playing: PlayingArgs,
    /// Where the games go, as lines of JSON.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// How games are played.
#[derive(Debug, Clone, Copy, Args)]
pub struct PlayingArgs {
    /// Decides openings and random moves.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at once.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    at_once: u16,
}

impl PlayingArgs {
    /// Plays what is left, and says how far it is.
    pub fn play(
        self,
        contestants: Vec<(String, Contestant)>,
        pairings: &[Pairing],
        out: &std::path::Path,
    ) -> Result<Summary> {
        let field = Field {
            contestants,
            rules: Rules::new(Seed(self.seed)),
            at_once: usize::from(self.at_once),
        };
        let stop = interrupt::watch("after the games in play")?;
        let mut said = Instant::now();
        let say = |Progress { over, games }| {
            if over == games || said.elapsed() >= SAID {
                said = Instant::now();
                note!("{over}/{games} games");
            }
        };
        let played = runtime()?.block_on(run(&field, pairings, out, &stop, say))?;
        if played.left > 0 {
            note!(
                "stopped with {} left; the same command goes on",
                counted(played.left as u64, "game")
            );
        }
        Ok(played)
    }
}

impl Match {
    pub fn run(self) -> Result<Exit> {
        let (first, second) = (self.first.to_string(), self.second.to_string());
        let pairing = Pairing {
            first: first.clone(),
            second: second.clone(),
            games: self.games,
        };
        let contestants = vec![(first.clone(), self.first), (second.clone(), self.second)];
        let played = self.playing.play(contestants, &[pairing], &self.out)?;
        let mut table = Table::new(&["for", ">W–D–L", ">as White", ">as Black", ">points"]);
        for name in [&first, &second] {
            let [white, black] = scores(&played.games, name);
            let all = white + black;
            let points = f64::from(all.wins) + f64::from(all.draws) / 2.0;
            table.rows.push(vec![
                name.clone(),
                wdl(all),
                wdl(white),
                wdl(black),
                format!("{points} of {}", all.games()),
            ]);
        }
        print(&terminal(&[Block::Table(table)], width()))?;
        Ok(if played.left == 0 {
            Exit::Done
        } else {
            Exit::Interrupted
        })
    }
}

/// A contestant's results as White and as Black.
fn scores(games: &[Line], name: &str) -> [Score; 2] {
    let mut scores = [Score::default(); 2];
    for game in games {
        let outcome = outcome_for_white(game);
        if game.white == name {
            scores[0].add(outcome);
        } else if game.black == name {
            scores[1].add(outcome.reversed());
        }
    }
    scores
}

pub fn outcome_for_white(game: &Line) -> Outcome {
    match game.winner {
        Some(Color::White) => Outcome::Win,
        Some(Color::Black) => Outcome::Loss,
        None => Outcome::Draw,
    }
}

pub fn wdl(score: Score) -> String {
    format!("{}–{}–{}", score.wins, score.draws, score.losses)
}
