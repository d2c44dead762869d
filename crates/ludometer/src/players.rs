//! The players of a study as they are really asked.

use std::collections::BTreeMap;

use anyhow::Result;
use ludometer_arena::{
    endpoint::Endpoints,
    model::{ModelClient, base_url},
};
use ludometer_instruments::Study;
use ludometer_record::{PlayerName, manifest::PlayerRecord, study::ModelRef};
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
                        name,
                    }
                }
            })
        })
        .collect()
}
