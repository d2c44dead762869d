//! One player of a study.

use serde::{Deserialize, Serialize};

use super::{AgentKind, AgentTable, KeyError, ModelRef, agent::is_variable};
use crate::{PlayerName, Price};

/// How a reply in JSON is asked of the server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StructuredOutput {
    /// As the provider is known to take it: with a schema, except on Anthropic.
    #[default]
    Auto,
    /// `response_format` with the JSON Schema.
    JsonSchema,
    /// `response_format` that only asks for some JSON object.
    JsonObject,
    /// Only by the prompt.
    Off,
}

impl StructuredOutput {
    /// The word in a study file.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::JsonSchema => "json-schema",
            Self::JsonObject => "json-object",
            Self::Off => "off",
        }
    }
}

/// A `[[player]]` table. Keys that are absent are not sent to the server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerTable {
    /// Name on the leaderboard; the model's own when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<PlayerName>,
    /// `provider:model`, a built-in player, or a person.
    pub model: ModelRef,
    /// Where the server is, up to and including `/v1`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base_url: Option<String>,
    /// The environment variable that holds the key.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api_key_env: Option<String>,
    /// Sampling temperature.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Nucleus sampling's share.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// Cap on a reply's completion tokens.
    #[serde(default = "max_tokens")]
    pub max_tokens: u32,
    /// Effort word of reasoning models.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning_effort: Option<String>,
    /// Base of the sampling seeds. Each call sends its own, made of this, the
    /// game and the turn: a position met twice is then two draws, not one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How JSON is asked for.
    #[serde(default)]
    pub structured_output: StructuredOutput,
    /// Further fields of the request, as they are.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub extra_body: serde_json::Map<String, serde_json::Value>,
    /// Price in US dollars per million tokens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<Price>,
    /// Seconds after which a call counts as hung.
    #[serde(default = "timeout_s")]
    pub timeout_s: f64,
    /// Repeats of a call that failed in a way that is safe to repeat.
    #[serde(default = "retries")]
    pub retries: u32,
    /// Calls at once to the player's server. The smallest of a server's players counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<u32>,
    /// Calls a minute to the player's server. The smallest of a server's players counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub requests_per_minute: Option<f64>,
    /// The program of an agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<AgentTable>,
}

fn max_tokens() -> u32 {
    1024
}

fn timeout_s() -> f64 {
    600.0
}

fn retries() -> u32 {
    4
}

impl PlayerTable {
    /// A player with nothing but a model.
    #[must_use]
    pub fn of(model: ModelRef) -> Self {
        Self {
            name: None,
            model,
            base_url: None,
            api_key_env: None,
            temperature: None,
            top_p: None,
            max_tokens: max_tokens(),
            reasoning_effort: None,
            seed: None,
            structured_output: StructuredOutput::Auto,
            extra_body: serde_json::Map::new(),
            price: None,
            timeout_s: timeout_s(),
            retries: retries(),
            concurrency: None,
            requests_per_minute: None,
            agent: None,
        }
    }

    /// Its kind and its table, where it is an agent program.
    #[must_use]
    pub fn agent(&self) -> Option<(AgentKind, AgentTable)> {
        match self.model {
            ModelRef::Agent(kind) => Some((kind, self.agent.clone().unwrap_or_default())),
            ModelRef::Served { .. }
            | ModelRef::BuiltIn(_)
            | ModelRef::Engine(_)
            | ModelRef::Person => None,
        }
    }

    /// Whether its moves come from a server.
    #[must_use]
    pub fn is_served(&self) -> bool {
        matches!(self.model, ModelRef::Served { .. })
    }

    /// Whether it is told anything in words: a model, in whatever way it is reached.
    #[must_use]
    pub fn is_asked(&self) -> bool {
        matches!(self.model, ModelRef::Served { .. } | ModelRef::Agent(_))
    }

    /// Whether a person sits there.
    #[must_use]
    pub fn is_person(&self) -> bool {
        matches!(self.model, ModelRef::Person)
    }

    /// What is set apart from defaults, in a line: sampling, caps, form.
    #[must_use]
    pub fn settings(&self) -> String {
        if let Some((_, table)) = self.agent() {
            return table.settings();
        }
        if !self.is_served() {
            return String::new();
        }
        let mut parts = vec![format!("max_tokens {}", self.max_tokens)];
        for (name, value) in [("temperature", self.temperature), ("top_p", self.top_p)] {
            parts.extend(value.map(|value| format!("{name} {value}")));
        }
        parts.extend(
            self.reasoning_effort
                .as_ref()
                .map(|effort| format!("reasoning_effort {effort}")),
        );
        parts.extend(
            self.seed
                .map(|seed| format!("seed for each call, from {seed}")),
        );
        if self.structured_output != StructuredOutput::Auto {
            parts.push(format!(
                "structured_output {}",
                self.structured_output.word()
            ));
        }
        parts.extend(
            self.extra_body
                .iter()
                .map(|(key, value)| format!("{key} {value}")),
        );
        parts.join(", ")
    }

    /// The name, given or taken from the model.
    pub fn name(&self) -> Result<PlayerName, crate::NameError> {
        match (&self.name, &self.model) {
            (Some(name), _) => Ok(name.clone()),
            (None, ModelRef::Served { model, .. }) => PlayerName::new(model.clone()),
            (None, ModelRef::BuiltIn(player)) => PlayerName::new(player.to_string()),
            (None, ModelRef::Engine(engine)) => {
                // As `stockfish:elo1500+nodes10000`: a name has none of these characters.
                let name = engine.replace('?', ":").replace('&', "+").replace('=', "");
                PlayerName::new(name)
            }
            (None, ModelRef::Agent(kind)) => PlayerName::new(kind.word()),
            (None, ModelRef::Person) => PlayerName::new(ModelRef::PERSON),
        }
    }

    /// Checks what the types cannot say. `at` is the table's key, as in `player[0]`.
    pub fn check(&self, at: &str) -> Result<(), KeyError> {
        let error = |key: &str, problem: String| Err(KeyError::new(format!("{at}.{key}"), problem));
        if let Err(problem) = self.name() {
            return match self.name {
                Some(_) => error("name", problem.to_string()),
                None => error(
                    "model",
                    format!("{problem}; give the player a `name` of its own"),
                ),
            };
        }
        self.check_agent(at)?;
        // Kept in the manifest, so a key that was put here by mistake must not get by.
        if self
            .api_key_env
            .as_deref()
            .is_some_and(|text| !is_variable(text))
        {
            return error(
                "api_key_env",
                "expected the name of an environment variable, not a key: letters, digits and _"
                    .to_owned(),
            );
        }
        if let Some(Err(problem)) = self.base_url.as_deref().map(check_url) {
            return error("base_url", problem);
        }
        for (key, value, low, high) in [
            ("temperature", self.temperature, 0.0, 10.0),
            ("top_p", self.top_p, 0.0, 1.0),
            ("timeout_s", Some(self.timeout_s), 0.001, 86_400.0),
            ("requests_per_minute", self.requests_per_minute, 0.001, 1e9),
        ] {
            if let Some(value) = value.filter(|value| !(low..=high).contains(value)) {
                return error(
                    key,
                    format!("{value}; expected a number from {low} to {high}"),
                );
            }
        }
        if self.max_tokens == 0 {
            return error("max_tokens", "0; expected at least 1".to_owned());
        }
        if self.concurrency == Some(0) {
            return error("concurrency", "0; expected at least 1".to_owned());
        }
        if self.retries > 20 {
            return error("retries", format!("{}; expected at most 20", self.retries));
        }
        if let Some(Err(problem)) = self.price.map(|price| price.check()) {
            return error("price", problem.to_string());
        }
        if let Some(key) = self
            .extra_body
            .keys()
            .find(|key| OURS.contains(&key.as_str()))
        {
            return error(
                "extra_body",
                format!("`{key}` is set by the program itself"),
            );
        }
        Ok(())
    }

    /// An agent has a table of its own, and none of the keys that are sent to servers.
    fn check_agent(&self, at: &str) -> Result<(), KeyError> {
        let Some((kind, table)) = self.agent() else {
            let problem = "only a player whose model is an agent has this table, as in \
                           model = \"agent:codex\"";
            return match self.agent {
                Some(_) => Err(KeyError::new(format!("{at}.agent"), problem)),
                None => Ok(()),
            };
        };
        let bare = Self::of(self.model.clone());
        for (key, is_set) in [
            ("base_url", self.base_url.is_some()),
            ("api_key_env", self.api_key_env.is_some()),
            ("temperature", self.temperature.is_some()),
            ("top_p", self.top_p.is_some()),
            ("max_tokens", self.max_tokens != bare.max_tokens),
            ("reasoning_effort", self.reasoning_effort.is_some()),
            ("seed", self.seed.is_some()),
            (
                "structured_output",
                self.structured_output != bare.structured_output,
            ),
            ("extra_body", !self.extra_body.is_empty()),
            ("timeout_s", (self.timeout_s - bare.timeout_s).abs() > 0.0),
            ("retries", self.retries != bare.retries),
            ("requests_per_minute", self.requests_per_minute.is_some()),
        ] {
            if is_set {
                let problem =
                    format!("{kind} is a program and asks its model by itself; see [player.agent]");
                return Err(KeyError::new(format!("{at}.{key}"), problem));
            }
        }
        table.check(kind, &format!("{at}.agent"))
    }
}

/// Request fields that the program sets itself.
const OURS: [&str; 3] = ["model", "messages", "stream"];

/// A base URL is kept in the manifest, so it must not carry a secret.
fn check_url(url: &str) -> Result<(), String> {
    let rest = url
        .strip_prefix("http://")
        .or_else(|| url.strip_prefix("https://"))
        .ok_or_else(|| "expected a URL that starts with http:// or https://".to_owned())?;
    let host = rest.split('/').next().unwrap_or_default();
    if host.is_empty() {
        return Err("expected a host behind http:// or https://".to_owned());
    }
    if rest.contains(|c: char| c.is_whitespace() || c.is_control()) {
        return Err("expected a URL without white space".to_owned());
    }
    if host.contains('@') {
        return Err(
            "a URL must not carry a user or password; put the key into the environment \
                    and name the variable in `api_key_env`"
                .to_owned(),
        );
    }
    if rest.contains(['?', '#']) {
        return Err("expected no query: the program appends its own paths".to_owned());
    }
    Ok(())
}
