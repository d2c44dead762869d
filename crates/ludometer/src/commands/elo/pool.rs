//! `elo pool`: players who met each other, from any PGN.

use std::{collections::BTreeMap, fs::File, io::BufReader, ops::ControlFlow, path::PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use ludometer_report::{
    document::{Block, terminal},
    elo::pool_table,
};
use ludometer_stats::{
    Level, Method,
    ladder::{
        Outcome,
        pool::{Pool as Rated, PoolFit, Standing},
    },
};
use pgn_reader::{KnownOutcome, RawTag, Reader, Visitor};
use serde_json::{Value, json};

use super::{
    Format,
    number::{ends, line, number, optional, place},
    settings::{self, Anchor},
};
use crate::show::{print, width};

/// Rate players who met each other, from the White, Black and Result tags of any PGN.
#[derive(Debug, Args)]
pub struct Pool {
    /// Games in PGN; moves are not looked at.
    games: PathBuf,
    /// A player whose rating is fixed, as in "Stockfish 1500=1500"; one or more.
    #[arg(long, value_name = "NAME=RATING", required = true)]
    anchor: Vec<Anchor>,
    /// What White is worth, in Elo.
    #[arg(long, default_value = "0", allow_negative_numbers = true, value_parser = settings::advantage)]
    white_advantage: f64,
    /// How to write the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Level of the intervals.
    #[arg(long, default_value = "0.95", value_parser = settings::level)]
    level: Level,
}

/// What a PGN holds.
#[derive(Default)]
struct Games {
    names: Vec<String>,
    places: BTreeMap<String, usize>,
    /// White, Black, outcome for White.
    scored: Vec<(usize, usize, Outcome)>,
    /// Games without a result.
    unfinished: usize,
}

impl Pool {
    pub fn run(self) -> Result<()> {
        let games = self
            .read()
            .with_context(|| self.games.display().to_string())?;
        let mut pool = Rated::new(games.names.len(), self.white_advantage);
        let mut anchored = BTreeMap::new();
        for anchor in &self.anchor {
            let Some(&player) = games.places.get(&anchor.name) else {
                bail!(
                    "no game of the anchor {:?} in {}",
                    anchor.name,
                    self.games.display()
                );
            };
            if anchored.insert(player, anchor.rating).is_some() {
                bail!("the anchor {:?} is given twice", anchor.name);
            }
            pool.anchor(player, anchor.rating);
        }
        for &(white, black, outcome) in &games.scored {
            pool.add(white, black, outcome)?;
        }
        let fit = pool.fit(self.level)?;
        if self.format == Format::Json {
            return print(&line(&json(&games, &fit)));
        }
        let nu = match fit.draw_parameter {
            None => "not told".to_owned(),
            Some(nu) => format!("{nu:.4}"),
        };
        let document = [
            Block::Table(pool_table(&games.names, &fit)),
            Block::List(vec![
                format!(
                    "{} games of {} players; draw parameter {nu}; log likelihood {:.6}; White \
                     advantage {} Elo, as given",
                    games.scored.len(),
                    games.names.len(),
                    fit.log_likelihood,
                    self.white_advantage
                ),
                format!("{} games without a result are not scored", games.unfinished),
                format!(
                    "profile, {}%: {}",
                    self.level.get() * 100.0,
                    Method::ProfilePool.definition()
                ),
            ]),
        ];
        print(&terminal(&document, width()))
    }

    fn read(&self) -> Result<Games> {
        let file = File::open(&self.games).context("cannot open it")?;
        let mut reader = Reader::new(BufReader::new(file));
        let mut games = Games::default();
        let mut number = 0;
        while let Some(header) = reader
            .read_game(&mut Header::default())
            .context("cannot read it")?
        {
            number += 1;
            games
                .add(header)
                .with_context(|| format!("game {number}"))?;
        }
        if number == 0 {
            bail!("there are no games in it");
        }
        Ok(games)
    }
}

impl Games {
    fn add(&mut self, header: Header) -> Result<()> {
        let name = |tag: Option<String>, which: &str| match tag {
            Some(name) if !name.is_empty() && name != "?" => Ok(name),
            _ => bail!("it has no {which} tag"),
        };
        let white = name(header.white, "White")?;
        let black = name(header.black, "Black")?;
        if white == black {
            bail!("{white:?} plays itself");
        }
        let outcome = match header.result.as_deref() {
            Some("1-0") => Outcome::Win,
            Some("0-1") => Outcome::Loss,
            Some("1/2-1/2") => Outcome::Draw,
            Some("*") => {
                self.unfinished += 1;
                return Ok(());
            }
            None => bail!("it has no Result tag and no result after its moves"),
            Some(other) => bail!("the result {other:?} is none of 1-0, 0-1, 1/2-1/2 and *"),
        };
        let (white, black) = (self.place(white), self.place(black));
        self.scored.push((white, black, outcome));
        Ok(())
    }

    fn place(&mut self, name: String) -> usize {
        let next = self.names.len();
        *self.places.entry(name).or_insert_with_key(|name| {
            self.names.push(name.clone());
            next
        })
    }
}

/// The tags that count.
#[derive(Debug, Clone, Default)]
struct Header {
    white: Option<String>,
    black: Option<String>,
    result: Option<String>,
}

impl Visitor for Header {
    type Tags = Self;
    type Movetext = Self;
    type Output = Self;

    fn begin_tags(&mut self) -> ControlFlow<Self, Self> {
        ControlFlow::Continue(Self::default())
    }

    fn tag(&mut self, tags: &mut Self, name: &[u8], value: RawTag<'_>) -> ControlFlow<Self> {
        let slot = match name {
            b"White" => &mut tags.white,
            b"Black" => &mut tags.black,
            b"Result" => &mut tags.result,
            _ => return ControlFlow::Continue(()),
        };
        *slot = Some(value.decode_utf8_lossy().trim().to_owned());
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self) -> ControlFlow<Self, Self> {
        // The moves are skipped, unless the result can only stand after them.
        if tags.result.is_some() {
            ControlFlow::Break(tags)
        } else {
            ControlFlow::Continue(tags)
        }
    }

    fn outcome(&mut self, header: &mut Self, outcome: pgn_reader::Outcome) -> ControlFlow<Self> {
        let result = match outcome {
            pgn_reader::Outcome::Known(KnownOutcome::Draw) => "1/2-1/2",
            pgn_reader::Outcome::Known(KnownOutcome::Decisive { winner }) if winner.is_white() => {
                "1-0"
            }
            pgn_reader::Outcome::Known(KnownOutcome::Decisive { .. }) => "0-1",
            pgn_reader::Outcome::Unknown => "*",
        };
        header.result = Some(result.to_owned());
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, header: Self) -> Self {
        header
    }
}

fn json(games: &Games, fit: &PoolFit) -> Value {
    let player = |(name, rating): (&String, &ludometer_stats::ladder::pool::PoolRating)| {
        let (value, interval, standing) = match rating.standing {
            Standing::Anchor(at) => (number(at), Value::Null, "anchor"),
            Standing::Rated {
                place: at,
                interval,
            } => (place(at), ends(interval), "rated"),
            Standing::Undetermined => (Value::Null, Value::Null, "undetermined"),
            Standing::Unlinked => (Value::Null, Value::Null, "unlinked"),
        };
        json!({
            "name": name,
            "rating": value,
            "interval": interval,
            "standing": standing,
            "games": rating.score.games(),
            "wins": rating.score.wins,
            "draws": rating.score.draws,
            "losses": rating.score.losses,
        })
    };
    json!({
        "players": games.names.iter().zip(&fit.ratings).map(player).collect::<Vec<_>>(),
        "draw_parameter": optional(fit.draw_parameter),
        "log_likelihood": fit.log_likelihood,
        "games": games.scored.len(),
        "unfinished": games.unfinished,
        "level": fit.level,
        "method": fit.method,
    })
}
