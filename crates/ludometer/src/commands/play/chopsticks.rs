//! Chopsticks: a person at the terminal, graded by the solver's table as they go.

use std::io::{BufRead, Write};

use anyhow::{Result, anyhow};
use clap::Args;
use ludometer_games::chopsticks::{Ending, Playing, Position, Side};
use ludometer_instruments::chop_bench::{
    Dress, Solved, UnusableClass, ValueChange, Verdict, choose, grade,
};
use ludometer_record::study::BuiltIn;
use ludometer_stats::{Level, Tally};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::say;
use crate::{exit::Exit, rules_args::RulesArgs};

/// Chopsticks, graded move by move.
#[derive(Debug, Args)]
pub struct Chopsticks {
    #[command(flatten)]
    rules: RulesArgs,
    /// Who sits across: solver, random, greedy or epsilon:0.1.
    #[arg(long, default_value = "epsilon:0.2")]
    opponent: String,
    /// Let the opponent move first.
    #[arg(long)]
    second: bool,
    /// Start from this position, written from the side of whoever moves first.
    #[arg(long, value_name = "AB-CD")]
    start: Option<String>,
    /// Seed of the opponent's choices; a random one by default.
    #[arg(long)]
    seed: Option<u64>,
}

/// A person's moves, as they are graded.
#[derive(Debug, Default)]
struct Score {
    moves: u64,
    legal: u64,
    optimal: u64,
}

impl Chopsticks {
    pub fn run(self) -> Result<Exit> {
        let rules = self.rules.rules()?;
        if rules.modulus() > 10 || rules.hands() > 4 {
            return Err(anyhow!(
                "play needs at most 4 hands and a modulus of at most 10"
            ));
        }
        let opponent: BuiltIn = self
            .opponent
            .parse()
            .map_err(|error| anyhow!("--opponent: {error}"))?;
        let start = match &self.start {
            Some(text) => rules
                .parse(text)
                .map_err(|error| anyhow!("--start: {error}"))?,
            None => rules.start(),
        };
        let solved = Solved::new(rules)?;
        let you = if self.second {
            Side::Second
        } else {
            Side::First
        };
        let mut random = ChaCha8Rng::seed_from_u64(self.seed.unwrap_or_else(rand::random));
        let mut playing = Playing::from_position(rules, start, Side::First);
        let mut score = Score::default();
        let mut lines = std::io::stdin().lock().lines();
        say(&format!(
            "Chopsticks against {opponent} (a built-in player). Answer with the position after your move, your own \
             hands first. ? shows the rules, q ends.\n"
        ))?;
        loop {
            if let Some(ending) = playing.ending() {
                say(&ended(ending, you))?;
                break;
            }
            let position = playing.position();
            if playing.to_move() != you {
                if let Some(state) = choose(opponent, &solved, position, &mut random) {
                    say(&format!(
                        "opponent: {} -> {}",
                        position.turned(),
                        state.turned()
                    ))?;
                    playing.play(state)?;
                }
                continue;
            }
            say(&shown(position, playing.countdown_left()))?;
            let Some(state) = ask(&mut lines, &solved, position, &mut score)? else {
                break;
            };
            playing.play(state)?;
        }
        say(&score.text())?;
        Ok(Exit::Done)
    }
}

/// Asks until a legal move comes; the first answer is what is graded. `None` at the end.
fn ask(
    lines: &mut impl Iterator<Item = std::io::Result<String>>,
    solved: &Solved,
    position: Position,
    score: &mut Score,
) -> Result<Option<Position>> {
    let mut first = true;
    loop {
        print!("your move> ");
        std::io::stdout().flush()?;
        let Some(line) = lines.next() else {
            println!();
            return Ok(None);
        };
        let line = line?;
        match line.trim() {
            "q" | "quit" | "exit" => return Ok(None),
            "?" | "help" => {
                say(RULES)?;
                continue;
            }
            "" => continue,
            _ => {}
        }
        let hands = solved.rules().hands();
        let committed = Dress::Plain
            .find_last(&line, hands)
            .ok_or(UnusableClass::NoState);
        let graded = grade(solved, position, &committed);
        if first {
            score.add(graded.verdict);
            first = false;
        }
        say(&judged(solved, position, graded.verdict))?;
        if graded.verdict.is_legal() {
            return Ok(graded.state);
        }
    }
}

impl Score {
    fn add(&mut self, verdict: Verdict) {
        self.moves += 1;
        self.legal += u64::from(verdict.is_legal());
        self.optimal += u64::from(verdict.is_optimal());
    }

    fn text(&self) -> String {
        let share = |hits: u64| match Tally::new(hits, self.moves) {
            Ok(tally) if self.moves > 0 => {
                let interval = tally.wilson(Level::P95);
                format!(
                    "{hits}/{} = {:.0}% (95% Wilson {:.0}–{:.0}%)",
                    self.moves,
                    100.0 * hits as f64 / self.moves as f64,
                    100.0 * interval.lo,
                    100.0 * interval.hi
                )
            }
            _ => "no moves".to_owned(),
        };
        format!(
            "Your first answers: legal {}, optimal {}.",
            share(self.legal),
            share(self.optimal)
        )
    }
}

const RULES: &str = "Tap: one of your live hands adds its fingers to a live hand of your opponent, modulo the modulus.\n\
Split: redistribute your own fingers over your own hands; it must change more than their order.\n\
Whoever has only dead hands (0) has lost. A position that occurs a third time starts a countdown of 100 plies to a draw.";

fn shown(position: Position, countdown: Option<u32>) -> String {
    let hands = |fingers: &[u8]| {
        let drawn: Vec<String> = fingers
            .iter()
            .map(|count| match count {
                0 => "x".to_owned(),
                count => "|".repeat(usize::from(*count)),
            })
            .collect();
        drawn.join("   ")
    };
    let left = countdown.map_or(String::new(), |left| format!("   (drawn in {left} plies)"));
    format!(
        "\n  opponent  {}\n  you       {}\n  {position}{left}",
        hands(position.opponent.fingers()),
        hands(position.own.fingers())
    )
}

fn judged(solved: &Solved, position: Position, verdict: Verdict) -> String {
    let best = || {
        let states: Vec<String> = solved
            .optimal_results(position)
            .iter()
            .map(ToString::to_string)
            .collect();
        states.join(", ")
    };
    match verdict {
        Verdict::Unusable(class) => format!("  no move: {}", class.words()),
        Verdict::Illegal(class) => format!("  illegal: {}", class.words()),
        Verdict::Legal { optimal: true, .. } => {
            format!("  optimal ({} for you)", solved.value(position))
        }
        Verdict::Legal {
            change, plies_lost, ..
        } => {
            let cost = match change {
                ValueChange::Kept => format!("{plies_lost} plies worse than the best"),
                ValueChange::WinToDraw => "a win became a draw".to_owned(),
                ValueChange::WinToLoss => "a win became a loss".to_owned(),
                ValueChange::DrawToLoss => "a draw became a loss".to_owned(),
            };
            format!("  not optimal: {cost}; best: {}", best())
        }
    }
}

fn ended(ending: Ending, you: Side) -> String {
    match ending {
        Ending::HandsDead { winner } if winner == you => {
            "\nYou win: all hands of your opponent are dead.".to_owned()
        }
        Ending::HandsDead { .. } => "\nYou lose: all your hands are dead.".to_owned(),
        Ending::Countdown => "\nA draw: the countdown after a third occurrence ran out.".to_owned(),
    }
}
