//! One engine: started, asked, and audited.

use std::time::{Duration, Instant};

use jiff::Timestamp;
use ludometer_games::Variant;
use ludometer_record::desk::{EngineMove, Timing};

use super::{
    error::{EngineError, Problem},
    option::{OptionTable, set_command},
    position::{Position, same_position},
    process::{Process, Wait},
    protocol::{Info, Line},
    spec::EngineSpec,
    strength::Strength,
    variant,
    words::{Depth, Limit, Nodes, Score},
};

/// A running UCI engine. Killed, with its children, when dropped.
///
/// Its methods are not to be cancelled half-way: an engine whose question was abandoned
/// refuses the next one and is good only to be dropped.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    spec: EngineSpec,
    name: String,
    author: Option<String>,
    options: OptionTable,
    set: Vec<(String, String)>,
    is_usable: bool,
}

/// The answer to a search.
#[derive(Debug, Clone, PartialEq)]
pub struct Search {
    /// The move to play; none when there is none.
    pub best: Option<String>,
    /// The last score of the best line that is no mere bound. At a limited strength an
    /// engine may play another move than the one it scored.
    pub score: Option<Score>,
    /// Of that score.
    pub depth: Option<Depth>,
    /// Of that score.
    pub pv: Vec<String>,
    /// Visited in all.
    pub nodes: Option<Nodes>,
    /// From the question to the answer.
    pub took: Duration,
}

impl Search {
    /// The move as a game is told of it; `sent` is when it was asked for. None where the
    /// engine plays none.
    #[must_use]
    pub fn moved(self, sent: Timestamp) -> Option<EngineMove> {
        Some(EngineMove {
            uci: self.best?,
            timing: Timing {
                sent,
                wall_us: u64::try_from(self.took.as_micros()).unwrap_or(u64::MAX),
            },
            score: self.score.map(Into::into),
            depth: self.depth.map(|depth| depth.0),
            nodes: self.nodes.map(|nodes| nodes.0),
        })
    }
}

impl Engine {
    /// Starts it, shakes hands, and sets everything that the spec says.
    pub async fn start(spec: &EngineSpec) -> Result<Self, EngineError> {
        let mut engine = Self {
            process: Process::start(spec)?,
            spec: spec.clone(),
            name: spec.path.display().to_string(),
            author: None,
            options: OptionTable::default(),
            set: Vec::new(),
            is_usable: true,
        };
        engine.handshake().await?;
        engine.choose_variant().await?;
        for (name, value) in [("Threads", spec.threads), ("Hash", spec.hash)] {
            if engine.options.get(name).is_some() {
                engine.set_option(name, &value.to_string()).await?;
            }
        }
        let strength = spec.strength.options(&engine.name, &engine.options);
        for (name, value) in strength.map_err(|error| engine.process.error(error))? {
            engine.set_option(&name, &value).await?;
        }
        for (name, value) in &spec.options {
            engine.set_option(name, value).await?;
        }
        engine.ready().await?;
        Ok(engine)
    }

    /// As it calls itself.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its authors, if it says so.
    #[must_use]
    pub fn author(&self) -> Option<&str> {
        self.author.as_deref()
    }

    /// What it was started with.
    #[must_use]
    pub fn spec(&self) -> &EngineSpec {
        &self.spec
    }

    /// Its options as it states them.
    #[must_use]
    pub fn options(&self) -> &OptionTable {
        &self.options
    }

    /// What was set, in order.
    #[must_use]
    pub fn options_set(&self) -> &[(String, String)] {
        &self.set
    }

    /// Whether it may be asked again.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.is_usable
    }

    /// The id of its process, while it runs.
    #[must_use]
    pub fn process_id(&self) -> Option<u32> {
        self.process.id()
    }

    /// Sets an option that it has, to a value that it takes.
    pub async fn set_option(&mut self, name: &str, value: &str) -> Result<(), EngineError> {
        let (name, value) = self
            .options
            .check(name, value)
            .map_err(|error| self.process.error(error))?;
        let wait = self.short("room for a command");
        self.begin()?;
        self.process.send(&set_command(&name, &value), wait).await?;
        self.end();
        if !value.is_empty() {
            self.set.retain(|(old, _)| *old != name);
            self.set.push((name, value));
        }
        Ok(())
    }

    /// Plays at another strength from now on.
    pub async fn set_strength(&mut self, strength: Strength) -> Result<(), EngineError> {
        let options = strength.options(&self.name, &self.options);
        for (name, value) in options.map_err(|error| self.process.error(error))? {
            self.set_option(&name, &value).await?;
        }
        self.spec.strength = strength;
        self.ready().await
    }

    /// Forgets the game before: `ucinewgame`, and the hash cleared by name, since not
    /// every engine clears it by itself.
    pub async fn new_game(&mut self) -> Result<(), EngineError> {
        self.tell("ucinewgame").await?;
        if self.options.get("Clear Hash").is_some() {
            self.set_option("Clear Hash", "").await?;
        }
        self.ready().await
    }

    /// Waits until it has done all that it was told.
    pub async fn ready(&mut self) -> Result<(), EngineError> {
        self.tell("isready").await?;
        self.until("readyok", |line| (line == Line::ReadyOk).then_some(()))
            .await
    }

    /// Searches a position.
    pub async fn search(
        &mut self,
        position: &Position,
        limit: Limit,
    ) -> Result<Search, EngineError> {
        let deadlines = self.spec.deadlines;
        let time = match limit.time() {
            Some(time) => time.saturating_add(deadlines.overrun),
            None => deadlines.search,
        };
        let wait = Wait::new("bestmove", time);
        let place = position
            .command()
            .map_err(|error| self.process.error(error))?;
        let started = Instant::now();
        self.begin()?;
        self.process
            .send(&format!("{place}\n{}", limit.command()), wait)
            .await?;
        let (mut last, mut nodes): (Option<Info>, _) = (None, None);
        loop {
            match Line::parse(&self.process.line(wait).await?) {
                Line::Info(info) => {
                    nodes = info.nodes.or(nodes);
                    if info.final_score().is_some() {
                        last = Some(info);
                    }
                }
                Line::BestMove(answer) => {
                    self.end();
                    let last = last.unwrap_or_default();
                    return Ok(Search {
                        best: answer.best,
                        score: last.score,
                        depth: last.depth,
                        pv: last.pv,
                        nodes,
                        took: started.elapsed(),
                    });
                }
                _ => {}
            }
        }
    }

    /// Where the engine believes to be after a position's moves (`d`, which Stockfish and
    /// its kin have; others stay silent).
    pub async fn fen(&mut self, position: &Position) -> Result<String, EngineError> {
        let place = position
            .command()
            .map_err(|error| self.process.error(error))?;
        self.tell(&format!("{place}\nd")).await?;
        let read = |line| match line {
            Line::Fen(fen) => Some(fen),
            _ => None,
        };
        let fen = self.until("a FEN after `d`", read).await?;
        self.ready().await?;
        Ok(fen)
    }

    /// Checks that the engine stands where we do. It drops an illegal move, and all that
    /// follow it, without a word.
    pub async fn audit(&mut self, position: &Position, ours: &str) -> Result<(), EngineError> {
        let found = self.fen(position).await?;
        if same_position(ours, &found) {
            return Ok(());
        }
        Err(self.process.error(Problem::Position {
            expected: ours.to_owned(),
            found,
        }))
    }

    /// The legal moves by the engine's own rules, sorted (`go perft 1`).
    pub async fn legal_moves(&mut self, position: &Position) -> Result<Vec<String>, EngineError> {
        let (moves, _) = self.perft(position, 1).await?;
        Ok(moves.into_iter().map(|(text, _)| text).collect())
    }

    /// Each legal move with the number of games that go on from it, sorted, and their sum.
    pub async fn perft(
        &mut self,
        position: &Position,
        depth: u32,
    ) -> Result<(Vec<(String, u64)>, u64), EngineError> {
        let place = position
            .command()
            .map_err(|error| self.process.error(error))?;
        let wait = Wait::new("a perft listing", self.spec.deadlines.search);
        self.begin()?;
        self.process
            .send(&format!("{place}\ngo perft {depth}"), wait)
            .await?;
        let mut moves = Vec::new();
        let counted = loop {
            match Line::parse(&self.process.line(wait).await?) {
                Line::Count(text, Nodes(count)) => moves.push((text, count)),
                Line::Total(Nodes(total)) => break total,
                _ => {}
            }
        };
        self.end();
        moves.sort();
        let listed = moves.iter().map(|(_, count)| count).sum();
        if listed == counted {
            return Ok((moves, counted));
        }
        Err(self.process.error(Problem::Listing { listed, counted }))
    }

    async fn handshake(&mut self) -> Result<(), EngineError> {
        let wait = Wait::new("uciok", self.spec.deadlines.handshake);
        self.begin()?;
        self.process.send("uci", wait).await?;
        loop {
            match Line::parse(&self.process.line(wait).await?) {
                Line::Name(name) => {
                    self.process.name.clone_from(&name);
                    self.name = name;
                }
                Line::Author(author) => self.author = Some(author),
                Line::Option(option) => self.options.insert(option),
                Line::UciOk => break,
                _ => {}
            }
        }
        self.end();
        Ok(())
    }

    async fn choose_variant(&mut self) -> Result<(), EngineError> {
        let board = self.spec.variant;
        let name = variant::name(board);
        let file = variant::file(board)
            .map_err(|error| self.process.error(Problem::VariantFile(error)))?;
        let unknown = Problem::Variant {
            variant: name,
            large: file.is_some(),
        };
        if let Some(file) = &file {
            if self.options.get("VariantPath").is_none() {
                return Err(self.process.error(unknown));
            }
            self.set_option("VariantPath", &file.path().to_string_lossy())
                .await?;
            // Only a second handshake tells whether it took the file.
            self.handshake().await?;
            self.set.retain(|(name, _)| name != "VariantPath");
        }
        if board == Variant::Standard && self.options.get("UCI_Variant").is_none() {
            return Ok(());
        }
        if self.options.check("UCI_Variant", name).is_err() {
            return Err(self.process.error(unknown));
        }
        self.set_option("UCI_Variant", name).await?;
        // The file is removed on return; the engine has read it by then.
        self.ready().await
    }

    fn short(&self, awaited: &'static str) -> Wait {
        Wait::new(awaited, self.spec.deadlines.ready)
    }

    async fn tell(&mut self, command: &str) -> Result<(), EngineError> {
        let wait = self.short("room for a command");
        self.begin()?;
        self.process.send(command, wait).await?;
        self.end();
        Ok(())
    }

    async fn until<T>(
        &mut self,
        awaited: &'static str,
        read: impl Fn(Line) -> Option<T>,
    ) -> Result<T, EngineError> {
        let wait = self.short(awaited);
        self.begin()?;
        loop {
            if let Some(value) = read(Line::parse(&self.process.line(wait).await?)) {
                self.end();
                return Ok(value);
            }
        }
    }

    /// Unusable until [`Engine::end`], which a failed or abandoned question never reaches.
    fn begin(&mut self) -> Result<(), EngineError> {
        if !std::mem::replace(&mut self.is_usable, false) {
            return Err(self.process.error(Problem::Abandoned));
        }
        Ok(())
    }

    fn end(&mut self) {
        self.is_usable = true;
    }
}
