//! Routes a question to whoever answers it.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Instant,
};

use jiff::Timestamp;
use ludometer_instruments::{
    Instrument, Standing,
    desk::{Desk, DeskError},
};
use ludometer_record::{
    GameId, PicoUsd, PlayerName, Price,
    desk::{
        Answer, Assign, Assigned, Decide, FailedCall, Finish, OverCap, Question, Reply, Serve,
        Timing, Usage,
    },
    ending::VoidCause,
};

use crate::{
    adjudicator::{Adjudicator, JudgeError},
    agents::{AgentSeat, Agents, ServeError},
    budget::{Caps, Purse, Spend, question_estimate, reply_estimate},
    engines::{Engines, PlayError, Seats},
    model::{CallError, Failure, FailureKind, ModelClient},
    people::People,
    progress::Progress,
    stop::{Stop, Urgency},
    toolbox::{Bench, Toolbox},
};

/// Everything behind the live desks of a run.
#[derive(Debug)]
pub struct World<I> {
    /// Knows what its built-in players say.
    pub instrument: I,
    /// What games draw from.
    pub toolbox: Toolbox,
    /// Who adjudicates.
    pub adjudicator: Adjudicator,
    /// The served players.
    pub clients: BTreeMap<PlayerName, ModelClient>,
    /// The study's purse.
    pub purse: Purse,
    /// The caps of each game.
    pub game_caps: Caps,
    /// For whoever watches.
    pub progress: Arc<Progress>,
    /// When to stop.
    pub stop: Stop,
    /// Games that are over and opponents that were chosen, earlier sessions' included.
    pub standing: Mutex<Standing>,
    /// Engines that play.
    pub engines: Engines,
    /// Programs that play.
    pub agents: Agents,
    /// People who play.
    pub people: People,
    /// What tokens cost, where a study says so.
    pub prices: BTreeMap<PlayerName, Price>,
}

/// The desk that asks for real.
#[derive(Debug)]
pub struct LiveDesk<'a, I> {
    world: &'a World<I>,
    spent: Spend,
    bench: Bench,
    seats: Seats,
    game: &'a GameId,
    agent: AgentSeat,
}

impl<'a, I: Instrument> LiveDesk<'a, I> {
    /// A desk for one game that has spent nothing yet.
    #[must_use]
    pub fn new(world: &'a World<I>, game: &'a GameId) -> Self {
        Self {
            world,
            spent: Spend::default(),
            bench: world.toolbox.bench(),
            seats: Seats::default(),
            game,
            agent: AgentSeat::default(),
        }
    }

    /// Adds what the game spent in an earlier session.
    pub(super) fn note_recorded(&mut self, question: &Question, answer: &Answer) {
        if let (Question::Decide(decide), Answer::Reply(reply)) = (question, answer) {
            self.spent = self.spent.plus(self.world.charge(decide, reply));
        }
    }

    async fn decide(&mut self, decide: &Decide) -> Result<Answer, DeskError> {
        if self.world.stop.is_asked() {
            return Err(interrupted());
        }
        if self.world.people.has(&decide.player) {
            return self.person(decide).await;
        }
        let Some(client) = self.world.clients.get(&decide.player) else {
            let text = self.world.instrument.built_in_reply(decide);
            let text =
                text.ok_or_else(|| DeskError::halted(format!("nobody plays {}", decide.player)))?;
            // Its answers are wanted as fast as they come, but others must get a turn.
            tokio::task::yield_now().await;
            return Ok(Answer::Reply(Box::new(built_in(text))));
        };
        let reservation = self.world.reservation(client, decide);
        if let Err(over) = self.world.game_caps.admit(self.spent, reservation) {
            return Ok(Answer::OverGameCap(over));
        }
        let reserved = self
            .world
            .purse
            .reserve(reservation)
            .await
            .map_err(|over| over_study_cap(&over))?;
        match client
            .ask(decide, &self.world.stop, &self.world.progress)
            .await
        {
            Ok(reply) => {
                let charge = self.world.charge(decide, &reply);
                reserved.settle(charge);
                self.spent = self.spent.plus(charge);
                self.world.progress.answered(&reply.usage, charge.money);
                Ok(Answer::Reply(Box::new(reply)))
            }
            Err(CallError::Stopped) => Err(interrupted()),
            Err(CallError::Failed { failure, call }) => {
                let call = Box::new(call);
                Err(match verdict(client, &failure).await {
                    Fate::Void(cause) => DeskError::Void {
                        cause,
                        detail: failure.problem,
                        call,
                    },
                    Fate::Halt(reason) => DeskError::Halted {
                        reason,
                        call: Some(call),
                    },
                })
            }
        }
    }
}

impl<I: Instrument> LiveDesk<'_, I> {
    /// A person has as long as it takes. Its time is kept as a reply's is.
    async fn person(&self, decide: &Decide) -> Result<Answer, DeskError> {
        let (sent, begun) = (Timestamp::now(), Instant::now());
        let text = tokio::select! {
            biased;
            () = self.world.stop.asked(Urgency::Finish) => return Err(interrupted()),
            text = self.world.people.ask(self.game, decide) => text,
        };
        let wall_us = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
        Ok(Answer::Reply(Box::new(Reply {
            timing: Timing { sent, wall_us },
            ..built_in(text)
        })))
    }

    /// Whether a question waits for a person.
    pub(super) fn is_for_a_person(&self, question: &Question) -> bool {
        match question {
            Question::Decide(decide) => self.world.people.has(&decide.player),
            _ => false,
        }
    }

    /// An agent's game is played on while a run is asked to stop, since it could not go on
    /// later: only abandoning the run abandons it.
    fn is_to_stop(&self) -> bool {
        self.world.stop.is_asked() && !matches!(self.agent, AgentSeat::Taken(_))
    }

    async fn serve(&mut self, serve: &Serve) -> Result<Answer, DeskError> {
        let agents = &self.world.agents;
        if self.is_to_stop() {
            return Err(interrupted());
        }
        if let Some(prompt) = &serve.prompt {
            // What it will take cannot be known; what others took can.
            let room = self.world.purse.reserve(Spend::default()).await;
            drop(room.map_err(|over| over_study_cap(&over))?);
            let seated = agents.seat(&mut self.agent, serve, prompt);
            return match seated {
                Ok(()) => Ok(Answer::Started(Timestamp::now())),
                Err(problem) => Err(DeskError::halted(problem.to_string())),
            };
        }
        let answer = tokio::select! {
            biased;
            () = self.world.stop.asked(Urgency::Abandon) => return Err(interrupted()),
            answer = agents.serve(self.game, &mut self.agent, serve) => answer,
        };
        if let Ok(Answer::Left(left)) = &answer {
            let charge = self.world.spend(&serve.player, left.usage);
            self.spent = self.spent.plus(charge);
            self.world.purse.take(charge);
            self.world.progress.answered(&left.usage, charge.money);
        }
        answer.map_err(|problem| served_by_nobody(&problem))
    }
}

impl<I: Instrument> Desk for LiveDesk<'_, I> {
    async fn ask(&mut self, question: Question) -> Result<Answer, DeskError> {
        match &question {
            Question::Decide(decide) => self.decide(decide).await,
            Question::Draw(draw) => {
                if self.world.stop.is_asked() {
                    return Err(interrupted());
                }
                let drawn = self.bench.draw_aside(draw).await;
                let texts = drawn.map_err(|problem| DeskError::halted(problem.to_string()))?;
                Ok(Answer::Samples(texts))
            }
            Question::Judge(judge) => {
                if self.world.stop.is_asked() {
                    return Err(interrupted());
                }
                let verdict = self.world.adjudicator.judge(judge).await;
                verdict
                    .map(Answer::Verdict)
                    .map_err(|problem| judged_by_nobody(&problem))
            }
            Question::Assign(asked) => self.world.assign(asked).map(Answer::Assigned),
            Question::Move(turn) => {
                if self.is_to_stop() {
                    return Err(interrupted());
                }
                let moved = self.world.engines.play(&mut self.seats, turn).await;
                moved
                    .map(Answer::Moved)
                    .map_err(|problem| played_by_nobody(&problem))
            }
            Question::Serve(serve) => self.serve(serve).await,
        }
    }
}

impl<I: Instrument> World<I> {
    /// Chosen once: the other game of a pair is given the same.
    fn assign(&self, asked: &Assign) -> Result<Assigned, DeskError> {
        let mut standing = self.standing();
        let assigned = self.instrument.assign(asked, &standing);
        let assigned = assigned.ok_or_else(|| {
            DeskError::halted(format!("no opponent can be chosen for {}", asked.player))
        })?;
        standing.assigned.insert(asked.clone(), assigned.clone());
        Ok(assigned)
    }
}

impl<I> World<I> {
    /// What is known of the games so far.
    pub fn standing(&self) -> MutexGuard<'_, Standing> {
        self.standing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn price(&self, player: &PlayerName) -> Option<Price> {
        self.prices.get(player).copied()
    }

    fn reservation(&self, client: &ModelClient, decide: &Decide) -> Spend {
        let usage = Usage {
            prompt: Some(question_estimate(decide)),
            completion: Some(u64::from(client.player().max_tokens)),
            ..Usage::default()
        };
        self.spend(&decide.player, usage)
    }

    /// What a reply took. Where the server gave no count, the estimate stands in.
    fn charge(&self, decide: &Decide, reply: &Reply) -> Spend {
        if !self.clients.contains_key(&decide.player) {
            return Spend::default();
        }
        let usage = Usage {
            prompt: reply
                .usage
                .prompt
                .or_else(|| Some(question_estimate(decide))),
            completion: reply
                .usage
                .completion
                .or_else(|| Some(reply_estimate(reply))),
            ..reply.usage
        };
        self.spend(&decide.player, usage)
    }

    fn spend(&self, player: &PlayerName, usage: Usage) -> Spend {
        Spend {
            tokens: usage.total().unwrap_or(0),
            money: self
                .price(player)
                .map_or(PicoUsd::ZERO, |price| price.of(&usage)),
        }
    }
}

fn built_in(text: String) -> Reply {
    Reply {
        text,
        reasoning: None,
        calls: Vec::new(),
        finish: Finish::Stop,
        usage: Usage::default(),
        served_model: None,
        timing: Timing {
            sent: Timestamp::now(),
            wall_us: 0,
        },
        failed: Vec::new(),
        raw: None,
    }
}

/// An engine that fails makes the game void; anything else stops the run.
fn judged_by_nobody(problem: &JudgeError) -> DeskError {
    match problem {
        JudgeError::Engine(_) | JudgeError::NoScore(_) => void(VoidCause::Engine, problem),
        JudgeError::Nobody(_) | JudgeError::Game(_) | JudgeError::Failing(_) => {
            DeskError::halted(problem.to_string())
        }
    }
}

/// The same for an engine that was to move.
fn played_by_nobody(problem: &PlayError) -> DeskError {
    if !problem.is_void() {
        return DeskError::halted(problem.to_string());
    }
    void(VoidCause::Engine, problem)
}

/// An agent that fails makes its game void.
fn served_by_nobody(problem: &ServeError) -> DeskError {
    let cause = match problem {
        ServeError::Failed(failure) => failure.cause(),
        ServeError::Interrupted => VoidCause::Interrupted,
        ServeError::Nobody(_) | ServeError::Broken { .. } => {
            return DeskError::halted(problem.to_string());
        }
    };
    void(cause, problem)
}

/// A game that is void by what was no call of a model.
fn void(cause: VoidCause, problem: &impl ToString) -> DeskError {
    DeskError::Void {
        cause,
        detail: problem.to_string(),
        call: Box::new(FailedCall {
            tries: Vec::new(),
            partial: None,
        }),
    }
}

fn interrupted() -> DeskError {
    DeskError::halted("interrupted")
}

fn over_study_cap(over: &OverCap) -> DeskError {
    DeskError::halted(format!(
        "{} = {} is reached: {} spent, and the next call might take {}",
        over.key, over.cap, over.spent, over.reservation
    ))
}

/// What a failed call means for its game.
enum Fate {
    Void(VoidCause),
    Halt(String),
}

/// A game is void when this one call failed while its server works. When the
/// server does not, or would refuse every call alike, the run stops there, and
/// its games stay open.
async fn verdict(client: &ModelClient, failure: &Failure) -> Fate {
    let endpoint = client.endpoint();
    let place = endpoint.base_url();
    let problem = &failure.problem;
    match failure.kind {
        FailureKind::Connect => Fate::Halt(format!("no server answers at {place} ({problem})")),
        FailureKind::Unauthorized => {
            Fate::Halt(format!("{place} does not accept the API key ({problem})"))
        }
        FailureKind::Quota => Fate::Halt(format!(
            "the account at {place} has no quota left ({problem})"
        )),
        FailureKind::NotFound => Fate::Halt(format!(
            "{place} has no model {:?} or no such interface ({problem})",
            client.parameters()["model"].as_str().unwrap_or_default()
        )),
        FailureKind::RateLimited => Fate::Halt(match failure.retry_after {
            Some(wait) => format!("{place} asks to wait {} s ({problem})", wait.as_secs()),
            None => format!("{place} refuses more requests ({problem})"),
        }),
        FailureKind::Refused if !endpoint.ever_answered() => Fate::Halt(refused(client, failure)),
        FailureKind::Refused => broken_or(client, VoidCause::RequestRefused, problem),
        FailureKind::Transport => probed(client, VoidCause::Transport, problem).await,
        FailureKind::Timeout => probed(client, VoidCause::Timeout, problem).await,
        FailureKind::Server => probed(client, VoidCause::ServerError, problem).await,
        FailureKind::Malformed => broken_or(client, VoidCause::MalformedAnswer, problem),
    }
}

fn broken_or(client: &ModelClient, cause: VoidCause, problem: &str) -> Fate {
    if client.endpoint().note_failure() {
        let place = client.endpoint().base_url();
        return Fate::Halt(format!("{place} fails every call ({problem})"));
    }
    Fate::Void(cause)
}

/// Asks the server for its list of models, which costs nothing: one that does
/// not answer that either is down.
async fn probed(client: &ModelClient, cause: VoidCause, problem: &str) -> Fate {
    let endpoint = client.endpoint();
    match endpoint.models(client.key()).await {
        Err(also) if !also.starts_with("HTTP") && !also.starts_with("it does not") => {
            Fate::Halt(format!(
                "{} is down ({problem}; asked for its models: {also})",
                endpoint.base_url()
            ))
        }
        _ => broken_or(client, cause, problem),
    }
}

fn refused(client: &ModelClient, failure: &Failure) -> String {
    let place = client.endpoint().base_url();
    let player = client
        .player()
        .name()
        .map_or_else(|_| String::new(), |name| name.to_string());
    let field = failure.parameter.clone().or_else(|| {
        client
            .parameters()
            .keys()
            .find(|key| failure.problem.contains(key.as_str()))
            .cloned()
    });
    let key = field.as_deref().map(
        |field| match field.split(['.', '[']).next().unwrap_or(field) {
            "max_tokens" | "max_completion_tokens" => "max_tokens".to_owned(),
            "response_format" => "structured_output".to_owned(),
            other => other.to_owned(),
        },
    );
    match key {
        Some(key) => format!(
            "{place} refuses the request of player {player}: {}; change `{key}` of that [[player]] in the study file",
            failure.problem
        ),
        None => format!(
            "{place} refuses the request of player {player}: {}",
            failure.problem
        ),
    }
}
