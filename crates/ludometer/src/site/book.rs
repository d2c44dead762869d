//! One run: its papers, its index, its pages.

use std::{
    io::Read,
    path::Path,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use anyhow::{Context, Result, bail};
use jiff::Timestamp;
use ludometer_instruments::{
    Study,
    seat::{Choice, Refused},
};
use ludometer_record::{
    Contents, Digest, GameId, GameLog, PicoUsd,
    desk::Decide,
    folder::RunFolder,
    kept::{JournalMark, KeptError, KeptJournal, journal_length},
    manifest::Manifest,
    study::ModelRef,
};
use ludometer_site::{
    board::BoardPage,
    chop_bench::exam::Exam,
    home::{InFlight, PlayerCard, Progress, RunCard, estimate},
    list::{GameList, Known},
    marks::Marks,
    papers::{RunPage, Sitting, Verified},
    replay::{GamePage, readable},
    seat::{OverGame, SeatPage, Stands},
    tables::{TableName, write::FileKind},
};

use super::{
    downloads::{self, File, lying},
    index::{Index, Whereabouts},
    spine::{Out, Spine, Wanted, spine_of},
    volume::{Volume, lock},
};
use crate::{
    opened::{study_of, table_source},
    verified::verified,
};

/// A run counts as worked on for so long after its journal grew.
const FRESH: Duration = Duration::from_secs(30);

/// Games in flight that are listed.
const IN_FLIGHT: usize = 40;

/// One run.
pub struct Book {
    key: String,
    folder: RunFolder,
    /// Written once, when the run starts.
    manifest: Manifest,
    /// Of the manifest's file: another run may be started where this one was.
    written: Option<SystemTime>,
    identity: String,
    open: Mutex<Option<Open>>,
    card: Mutex<Option<(Option<JournalMark>, RunCard)>>,
    board: Mutex<Option<(u64, Arc<str>)>>,
}

/// How a person's run stands for this process.
#[derive(Debug)]
pub enum Hands {
    /// Nobody plays it here.
    None,
    /// This question waits for the person.
    Open(Digest),
    /// It is played, and not the person's turn.
    Busy,
    /// It was played and stopped; why.
    Stopped(String),
}

/// What is kept of a run that is looked at.
struct Open {
    /// None before the run's first answer.
    journal: Option<(JournalMark, KeptJournal)>,
    index: Index,
    study: Study,
    spine: Arc<dyn Spine>,
    /// Amendments that the study has.
    amended: usize,
}

impl Book {
    /// A run of which the manifest was read.
    pub fn of(folder: RunFolder, key: String, manifest: Manifest) -> Self {
        Self {
            written: written(&folder),
            identity: manifest.run.to_string(),
            key,
            folder,
            manifest,
            open: Mutex::new(None),
            card: Mutex::new(None),
            board: Mutex::new(None),
        }
    }

    /// Looks at the journal again, and does something with what is known.
    fn with<T>(&self, what: impl FnOnce(&mut Open) -> Result<T>) -> Result<T> {
        let mut open = lock(&self.open);
        if open.is_none() {
            let study = study_of(&self.manifest, &Contents::default())
                .with_context(|| format!("{}: the study in the manifest", self.key))?;
            *open = Some(Open {
                journal: None,
                index: Index::default(),
                spine: spine_of(&study, &self.manifest)?.into(),
                study,
                amended: 0,
            });
        }
        let open = open.as_mut().context("it was opened above")?;
        open.look(&self.folder)?;
        if open.amended != open.index.amendments.len() {
            let amended = Contents {
                amendments: open.index.amendments.clone(),
                ..Contents::default()
            };
            open.study = study_of(&self.manifest, &amended)?;
            open.spine = spine_of(&open.study, &self.manifest)?.into();
            open.amended = amended.amendments.len();
        }
        what(open)
    }

    fn card_of(&self, open: &Open) -> RunCard {
        let manifest = &self.manifest;
        RunCard {
            key: self.key.clone(),
            name: open.study.name.to_string(),
            question: open.study.question.clone(),
            instrument: manifest.resolved["instrument"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            started: manifest.started.to_string(),
            program: format!("{} {}", manifest.program.name, manifest.program.version),
            players: manifest
                .players
                .iter()
                .map(|player| PlayerCard {
                    name: player.name.to_string(),
                    kind: player.kind.clone(),
                    model: player.model.clone(),
                })
                .collect(),
            people: self.people(),
            progress: progress(open),
            imported: None,
        }
    }

    /// The people that play in it.
    pub fn people(&self) -> Vec<String> {
        let players = self.manifest.players.iter();
        let people = players.filter(|player| player.kind == ModelRef::PERSON);
        people.map(|player| player.name.to_string()).collect()
    }

    /// What a person in a seat sees: the first game that is not over, or the last. `hands`
    /// says how the run stands for this process.
    pub fn seat(&self, hands: Hands) -> Result<SeatPage> {
        let card = self.card()?;
        let (spine, place, over, whereabouts, journal) = self.with(|open| {
            let spine = Arc::clone(&open.spine);
            let mut over = Vec::new();
            let mut place = spine.planned().saturating_sub(1);
            for at in 0..spine.planned() {
                let known = spine.id(at).map(|id| known(&open.index, id));
                let Some(known) = known.filter(|known| known.ended.is_some()) else {
                    place = at;
                    break;
                };
                over.push(OverGame {
                    place: at,
                    says: spine.says(at, known),
                });
            }
            let whereabouts = spine.id(place).map(|id| open.index.whereabouts(id));
            Ok((spine, place, over, whereabouts, open.reader()))
        })?;
        let log = match whereabouts {
            Some(some) if !some.is_empty() => {
                let journal = journal.context("what is indexed is of a journal")?;
                some.read(&mut journal.finder()?)?
            }
            _ => GameLog::default(),
        };
        let now = spine.seat(place, &log).context("the study plans no game")?;
        let now = now.map_err(anyhow::Error::msg)?;
        let done = over.len() == spine.planned();
        let stands = match &hands {
            _ if done => Stands::Over,
            Hands::Open(open) if now.question.as_ref() == Some(open) => Stands::Yours,
            Hands::Open(_) | Hands::Busy => Stands::Waiting,
            Hands::None => Stands::Resting,
            Hands::Stopped(_) => Stands::Stopped,
        };
        Ok(SeatPage {
            run: self.key.clone(),
            name: card.name,
            instrument: card.instrument,
            player: self.people().join(", "),
            place,
            planned: spine.planned(),
            stands,
            why: match hands {
                Hands::Stopped(why) if !done => Some(readable(&why)),
                _ => None,
            },
            question: now.question.map(|question| question.to_string()),
            told: now.told.as_deref().map(readable),
            over,
            view: now.view,
        })
    }

    /// What a model would have written for a person's choice in a game.
    pub fn reply(
        &self,
        game: &GameId,
        asked: &Decide,
        choice: &Choice,
    ) -> Result<Result<String, Refused>> {
        self.with(|open| {
            let place = open.spine.place(game);
            let reply = place.and_then(|place| open.spine.reply(place, asked, choice));
            reply.context("the study plans no such game")
        })
    }

    /// Hands every game's records to something that wants them one after another. The run can
    /// be asked other things meanwhile.
    fn reading<T>(
        &self,
        what: impl FnOnce(&dyn Spine, super::spine::ReadLog<'_>) -> Result<T>,
    ) -> Result<T> {
        let (spine, mut whereabouts, journal) = self.with(|open| {
            let all = open.index.games();
            let all = all.map(|(id, _)| (id.clone(), open.index.whereabouts(id)));
            let all: std::collections::HashMap<GameId, Whereabouts> = all.collect();
            if let Some(stranger) = all.keys().find(|id| open.spine.place(id).is_none()) {
                bail!("game {stranger}: the study plans no such game");
            }
            Ok((Arc::clone(&open.spine), all, open.reader()))
        })?;
        let mut finder = None;
        let mut read = |id: &GameId| match whereabouts.remove(id) {
            None => Ok(ludometer_record::GameLog::default()),
            Some(known) => {
                let finder = match &mut finder {
                    Some(finder) => finder,
                    none => {
                        let journal = journal.as_ref();
                        let journal = journal.context("what is indexed is of a journal")?;
                        none.insert(journal.finder()?)
                    }
                };
                known.read(finder)
            }
        };
        what(spine.as_ref(), &mut read)
    }
}

impl Open {
    /// Looks at what came to the journal. One that was packed is unpacked once.
    fn look(&mut self, folder: &RunFolder) -> Result<()> {
        let Some(mark) = JournalMark::of(folder) else {
            return Ok(());
        };
        let known = self.journal.as_ref();
        // A plain one is looked at again whatever was known; a packed one is unpacked once.
        let journal = match known {
            Some((then, journal)) if *then == mark && !folder.journal().exists() => journal.clone(),
            _ => match KeptJournal::of(folder) {
                Ok(journal) => journal,
                // It went between the two looks.
                Err(KeptError::Missing(_)) => return Ok(()),
                Err(problem) => return Err(problem.into()),
            },
        };
        if known.is_some_and(|(_, before)| before.path() != journal.path()) {
            self.index = Index::default();
        }
        self.index.refresh(&journal)?;
        self.journal = Some((mark, journal));
        Ok(())
    }

    /// The journal, which stays readable while this run is closed.
    fn reader(&self) -> Option<KeptJournal> {
        self.journal.as_ref().map(|(_, journal)| journal.clone())
    }
}

impl Volume for Book {
    fn key(&self) -> &str {
        &self.key
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn identity(&self) -> &str {
        &self.identity
    }

    fn length(&self) -> u64 {
        journal_length(&self.folder)
    }

    fn started(&self) -> String {
        self.manifest.started.to_string()
    }

    fn is_current(&self) -> bool {
        written(&self.folder) == self.written
    }

    fn run(self: Arc<Self>) -> Option<Arc<Book>> {
        Some(self)
    }

    fn is_open(&self) -> bool {
        lock(&self.open).is_some()
    }

    fn close(&self) {
        *lock(&self.open) = None;
        *lock(&self.board) = None;
    }

    fn card(&self) -> Result<RunCard> {
        let mark = JournalMark::of(&self.folder);
        // A packed one is not written any more, whenever that was.
        let fresh = mark
            .filter(|_| self.folder.journal().exists())
            .and_then(|mark| mark.written)
            .and_then(|at| SystemTime::now().duration_since(at).ok())
            .is_some_and(|age| age < FRESH);
        let mut kept = lock(&self.card);
        let mut card = match kept.take() {
            Some((at, card)) if at == mark => card,
            _ => self.with(|open| Ok(self.card_of(open)))?,
        };
        *kept = Some((mark, card.clone()));
        let progress = &mut card.progress;
        progress.working = fresh && progress.scored + progress.void < progress.planned;
        if !progress.working {
            progress.ends = None;
        }
        Ok(card)
    }

    fn papers(&self) -> Result<RunPage> {
        let card = self.card()?;
        let study = std::fs::read_to_string(self.folder.study()).unwrap_or_default();
        self.with(|open| {
            Ok(RunPage {
                id: self.manifest.run.to_string(),
                study,
                manifest: serde_json::to_string_pretty(&self.manifest)?,
                sessions: open
                    .index
                    .sessions
                    .iter()
                    .map(|session| Sitting {
                        started: session.started.to_string(),
                        program: session.program.clone(),
                    })
                    .collect(),
                amendments: open
                    .index
                    .amendments
                    .iter()
                    .map(|one| format!("{}: {} became {} ({})", one.key, one.from, one.to, one.at))
                    .collect(),
                left_out: Vec::new(),
                downloads: downloads::of(&card.instrument),
                exam: open.spine.has_exam(),
                card,
            })
        })
    }

    fn list(&self) -> Result<GameList> {
        self.with(|open| {
            let known = |id: &GameId| known(&open.index, id);
            Ok(open.spine.list(&self.key, &known))
        })
    }

    fn game(&self, place: usize) -> Result<Option<GamePage>> {
        let (spine, whereabouts, journal) = self.with(|open| {
            let whereabouts = open.spine.id(place).map(|id| open.index.whereabouts(id));
            Ok((Arc::clone(&open.spine), whereabouts, open.reader()))
        })?;
        let Some(whereabouts) = whereabouts else {
            return Ok(None);
        };
        let log = match whereabouts {
            none if none.is_empty() => ludometer_record::GameLog::default(),
            some => {
                let journal = journal.context("what is indexed is of a journal")?;
                some.read(&mut journal.finder()?)?
            }
        };
        let page = spine.game(&self.key, place, &log);
        Ok(page.map(|page| GamePage {
            people: self.people(),
            ..page
        }))
    }

    fn board(&self) -> Result<Arc<str>> {
        let mut kept = lock(&self.board);
        let length = self.with(|open| Ok(open.index.bytes()))?;
        if let Some((at, json)) = kept.as_ref()
            && *at == length
        {
            return Ok(Arc::clone(json));
        }
        let page: BoardPage = self.reading(|spine, read| spine.board(&self.key, read))?;
        let json: Arc<str> = serde_json::to_string(&page)?.into();
        *kept = Some((length, Arc::clone(&json)));
        Ok(json)
    }

    fn marks(&self) -> Result<Marks> {
        self.reading(|spine, read| spine.marks(&self.key, read))
    }

    fn pgn(&self) -> Result<Option<String>> {
        self.reading(|spine, read| spine.pgn(&self.manifest, read))
    }

    fn offers(&self, name: TableName, _: FileKind) -> Result<bool> {
        self.with(|open| Ok(open.spine.tables().contains(&name)))
    }

    fn table(&self, name: TableName, kind: FileKind, out: Out<'_>) -> Result<()> {
        let study = self.with(|open| Ok(open.study.clone()))?;
        let wanted = Wanted {
            name,
            kind,
            source: table_source(&study, &self.manifest),
            study: &study,
        };
        self.reading(|spine, read| spine.table(&wanted, read, out))
    }

    fn exam(&self) -> Result<Option<Exam>> {
        self.with(|open| Ok(open.spine.exam()))
    }

    fn verify(&self) -> Result<Verified> {
        let said = verified(self.folder.path(), None)?;
        Ok(Verified {
            run: self.key.clone(),
            summary: said.summary,
            notes: said.notes,
            problems: said.problems,
        })
    }

    fn original(&self, file: File) -> Result<Option<Vec<u8>>> {
        match file {
            File::Study => lying(&self.folder.study()),
            File::Manifest => lying(&self.folder.manifest()),
            File::Journal => {
                let journal = match KeptJournal::of(&self.folder) {
                    Ok(journal) => journal,
                    Err(KeptError::Missing(_)) => return Ok(None),
                    Err(problem) => return Err(problem.into()),
                };
                let mut bytes = Vec::new();
                journal.open()?.read_to_end(&mut bytes)?;
                Ok(Some(bytes))
            }
            _ => Ok(None),
        }
    }
}

/// When a run's manifest was written.
fn written(folder: &RunFolder) -> Option<SystemTime> {
    std::fs::metadata(folder.manifest()).ok()?.modified().ok()
}

/// What an index knows of a game, as a list shows it.
fn known<'a>(index: &'a Index, id: &GameId) -> Known<'a> {
    index.game(id).map_or(Known::default(), |known| Known {
        ended: known.ended.as_ref(),
        answers: known.answers,
        opponent: known.opponent,
    })
}

fn progress(open: &Open) -> Progress {
    let index = &open.index;
    let planned = open.spine.planned();
    let (mut scored, mut void) = (0, 0);
    let mut flying = Vec::new();
    for (id, known) in index.games() {
        match &known.ended {
            Some(ludometer_record::ending::Ending::Scored { .. }) => scored += 1,
            Some(ludometer_record::ending::Ending::Void { .. }) => void += 1,
            None => flying.push((known.seen, id, known.answers)),
        }
    }
    let open_games = flying.len();
    flying.sort_unstable_by(|a, b| b.cmp(a));
    let in_flight = flying.into_iter().take(IN_FLIGHT);
    let left = planned.saturating_sub(scored + void);
    let since = index.sessions.last().map(|session| session.started);
    let now = Timestamp::now();
    let prices = index.usage.iter().filter_map(|(player, usage)| {
        let price = open.study.player(player)?.price?;
        Some(price.of(usage))
    });
    let priced: Vec<PicoUsd> = prices.collect();
    let sum = |of: fn(&ludometer_record::desk::Usage) -> Option<u64>| {
        index.usage.values().filter_map(of).sum()
    };
    Progress {
        planned,
        scored,
        void,
        open: open_games,
        answers: index.answers,
        replies: index.replies,
        prompt_tokens: sum(|usage| usage.prompt),
        completion_tokens: sum(|usage| usage.completion),
        dollars: (!priced.is_empty()).then(|| priced.into_iter().sum::<PicoUsd>().dollars()),
        failures: index.failures,
        sessions: index.sessions.len(),
        last: index.last.map(|at| at.to_string()),
        working: false,
        ends: since
            .and_then(|since| estimate(since, now, index.ended_in_session, left))
            .map(|at| at.to_string()),
        errors: index.errors.iter().map(|line| readable(line)).collect(),
        in_flight: in_flight
            .filter_map(|(_, id, answers)| {
                Some(InFlight {
                    id: id.to_string(),
                    place: open.spine.place(id)?,
                    answers,
                })
            })
            .collect(),
    }
}
