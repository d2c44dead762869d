//! Which model a player is: `provider:model`, or a built-in player's name.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{AgentKind, did_you_mean};

/// Whose interface a model is behind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Provider {
    /// LM Studio's local server.
    LmStudio,
    /// Ollama's local server.
    Ollama,
    /// llama.cpp's `llama-server`.
    LlamaCpp,
    /// A vLLM server.
    Vllm,
    /// The OpenAI API.
    OpenAi,
    /// OpenRouter.
    OpenRouter,
    /// Any other server with Chat Completions.
    OpenAiCompatible,
    /// The Anthropic Messages API.
    Anthropic,
}

impl Provider {
    /// All of them, in the order in which they are listed to users.
    pub const ALL: [Self; 8] = [
        Self::LmStudio,
        Self::Ollama,
        Self::LlamaCpp,
        Self::Vllm,
        Self::OpenAi,
        Self::OpenRouter,
        Self::OpenAiCompatible,
        Self::Anthropic,
    ];

    /// The word before the colon.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::LmStudio => "lmstudio",
            Self::Ollama => "ollama",
            Self::LlamaCpp => "llamacpp",
            Self::Vllm => "vllm",
            Self::OpenAi => "openai",
            Self::OpenRouter => "openrouter",
            Self::OpenAiCompatible => "openai-compatible",
            Self::Anthropic => "anthropic",
        }
    }

    /// Where its server is unless told otherwise.
    #[must_use]
    pub fn base_url(self) -> &'static str {
        match self {
            Self::LmStudio | Self::OpenAiCompatible => "http://127.0.0.1:1234/v1",
            Self::Ollama => "http://127.0.0.1:11434/v1",
            Self::LlamaCpp => "http://127.0.0.1:8080/v1",
            Self::Vllm => "http://127.0.0.1:8000/v1",
            Self::OpenAi => "https://api.openai.com/v1",
            Self::OpenRouter => "https://openrouter.ai/api/v1",
            Self::Anthropic => "https://api.anthropic.com/v1",
        }
    }

    /// Whether its server usually runs on the user's own machine.
    #[must_use]
    pub fn is_local(self) -> bool {
        match self {
            Self::LmStudio
            | Self::Ollama
            | Self::LlamaCpp
            | Self::Vllm
            | Self::OpenAiCompatible => true,
            Self::OpenAi | Self::OpenRouter | Self::Anthropic => false,
        }
    }

    /// The environment variable that its key is in unless told otherwise.
    #[must_use]
    pub fn key_variable(self) -> Option<&'static str> {
        match self {
            Self::OpenAi => Some("OPENAI_API_KEY"),
            Self::OpenRouter => Some("OPENROUTER_API_KEY"),
            Self::Anthropic => Some("ANTHROPIC_API_KEY"),
            Self::LmStudio
            | Self::Ollama
            | Self::LlamaCpp
            | Self::Vllm
            | Self::OpenAiCompatible => None,
        }
    }
}

/// A player that is part of this program and needs no server.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum BuiltIn {
    /// Perfect play, uniform among the optimal moves.
    Solver,
    /// Uniform among the legal moves.
    Random,
    /// Takes the most of what one move can take; looks no further.
    Greedy,
    /// Random with this probability, otherwise perfect.
    Epsilon(f64),
    /// This program's small referee, playing whole games of chess.
    Referee,
    /// A player of Token Chess.
    Mock(Mock),
}

/// Built-in players of Token Chess: they steer the tool by a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mock {
    /// Any setting; any candidate.
    Random,
    /// Starts cautious and loosens with each failure.
    Adaptive,
    /// One good setting; shops for a second candidate, and picks by a rule of thumb.
    Heuristic,
}

impl Mock {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Random, Self::Adaptive, Self::Heuristic];

    /// The word behind `mock:`.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Adaptive => "adaptive",
            Self::Heuristic => "heuristic",
        }
    }
}

impl BuiltIn {
    /// The share of random moves of `epsilon` without a number.
    pub const EPSILON: f64 = 0.1;

    /// Their names.
    pub const WORDS: [&'static str; 6] =
        ["solver", "random", "greedy", "epsilon", "referee", "mock"];

    /// How it is labelled wherever its results appear.
    #[must_use]
    pub fn label(self) -> &'static str {
        "built-in player"
    }
}

impl fmt::Display for BuiltIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Solver => f.pad("solver"),
            Self::Random => f.pad("random"),
            Self::Greedy => f.pad("greedy"),
            Self::Referee => f.pad("referee"),
            Self::Epsilon(share) => f.pad(&format!("epsilon:{share}")),
            Self::Mock(mock) => f.pad(&format!("mock:{}", mock.word())),
        }
    }
}

impl FromStr for BuiltIn {
    type Err = ModelRefError;

    fn from_str(text: &str) -> Result<Self, ModelRefError> {
        match text.split_once(':').unwrap_or((text, "")) {
            ("solver" | "optimal", "") => Ok(Self::Solver),
            ("random", "") => Ok(Self::Random),
            ("greedy", "") => Ok(Self::Greedy),
            ("referee", "") => Ok(Self::Referee),
            ("epsilon", "") => Ok(Self::Epsilon(Self::EPSILON)),
            ("epsilon", share) => match share.parse() {
                Ok(share) if (0.0..=1.0).contains(&share) => Ok(Self::Epsilon(share)),
                _ => Err(ModelRefError::Share(share.to_owned())),
            },
            ("mock", word) => Mock::ALL
                .into_iter()
                .find(|mock| mock.word() == word)
                .map(Self::Mock)
                .ok_or_else(|| ModelRefError::NoMock(word.to_owned())),
            _ => Err(ModelRefError::Unknown(text.to_owned())),
        }
    }
}

/// What sits behind a player's name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum ModelRef {
    /// A model behind a server.
    Served {
        /// Whose interface.
        provider: Provider,
        /// The model's name there.
        model: String,
    },
    /// Part of this program.
    BuiltIn(BuiltIn),
    /// An engine, with its strength and its limit a move.
    Engine(String),
    /// A program that plays by calling a game's tools.
    Agent(AgentKind),
    /// A person, who takes a seat at the local site.
    Person,
}

impl ModelRef {
    /// The word of a person, in a study file and wherever a person's games are labelled.
    pub const PERSON: &'static str = "person";
}

/// A text that names no model.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelRefError {
    /// No built-in player of that name.
    #[error(
        "{0:?} is no built-in player; expected solver, random, greedy, epsilon:0.1, referee or mock:heuristic"
    )]
    Unknown(String),
    /// No provider and no built-in player of that name.
    #[error(
        "{text:?} names no model; {hint}expected a built-in player (solver, random, greedy, epsilon:0.1, referee, mock:heuristic), \
         an engine as in engine:stockfish?elo=1500, or PROVIDER:MODEL with lmstudio, ollama, llamacpp, vllm, openai, openrouter, \
         openai-compatible or anthropic, an agent program as in agent:codex, or person"
    )]
    NoSuch {
        /// The text.
        text: String,
        /// What may have been meant, as [`did_you_mean`] says it.
        hint: String,
    },
    /// Nothing behind the colon.
    #[error("no model behind {0:?}; expected for instance \"{0}NAME\"")]
    NoModel(String),
    /// No such mock player.
    #[error("mock:{0:?} is no player; expected mock:random, mock:adaptive or mock:heuristic")]
    NoMock(String),
    /// No agent program of that name.
    #[error(
        "agent:{0:?} is no agent program; {1}expected agent:codex, agent:claude, agent:gemini or agent:command"
    )]
    NoAgent(String, String),
    /// A share of random moves that is none.
    #[error("epsilon:{0:?} is no share; expected a number from 0 to 1")]
    Share(String),
}

impl FromStr for ModelRef {
    type Err = ModelRefError;

    fn from_str(text: &str) -> Result<Self, ModelRefError> {
        let text = text.trim();
        if text == Self::PERSON {
            return Ok(Self::Person);
        }
        let bare = text.strip_prefix("builtin:").unwrap_or(text);
        match bare.parse() {
            Ok(player) => return Ok(Self::BuiltIn(player)),
            Err(wrong @ (ModelRefError::Share(_) | ModelRefError::NoMock(_))) => return Err(wrong),
            Err(_) => {}
        }
        if let Some(word) = text.strip_prefix("agent:") {
            let kind = AgentKind::ALL.into_iter().find(|kind| kind.word() == word);
            return kind.map(Self::Agent).ok_or_else(|| {
                let hint = did_you_mean(word, AgentKind::ALL.map(AgentKind::word));
                ModelRefError::NoAgent(word.to_owned(), hint)
            });
        }
        let unknown = || {
            let word = text.split(':').next().unwrap_or(text);
            let known = Provider::ALL.into_iter().map(Provider::word);
            let hint = did_you_mean(
                word,
                known
                    .chain(BuiltIn::WORDS)
                    .chain(["engine", "agent", Self::PERSON]),
            );
            ModelRefError::NoSuch {
                text: text.to_owned(),
                hint,
            }
        };
        let (word, model) = text.split_once(':').ok_or_else(unknown)?;
        if word == "engine" && !model.trim().is_empty() {
            return Ok(Self::Engine(model.trim().to_owned()));
        }
        let provider = Provider::ALL
            .into_iter()
            .find(|provider| provider.word() == word)
            .ok_or_else(unknown)?;
        if model.trim().is_empty() {
            return Err(ModelRefError::NoModel(text.to_owned()));
        }
        Ok(Self::Served {
            provider,
            model: model.to_owned(),
        })
    }
}

impl fmt::Display for ModelRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Served { provider, model } => write!(f, "{}:{model}", provider.word()),
            Self::BuiltIn(player) => player.fmt(f),
            Self::Engine(engine) => write!(f, "engine:{engine}"),
            Self::Agent(kind) => kind.fmt(f),
            Self::Person => f.pad(Self::PERSON),
        }
    }
}

impl TryFrom<String> for ModelRef {
    type Error = ModelRefError;
    fn try_from(text: String) -> Result<Self, ModelRefError> {
        text.parse()
    }
}

impl From<ModelRef> for String {
    fn from(model: ModelRef) -> Self {
        model.to_string()
    }
}
