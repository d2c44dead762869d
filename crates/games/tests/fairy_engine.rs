//! The fairy boards against Fairy-Stockfish itself, move list for move list.
//!
//! The engine is `$LUDOMETER_FAIRY_STOCKFISH`, or `fairy-stockfish` on the path or in
//! `/usr/games`, where Debian puts it. Without one the test says that it skips;
//! `src/fairy/moves.txt` then still holds some of the engine's words.
#![allow(
    clippy::disallowed_methods,
    clippy::unwrap_used,
    reason = "a test looks for the engine, starts it, and fails where it does not answer"
)]

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use ludometer_games::fairy::{GARDNER, GRAND12, Move, Position, Rules};
use ludometer_games::{Board, Variant};

/// Positions to compare on each board.
const POSITIONS: usize = 500;

struct Engine {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Option<Self> {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut places: Vec<PathBuf> = std::env::split_paths(&path).collect();
        places.push("/usr/games".into());
        let program = std::env::var_os("LUDOMETER_FAIRY_STOCKFISH")
            .map(PathBuf::from)
            .or_else(|| {
                let mut found = places.iter().map(|place| place.join("fairy-stockfish"));
                found.find(|program| program.is_file())
            })?;
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        Some(Self {
            process,
            input,
            output,
        })
    }

    fn send(&mut self, command: &str) {
        writeln!(self.input, "{command}").unwrap();
    }

    /// Lines up to the one that starts with `last`.
    fn until(&mut self, last: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let bytes = self.output.read_line(&mut line).unwrap();
            assert!(bytes > 0, "the engine ended");
            let is_last = line.starts_with(last);
            lines.push(line.trim().to_owned());
            if is_last {
                return lines;
            }
        }
    }

    fn choose(&mut self, variant: Variant) {
        if let Some(ini) = variant.engine_ini() {
            let file = std::env::temp_dir().join(format!("ludometer-{}.ini", std::process::id()));
            std::fs::write(&file, ini).unwrap();
            self.send(&format!(
                "setoption name VariantPath value {}",
                file.display()
            ));
            self.ready();
            std::fs::remove_file(file).unwrap();
        }
        self.send(&format!("setoption name UCI_Variant value {variant}"));
        self.ready();
    }

    fn ready(&mut self) {
        self.send("isready");
        self.until("readyok");
    }

    /// For each legal move the number of sequences of `depth` plies that begin with it.
    fn divide(&mut self, position: &str, depth: u32) -> BTreeMap<String, u64> {
        self.send(&format!("position {position}\ngo perft {depth}"));
        let lines = self.until("Nodes searched");
        let pairs = lines.iter().filter_map(|line| line.split_once(": "));
        pairs
            .filter(|(text, _)| text.starts_with(|c: char| c.is_ascii_lowercase()))
            .filter_map(|(text, count)| Some((text.to_owned(), count.parse().ok()?)))
            .collect()
    }

    fn fen(&mut self, position: &str) -> String {
        self.send(&format!("position {position}\nd"));
        let lines = self.until("Checkers");
        let fen = lines.iter().find_map(|line| line.strip_prefix("Fen: "));
        fen.unwrap().to_owned()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A small generator: the test picks the same moves everywhere.
struct Picks(u64);

impl Picks {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    /// A move; promotions, pawn moves and captures more often than others.
    fn pick(&mut self, moves: &[Move]) -> Move {
        let favoured: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|chosen| match self.below(4) {
                0 => chosen.promotion().is_some(),
                1 => chosen.role() == ludometer_games::Role::Pawn,
                2 => chosen.captured().is_some(),
                _ => true,
            })
            .collect();
        let among = if favoured.is_empty() {
            moves
        } else {
            &favoured
        };
        among[self.below(among.len())]
    }
}

fn own_divide(position: &Position, depth: u32) -> BTreeMap<String, u64> {
    let count = |chosen: &Move| {
        (
            chosen.uci().to_string(),
            position.after(*chosen).perft(depth - 1),
        )
    };
    position.moves().iter().map(count).collect()
}

/// Kinds of positions that random play must have come to.
#[derive(Debug, Default)]
struct Met {
    positions: usize,
    promotions: usize,
    refused_promotions: usize,
    en_passant: usize,
    checks: usize,
    pins: usize,
    ends: usize,
}

impl Met {
    fn note(&mut self, position: &Position) {
        let moves = position.moves();
        let fen = position.fen();
        self.positions += 1;
        self.promotions += usize::from(moves.iter().any(|m| m.promotion().is_some()));
        let queens = |m: &Move| m.promotion() == Some(ludometer_games::Role::Queen);
        self.refused_promotions +=
            usize::from(moves.iter().any(|m| m.promotion().is_some()) && !moves.iter().any(queens));
        self.en_passant += usize::from(fen.split(' ').nth(3) != Some("-"));
        self.checks += usize::from(position.in_check());
        self.ends += usize::from(moves.is_empty());
        self.pins += usize::from(position.has_pinned_piece());
    }
}

fn compare(engine: &mut Engine, rules: &'static Rules, variant: Variant, picks: &mut Picks) -> Met {
    engine.choose(variant);
    let mut met = Met::default();
    while met.positions < POSITIONS {
        let mut board = Board::new(variant);
        let mut position = Position::start(rules);
        // Games of all lengths, looked at where there is more to get wrong than steps.
        for _ in 0..40 + picks.below(260) {
            let moves = position.moves();
            let promotes = moves.iter().any(|m| m.promotion().is_some());
            let passing = !position.fen().contains(" - - ");
            let telling = promotes || passing || position.has_pinned_piece() || position.in_check();
            if moves.is_empty() || passing || picks.below(if telling { 4 } else { 30 }) == 0 {
                met.note(&position);
                let fen = position.fen();
                let theirs = engine.divide(&format!("fen {fen}"), 2);
                assert_eq!(own_divide(&position, 2), theirs, "{fen}");
            }
            if moves.is_empty() {
                break;
            }
            let chosen = picks.pick(&moves);
            board.play(&chosen.uci().to_string()).unwrap();
            position = position.after(chosen);
        }
        // The engine went the same way, and so did the board.
        let line = format!("startpos moves {}", board.moves().join(" "));
        let theirs = Position::from_fen(rules, &engine.fen(&line)).unwrap();
        assert_eq!(theirs.fen(), position.fen());
        assert_eq!(board.fen(), position.fen());
    }
    println!("{variant}: {met:?}");
    met
}

#[test]
fn move_lists_are_the_engines() {
    let Some(mut engine) = Engine::start() else {
        println!("skipped: no fairy-stockfish (Debian package fairy-stockfish)");
        return;
    };
    let mut picks = Picks(2026);
    let small = compare(&mut engine, &GARDNER, Variant::Gardner, &mut picks);
    let large = compare(&mut engine, &GRAND12, Variant::Grand12, &mut picks);
    for (met, least) in [(&small, 40), (&large, 40)] {
        assert!(met.positions >= POSITIONS);
        assert!(met.promotions >= least && met.checks >= least && met.pins >= least);
    }
    assert!(small.ends > 0 && large.en_passant > 9 && large.refused_promotions > 9);
}

#[test]
fn perft_of_the_starts_is_the_engines() {
    let Some(mut engine) = Engine::start() else {
        println!("skipped: no fairy-stockfish (Debian package fairy-stockfish)");
        return;
    };
    for (variant, rules, depth) in [
        (Variant::Gardner, &GARDNER, 5),
        (Variant::Grand12, &GRAND12, 3),
    ] {
        engine.choose(variant);
        let theirs = engine.divide("startpos", depth);
        assert_eq!(own_divide(&Position::start(rules), depth), theirs);
    }
}
