//! `daydream probe`: the tool by itself, as a study that is kept like any other.

use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use clap::{Args, Subcommand};
use ludometer_daydream::Tier;
use ludometer_instruments::Study;
use ludometer_record::manifest::PromptRecord;

use super::sampler::Cap;
use crate::{
    exit::Exit,
    run_args::RunArgs,
    study::{StudyFile, quoted, real_games},
};

/// Probe Daydream by itself, as a run: legality by depth, what choosing is worth, real games, a grid.
#[derive(Debug, Args)]
pub struct Probe {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Debug, Subcommand)]
enum Kind {
    /// It plays both sides: how often is a sample legal, by depth, and what comes back?
    Legality {
        #[command(flatten)]
        setting: SettingArgs,
        #[command(flatten)]
        play: PlayArgs,
        #[command(flatten)]
        common: Common,
    },
    /// A rule of thumb chooses among several legal samples: what is that worth?
    Choice {
        #[command(flatten)]
        setting: SettingArgs,
        #[command(flatten)]
        play: PlayArgs,
        /// Different legal samples that it chooses from.
        #[arg(long)]
        candidates: Option<u32>,
        /// Who chooses on the other side: first-legal or random.
        #[arg(long)]
        against: Option<String>,
        #[command(flatten)]
        common: Common,
    },
    /// It is shown real games up to some depths: how often is a sample legal?
    Prefix {
        #[command(flatten)]
        setting: SettingArgs,
        /// Real games, one a line, moves in UCI; plain, .zst or .xz.
        #[arg(long, value_name = "FILE")]
        games_file: PathBuf,
        /// Plies that are shown, with commas between.
        #[arg(long, value_delimiter = ',')]
        depths: Vec<u32>,
        /// Samples a position.
        #[arg(long)]
        attempts: Option<u32>,
        #[command(flatten)]
        common: Common,
    },
    /// The games of `legality` at every setting of a grid.
    Grid {
        /// Temperatures, with commas between.
        #[arg(long, value_delimiter = ',')]
        temperatures: Vec<f64>,
        /// Soft caps, with commas between; none is no cap.
        #[arg(long, value_delimiter = ',')]
        soft_caps: Vec<Cap>,
        #[command(flatten)]
        play: PlayArgs,
        #[command(flatten)]
        common: Common,
    },
}

#[derive(Debug, Args)]
struct SettingArgs {
    /// The sampler's temperature.
    #[arg(long, allow_negative_numbers = true)]
    temperature: Option<f64>,
    /// Bound on logits, before the temperature: a number, or none.
    #[arg(long, value_name = "CAP", allow_hyphen_values = true)]
    soft_cap: Option<Cap>,
}

#[derive(Debug, Args)]
struct PlayArgs {
    /// Samples a ply before a legal move is drawn evenly.
    #[arg(long)]
    attempts: Option<u32>,
    /// Plies after which a game is over.
    #[arg(long)]
    plies: Option<u32>,
    /// Whether draws that leave legal moves end a game: claimed or ignored.
    #[arg(long)]
    draws: Option<String>,
    /// Plies of a band in the report.
    #[arg(long)]
    band: Option<u32>,
}

#[derive(Debug, Args)]
struct Common {
    /// micro (5×5), regular (8×8) or grand (12×10).
    #[arg(long, default_value = "regular")]
    tier: Tier,
    /// Games; of a grid, at each setting.
    #[arg(long)]
    games: Option<u32>,
    /// Decides the draws.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    run: RunArgs,
}

impl Probe {
    pub fn run(self) -> Result<Exit> {
        let file = self.study()?;
        let (_, common) = self.kind.parts();
        common.run.clone().play_new(file)
    }

    /// The probe as a study.
    fn study(&self) -> Result<StudyFile> {
        let (word, common) = self.kind.parts();
        let mut text = String::from("# Written by `ludometer daydream probe`.\n");
        let _ = write!(
            text,
            "name = \"daydream-{word}-{tier}\"\ninstrument = \"daydream-probe\"\nseed = {seed}\n\n\
             [probe]\nkind = \"{word}\"\ntier = \"{tier}\"\n",
            tier = common.tier,
            seed = common.seed
        );
        let mut put = |key: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = writeln!(text, "{key} = {value}");
            }
        };
        put("games", common.games.map(|n| n.to_string()));
        self.kind.keys(&mut put);
        let path = PathBuf::from("the command line");
        let study = Study::parse(&text, &path)?;
        let templates = self.kind.real_games(&study)?;
        Ok(StudyFile {
            path,
            text,
            study,
            templates,
        })
    }
}

impl Kind {
    /// The word of the study file, and what every probe has.
    fn parts(&self) -> (&'static str, &Common) {
        match self {
            Self::Legality { common, .. } => ("legality", common),
            Self::Choice { common, .. } => ("choice", common),
            Self::Prefix { common, .. } => ("prefix", common),
            Self::Grid { common, .. } => ("grid", common),
        }
    }

    /// The keys of the study file that were given.
    fn keys(&self, put: &mut impl FnMut(&str, Option<String>)) {
        match self {
            Self::Legality { setting, play, .. } => {
                setting.keys(put);
                play.keys(put);
            }
            Self::Choice {
                setting,
                play,
                candidates,
                against,
                ..
            } => {
                setting.keys(put);
                play.keys(put);
                put("candidates", candidates.map(|n| n.to_string()));
                put("against", against.as_deref().map(quoted));
            }
            Self::Prefix {
                setting,
                games_file,
                depths,
                attempts,
                ..
            } => {
                setting.keys(put);
                // The study is handed on without the folder of the file; the run has the games.
                let name = games_file.file_name().unwrap_or_default();
                put("games_file", Some(quoted(&name.to_string_lossy())));
                put("depths", list(depths));
                put("attempts", attempts.map(|n| n.to_string()));
            }
            Self::Grid {
                temperatures,
                soft_caps,
                play,
                ..
            } => {
                let caps: Vec<f64> = soft_caps.iter().map(|cap| number(*cap)).collect();
                put("temperatures", list(temperatures));
                put("soft_caps", list(&caps));
                play.keys(put);
            }
        }
    }

    fn real_games(&self, study: &Study) -> Result<Vec<PromptRecord>> {
        match self {
            Self::Prefix { games_file, .. } => {
                let path: &Path = games_file;
                Ok(vec![real_games(study, path).context("--games-file")?])
            }
            _ => Ok(Vec::new()),
        }
    }
}

impl SettingArgs {
    fn keys(&self, put: &mut impl FnMut(&str, Option<String>)) {
        put("temperature", self.temperature.map(decimal));
        put("soft_cap", self.soft_cap.map(|cap| decimal(number(cap))));
    }
}

impl PlayArgs {
    fn keys(&self, put: &mut impl FnMut(&str, Option<String>)) {
        put("attempts", self.attempts.map(|n| n.to_string()));
        put("ply_cap", self.plies.map(|n| n.to_string()));
        put("draws", self.draws.as_deref().map(quoted));
        put("band", self.band.map(|n| n.to_string()));
    }
}

/// As the study file has it: 0 is no cap.
fn number(Cap(cap): Cap) -> f64 {
    cap.unwrap_or(0.0)
}

/// A TOML float, which has a point in it.
fn decimal(value: f64) -> String {
    format!("{value:?}")
}

/// A TOML list; none where nothing was given.
fn list<T: std::fmt::Debug>(values: &[T]) -> Option<String> {
    (!values.is_empty()).then(|| format!("{values:?}"))
}
