//! `token-chess`: a match from the command line.

use std::{fmt::Write, path::PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use ludometer_daydream::Tier;
use ludometer_instruments::{Study, token_chess::MemoryRule};
use ludometer_record::study::{BuiltIn, ModelRef};

use crate::{
    exit::Exit,
    run_args::RunArgs,
    study::{StudyFile, quoted},
};

/// Play a match of Token Chess: two players, one board, every move dreamt by a small model.
#[derive(Debug, Args)]
pub struct TokenChess {
    /// White of the first game: mock:random, mock:adaptive, mock:heuristic, or a model as in
    /// lmstudio:NAME; +ledger, +notepad or +choose behind it gives it a memory.
    #[arg(long, value_name = "PLAYER")]
    white: String,
    /// Black of the first game.
    #[arg(long, value_name = "PLAYER")]
    black: String,
    /// What a token buys, and what happens without one: forfeit, income or batch.
    #[arg(long, default_value = "batch")]
    economy: String,
    /// micro (5×5), regular (8×8) or grand (12×10).
    #[arg(long, default_value = "regular")]
    tier: Tier,
    /// Tokens that each side starts with; the economy's published number by default.
    #[arg(long)]
    budget: Option<u32>,
    /// Samples that a token buys.
    #[arg(long)]
    batch: Option<u32>,
    /// Tokens at the start of each turn.
    #[arg(long)]
    income: Option<u32>,
    /// What happens without tokens and candidates: adjudicate, solvent-plays-on,
    /// adjudicate-when-both-dry or forfeit.
    #[arg(long)]
    exhaustion: Option<String>,
    /// Plies after which a game is over.
    #[arg(long)]
    plies: Option<u32>,
    /// Games; colours alternate.
    #[arg(long, default_value_t = 4)]
    games: u32,
    /// Decides the draws.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// A model's sampling temperature.
    #[arg(long, default_value_t = 0.7)]
    temperature: f64,
    /// Cap on a model's reply, in tokens. A reply that is cut off there decides nothing.
    #[arg(long, default_value_t = 700)]
    max_tokens: u32,
    /// Where the models' server is, up to and including /v1; the provider's place by default.
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    #[command(flatten)]
    run: RunArgs,
}

/// A player as it is named on the command line.
struct Seated {
    name: String,
    model: ModelRef,
    memory: MemoryRule,
}

impl TokenChess {
    pub fn run(self) -> Result<Exit> {
        let file = self.study()?;
        self.run.play_new(file)
    }

    /// The match as a study, which is kept like any other.
    fn study(&self) -> Result<StudyFile> {
        let (white, black) = (seated(&self.white)?, seated(&self.black)?);
        let mut text = String::from("# Written by `ludometer token-chess`.\n");
        let folder = |name: &str| name.replace([':', '/', '.'], "-");
        let name = format!(
            "token-chess-{}-{}",
            folder(&white.name),
            folder(&black.name)
        );
        let _ = writeln!(
            text,
            "name = {}\ninstrument = \"token-chess\"",
            quoted(&name)
        );
        let _ = writeln!(text, "seed = {}", self.seed);
        let mut players = vec![&white];
        if black.name != white.name {
            players.push(&black);
        }
        for player in &players {
            let _ = writeln!(text, "\n[[player]]\nname = {}", quoted(&player.name));
            let _ = writeln!(text, "model = {}", quoted(&player.model.to_string()));
            if let ModelRef::Served { .. } = player.model {
                let _ = writeln!(
                    text,
                    "temperature = {:?}\nmax_tokens = {}\nretries = 1",
                    self.temperature, self.max_tokens
                );
                if let Some(url) = &self.base_url {
                    let _ = writeln!(text, "base_url = {}", quoted(url));
                }
            }
        }
        let _ = writeln!(text, "\n[token_chess]\neconomy = {}", quoted(&self.economy));
        let _ = writeln!(text, "tier = {}", quoted(self.tier.name()));
        for (key, value) in [
            ("budget", self.budget),
            ("batch", self.batch),
            ("income", self.income),
            ("ply_cap", self.plies),
            ("games", Some(self.games)),
        ] {
            if let Some(value) = value {
                let _ = writeln!(text, "{key} = {value}");
            }
        }
        if let Some(word) = &self.exhaustion {
            let _ = writeln!(text, "exhaustion = {}", quoted(word));
        }
        let _ = writeln!(
            text,
            "pairs = [[{}, {}]]",
            quoted(&white.name),
            quoted(&black.name)
        );
        if players
            .iter()
            .any(|player| player.memory != MemoryRule::None)
        {
            text.push_str("\n[token_chess.memory]\n");
            for player in &players {
                let _ = writeln!(
                    text,
                    "{} = {}",
                    quoted(&player.name),
                    quoted(player.memory.word())
                );
            }
        }
        let path = PathBuf::from("the command line");
        let study = Study::parse(&text, &path)?;
        Ok(StudyFile {
            path,
            text,
            study,
            templates: Vec::new(),
        })
    }
}

/// A player's name, model and memory, as in `lmstudio:NAME+notepad`.
fn seated(spec: &str) -> Result<Seated> {
    let (model, memory) = match spec.rsplit_once('+') {
        Some((model, word)) => {
            let rule = MemoryRule::ALL.into_iter().find(|rule| rule.word() == word);
            // A model's own name may have a + in it.
            rule.map_or((spec, MemoryRule::None), |rule| (model, rule))
        }
        None => (spec, MemoryRule::None),
    };
    let reference: ModelRef = model.parse().with_context(|| format!("player {spec:?}"))?;
    let name = match &reference {
        ModelRef::BuiltIn(mock @ BuiltIn::Mock(_)) => mock.to_string(),
        other @ (ModelRef::BuiltIn(_)
        | ModelRef::Engine(_)
        | ModelRef::Agent(_)
        | ModelRef::Person) => {
            bail!(
                "{other} does not play Token Chess; expected mock:random, mock:adaptive, mock:heuristic or a model"
            )
        }
        ModelRef::Served { model, .. } => model.clone(),
    };
    let name = match memory {
        MemoryRule::None => name,
        memory => format!("{name}+{}", memory.word()),
    };
    Ok(Seated {
        name,
        model: reference,
        memory,
    })
}
