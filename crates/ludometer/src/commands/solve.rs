//! `solve`: the exact value of every position of a game.

use std::{
    fs::File,
    io::{self, BufReader, BufWriter, Write},
    path::{Path, PathBuf},
    time::Instant,
};

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use ludometer_games::{
    FiniteGame, Game, Outcome,
    chopsticks::{Graph, Position},
    reachable_count,
};
use ludometer_solver::{Certificate, Counts, Oracle, Value, check, solve, solve_quotient};

use crate::{exit::Exit, rules_args::RulesArgs, show::print};

/// Solve a game exactly: value, distance and optimal moves of every position.
#[derive(Debug, Args)]
pub struct Solve {
    #[command(subcommand)]
    game: Solvable,
}

#[derive(Debug, Subcommand)]
enum Solvable {
    /// Chopsticks, with any number of hands and any modulus.
    Chopsticks(Chopsticks),
}

#[derive(Debug, Args)]
struct Chopsticks {
    #[command(flatten)]
    rules: RulesArgs,
    /// Write every position as JSON: "AB-CD" to [outcome, distance or null, [states after the
    /// optimal moves, own hands first]]; - for standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write a certificate: a value and a witness for every position.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Check a certificate instead of solving.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["out", "certificate"])]
    check: Option<PathBuf>,
    /// Solve on one position a class: the order of a player's hands does not matter.
    #[arg(long)]
    by_symmetry: bool,
}

impl Solve {
    pub fn run(self) -> Result<Exit> {
        let Solvable::Chopsticks(chopsticks) = self.game;
        chopsticks.run()
    }
}

impl Chopsticks {
    fn run(self) -> Result<Exit> {
        let graph = Graph::new(self.rules.rules()?);
        if let Some(path) = &self.check {
            return checked(&graph, path);
        }
        let clock = Instant::now();
        if self.by_symmetry {
            let solution = solve_quotient(&graph)?;
            let solved = solution.solution();
            let how = format!(
                "by symmetry: {} classes, {} edges, {:.3} s",
                solved.position_count(),
                solved.work().edges(),
                clock.elapsed().as_secs_f64()
            );
            self.write(&graph, &solution, &how)
        } else {
            let solution = solve(&graph)?;
            let seconds = clock.elapsed().as_secs_f64();
            let edges = solution.work().edges();
            let how = format!(
                "{edges} edges, {:.1} MB of tables, {seconds:.3} s ({:.0} million edges a second)",
                solution.working_bytes() as f64 / 1e6,
                edges as f64 / seconds / 1e6
            );
            self.write(&graph, &solution, &how)
        }
    }

    fn write<O: Oracle<Graph> + Sync>(&self, graph: &Graph, oracle: &O, how: &str) -> Result<Exit> {
        if let Some(path) = &self.out {
            write_whole(path, |out| table(out, graph, oracle))?;
        }
        if let Some(path) = &self.certificate {
            let certificate = Certificate::new(graph, oracle);
            write_whole(path, |out| certificate.write(out))?;
        }
        let text = summary(graph, oracle, how);
        // The table may be on standard output.
        if self.out.as_deref() == Some(Path::new("-")) {
            eprint!("{text}");
        } else {
            print(&text)?;
        }
        Ok(Exit::Done)
    }
}

fn checked(graph: &Graph, path: &Path) -> Result<Exit> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let certificate =
        Certificate::read(BufReader::new(file)).with_context(|| path.display().to_string())?;
    match check(graph, &certificate) {
        Ok(()) => {
            print(&format!(
                "accepted: all {} positions of {}\n",
                graph.position_count(),
                graph.id()
            ))?;
            Ok(Exit::Done)
        }
        Err(refusal) => {
            print(&format!("refused: {refusal}\n"))?;
            Ok(Exit::Differs)
        }
    }
}

/// Writes a file so that it is there whole or not at all; `-` is standard output.
fn write_whole(path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    if path == Path::new("-") {
        let mut out = BufWriter::new(io::stdout().lock());
        return Ok(fill(&mut out).and_then(|()| out.flush())?);
    }
    let mut draft = path.as_os_str().to_owned();
    draft.push(".draft");
    let draft = PathBuf::from(draft);
    let written = File::create(&draft).and_then(|file| {
        let mut out = BufWriter::with_capacity(1 << 20, file);
        fill(&mut out)?;
        out.into_inner()
            .map_err(io::IntoInnerError::into_error)?
            .sync_all()?;
        std::fs::rename(&draft, path)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&draft);
    }
    written.with_context(|| path.display().to_string())
}

/// All positions in the order of their notation, one a line.
fn table<O: Oracle<Graph>>(out: &mut dyn Write, graph: &Graph, oracle: &O) -> io::Result<()> {
    let count = u32::try_from(graph.position_count()).unwrap_or(u32::MAX);
    let mut positions: Vec<Position> = (0..count).map(|index| graph.position(index)).collect();
    positions.sort_unstable();
    for (place, position) in positions.into_iter().enumerate() {
        let Value { outcome, distance } = oracle.value(graph, position);
        let mut states: Vec<Position> = match graph.rules().terminal(position) {
            Some(_) => Vec::new(),
            None => oracle
                .optimal(graph, position)
                .into_iter()
                .map(Position::turned)
                .collect(),
        };
        states.sort_unstable();
        states.dedup();
        let states: Vec<String> = states.iter().map(|state| format!("\"{state}\"")).collect();
        write!(
            out,
            "{}\"{position}\":[\"{outcome}\",{},[{}]]",
            if place == 0 { "{\n" } else { ",\n" },
            distance.map_or("null".to_owned(), |distance| distance.to_string()),
            states.join(",")
        )?;
    }
    writeln!(out, "\n}}")
}

fn summary<O: Oracle<Graph>>(graph: &Graph, oracle: &O, how: &str) -> String {
    let count = u32::try_from(graph.position_count()).unwrap_or(u32::MAX);
    let (mut counts, mut terminal, mut longest) = (Counts::default(), 0_u32, [0_u16; 2]);
    for index in 0..count {
        if graph.terminal_index(index).is_some() {
            terminal += 1;
            continue;
        }
        let value = oracle.value(graph, graph.position(index));
        let distance = value.distance.unwrap_or(0);
        match value.outcome {
            Outcome::Win => {
                counts.win += 1;
                longest[0] = longest[0].max(distance);
            }
            Outcome::Lose => {
                counts.lose += 1;
                longest[1] = longest[1].max(distance);
            }
            Outcome::Draw => counts.draw += 1,
        }
    }
    let start = graph.start();
    format!(
        "{}: {count} positions from the mover's side, {terminal} of them terminal\n\
         others: {} wins (longest {}), {} losses (longest {}), {} draws\n\
         start {start}: {}; {} positions can be reached from it\n{how}\n",
        graph.id(),
        counts.win,
        longest[0],
        counts.lose,
        longest[1],
        counts.draw,
        oracle.value(graph, start),
        reachable_count(graph),
    )
}
