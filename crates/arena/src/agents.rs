//! The agent programs of a run: what to start for each player, and the door that they find
//! their games at.

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{Mutex, PoisonError},
};

use ludometer_record::{
    GameId, PlayerName,
    desk::{Answer, Serve, ToolResult, ToolSpec},
};

use crate::{
    agent::{Access, Agent, AgentFailure, AgentSpec},
    mcp::{Gate, Port},
};

/// Calls after the end that are still put to the game. Behind them they are answered with
/// the last result, so that a program that never stops calling fills no journal.
const LATE_CALLS: u32 = 100;

/// The agent programs of a run.
#[derive(Debug, Default)]
pub struct Agents {
    door: Option<Door>,
    /// Programs that failed in a way in which they would fail in every game.
    broken: Mutex<BTreeMap<PlayerName, String>>,
}

#[derive(Debug)]
struct Door {
    gate: Gate,
    /// This program's own file, which joins an agent's pipes to a game.
    program: PathBuf,
    specs: BTreeMap<PlayerName, AgentSpec>,
    tools: Vec<ToolSpec>,
    folder: PathBuf,
}

/// An agent's seat in one game.
#[derive(Debug, Default)]
pub enum AgentSeat {
    /// Nobody was started in this session.
    #[default]
    Empty,
    /// It is to be started with this.
    Due(String),
    /// It plays.
    Taken(Box<Playing>),
}

/// An agent that plays.
#[derive(Debug)]
pub struct Playing {
    agent: Agent,
    port: Port,
    late: u32,
}

/// Why an agent makes no call.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The study has no such agent.
    #[error("no agent plays for {0}")]
    Nobody(PlayerName),
    /// It was playing when the run was stopped, and cannot go on by itself.
    #[error("the agent was playing when the run was stopped")]
    Interrupted,
    /// It failed.
    #[error(transparent)]
    Failed(#[from] AgentFailure),
    /// It failed before, as it would again.
    #[error("{player}: {reason}")]
    Broken {
        /// The player.
        player: PlayerName,
        /// How it failed.
        reason: String,
    },
}

impl Agents {
    /// The programs of a run whose games offer these tools. Each game gets a folder under
    /// `folder`; `program` is this program's own file, for agents that speak over pipes.
    #[must_use]
    pub fn new(
        gate: Gate,
        program: PathBuf,
        specs: BTreeMap<PlayerName, AgentSpec>,
        tools: Vec<ToolSpec>,
        folder: PathBuf,
    ) -> Self {
        Self {
            door: Some(Door {
                gate,
                program,
                specs,
                tools,
                folder,
            }),
            broken: Mutex::default(),
        }
    }

    /// Takes down what an agent is to be told. It is started only behind that, so that the
    /// journal knows of every program that ever was.
    pub fn seat(
        &self,
        seat: &mut AgentSeat,
        serve: &Serve,
        prompt: &str,
    ) -> Result<(), ServeError> {
        self.spec(&serve.player)?;
        if let Some(reason) = self.broken().get(&serve.player) {
            return Err(ServeError::Broken {
                player: serve.player.clone(),
                reason: reason.clone(),
            });
        }
        *seat = AgentSeat::Due(prompt.to_owned());
        Ok(())
    }

    /// Answers the agent's last call and waits for its next one, or for its end.
    pub async fn serve(
        &self,
        game: &GameId,
        seat: &mut AgentSeat,
        serve: &Serve,
    ) -> Result<Answer, ServeError> {
        if let AgentSeat::Due(prompt) = seat {
            let playing = self.start(game, serve, prompt)?;
            *seat = AgentSeat::Taken(Box::new(playing));
        }
        let AgentSeat::Taken(playing) = seat else {
            return Err(ServeError::Interrupted);
        };
        let answer = playing.next(serve.result.clone(), serve.over).await;
        answer.map_err(|failure| self.failed(&serve.player, failure))
    }

    fn start(&self, game: &GameId, serve: &Serve, prompt: &str) -> Result<Playing, ServeError> {
        let (door, spec) = self.spec(&serve.player)?;
        let (address, port) = door.gate.open(&door.tools);
        let access = Access::to(&address, &door.program);
        let folder = door.folder.join(game.file_name());
        let agent = Agent::start(spec, &access, prompt, &folder)
            .map_err(|failure| self.failed(&serve.player, failure))?;
        Ok(Playing {
            agent,
            port,
            late: 0,
        })
    }

    fn spec(&self, player: &PlayerName) -> Result<(&Door, &AgentSpec), ServeError> {
        self.door
            .as_ref()
            .and_then(|door| Some((door, door.specs.get(player)?)))
            .ok_or_else(|| ServeError::Nobody(player.clone()))
    }

    fn failed(&self, player: &PlayerName, failure: AgentFailure) -> ServeError {
        if failure.is_of_every_game() {
            self.broken().insert(player.clone(), failure.to_string());
        }
        failure.into()
    }

    fn broken(&self) -> std::sync::MutexGuard<'_, BTreeMap<PlayerName, String>> {
        self.broken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Playing {
    async fn next(
        &mut self,
        result: Option<ToolResult>,
        over: bool,
    ) -> Result<Answer, AgentFailure> {
        if over {
            self.agent.game_is_over();
            self.late += 1;
        }
        if let Some(result) = result {
            if self.late > LATE_CALLS {
                self.port.end(result);
            } else {
                self.port.answer(result);
            }
        }
        self.agent.next(&mut self.port).await
    }
}
