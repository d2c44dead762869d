//! Questions and answers: the data that crosses a game's only door to the world.
//!
//! A question says everything that its answer may depend on, so that its
//! [`Digest`] can stand for it: a replay that asks anything else is caught.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Digest, GameId, PlayerName, Seat};

/// What a game asks of the world.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// A seat is to decide.
    Decide(Decide),
    /// A tool is to sample.
    Draw(Draw),
    /// An engine is to say who stands better.
    Judge(Judge),
    /// An engine is to move.
    Move(EngineTurn),
    /// An agent is answered, and is to make its next call.
    Serve(Serve),
    /// An opponent is to be chosen, by what was played before.
    Assign(Assign),
}

/// An engine is to move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineTurn {
    /// The engine with its strength and its limit a move, as `stockfish?elo=1500&nodes=10000`.
    pub engine: String,
    /// The board, as `chess`, `gardner` or `grand12`.
    pub board: String,
    /// The game so far, from the start, as moves of UCI.
    pub moves: Vec<String>,
}

/// An agent is given the result of its last call, and is to make its next one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Serve {
    /// The agent's seat.
    pub seat: Seat,
    /// Who sits there.
    pub player: PlayerName,
    /// What is said to the agent; only before its first call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<String>,
    /// The result of its last call; none before its first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<ToolResult>,
    /// Whether the game is over with it, so that nothing is left to it but to leave.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub over: bool,
}

/// What a tool says to the agent that called it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolResult {
    /// JSON text.
    pub text: String,
    /// Whether the call came to nothing.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_error: bool,
}

/// An opponent is to be chosen.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Assign {
    /// Whose opponent.
    pub player: PlayerName,
    /// For which of the player's pairs, from 0; none for the pilot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pair: Option<u32>,
}

/// A tool is to sample texts that may be moves. The same draw gives the same texts, on
/// every machine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Draw {
    /// The tool, by its name in the study.
    pub tool: String,
    /// The game so far, as moves of UCI.
    pub moves: Vec<String>,
    /// How it samples.
    #[serde(flatten)]
    pub order: Order,
}

/// How many samples are drawn, and how.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// Samples.
    pub n: u32,
    /// The sampler's temperature.
    pub temperature: f64,
    /// The bound on logits, if any.
    pub soft_cap: Option<f64>,
    /// Seed of the generator for this draw alone.
    pub seed: u64,
}

/// An engine is to say who stands better.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Judge {
    /// The board, as `chess`, `gardner` or `grand12`.
    pub board: String,
    /// The game so far, from the start, as moves of UCI.
    pub moves: Vec<String>,
    /// Plies to search.
    pub depth: u32,
}

/// A seat is to decide: what its player is told, and in which form it answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Decide {
    /// The seat that decides.
    pub seat: Seat,
    /// Who sits there.
    pub player: PlayerName,
    /// The conversation, oldest first; the last message is the user's.
    pub messages: Vec<Message>,
    /// The form in which the reply is wanted.
    pub form: ReplyForm,
    /// What it is about, for players that are part of this program. Never sent to a model.
    pub situation: Situation,
}

/// The position behind a prompt, for built-in players.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Situation {
    /// The position in the game's own notation, from the mover's side.
    pub position: String,
    /// The prompt family, which fixes how an answer is dressed.
    pub family: String,
    /// Seed for this one decision, and for a server that takes one.
    pub seed: u64,
}

/// Who speaks in a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Standing instructions.
    System,
    /// The referee.
    User,
    /// The model.
    Assistant,
    /// A tool that the model called.
    Tool,
}

/// One message of a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said.
    pub text: String,
    /// Calls of tools that the model makes with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolUse>,
    /// The call that a tool's message answers, by its id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub answers: Option<String>,
}

/// A model's call of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolUse {
    /// The server's id of the call, or this program's where the server gave none or gave it
    /// twice. No two calls of one reply have the same.
    pub id: String,
    /// The tool, as the model names it: any text, and empty if it names none.
    pub name: String,
    /// The arguments as the model wrote them: meant as JSON, and not always so.
    pub arguments: String,
}

/// A tool that a model may call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolSpec {
    /// Its name.
    pub name: String,
    /// What it does, for the model.
    pub description: String,
    /// JSON Schema of its arguments, an object.
    pub parameters: serde_json::Value,
}

impl Message {
    /// A message by the referee.
    #[must_use]
    pub fn user(text: impl Into<String>) -> Self {
        Self::by(Role::User, text)
    }

    /// A message by the model.
    #[must_use]
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::by(Role::Assistant, text)
    }

    /// Standing instructions.
    #[must_use]
    pub fn system(text: impl Into<String>) -> Self {
        Self::by(Role::System, text)
    }

    /// What a tool says to a call.
    #[must_use]
    pub fn tool(call: impl Into<String>, text: impl Into<String>) -> Self {
        Self {
            answers: Some(call.into()),
            ..Self::by(Role::Tool, text)
        }
    }

    fn by(role: Role, text: impl Into<String>) -> Self {
        Self {
            role,
            text: text.into(),
            calls: Vec::new(),
            answers: None,
        }
    }
}

/// The form in which a reply is wanted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ReplyForm {
    /// Free text.
    Text,
    /// One JSON object, held to a schema where the server can do that.
    Json {
        /// The schema's name, as servers ask for one.
        name: String,
        /// JSON Schema of the object.
        schema: serde_json::Value,
    },
    /// Calls of these tools, beside text.
    Tools(Vec<ToolSpec>),
}

impl Question {
    /// BLAKE3 of the question's JSON. Field order is fixed by the types.
    ///
    /// # Panics
    /// Never: the types hold only strings, numbers and JSON.
    #[must_use]
    pub fn digest(&self) -> Digest {
        Digest::of(&serde_json::to_vec(self).expect("a question is plain JSON data"))
    }
}

/// What came back.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// The player's reply.
    Reply(Box<Reply>),
    /// The call was not made: its reservation would overrun the game's own cap.
    OverGameCap(OverCap),
    /// What a tool sampled, raw, in order.
    Samples(Vec<String>),
    /// What an engine says.
    Verdict(Verdict),
    /// An engine's move.
    Moved(EngineMove),
    /// An agent is about to be started with the prompt it was given.
    Started(Timestamp),
    /// An agent's next call.
    Called(ToolCall),
    /// An agent makes no more calls.
    Left(Departure),
    /// The opponent that was chosen.
    Assigned(Assigned),
}

/// An engine's move.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineMove {
    /// The move, as UCI writes it.
    pub uci: String,
    /// When it was asked and how long it took.
    pub timing: Timing,
    /// From the side that moves, where the engine says so. At a limited strength an engine
    /// may play another move than the one it scored.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Depth of the score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

/// An agent's call of a tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The tool.
    pub tool: String,
    /// Its arguments, an object.
    pub arguments: serde_json::Value,
    /// When it came.
    pub at: Timestamp,
}

/// How an agent left, and what it left behind.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Departure {
    /// Why it makes no more calls.
    pub why: Leaving,
    /// When, and how long it was there.
    pub timing: Timing,
    /// Tokens by the program's own account.
    #[serde(default)]
    pub usage: Usage,
    /// Whether that account broke off before its end, so that it is at least this much.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub usage_is_partial: bool,
    /// The last thing that it said, if it said anything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_words: Option<String>,
}

/// Why an agent makes no more calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Leaving {
    /// It was done by its own account.
    Done,
    /// The game's time was over.
    OutOfTime,
    /// Its game was over, it did not end by itself, and had to be killed.
    Killed,
}

/// The opponent that was chosen, and from what.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Assigned {
    /// The opponent's rating; there is one opponent of each rating.
    pub rating: f64,
    /// The player's games that were over and counted, in the order of the plan.
    pub after: Vec<GameId>,
}

/// What an engine says of a position.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// From the side that is to move.
    pub score: Score,
    /// Depth of the score, where the engine says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The engine, as it calls itself.
    pub engine: String,
    /// Whether this program's own small referee stood in for an engine.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stand_in: bool,
}

/// A score, from the side that is to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Score {
    /// Hundredths of a pawn.
    Cp(i32),
    /// Moves to a forced mate; negative when it is against the side that is to move.
    Mate(i32),
}

/// A cap that a call would have overrun.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OverCap {
    /// The study key of the cap.
    pub key: String,
    /// The cap, in the unit that the key names.
    pub cap: f64,
    /// Spent so far.
    pub spent: f64,
    /// What the call might have added.
    pub reservation: f64,
}

/// A player's reply, as it came.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Reply {
    /// Raw text of the reply, without reasoning that the server keeps apart.
    pub text: String,
    /// Reasoning that the server keeps apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// Calls of tools that the model makes; none where none were offered. A reply that was
    /// cut off may end in a call that was cut off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub calls: Vec<ToolUse>,
    /// Why the reply ended.
    pub finish: Finish,
    /// Tokens as the server counted them.
    #[serde(default)]
    pub usage: Usage,
    /// The model that the server says it was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub served_model: Option<String>,
    /// When it was asked and how long it took.
    pub timing: Timing,
    /// Tries that failed before this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<FailedTry>,
    /// The server's body as it came; none for a built-in player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub raw: Option<Box<RawValue>>,
}

/// Why a reply ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finish {
    /// The model was done, met a stop sequence, or waits for its calls to be answered.
    Stop,
    /// Cut off at the token limit.
    Length,
    /// The model or a filter declined to answer.
    Refusal,
    /// The server gave no reason.
    Unknown,
    /// A reason of the server's own.
    Other(String),
}

/// Tokens of one call. A count that the server did not give is absent, not zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Prompt tokens, cached ones included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prompt: Option<u64>,
    /// Completion tokens, reasoning included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion: Option<u64>,
    /// Completion tokens spent on reasoning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<u64>,
    /// Prompt tokens that the server had cached.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cached: Option<u64>,
}

impl Usage {
    /// Prompt and completion together; `None` when the server gave neither.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        match (self.prompt, self.completion) {
            (None, None) => None,
            (prompt, completion) => {
                Some(prompt.unwrap_or(0).saturating_add(completion.unwrap_or(0)))
            }
        }
    }
}

/// When a call was made and how long it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Timing {
    /// When the successful try was sent.
    pub sent: Timestamp,
    /// From sending it to its last byte, in microseconds.
    pub wall_us: u64,
}

/// A try that failed and was repeated.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedTry {
    /// What went wrong.
    pub problem: String,
    /// HTTP status, if one came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// How long the try took, in microseconds.
    pub wall_us: u64,
    /// How long was waited after it, in milliseconds.
    pub waited_ms: u64,
}

/// A call that came to nothing, with what there was of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FailedCall {
    /// All its tries.
    pub tries: Vec<FailedTry>,
    /// The body or partial text of the last try, if any came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partial: Option<String>,
}
