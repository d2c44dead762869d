//! Measures the solver on Chopsticks and prints one table.
//!
//! ```sh
//! cargo run --release -p ludometer-solver --example measure -- [hands modulus]...
//! ```
//!
//! Without arguments: 2 hands mod 5, 3 mod 8 and 4 mod 8. Each game is solved three ways:
//!
//! - `full`: the full graph, near predecessors as runs in vector instructions;
//! - `one by one`: the full graph, each edge an operation of its own on shared memory;
//! - `quotient`: one position a class that differs in the order of hands only.
//!
//! Each way has a process of its own, because the peak memory (`VmHWM`) is a process's.
//! The wall time is that of the fastest of at least three runs and counts everything
//! after the rules are known: the game's tables, the counting of successors, the
//! propagation. Edges are predecessor edges visited, each as an operation or a vector
//! lane; edges into draws are never visited, and successors are counted in closed form
//! and not among the edges. `/s/core` is per thread of the pool.
#![allow(
    clippy::disallowed_methods,
    reason = "a measurement needs the clock and processes"
)]

#[path = "../tests/common/one_by_one.rs"]
mod one_by_one;

use std::process::Command;
use std::time::Instant;

use ludometer_games::FiniteGame as _;
use ludometer_games::chopsticks::{Graph, Rules, SplitRule};
use ludometer_solver::{Oracle as _, Solution, SolveError, solve};
use one_by_one::OneByOne;

const MEASURE: &str = "--measure";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, hands, modulus, graph] = &arguments[..]
        && flag == MEASURE
    {
        return measure(hands.parse()?, modulus.parse()?, graph);
    }
    let games = match &arguments[..] {
        [] => ["2", "5", "3", "8", "4", "8"].map(str::to_owned).to_vec(),
        given if given.len() % 2 == 0 => given.to_vec(),
        _ => return Err("expected pairs of hands and modulus".into()),
    };
    println!(
        "{:<22} {:>11} {:>14} {:>14} {:>7} {:>9} {:>9} {:>9} {:>9} {:>7} {:>8}  start",
        "game",
        "positions",
        "edges",
        "near",
        "levels",
        "wall ms",
        "pos/s",
        "edges/s",
        "/s/core",
        "B/pos",
        "peak MiB"
    );
    for game in games.chunks(2) {
        for graph in ["full", "one by one", "quotient"] {
            Command::new(std::env::current_exe()?)
                .args([MEASURE, &game[0], &game[1], graph])
                .status()?;
        }
    }
    Ok(())
}

fn measure(hands: usize, modulus: usize, graph: &str) -> Result<(), Box<dyn std::error::Error>> {
    let rules = Rules::new(hands, modulus, SplitRule::Published)?;
    let mut wall = f64::INFINITY;
    let began = Instant::now();
    // At least three runs; small games are repeated until a second has passed.
    let mut run = 0;
    let (game, solution) = loop {
        let start = Instant::now();
        let (game, solution) = match graph {
            "quotient" => solved(Graph::unordered(rules), solve)?,
            "one by one" => solved(OneByOne(Graph::new(rules)), solve)
                .map(|(game, solution)| (game.0, solution))?,
            _ => solved(Graph::new(rules), solve)?,
        };
        wall = wall.min(start.elapsed().as_secs_f64());
        run += 1;
        if run >= 3 && began.elapsed().as_secs() >= 1 {
            break (game, solution);
        }
    };
    let (positions, work) = (solution.position_count() as f64, solution.work());
    let edges = work.edges() as f64;
    println!(
        "{:<22} {:>11} {:>14} {:>14} {:>7} {:>9.3} {:>9.2e} {:>9.2e} {:>9.2e} {:>7.2} {:>8.1}  {}",
        format!("{hands} mod {modulus} {graph}"),
        game.position_count(),
        work.edges(),
        work.near_edges,
        work.levels,
        wall * 1e3,
        positions / wall,
        edges / wall,
        edges / wall / rayon::current_num_threads() as f64,
        solution.working_bytes() as f64 / positions,
        peak_mib().unwrap_or(f64::NAN),
        solution.value(&game, rules.start()),
    );
    Ok(())
}

/// A game with its solution.
fn solved<G>(
    game: G,
    solve: impl FnOnce(&G) -> Result<Solution, SolveError>,
) -> Result<(G, Solution), SolveError> {
    let solution = solve(&game)?;
    Ok((game, solution))
}

/// The most resident memory so far, where the system tells.
fn peak_mib() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib / 1024.0)
}
