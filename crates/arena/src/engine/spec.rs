//! What to start, and how.

use std::{ffi::OsString, path::PathBuf, time::Duration};

use ludometer_games::Variant;

use super::strength::Strength;

/// How long an engine may take. Past that it counts as silent, and is of no further use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadlines {
    /// From its start to `uciok`. An engine in a slow runtime may need seconds.
    pub handshake: Duration,
    /// For `readyok`, the clearing of a large hash included, and for other small questions.
    pub ready: Duration,
    /// For a search that no time bounds.
    pub search: Duration,
    /// For a search, beyond the time that bounds it.
    pub overrun: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(20),
            ready: Duration::from_secs(20),
            search: Duration::from_mins(2),
            overrun: Duration::from_secs(10),
        }
    }
}

/// What to start, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineSpec {
    /// The program.
    pub path: PathBuf,
    /// Its arguments; an engine in a script has its file here.
    pub args: Vec<OsString>,
    /// Threads, where the engine has such an option.
    pub threads: u32,
    /// MiB of hash, where the engine has such an option.
    pub hash: u32,
    /// What it plays.
    pub variant: Variant,
    /// How well.
    pub strength: Strength,
    /// Other options by name, set last and in this order. Unknown ones are errors.
    pub options: Vec<(String, String)>,
    /// How long it may take.
    pub deadlines: Deadlines,
}

impl EngineSpec {
    /// Chess at full strength with one thread and 64 MiB.
    #[must_use]
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self {
            path: path.into(),
            args: Vec::new(),
            threads: 1,
            hash: 64,
            variant: Variant::Standard,
            strength: Strength::Full,
            options: Vec::new(),
            deadlines: Deadlines::default(),
        }
    }

    /// With an argument more.
    #[must_use]
    pub fn with_arg(mut self, arg: impl Into<OsString>) -> Self {
        self.args.push(arg.into());
        self
    }

    /// With another variant.
    #[must_use]
    pub fn with_variant(self, variant: Variant) -> Self {
        Self { variant, ..self }
    }

    /// With another strength.
    #[must_use]
    pub fn with_strength(self, strength: Strength) -> Self {
        Self { strength, ..self }
    }

    /// With an option more.
    #[must_use]
    pub fn with_option(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.options.push((name.into(), value.into()));
        self
    }
}
