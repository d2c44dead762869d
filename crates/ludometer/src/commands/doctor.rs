//! `doctor`: what is installed, which servers answer, what is missing and how to get it.

mod agent;

use std::{collections::BTreeSet, fmt::Write, path::PathBuf};

use anyhow::Result;
use clap::Args;
use ludometer_arena::{
    ApiKey,
    endpoint::Endpoints,
    engine::{EngineKind, find},
    model::base_url,
};
use ludometer_instruments::{InstrumentName, Study};
use ludometer_record::study::{ModelRef, PlayerTable, Provider};

use self::agent::Trial;
use crate::{
    exit::Exit,
    ladder,
    show::{counted, print},
    study::StudyFile,
};

/// Models that are listed of each server.
const LISTED: usize = 5;

/// Say what is there: local model servers, API keys, and for a study what it lacks.
#[derive(Debug, Args)]
pub struct Doctor {
    /// Look at what this study needs, too.
    study: Option<PathBuf>,
    /// Do not have the study's agent programs make a trial call, which costs some tokens.
    #[arg(long)]
    no_trial: bool,
}

impl Doctor {
    pub fn run(self) -> Result<Exit> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(self.look())
    }

    async fn look(&self) -> Result<Exit> {
        let mut text = format!(
            "ludometer {} on {} {}, {} cores\n\nLocal model servers\n",
            env!("CARGO_PKG_VERSION"),
            std::env::consts::OS,
            std::env::consts::ARCH,
            std::thread::available_parallelism().map_or(1, usize::from)
        );
        let mut seen = Vec::new();
        for provider in Provider::ALL
            .into_iter()
            .filter(|provider| provider.is_local())
        {
            let player = PlayerTable::of(ModelRef::Served {
                provider,
                model: String::new(),
            });
            let Some(url) = base_url(&player).filter(|url| !seen.contains(url)) else {
                continue;
            };
            let _ = writeln!(text, "  {}", server(provider, &url, None).await.1);
            seen.push(url);
        }
        text.push_str(
            "  The environment variable STEER_BASE_URL moves the local server.\n\nAPI keys\n",
        );
        for provider in Provider::ALL {
            if let Some(variable) = provider.key_variable() {
                let set = ApiKey::from_environment(variable).is_some();
                let state = if set {
                    "set"
                } else {
                    "not set; needed only for its own models"
                };
                let _ = writeln!(text, "  {variable}: {state}");
            }
        }
        text.push_str("\nEngines\n");
        for (kind, use_) in [
            (
                EngineKind::FairyStockfish,
                "gates, sweeps and self-play of Daydream",
            ),
            (EngineKind::Stockfish, "rated opponents at chess"),
        ] {
            let name = kind.package();
            let line = match find(kind, None) {
                Ok(path) => format!("{name}: {}", path.display()),
                Err(_) => {
                    format!("{name}: not found, needed only for {use_}; apt-get install {name}")
                }
            };
            let _ = writeln!(text, "  {line}");
        }
        let mut lacking = 0;
        if let Some(path) = &self.study {
            let file = StudyFile::read(path)?;
            let _ = writeln!(
                text,
                "\n{}: reads as a study of {}",
                path.display(),
                counted(file.study.players.len() as u64, "player")
            );
            let trial = if self.no_trial {
                Trial::LeaveOut
            } else {
                Trial::Play
            };
            for player in &file.study.players {
                let (well, line) = needs(player, trial).await;
                lacking += usize::from(!well);
                let _ = writeln!(text, "  {line}");
            }
            if file.study.instrument == InstrumentName::EloLadder {
                let (well, line) = across(&file.study).await;
                lacking += usize::from(!well);
                let _ = writeln!(text, "  {line}");
            }
        }
        if lacking == 0 {
            text.push_str(
                "\nNothing else is needed: built-in players, the solver and Daydream's weights are part of the program.\n",
            );
        }
        print(&text)?;
        Ok(if lacking == 0 {
            Exit::Done
        } else {
            Exit::Differs
        })
    }
}

/// What a player of a study needs, and whether it is there.
async fn needs(player: &PlayerTable, trial: Trial) -> (bool, String) {
    let name = player
        .name()
        .map_or_else(|_| String::new(), |name| name.to_string());
    if let Some((kind, table)) = player.agent() {
        let (well, line) = agent::look(kind, &table, trial).await;
        return (well, format!("{name}: {line}"));
    }
    let (ModelRef::Served { provider, model }, Some(url)) = (&player.model, base_url(player))
    else {
        let what = match player.model {
            ModelRef::Person => "a person, who plays at the site: ludometer serve",
            ModelRef::Engine(_) => "an engine, looked at with the opponents",
            _ => "built-in player",
        };
        return (true, format!("{name}: {what}"));
    };
    let variable = player.api_key_env.as_deref().or(provider.key_variable());
    let key = variable.and_then(ApiKey::from_environment);
    if let (None, Some(variable)) = (&key, variable) {
        return (
            false,
            format!("{name}: set the environment variable {variable}"),
        );
    }
    let (models, line) = server(*provider, &url, key.as_ref()).await;
    match models {
        Some(models) if models.is_empty() || models.iter().any(|there| there == model) => {
            (true, format!("{name}: {line}"))
        }
        Some(_) => (
            false,
            format!("{name}: {line}; {model:?} is not among them"),
        ),
        None => (false, format!("{name}: {line}")),
    }
}

/// A ladder's engines, started once, and whether they can be what the study wants.
async fn across(study: &Study) -> (bool, String) {
    match ladder::equipment(study).await {
        Ok(found) => {
            let names: BTreeSet<&str> = found.engines.iter().map(|one| one.name.as_str()).collect();
            let names: Vec<&str> = names.into_iter().collect();
            let ends = found.opponents.first().zip(found.opponents.last());
            let range = ends.map_or(String::new(), |(low, high)| {
                format!(", from {} to {} Elo", low.rating, high.rating)
            });
            let count = counted(found.opponents.len() as u64, "opponent");
            (
                true,
                format!("{count}{range}; engines: {}", names.join(", ")),
            )
        }
        Err(problem) => (false, format!("opponents and engines: {problem:#}")),
    }
}

/// The models that a server lists, if it answers, and a line about it.
async fn server(
    provider: Provider,
    url: &str,
    key: Option<&ApiKey>,
) -> (Option<Vec<String>>, String) {
    let player = PlayerTable::of(ModelRef::Served {
        provider,
        model: "-".to_owned(),
    });
    let endpoints = match Endpoints::new([(url, &player)]) {
        Ok(endpoints) => endpoints,
        Err(error) => return (None, error.to_string()),
    };
    let Some(endpoint) = endpoints.at(url) else {
        return (None, String::new());
    };
    match endpoint.models(key).await {
        Ok(models) => {
            let mut listed = models
                .iter()
                .take(LISTED)
                .cloned()
                .collect::<Vec<_>>()
                .join(", ");
            if models.len() > LISTED {
                let _ = write!(listed, " and {} more", models.len() - LISTED);
            }
            (Some(models), format!("{url} answers: {listed}"))
        }
        Err(problem) => (
            None,
            format!("{url}: {problem}. {}", how_to_start(provider)),
        ),
    }
}

fn how_to_start(provider: Provider) -> &'static str {
    match provider {
        Provider::LmStudio | Provider::OpenAiCompatible => {
            "LM Studio: load a model and start the server (lms server start)"
        }
        Provider::Ollama => "Ollama: ollama serve, then ollama pull MODEL",
        Provider::LlamaCpp => "llama.cpp: llama-server -m MODEL.gguf",
        Provider::Vllm => "vLLM: vllm serve MODEL",
        Provider::OpenAi | Provider::OpenRouter | Provider::Anthropic => {
            "check the network and the key"
        }
    }
}
