//! The rules of Chopsticks as arguments.

use anyhow::{Result, anyhow};
use clap::Args;
use ludometer_games::chopsticks::{Rules, SplitRule};

/// Rules of Chopsticks; the published ones by default.
#[derive(Debug, Args)]
pub struct RulesArgs {
    /// Hands of each player.
    #[arg(long, default_value_t = 2)]
    hands: usize,
    /// Fingers are counted modulo this.
    #[arg(long, default_value_t = 5)]
    modulus: usize,
    /// Which splits are legal: published, no-revival or none.
    #[arg(long, default_value = "published")]
    split: String,
}

impl RulesArgs {
    pub fn rules(&self) -> Result<Rules> {
        let split = SplitRule::named(&self.split).ok_or_else(|| {
            anyhow!(
                "--split {:?}: expected published, no-revival or none",
                self.split
            )
        })?;
        Ok(Rules::new(self.hands, self.modulus, split)?)
    }
}
