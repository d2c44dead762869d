//! What a study needs beside players: tools to draw from, and somebody to adjudicate.

use std::{collections::BTreeMap, path::Path, sync::Arc};

use anyhow::{Context, Result, bail};
use ludometer_arena::{
    adjudicator::{Adjudicator, STAND_IN},
    agents::Agents,
    engine::{EngineKind, EngineSpec, Identity, find},
    toolbox::{Toolbox, daydreams},
};
use ludometer_daydream::{Model, Tier, Window};
use ludometer_games::Variant;
use ludometer_instruments::{
    InstrumentName, Study,
    referee::Referee,
    token_chess::{self, Condition},
    tool::board_of,
};
use ludometer_record::{
    Digest,
    folder::RunFolder,
    manifest::{EngineRecord, Manifest, OpponentRecord, ToolRecord},
};
use serde_json::{Map, Value};

use crate::{ladder, weights};

/// Engines of one board that adjudicate at once.
const ENGINES: usize = 2;

/// Tools and an adjudicator, with what the manifest says of them.
#[derive(Debug, Default)]
pub struct Equipment {
    pub toolbox: Toolbox,
    pub adjudicator: Adjudicator,
    pub tools: Vec<ToolRecord>,
    pub engines: Vec<EngineRecord>,
    pub opponents: Vec<OpponentRecord>,
    pub agents: Agents,
}

impl Equipment {
    /// What a study needs. `engine` is what the user named: a program, or `built-in`.
    pub async fn of(study: &Study, engine: Option<&Path>) -> Result<Self> {
        match study.instrument {
            InstrumentName::ChopBench => Ok(Self::default()),
            InstrumentName::DaydreamProbe => Self::tools_of(study),
            InstrumentName::EloLadder => {
                if engine.is_some() {
                    bail!("a ladder's study names its engines itself; expected no --engine");
                }
                let (opponents, engines) = ladder::engines(study).await?;
                Ok(Self {
                    engines,
                    opponents,
                    ..Self::default()
                })
            }
            InstrumentName::TokenChess => {
                let conditions = conditions(study)?;
                let mut equipment = Self::tools_of(study)?;
                if conditions.iter().any(|one| one.rules.may_adjudicate()) {
                    let boards: Vec<Variant> =
                        tiers(&conditions).into_iter().map(board_of).collect();
                    let wanted = study.token_chess.adjudicator;
                    equipment.bring_adjudicator(wanted, engine, &boards).await?;
                }
                Ok(equipment)
            }
        }
    }

    /// Only the tools that a study needs.
    pub fn tools_of(study: &Study) -> Result<Self> {
        let mut equipment = Self::default();
        match study.instrument {
            InstrumentName::ChopBench | InstrumentName::EloLadder => {}
            InstrumentName::TokenChess => {
                equipment.bring_tools(&tiers(&conditions(study)?))?;
            }
            InstrumentName::DaydreamProbe => equipment.bring_tools(&[study.probe.tier])?,
        }
        Ok(equipment)
    }

    /// The tools of these tiers, in the program's own weights.
    pub fn bring_tools(&mut self, tiers: &[Tier]) -> Result<()> {
        let mut makers = BTreeMap::new();
        for tier in tiers {
            let model = Arc::new(Model::new(&weights::built_in(*tier)?));
            makers.insert(tier.name().to_owned(), daydreams(model, Window::WholeMoves));
            self.tools.push(ToolRecord {
                name: tier.name().to_owned(),
                kind: format!("Daydream {tier}, built in, window of whole moves"),
                weights: Digest::of(weights::bytes(*tier)),
            });
        }
        self.toolbox = Toolbox::new(makers);
        Ok(())
    }

    async fn bring_adjudicator(
        &mut self,
        wanted: token_chess::Adjudicator,
        engine: Option<&Path>,
        boards: &[Variant],
    ) -> Result<()> {
        let built_in = engine.is_some_and(|name| name.as_os_str() == "built-in");
        let must = engine.is_some() || wanted == token_chess::Adjudicator::FairyStockfish;
        let found = if built_in || (engine.is_none() && wanted == token_chess::Adjudicator::BuiltIn)
        {
            None
        } else {
            match find(EngineKind::FairyStockfish, engine) {
                Ok(path) => Some(path),
                Err(error) if must => return Err(error.into()),
                Err(_) => None,
            }
        };
        let Some(path) = found else {
            self.adjudicator = Adjudicator::StandIn(Referee::default());
            self.engines.push(EngineRecord {
                purpose: "adjudication".to_owned(),
                name: STAND_IN.to_owned(),
                stand_in: true,
                binary: None,
                options: Value::Null,
            });
            return Ok(());
        };
        let spec = EngineSpec::new(path);
        self.adjudicator = Adjudicator::engines(&spec, boards, ENGINES);
        let identities = self.adjudicator.identities().await;
        for identity in identities.context("cannot start the adjudicating engine")? {
            let purpose = format!("adjudication on {}", identity.variant);
            self.engines.push(engine_record(purpose, identity));
        }
        Ok(())
    }

    /// The agent programs of a study, whose output goes to the run's folder.
    pub async fn bring_agents(&mut self, study: &Study, folder: &RunFolder) -> Result<()> {
        if study.instrument == InstrumentName::EloLadder {
            self.agents = ladder::agents(study, &folder.agents()).await?;
        }
        Ok(())
    }

    /// Refuses to go on with another tool or another adjudicator than the run began with.
    pub fn check_same(&self, manifest: &Manifest) -> Result<()> {
        for tool in &self.tools {
            let was = manifest.tools.iter().find(|was| was.name == tool.name);
            if was.is_some_and(|was| was.weights != tool.weights) {
                bail!(
                    "the run draws from {} with other weights than this program has; go on with the ludometer that started it",
                    tool.kind
                );
            }
        }
        if self.opponents != manifest.opponents {
            bail!(
                "the engine here states another range of ratings than the run's; go on with the engine that it was started with"
            );
        }
        for engine in &self.engines {
            let was = manifest
                .engines
                .iter()
                .find(|was| was.purpose == engine.purpose);
            let same = manifest.engines.is_empty()
                || was
                    .is_some_and(|was| (&was.name, &was.binary) == (&engine.name, &engine.binary));
            if !same {
                let purpose = engine.purpose.as_str();
                let was = was.or(manifest.engines.first());
                let was = was.map_or("no engine", |was| was.name.as_str());
                let here = if was == engine.name {
                    "another build of it".to_owned()
                } else {
                    engine.name.clone()
                };
                let hint = if purpose.starts_with("adjudication") {
                    "; name the same engine with --engine"
                } else {
                    ""
                };
                bail!("the run has {was} for {purpose}, and here is {here}{hint}");
            }
        }
        Ok(())
    }
}

/// An engine as the manifest keeps it.
pub fn engine_record(purpose: String, identity: Identity) -> EngineRecord {
    let options: Map<String, Value> = identity
        .options
        .into_iter()
        .map(|(name, value)| (name, Value::String(value)))
        .collect();
    EngineRecord {
        purpose,
        name: identity.name,
        stand_in: false,
        binary: identity
            .files
            .first()
            .and_then(|file| Digest::from_hex(&file.blake3)),
        options: Value::Object(options),
    }
}

fn conditions(study: &Study) -> Result<Vec<Condition>> {
    let conditions = study.token_chess.conditions();
    conditions.map_err(|error| anyhow::anyhow!("`{}`: {}", error.key, error.problem))
}

fn tiers(conditions: &[Condition]) -> Vec<Tier> {
    let used = |tier: &Tier| conditions.iter().any(|one| one.rules.tier == *tier);
    Tier::ALL.into_iter().filter(used).collect()
}
