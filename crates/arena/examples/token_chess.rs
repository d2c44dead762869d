//! How fast games of Token Chess between built-in players go, and where the time goes:
//! `make bench-token-chess`.
//!
//! Everything runs on one thread: the tool with its weights, the game with its rules, and
//! the built-in referee. The share of the tool is what the program cannot save.

#![allow(clippy::unwrap_used, reason = "a benchmark")]

use std::{
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::FutureExt;
use ludometer_arena::{
    adjudicator::stand_in,
    toolbox::{Bench, Toolbox, daydreams},
};
use ludometer_daydream::{Model, Weights, Window};
use ludometer_instruments::{
    Instrument, Study,
    desk::{Desk, DeskError},
    referee::Referee,
    token_chess::TokenChess,
};
use ludometer_record::desk::{Answer, Question};

const STUDY: &str = r#"
name = "speed"
instrument = "token-chess"
[[player]]
model = "mock:heuristic"
[[player]]
model = "mock:random"
[token_chess]
budget = 40
games = 96
"#;

/// Answers at once and takes the time.
struct Timed {
    tool: Bench,
    drawing: Duration,
    judging: Duration,
    draws: u32,
}

impl Desk for Timed {
    fn ask(
        &mut self,
        question: Question,
    ) -> impl Future<Output = Result<Answer, DeskError>> + Send {
        let before = Instant::now();
        let answer = match question {
            Question::Draw(draw) => {
                let texts = self.tool.draw(&draw).unwrap();
                self.drawing += before.elapsed();
                self.draws += 1;
                Answer::Samples(texts)
            }
            Question::Judge(judge) => {
                let board = judge.board.parse().unwrap();
                let verdict = stand_in(Referee::default(), board, &judge.moves).unwrap();
                self.judging += before.elapsed();
                Answer::Verdict(verdict)
            }
            _ => unreachable!("nobody here is asked"),
        };
        std::future::ready(Ok(answer))
    }
}

fn main() {
    let study = Study::parse(STUDY, Path::new("speed.toml")).unwrap();
    let bench = TokenChess::new(&study, &[]).unwrap();
    let weights = include_bytes!("../../../assets/daydream/regular.safetensors");
    let model = Arc::new(Model::new(&Weights::from_bytes(weights).unwrap()));
    let tool = daydreams(model, Window::WholeMoves);
    let toolbox = Toolbox::new([("regular".to_owned(), tool)].into());
    let (mut drawing, mut judging) = (Duration::ZERO, Duration::ZERO);
    let (mut draws, mut plies) = (0, 0);
    let started = Instant::now();
    for game in bench.plan() {
        let mut desk = Timed {
            tool: toolbox.bench(),
            drawing: Duration::ZERO,
            judging: Duration::ZERO,
            draws: 0,
        };
        let record = bench.play(game, &mut desk).now_or_never().unwrap().unwrap();
        drawing += desk.drawing;
        judging += desk.judging;
        draws += desk.draws;
        plies += record.moves.len();
    }
    let all = started.elapsed();
    let playing = all.saturating_sub(judging);
    let games = bench.plan().len();
    println!("games {games}, plies {plies}, batches {draws}");
    println!(
        "games a minute, without adjudication: {:.0}",
        games as f64 * 60.0 / playing.as_secs_f64()
    );
    println!(
        "a game: {:.1} ms",
        playing.as_secs_f64() * 1e3 / games as f64
    );
    println!(
        "share of the sampler: {:.1}%",
        100.0 * drawing.as_secs_f64() / playing.as_secs_f64()
    );
    println!(
        "a batch of three: {:.0} µs",
        drawing.as_secs_f64() * 1e6 / f64::from(draws)
    );
    println!(
        "adjudication by the built-in referee: {:.1} ms a game",
        judging.as_secs_f64() * 1e3 / games as f64
    );
}
