//! One served game: calls in, results out.

use ludometer_record::{
    Seat,
    desk::{EngineMove, ToolCall, ToolResult, ToolSpec},
    ending::{GameResult, Termination},
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{
    count::{CallClass, Calls},
    field::{Field, Refused, Situation},
    shown::shown,
    tools::{self, BadCall, Request, Tool},
};

/// A game that an agent plays by calling tools.
///
/// Whoever serves it does this, over and over: while [`Served::awaits_opponent`], ask the
/// opponent and hand its move to [`Served::opponent_moves`]; then answer the call that is
/// open, if any, with [`Served::state`]; then hand the next call to [`Served::call`], whose
/// [`Heard`] says whether that call is answered already.
#[derive(Debug, Clone)]
pub struct Served<F: Field> {
    field: F,
    you: Seat,
    ply_cap: u32,
    over: Option<Over>,
    last: Vec<Stamped<F::Move>>,
    calls: Calls,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Over {
    /// Who won.
    pub result: GameResult,
    /// Why it ended.
    pub termination: Termination,
}

/// What is to be done about a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Heard {
    /// It is answered with this, and nothing changed.
    Answer(CallClass, ToolResult),
    /// The agent's move was played; it may have ended the game.
    Moved,
    /// The agent gave up, and the game is over.
    Resigned,
}

impl Heard {
    /// What became of the call.
    #[must_use]
    pub const fn class(&self) -> CallClass {
        match self {
            Self::Answer(class, _) => *class,
            Self::Moved => CallClass::Moved,
            Self::Resigned => CallClass::Resigned,
        }
    }
}

/// Who made a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Actor {
    /// Who calls the tools.
    Agent,
    /// Its opponent.
    Engine,
}

/// A move with who made it and when.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Stamped<M> {
    /// Plies played with it.
    pub ply: u32,
    /// Who made it.
    pub actor: Actor,
    /// The move itself.
    #[serde(flatten)]
    pub played: M,
    /// When it was on the board, in seconds since 1970, to the millisecond.
    pub at_unix: f64,
    /// How long the engine took, in seconds; only of its own moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine_seconds: Option<f64>,
}

/// Why the opponent's move cannot be played. Such a game is void.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OpponentError {
    /// It is not its turn.
    #[error("the opponent moves where it is not its turn")]
    Turn,
    /// Its move is none.
    #[error("the opponent's move cannot be played: {0}")]
    Move(#[from] Refused),
}

/// What an agent is told of a call that came to nothing.
#[derive(Serialize)]
struct Failed<'a> {
    error: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    attempt: Option<String>,
    state: &'a RawValue,
}

impl<F: Field> Served<F> {
    /// A game on `field`. `ply_cap` plies without an ending are a draw.
    #[must_use]
    pub fn on(field: F, you: Seat, ply_cap: u32) -> Self {
        let mut game = Self {
            field,
            you,
            ply_cap,
            over: None,
            last: Vec::with_capacity(2),
            calls: Calls::default(),
        };
        game.look_for_end();
        game
    }

    /// The tools as an agent is told of them.
    #[must_use]
    pub fn tools(&self) -> Vec<ToolSpec> {
        tools::specs(&self.field.notation())
    }

    /// What is played on.
    #[must_use]
    pub const fn field(&self) -> &F {
        &self.field
    }

    /// The agent's seat.
    #[must_use]
    pub const fn you(&self) -> Seat {
        self.you
    }

    /// How the game ended; `None` while it goes on.
    #[must_use]
    pub const fn over(&self) -> Option<Over> {
        self.over
    }

    /// The move that was played last.
    #[must_use]
    pub fn last_move(&self) -> Option<&F::Move> {
        self.last.last().map(|stamped| &stamped.played)
    }

    /// Ends the game, which the agent loses by the terms of whoever serves it. One that is
    /// over stays as it is.
    pub fn lost(&mut self, termination: Termination) {
        self.over.get_or_insert(Over {
            result: GameResult::won_by(self.you.other()),
            termination,
        });
    }

    /// The calls so far.
    #[must_use]
    pub const fn calls(&self) -> &Calls {
        &self.calls
    }

    /// Whether the opponent is to move next.
    #[must_use]
    pub fn awaits_opponent(&self) -> bool {
        self.over.is_none() && self.field.turn() != self.you
    }

    /// The state, as the answer to a call that changed it.
    #[must_use]
    pub fn state(&self) -> ToolResult {
        ToolResult {
            text: self.state_text(),
            is_error: false,
        }
    }

    /// Takes a call of the agent.
    pub fn call(&mut self, call: &ToolCall) -> Heard {
        let heard = match tools::read(call) {
            Err(bad) => {
                let class = match bad {
                    BadCall::UnknownTool { .. } => CallClass::UnknownTool,
                    BadCall::Arguments { .. } => CallClass::BadArguments,
                };
                self.failed(class, bad.to_string(), None)
            }
            Ok(Request::GetState) => Heard::Answer(CallClass::Shown, self.state()),
            Ok(Request::PlayMove(_) | Request::Resign) if self.over.is_some() => {
                self.failed(CallClass::AfterEnd, "the game is over".to_owned(), None)
            }
            Ok(Request::Resign) => {
                self.over = Some(Over {
                    result: GameResult::won_by(self.you.other()),
                    termination: Termination::Resignation,
                });
                Heard::Resigned
            }
            Ok(Request::PlayMove(_)) if self.field.turn() != self.you => self.failed(
                CallClass::NotYourTurn,
                "it is your opponent's turn".to_owned(),
                None,
            ),
            Ok(Request::PlayMove(text)) => self.agent_moves(&text, call),
        };
        self.calls.count(Tool::named(&call.tool), heard.class());
        heard
    }

    /// Plays the opponent's move; one that is refused changes nothing.
    pub fn opponent_moves(&mut self, reply: &EngineMove) -> Result<(), OpponentError> {
        if !self.awaits_opponent() {
            return Err(OpponentError::Turn);
        }
        let played = self.field.play(&reply.uci)?;
        let took = i64::try_from(reply.timing.wall_us).unwrap_or(i64::MAX);
        let at = reply.timing.sent.as_microsecond().saturating_add(took);
        self.stamp(Stamped {
            ply: self.field.plies(),
            actor: Actor::Engine,
            played,
            at_unix: unix(at),
            engine_seconds: Some(took as f64 / 1e6),
        });
        Ok(())
    }

    fn agent_moves(&mut self, text: &str, call: &ToolCall) -> Heard {
        match self.field.play(text) {
            Ok(played) => {
                self.stamp(Stamped {
                    ply: self.field.plies(),
                    actor: Actor::Agent,
                    played,
                    at_unix: unix(call.at.as_microsecond()),
                    engine_seconds: None,
                });
                Heard::Moved
            }
            Err(refused) => {
                let class = match refused {
                    Refused::Illegal(_) => CallClass::IllegalMove,
                    Refused::Malformed(_) => CallClass::MalformedMove,
                };
                self.calls.keep(self.field.plies(), text, class);
                self.failed(class, refused.to_string(), Some(shown(text)))
            }
        }
    }

    fn stamp(&mut self, played: Stamped<F::Move>) {
        if self.last.len() == 2 {
            self.last.remove(0);
        }
        self.last.push(played);
        self.look_for_end();
    }

    /// The rules end a game before the cap does.
    fn look_for_end(&mut self) {
        let capped = self.field.plies() >= self.ply_cap;
        self.over = match self.field.ending() {
            Some((result, termination)) => Some(Over {
                result,
                termination,
            }),
            None => capped.then_some(Over {
                result: GameResult::Draw,
                termination: Termination::PlyCap,
            }),
        };
    }

    fn state_text(&self) -> String {
        self.field.state(&Situation {
            you: self.you,
            over: self.over,
            last: &self.last,
        })
    }

    fn failed(&self, class: CallClass, error: String, attempt: Option<String>) -> Heard {
        let state = RawValue::from_string(self.state_text()).expect("a state is JSON");
        let failed = Failed {
            error,
            attempt,
            state: &state,
        };
        let text = serde_json::to_string(&failed).expect("an error is plain JSON data");
        let is_error = true;
        Heard::Answer(class, ToolResult { text, is_error })
    }
}

/// Microseconds since 1970 as seconds, to the millisecond.
fn unix(microseconds: i64) -> f64 {
    microseconds.div_euclid(1000) as f64 / 1000.0
}
