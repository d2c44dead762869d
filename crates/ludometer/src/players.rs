//! The players of a study as they are really asked.

use std::collections::BTreeMap;

use anyhow::Result;
use ludometer_arena::{
    endpoint::Endpoints,
    model::{ModelClient, base_url},
};
use ludometer_instruments::{InstrumentName, Study, ladder::Form};
use ludometer_record::{
    PlayerName,
    manifest::PlayerRecord,
    study::{ModelRef, PlayerTable, Provider, StructuredOutput},
};
use serde_json::Value;

/// Clients for the served players of a study.
pub fn clients(study: &Study) -> Result<BTreeMap<PlayerName, ModelClient>> {
    let places: Vec<(String, usize)> = study
        .players
        .iter()
        .enumerate()
        .filter_map(|(index, player)| Some((base_url(player)?, index)))
        .collect();
    let endpoints = Endpoints::new(
        places
            .iter()
            .map(|(url, index)| (url.as_str(), &study.players[*index])),
    )?;
    let mut clients = BTreeMap::new();
    for (url, index) in &places {
        let player = &study.players[*index];
        let (ModelRef::Served { provider, model }, Some(endpoint)) =
            (&player.model, endpoints.at(url))
        else {
            continue;
        };
        let client = ModelClient::new(player, *provider, model, endpoint.clone())?;
        clients.insert(player.name()?, client);
    }
    Ok(clients)
}

/// Where each served player's server is, in this session.
pub fn endpoints(clients: &BTreeMap<PlayerName, ModelClient>) -> BTreeMap<PlayerName, String> {
    clients
        .iter()
        .map(|(name, client)| (name.clone(), client.endpoint().base_url().to_owned()))
        .collect()
}

/// The players as the manifest keeps them.
pub fn records(
    study: &Study,
    clients: &BTreeMap<PlayerName, ModelClient>,
) -> Result<Vec<PlayerRecord>> {
    study
        .players
        .iter()
        .map(|player| {
            let name = player.name()?;
            Ok(match &player.model {
                ModelRef::BuiltIn(built_in) => PlayerRecord {
                    name,
                    kind: built_in.label().to_owned(),
                    model: built_in.to_string(),
                    endpoint: None,
                    parameters: Value::Null,
                    each_call: Vec::new(),
                },
                ModelRef::Engine(engine) => PlayerRecord {
                    name,
                    kind: "chess engine".to_owned(),
                    model: engine.clone(),
                    endpoint: None,
                    parameters: Value::Null,
                    each_call: Vec::new(),
                },
                ModelRef::Person => PlayerRecord {
                    name,
                    kind: ModelRef::PERSON.to_owned(),
                    model: ModelRef::PERSON.to_owned(),
                    endpoint: None,
                    parameters: Value::Null,
                    each_call: Vec::new(),
                },
                ModelRef::Agent(kind) => PlayerRecord {
                    name,
                    kind: "agent program".to_owned(),
                    model: kind.to_string(),
                    endpoint: None,
                    parameters: serde_json::to_value(player.agent().map(|(_, table)| table))?,
                    each_call: Vec::new(),
                },
                ModelRef::Served { provider, model } => {
                    let client = clients.get(&name);
                    PlayerRecord {
                        kind: format!("model behind {}", provider.word()),
                        model: model.clone(),
                        endpoint: client.map(|client| client.endpoint().base_url().to_owned()),
                        parameters: client.map_or(Value::Null, |client| {
                            Value::Object(client.parameters().clone())
                        }),
                        each_call: each_call(player, *provider, study),
                        name,
                    }
                }
            })
        })
        .collect()
}

/// What each call adds to a player's parameters.
fn each_call(player: &PlayerTable, provider: Provider, study: &Study) -> Vec<String> {
    let mut adds = vec!["messages".to_owned()];
    if let (Some(seed), false) = (player.seed, provider == Provider::Anthropic) {
        adds.push(format!("seed, made of {seed}, the game and the turn"));
    }
    let form = match (provider, player.structured_output) {
        (_, StructuredOutput::Off)
        | (Provider::Anthropic, StructuredOutput::Auto | StructuredOutput::JsonObject) => None,
        (Provider::Anthropic, StructuredOutput::JsonSchema) => {
            Some("output_config.format json_schema")
        }
        (_, StructuredOutput::JsonObject) => Some("response_format json_object"),
        (_, StructuredOutput::Auto | StructuredOutput::JsonSchema) => {
            Some("response_format json_schema")
        }
    };
    let form = form.filter(|_| wants_json(study));
    adds.extend(form.map(|form| format!("{form}, in families that want JSON")));
    adds.extend(tools(study).map(|which| format!("tools: {which}")));
    adds
}

/// Whether a study may ask for JSON.
fn wants_json(study: &Study) -> bool {
    study.instrument != InstrumentName::EloLadder || study.ladder.form == Form::Json
}

/// The tools that a study offers to models behind a server, if it offers any.
fn tools(study: &Study) -> Option<&'static str> {
    match study.instrument {
        InstrumentName::EloLadder if study.ladder.form == Form::Tools => {
            Some("get_state, play_move, resign")
        }
        InstrumentName::EloLadder => None,
        InstrumentName::ChopBench | InstrumentName::TokenChess | InstrumentName::DaydreamProbe => {
            None
        }
    }
}
