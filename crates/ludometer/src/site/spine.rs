//! A run's instrument behind one door, whichever it is.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    io::Write,
    sync::OnceLock,
};

use anyhow::{Context, Result};
use ludometer_instruments::{
    ReadBack, Standing, Study, read_back_one,
    seat::{Choice, Refused, open_game},
};
use ludometer_record::{
    Digest, GameId, GameLog, PlayerName,
    desk::{Decide, Question},
    ending::Ending,
    manifest::Manifest,
};
use ludometer_report::document::Detail;
use ludometer_site::{
    board::BoardPage,
    chop_bench::exam::Exam,
    list::{GameList, Known, list},
    marks::{Marks, marks},
    outcome::{of, outcome},
    pages::{Tied, opponent_in},
    replay::GamePage,
    seat::SeatView,
    tables::{
        TableName,
        write::{FileKind, Source, TableWriter},
    },
};

use crate::{
    bench::{Bench, ForInstrument, for_instrument},
    opened::papers,
};

/// Reads a game's records.
pub type ReadLog<'a> = &'a mut dyn FnMut(&GameId) -> Result<GameLog>;

/// Where a table is written to.
pub type Out<'a> = &'a mut (dyn Write + Send);

/// Which table, of what run.
pub struct Wanted<'a> {
    pub name: TableName,
    pub kind: FileKind,
    pub source: Source,
    /// Has the prices.
    pub study: &'a Study,
}

/// What a run can say, whichever instrument it is of.
pub trait Spine: Send + Sync {
    /// Games in the plan.
    fn planned(&self) -> usize;

    /// The id of a game by its place in the plan.
    fn id(&self, place: usize) -> Option<&GameId>;

    /// A game's place in the plan.
    fn place(&self, id: &GameId) -> Option<usize>;

    /// All games.
    fn list<'a>(&self, run: &str, known: &dyn Fn(&GameId) -> Known<'a>) -> GameList;

    /// One game.
    fn game(&self, run: &str, place: usize, log: &GameLog) -> Option<GamePage>;

    /// What the games say. One game after another is read and measured.
    fn board(&self, run: &str, read: ReadLog<'_>) -> Result<BoardPage>;

    /// What happened in each game.
    fn marks(&self, run: &str, read: ReadLog<'_>) -> Result<Marks>;

    /// The games as PGN, where they are games of chess.
    fn pgn(&self, manifest: &Manifest, read: ReadLog<'_>) -> Result<Option<String>>;

    /// The tables that there are of its games.
    fn tables(&self) -> Vec<TableName>;

    /// Writes a table, one game after another.
    fn table(&self, wanted: &Wanted<'_>, read: ReadLog<'_>, out: Out<'_>) -> Result<()>;

    /// What a person in a game's seat sees; the error is a line for the person.
    fn seat(&self, place: usize, log: &GameLog) -> Option<Result<SeatNow, String>>;

    /// How a game that is over came out, in words.
    fn says(&self, place: usize, known: Known<'_>) -> String;

    /// What a model would have written for a person's choice.
    fn reply(
        &self,
        place: usize,
        asked: &Decide,
        choice: &Choice,
    ) -> Option<Result<String, Refused>>;

    /// What a person can take.
    fn exam(&self) -> Option<Exam>;

    /// Whether there is something that a person can take.
    fn has_exam(&self) -> bool;
}

/// A person's game as its journal has it.
pub struct SeatNow {
    pub view: SeatView,
    /// What the open question is called.
    pub question: Option<Digest>,
    /// What a model would be told.
    pub told: Option<String>,
}

/// Sets up the instrument of a study.
pub fn spine_of(study: &Study, manifest: &Manifest) -> Result<Box<dyn Spine>> {
    for_instrument(study.instrument, SetUp { study, manifest })
}

struct SetUp<'a> {
    study: &'a Study,
    manifest: &'a Manifest,
}

impl ForInstrument for SetUp<'_> {
    type Output = Result<Box<dyn Spine>>;

    fn with<B: Bench>(self) -> Result<Box<dyn Spine>> {
        let bench = B::set_up(self.study, papers(self.manifest))?;
        let plan = bench.plan().iter().enumerate();
        let places = plan.map(|(place, game)| (bench.id(game).clone(), place));
        Ok(Box::new(Of {
            places: places.collect(),
            instrument: serde_json::to_value(self.study.instrument)?
                .as_str()
                .context("an instrument's name is a word")?
                .to_owned(),
            has_exam: OnceLock::new(),
            bench,
        }))
    }
}

struct Of<B> {
    bench: B,
    instrument: String,
    places: HashMap<GameId, usize>,
    has_exam: OnceLock<bool>,
}

impl<B: Bench> Of<B> {
    /// Every game played again; each log goes to `seen` behind that.
    fn read_back(
        &self,
        read: ReadLog<'_>,
        mut seen: impl FnMut(&GameId, GameLog),
    ) -> Result<Vec<ReadBack<B::Record>>> {
        let plan = self.bench.plan().iter();
        plan.map(|game| {
            let id = self.bench.id(game);
            let log = read(id)?;
            let back = read_back_one(&self.bench, game, &log, &mut |_, _, _| ());
            seen(id, log);
            back.map_err(anyhow::Error::msg)
        })
        .collect()
    }
}

impl<B: Bench> Spine for Of<B> {
    fn planned(&self) -> usize {
        self.bench.plan().len()
    }

    fn id(&self, place: usize) -> Option<&GameId> {
        self.bench.plan().get(place).map(|game| self.bench.id(game))
    }

    fn place(&self, id: &GameId) -> Option<usize> {
        self.places.get(id).copied()
    }

    fn list<'a>(&self, run: &str, known: &dyn Fn(&GameId) -> Known<'a>) -> GameList {
        list(&self.bench, run, known)
    }

    fn game(&self, run: &str, place: usize, log: &GameLog) -> Option<GamePage> {
        let game = self.bench.plan().get(place)?;
        let problem = read_back_one(&self.bench, game, log, &mut |_, _, _| ()).err();
        let names = self.bench.facet_names().into_iter().map(str::to_owned);
        let opponent = opponent_in(log);
        let facts = names.zip(self.bench.facets(game, opponent)).collect();
        Some(GamePage {
            run: run.to_owned(),
            id: self.bench.id(game).to_string(),
            place,
            planned: self.planned(),
            facts,
            people: Vec::new(),
            outcome: outcome(log, &self.bench.sitters(game, opponent)),
            problem,
            failures: log
                .failures
                .iter()
                .map(|failure| ludometer_site::replay::readable(&failure.detail))
                .collect(),
            replay: self.bench.replay(game, log),
        })
    }

    fn board(&self, run: &str, read: ReadLog<'_>) -> Result<BoardPage> {
        let mut standing = Standing::default();
        let games = self.read_back(read, |id, log| standing.add(id, &log))?;
        let findings = self.bench.measure(games, &standing)?;
        let report = B::document(&findings, Detail::Full);
        Ok(BoardPage {
            run: run.to_owned(),
            instrument: self.instrument.clone(),
            ties: findings.ties(),
            report: report.into_iter().map(Into::into).collect(),
            findings: serde_json::to_value(&findings)?,
            claims: None,
        })
    }

    fn marks(&self, run: &str, read: ReadLog<'_>) -> Result<Marks> {
        let mut games = Vec::with_capacity(self.planned());
        for game in self.bench.plan() {
            let log = read(self.bench.id(game))?;
            let played = read_back_one(&self.bench, game, &log, &mut |_, _, _| ());
            games.push(match played {
                Ok(ReadBack::Scored(record)) => self.bench.marks(&record),
                _ => BTreeSet::new(),
            });
        }
        Ok(marks(run, games))
    }

    fn pgn(&self, manifest: &Manifest, read: ReadLog<'_>) -> Result<Option<String>> {
        let mut void = BTreeMap::new();
        let games = self.read_back(read, |id, log| {
            if matches!(log.ended, Some(Ending::Void { .. })) {
                void.insert(id.clone(), log);
            }
        })?;
        Ok(self.bench.pgn(manifest, &void, &games))
    }

    fn tables(&self) -> Vec<TableName> {
        B::tables().iter().map(|table| table.name).collect()
    }

    fn table(&self, wanted: &Wanted<'_>, read: ReadLog<'_>, out: Out<'_>) -> Result<()> {
        let price = |player: &PlayerName| wanted.study.player(player)?.price;
        let Wanted { name, kind, .. } = *wanted;
        let mut table = TableWriter::begin(&self.bench, name, kind, &wanted.source, &price, out)?;
        for (place, game) in self.bench.plan().iter().enumerate() {
            let log = read(self.bench.id(game))?;
            let back = read_back_one(&self.bench, game, &log, &mut |_, _, _| ());
            table.game(place, game, &log, &back.map_err(anyhow::Error::msg)?)?;
        }
        Ok(table.finish()?)
    }

    fn seat(&self, place: usize, log: &GameLog) -> Option<Result<SeatNow, String>> {
        let game = self.bench.plan().get(place)?;
        Some(open_game(&self.bench, game, log).map(|open| {
            SeatNow {
                view: self.bench.seat(game, &open),
                told: match &open.asked {
                    Some(Question::Decide(decide)) => decide.messages.last(),
                    _ => None,
                }
                .map(|message| message.text.clone()),
                question: open.asked.map(|question| question.digest()),
            }
        }))
    }

    fn says(&self, place: usize, known: Known<'_>) -> String {
        let game = self.bench.plan().get(place);
        let says = |game| {
            let sitters = self.bench.sitters(game, known.opponent);
            of(known.ended, known.answers as usize, &sitters).says
        };
        game.map(says).unwrap_or_default()
    }

    fn reply(
        &self,
        place: usize,
        asked: &Decide,
        choice: &Choice,
    ) -> Option<Result<String, Refused>> {
        let game = self.bench.plan().get(place)?;
        Some(self.bench.reply(game, asked, choice))
    }

    fn exam(&self) -> Option<Exam> {
        self.bench.exam()
    }

    fn has_exam(&self) -> bool {
        *self.has_exam.get_or_init(|| self.bench.exam().is_some())
    }
}
