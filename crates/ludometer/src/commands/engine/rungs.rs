//! `engine rungs`: the ladder below an engine's floor, built or shown.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use ludometer_arena::{
    engine::{Engine, EngineRef, Identity, Strength, elo_range},
    matches::{Contestant, Line, Pairing, Summary},
};
use ludometer_instruments::ladder::rung::{
    Play, Provenance, RandomShare, Result as Game, Rung, RungTable, TableEngine,
    build::{Unrated, build},
};
use ludometer_report::{
    document::{Block, Table, terminal},
    elo::{elo, ends},
};
use ludometer_stats::{Interval, ladder::Elo};

use super::{
    matched::{PlayingArgs, outcome_for_white, wdl},
    runtime,
};
use crate::{
    exit::Exit,
    rungs::shipped,
    show::{print, width},
};

/// The ladder below an engine's floor: mixtures of its moves and random ones, rated by their
/// own games. Plays what is missing and writes the table; with --show prints one.
#[derive(Debug, Args)]
pub struct Rungs {
    /// Print a table instead: a file's, or without one that of this program.
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "not given, given, given with a file")]
    show: Option<Option<PathBuf>>,
    /// The engine; it plays at the lowest rating that it has.
    #[arg(long, value_name = "ENGINE", default_value = "stockfish")]
    engine: EngineRef,
    /// Positions that the engine looks at before a move.
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Random moves in percent, of the rungs between the floor and the player that only moves
    /// at random.
    #[arg(long, value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=99),
          default_value = "10,20,30,40,50,60,70,80,90")]
    random: Vec<u8>,
    /// Games of each rung with the next.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    games: u32,
    /// Games of each rung with the one after the next.
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    second_games: u32,
    #[command(flatten)]
    playing: PlayingArgs,
    /// Where the table goes; the games lie beside it, with .games.jsonl behind.
    #[arg(long, value_name = "FILE", required_unless_present = "show")]
    out: Option<PathBuf>,
}

impl Rungs {
    pub fn run(mut self) -> Result<Exit> {
        if let Some(file) = &self.show {
            let table = match file {
                None => shipped()?,
                Some(path) => read(path)?,
            };
            print(&terminal(&document(&table), width()))?;
            return Ok(Exit::Done);
        }
        let out = self.out.take().context("--out is missing")?;
        let name = out.file_stem().unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        let (engine, floor) = self.floor()?;
        let rungs = self.rungs(&engine)?;
        let contestants = rungs
            .iter()
            .map(|(name, contestant)| (name.clone(), contestant.clone()));
        let mut games_file = out.clone().into_os_string();
        games_file.push(".games.jsonl");
        let played = self.playing.play(
            contestants.collect(),
            &self.pairings(&rungs),
            Path::new(&games_file),
        )?;
        if played.left > 0 {
            return Ok(Exit::Interrupted);
        }
        let table = table(&rungs, &played, name, floor)?;
        std::fs::write(&out, table.write()).with_context(|| out.display().to_string())?;
        print(&terminal(&document(&table), width()))?;
        Ok(Exit::Done)
    }

    /// The engine at its lowest rating, which it says.
    fn floor(&self) -> Result<(EngineRef, Elo)> {
        ensure!(
            self.engine.strength == Strength::Full,
            "--engine {}: leave its strength out, the rungs hang from its lowest rating",
            self.engine
        );
        let engine = runtime()?.block_on(Engine::start(&self.engine.spec()?))?;
        let Some(range) = elo_range(engine.options()) else {
            bail!(
                "{} cannot be limited: it has no UCI_LimitStrength with UCI_Elo",
                engine.name()
            );
        };
        let text = self.engine.to_string();
        let joint = if text.contains('?') { '&' } else { '?' };
        let floor = format!("{text}{joint}elo={}&nodes={}", range.min, self.nodes);
        let floor = floor.parse().with_context(|| {
            format!("--engine {text}: give the limit with --nodes, not behind the engine")
        })?;
        Ok((floor, Elo::new(range.min as f64)?))
    }

    /// Names and contestants, from the floor down.
    fn rungs(&self, engine: &EngineRef) -> Result<Vec<(String, Contestant)>> {
        let percents: BTreeSet<u8> = self.random.iter().copied().collect();
        let mut rungs = vec![(
            "floor".to_owned(),
            Contestant::mixture(Some(engine.clone()), RandomShare::NONE),
        )];
        for percent in percents {
            let share = RandomShare::new(f64::from(percent) / 100.0)?;
            let contestant = Contestant::mixture(Some(engine.clone()), share);
            rungs.push((format!("random-{percent:02}"), contestant));
        }
        rungs.push(("random".to_owned(), Contestant::random_mover()));
        Ok(rungs)
    }

    fn pairings(&self, rungs: &[(String, Contestant)]) -> Vec<Pairing> {
        let apart = |steps: usize, games| {
            rungs
                .iter()
                .zip(rungs.iter().skip(steps))
                .map(move |(first, second)| Pairing {
                    first: first.0.clone(),
                    second: second.0.clone(),
                    games,
                })
        };
        let all = apart(1, self.games).chain(apart(2, self.second_games));
        all.filter(|pairing| pairing.games > 0).collect()
    }
}

fn read(path: &Path) -> Result<RungTable> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    RungTable::parse(&text).with_context(|| path.display().to_string())
}

fn table(
    rungs: &[(String, Contestant)],
    played: &Summary,
    name: String,
    floor: Elo,
) -> Result<RungTable> {
    let unrated: Vec<Unrated> = rungs
        .iter()
        .map(|(name, contestant)| Unrated {
            name: name.clone(),
            engine: contestant.engine().map(ToString::to_string),
            random: contestant.random(),
        })
        .collect();
    let place = |name: &str| {
        let found = rungs.iter().position(|(rung, _)| rung == name);
        found.with_context(|| format!("{name:?} is no rung"))
    };
    let games: Result<Vec<Game>> = played
        .games
        .iter()
        .map(|line| {
            Ok(Game {
                white: place(&line.white)?,
                black: place(&line.black)?,
                outcome: outcome_for_white(line),
            })
        })
        .collect();
    let games = games?;
    let header = &played.header;
    let Some((_, identity)) = header.engines.first() else {
        bail!("the games name no engine");
    };
    let last = played.games.iter().map(|line| line.at).max();
    let date = last.map(|at| at.to_string().chars().take(10).collect());
    let provenance = Provenance {
        name,
        program_version: header.program_version.clone(),
        date: date.unwrap_or_default(),
        engine: described(identity),
        play: Play {
            seed: header.rules.seed.0,
            opening_plies: header.rules.opening_plies,
            ply_cap: header.rules.ply_cap,
            draws: "claimed as soon as they can be; the cap is a draw".to_owned(),
            games: u32::try_from(games.len()).context("too many games")?,
            repeated: repeated(&played.games),
        },
        floor,
    };
    Ok(build(&unrated, &games, provenance)?)
}

fn described(identity: &Identity) -> TableEngine {
    let pairs = identity.files.iter();
    TableEngine {
        name: identity.name.clone(),
        files: pairs
            .map(|file| (file.file.clone(), file.blake3.clone()))
            .collect(),
        options: identity.options.iter().cloned().collect(),
    }
}

/// Games that some earlier game of the same two rungs already was.
fn repeated(games: &[Line]) -> u32 {
    let mut seen: BTreeMap<(&str, &str), BTreeSet<&str>> = BTreeMap::new();
    let mut repeated = 0;
    for game in games {
        let before = seen.entry((&game.white, &game.black)).or_default();
        repeated += u32::from(!before.insert(&game.moves));
    }
    repeated
}

/// A table in words.
fn document(table: &RungTable) -> Vec<Block> {
    let mut rungs = Table::new(&[
        "rung",
        ">random moves",
        ">rating",
        ">95% interval",
        ">standard error",
    ]);
    rungs.rows.extend(table.rungs.iter().map(|rung| {
        let [lo, hi] = rung.interval.map(Elo::get);
        vec![
            rung.name.clone(),
            format!("{:.0}%", rung.random.get() * 100.0),
            elo(rung.rating.get()),
            ends(Interval { lo, hi }),
            format!("{:.1}", rung.standard_error),
        ]
    }));
    let mut pairings = Table::new(&["pairing", ">W–D–L", ">points", ">expected", ">residual"]);
    pairings.rows.extend(table.pairings.iter().map(|pairing| {
        vec![
            format!("{} against {}", pairing.first, pairing.second),
            wdl(pairing.as_white + pairing.as_black),
            format!("{:.1}%", pairing.share * 100.0),
            format!("{:.1}%", pairing.expected * 100.0),
            format!("{:+.1}", pairing.residual),
        ]
    }));
    let play = &table.play;
    let fit = &table.fit;
    let moves = table
        .rungs
        .iter()
        .find_map(|rung: &Rung| rung.engine.as_ref());
    vec![
        Block::Heading(format!("Rungs below {}", table.name)),
        Block::Text(table.scale.clone()),
        Block::Table(rungs),
        Block::Table(pairings),
        Block::List(vec![
            format!(
                "engine: {}, {}",
                table.engine.name,
                moves.map_or("none", String::as_str)
            ),
            format!(
                "{} games, the last on {}, by ludometer {}; seed {}; {} random plies open a game; \
                 cap {} plies; {} repeated",
                play.games,
                table.date,
                table.program_version,
                play.seed,
                play.opening_plies,
                play.ply_cap,
                play.repeated
            ),
            format!(
                "fit: chi-square {} on {} degrees of freedom; draw parameter {}",
                fit.chi_square, fit.degrees_of_freedom, fit.draw_parameter
            ),
        ]),
    ]
}
