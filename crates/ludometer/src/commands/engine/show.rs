//! `engine list` and `engine show`: what engines say of themselves.

use anyhow::Result;
use clap::Args;
use ludometer_arena::engine::{
    Engine, EngineKind, EngineRef, EngineSpec, Identity, OptionKind, elo_range, find, skill_range,
    strength::Range,
};
use ludometer_report::document::{Block, Table, terminal};
use serde_json::{Value, json};

use super::runtime;
use crate::{
    exit::Exit,
    show::{print, width},
};

/// List the engines that are found without a path.
#[derive(Debug, Args)]
pub struct List {
    /// Write one JSON value.
    #[arg(long)]
    json: bool,
}

/// Say what an engine says of itself: name, ratings, skill levels, options.
#[derive(Debug, Args)]
pub struct Show {
    /// stockfish, fairy-stockfish, a path, or node: and the path of a script.
    engine: EngineRef,
    /// Write one JSON value.
    #[arg(long)]
    json: bool,
}

impl List {
    pub fn run(self) -> Result<Exit> {
        let mut table = Table::new(&[
            "named",
            "calls itself",
            ">UCI_Elo",
            ">Skill Level",
            "program",
        ]);
        let mut values = Vec::new();
        for (kind, named) in [
            (EngineKind::Stockfish, "stockfish"),
            (EngineKind::FairyStockfish, "fairy-stockfish"),
        ] {
            let path = match find(kind, None) {
                Ok(path) => path,
                Err(error) => {
                    note!("{error}");
                    continue;
                }
            };
            let engine = runtime()?.block_on(Engine::start(&EngineSpec::new(&path)))?;
            let (elo, skill) = (elo_range(engine.options()), skill_range(engine.options()));
            values.push(json!({
                "named": named,
                "name": engine.name(),
                "elo": elo,
                "skill": skill,
                "program": path.display().to_string(),
            }));
            table.rows.push(vec![
                named.to_owned(),
                engine.name().to_owned(),
                in_words(elo),
                in_words(skill),
                path.display().to_string(),
            ]);
        }
        if self.json {
            print(&format!("{}\n", Value::Array(values)))?;
        } else if !table.rows.is_empty() {
            print(&terminal(&[Block::Table(table)], width()))?;
        }
        Ok(Exit::Done)
    }
}

impl Show {
    pub fn run(self) -> Result<Exit> {
        let spec = self.engine.spec()?;
        let asked = async {
            let engine = Engine::start(&spec).await?;
            let identity = engine.identity().await?;
            Ok::<_, anyhow::Error>((engine, identity))
        };
        let runtime = runtime()?;
        let (engine, identity) = runtime.block_on(asked)?;
        if self.json {
            print(&format!("{}\n", self.json(&engine, &identity)))?;
        } else {
            print(&terminal(&self.document(&engine, &identity), width()))?;
        }
        Ok(Exit::Done)
    }

    fn document(&self, engine: &Engine, identity: &Identity) -> Vec<Block> {
        let mut options = Table::new(&["option", "takes", "in force"]);
        for option in engine.options().iter() {
            let in_force = identity
                .options
                .iter()
                .find(|(name, _)| *name == option.name);
            options.rows.push(vec![
                option.name.clone(),
                takes(&option.kind),
                in_force.map_or_else(String::new, |(_, value)| value.clone()),
            ]);
        }
        let elo = match elo_range(engine.options()) {
            None => {
                "cannot be limited to a rating: it has no UCI_LimitStrength with UCI_Elo".to_owned()
            }
            range => format!("can be limited to ratings from {}", in_words(range)),
        };
        let mut facts = vec![elo];
        if let range @ Some(_) = skill_range(engine.options()) {
            facts.push(format!("has Skill Levels from {}", in_words(range)));
        }
        facts.push(format!("limit as named: {}", self.engine.limit.command()));
        let files = identity.files.iter();
        facts.extend(files.map(|file| format!("{}: BLAKE3 {}", file.file, file.blake3)));
        let author = identity.author.as_ref().map(|by| format!("By {by}."));
        let mut blocks = vec![Block::Heading(identity.name.clone())];
        blocks.extend(author.map(Block::Text));
        blocks.extend([Block::List(facts), Block::Table(options)]);
        blocks
    }

    fn json(&self, engine: &Engine, identity: &Identity) -> Value {
        json!({
            "engine": identity,
            "elo": elo_range(engine.options()),
            "skill": skill_range(engine.options()),
            "limit": self.engine.limit.command(),
        })
    }
}

fn in_words(range: Option<Range>) -> String {
    range.map_or("none".to_owned(), |Range { min, max }| {
        format!("{min} to {max}")
    })
}

fn takes(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Check { .. } => "true or false".to_owned(),
        OptionKind::Spin { min, max, .. } => format!("{min} to {max}"),
        OptionKind::Combo { vars, .. } => vars.join(", "),
        OptionKind::Button => "nothing".to_owned(),
        OptionKind::String { .. } => "a text".to_owned(),
    }
}
