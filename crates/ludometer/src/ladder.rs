//! What a ladder study needs: its opponents, its engines, its agent programs.

use std::{collections::BTreeMap, path::Path};

use anyhow::{Context, Result, bail};
use ludometer_arena::{
    agent::AgentSpec,
    agents::Agents,
    engine::{Engine, EngineKind, EngineRef, Strength, elo_range, find, strength::Range},
    mcp::Gate,
};
use ludometer_games::{Color, Variant};
use ludometer_instruments::{
    Study,
    ladder::{LadderTable, Opponents, rung::Rung},
    served::ServedBoard,
};
use ludometer_record::{
    PlayerName,
    manifest::{EngineRecord, OpponentRecord},
    study::ModelRef,
};

use crate::{
    equipment::{Equipment, engine_record},
    rungs,
};

/// The opponents of a study and every engine that it needs.
pub async fn equipment(study: &Study) -> Result<Equipment> {
    let table = &study.ladder;
    let mut equipment = Equipment::default();
    match table.opponents {
        Opponents::Engine => {
            let named = opposing(study)?;
            let (record, range) = found("opponents", &named).await?;
            let Some(range) = range else {
                bail!(
                    "`ladder.engine`: {} cannot be limited to a rating: it has no UCI_LimitStrength and UCI_Elo",
                    record.name
                );
            };
            equipment.engines.push(record);
            equipment.opponents = wanted(study, rungs_of(&named, range))?;
        }
        Opponents::Rungs => {
            let rungs = rungs::shipped()?;
            let all = rungs.rungs.iter().rev().map(opponent).collect();
            equipment.opponents = wanted(study, all)?;
            // The player that only moves at random needs no engine.
            let mut engines = equipment.opponents.iter().rev();
            if let Some(text) = engines.find_map(|rung| rung.engine.as_ref()) {
                let (record, _) = found("opponents", &text.parse()?).await?;
                if record.name != rungs.engine.name {
                    bail!(
                        "`ladder.opponents`: the rungs are rated with {}, and here is {}; build a table for it with `ludometer engine rungs`",
                        rungs.engine.name,
                        record.name
                    );
                }
                equipment.engines.push(record);
            }
            equipment.rungs = Some(rungs.write());
        }
    }
    for player in &study.players {
        if let ModelRef::Engine(text) = &player.model {
            let name = player.name()?;
            let named = seated(&name, text)?;
            let (record, _) = found(&format!("player {name}"), &named).await?;
            equipment.engines.push(record);
        }
    }
    Ok(equipment)
}

/// Who can sit across here.
#[derive(Debug)]
pub struct Across {
    /// Opponents with where they come from, ascending by rating.
    pub opponents: Vec<(Opponents, OpponentRecord)>,
    /// The engine that was found, by its own name.
    pub engine: Option<String>,
    /// What is wrong with it.
    pub problem: Option<String>,
}

/// Looks for the engine of an ordinary study, and says who can sit across with it.
pub async fn across() -> Across {
    if find(EngineKind::Stockfish, None).is_err() {
        return across_without_engine(None);
    }
    let looked = async {
        let named: EngineRef = LadderTable::default().engine.parse()?;
        let (record, range) = found("opponents", &named).await?;
        anyhow::Ok((named, record, range))
    };
    let (named, record, range) = match looked.await {
        Ok(looked) => looked,
        Err(problem) => return across_without_engine(Some(format!("{problem:#}"))),
    };
    let shipped = rungs::shipped().ok();
    let fitting = shipped.filter(|rungs| rungs.engine.name == record.name);
    let below = match &fitting {
        Some(rungs) => rungs.rungs.iter().rev().map(opponent).collect(),
        None => random_mover(),
    };
    let strengths = range.map_or(Vec::new(), |range| rungs_of(&named, range));
    let below = below.into_iter().map(|one| (Opponents::Rungs, one));
    let above = strengths.into_iter().map(|one| (Opponents::Engine, one));
    Across {
        opponents: below.chain(above).collect(),
        problem: range
            .is_none()
            .then(|| "It cannot be limited to a rating, and so does not sit across.".to_owned()),
        engine: Some(record.name),
    }
}

/// The same where there is none that plays, and what is wrong with one that is there.
pub fn across_without_engine(problem: Option<String>) -> Across {
    let random = random_mover().into_iter();
    Across {
        opponents: random.map(|one| (Opponents::Rungs, one)).collect(),
        engine: None,
        problem,
    }
}

/// The rung that needs no engine.
fn random_mover() -> Vec<OpponentRecord> {
    let rungs = rungs::shipped()
        .map(|table| table.rungs)
        .unwrap_or_default();
    let random = rungs.iter().filter(|rung| rung.engine.is_none());
    random.map(opponent).collect()
}

/// The opponents that a study allows: all, or the one that it names.
fn wanted(study: &Study, all: Vec<OpponentRecord>) -> Result<Vec<OpponentRecord>> {
    let Some(name) = &study.ladder.opponent else {
        return Ok(all);
    };
    if let Some(opponent) = all.iter().find(|opponent| opponent.name == *name) {
        return Ok(vec![opponent.clone()]);
    }
    let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
    bail!(
        "`ladder.opponent`: {name:?} is none of the opponents here; expected one of {}",
        names.join(", ")
    )
}

/// Whether the texts name engines, as far as that is known without looking for them.
pub fn names(study: &Study) -> Result<()> {
    if study.ladder.opponents == Opponents::Engine {
        opposing(study)?;
    }
    for player in &study.players {
        if let ModelRef::Engine(text) = &player.model {
            seated(&player.name()?, text)?;
        }
    }
    Ok(())
}

/// The engine that sits across, without a strength.
fn opposing(study: &Study) -> Result<EngineRef> {
    let named: EngineRef = study.ladder.engine.parse().context("`ladder.engine`")?;
    if named.strength != Strength::Full {
        bail!(
            "`ladder.engine`: {named} has a strength; expected an engine and its limit a move alone, since the ladder sets the strength"
        );
    }
    Ok(named)
}

/// An engine in a player's seat.
fn seated(name: &PlayerName, text: &str) -> Result<EngineRef> {
    text.parse()
        .with_context(|| format!("player {:?}", name.as_str()))
}

/// A rung as the manifest keeps it.
fn opponent(rung: &Rung) -> OpponentRecord {
    OpponentRecord {
        name: rung.name.clone(),
        rating: rung.rating.get(),
        standard_error: rung.standard_error,
        engine: rung.engine.clone(),
        random: rung.random.get(),
    }
}

/// The engine's least and most rating and every full hundred in between.
fn rungs_of(named: &EngineRef, range: Range) -> Vec<OpponentRecord> {
    let hundreds = (range.min..=range.max).filter(|elo| elo % 100 == 0);
    let mut ratings: Vec<i64> = [range.min, range.max].into_iter().chain(hundreds).collect();
    ratings.sort_unstable();
    ratings.dedup();
    ratings
        .into_iter()
        .filter_map(|elo| u32::try_from(elo).ok())
        .map(|elo| {
            let engine = named.at_elo(elo).to_string();
            OpponentRecord {
                name: engine.clone(),
                rating: f64::from(elo),
                standard_error: 0.0,
                engine: Some(engine),
                random: 0.0,
            }
        })
        .collect()
}

/// Starts an engine once, as it is to play, for its name, its options and its range.
async fn found(purpose: &str, named: &EngineRef) -> Result<(EngineRecord, Option<Range>)> {
    let engine = Engine::start(&named.spec()?).await?;
    let range = elo_range(engine.options());
    let identity = engine.identity().await?;
    let record = engine_record(purpose.to_owned(), identity);
    Ok((record, range))
}

/// The agent programs of a study, with a door to their games. Each game leaves its
/// program's output under `folder`.
pub async fn agents(study: &Study, folder: &Path) -> Result<Agents> {
    let mut specs = BTreeMap::new();
    for player in &study.players {
        let Some((kind, table)) = player.agent() else {
            continue;
        };
        let name = player.name()?;
        let spec = AgentSpec::prepare(kind, &table)
            .with_context(|| format!("player {:?}", name.as_str()))?;
        specs.insert(name, spec);
    }
    if specs.is_empty() {
        return Ok(Agents::default());
    }
    let program = std::env::current_exe().context("where this program is")?;
    let tools = ServedBoard::new(Variant::Standard, Color::White, study.ladder.ply_cap).tools();
    let folder = std::path::absolute(folder)?;
    Ok(Agents::new(
        Gate::listen().await?,
        program,
        specs,
        tools,
        folder,
    ))
}
