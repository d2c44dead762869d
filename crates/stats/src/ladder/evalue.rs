//! Conservative sets of ratings: the split e-value and the anytime-valid e-process.
//!
//! E(R) = M / sup over nu of the likelihood at R, with M the likelihood under a
//! mixture that was fixed before the games. At the true rating its expectation
//! is at most 1, so {R: E(R) < 1/alpha} holds the truth with at least the level
//! (Markov), and at every look at once when M runs from the first game on (Ville).

use super::{
    Evidence, Game,
    concave::{Profile, level_set, summit},
    free_colour::FreeColour,
    known::KnownOpponents,
    mixture::Members,
};
use crate::{Interval, Level, Method};

/// The ratings that an e-value does not reject.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MixtureSet {
    /// {R: E(R) < 1/(1 - level)}; an end may be infinite.
    pub interval: Interval,
    /// ln M, in nats.
    pub log_mixture: f64,
    /// The level, which coverage exceeds.
    pub level: Level,
    /// Split or anytime.
    pub method: Method,
}

/// The set that the likelihood of `new` gives when `old` weights the mixture.
///
/// `M = Σ w·L_old·L_new / Σ w·L_old`. Never empty: M is an average of
/// likelihoods, so the new games' own estimate has E <= 1.
#[must_use]
pub fn split_set(old: &Evidence, new: &Evidence, level: Level) -> MixtureSet {
    let mut process = EProcess::new();
    process.observe_evidence(old);
    process.split_here();
    process.observe_evidence(new);
    process.split_set(level)
}

/// The e-process: games are added in an order that was fixed before they were
/// played, and after each the set may be looked at.
///
/// Opponents may be chosen from what came before. The order is that of pair
/// numbers, not that in which games ended.
#[derive(Debug, Clone)]
pub struct EProcess {
    members: Members,
    log_sum: f64,
    whole: Tested,
    split: Tested,
}

/// Games that test, and the mixture before them.
#[derive(Debug, Clone, Default)]
struct Tested {
    before: f64,
    evidence: Evidence,
}

impl Default for EProcess {
    fn default() -> Self {
        Self::new()
    }
}

impl EProcess {
    /// Before the first game.
    #[must_use]
    pub fn new() -> Self {
        Self {
            members: Members::prior(),
            log_sum: 0.0,
            whole: Tested::default(),
            split: Tested::default(),
        }
    }

    /// From here on games test the split set; all before only weight its mixture.
    pub fn split_here(&mut self) {
        self.split = Tested {
            before: self.log_sum,
            evidence: Evidence::default(),
        };
    }

    /// Adds the next games.
    pub fn observe(&mut self, games: &[Game]) {
        self.observe_evidence(&Evidence::new(games));
    }

    fn observe_evidence(&mut self, evidence: &Evidence) {
        if evidence.meetings().is_empty() {
            return;
        }
        self.members.observe(evidence);
        self.log_sum = self.members.log_sum();
        self.whole.evidence.join(evidence);
        self.split.evidence.join(evidence);
    }

    /// ln M of all games so far, in nats.
    #[must_use]
    pub fn log_mixture(&self) -> f64 {
        self.log_sum
    }

    /// ln E(R) of all games, the evidence against a rating, with h = 0.
    #[must_use]
    pub fn log_evidence(&self, rating: f64) -> f64 {
        self.log_sum - KnownOpponents::new(&self.whole.evidence).at(rating).value
    }

    /// ln E(R) of all games whatever the colour advantage, as long as it is constant.
    #[must_use]
    pub fn log_evidence_free_colour(&self, rating: f64) -> f64 {
        self.log_sum - FreeColour::new(&self.whole.evidence).at(rating).value
    }

    /// ln E(R) of the games after the split, with h = 0.
    #[must_use]
    pub fn split_log_evidence(&self, rating: f64) -> f64 {
        let profile = KnownOpponents::new(&self.split.evidence);
        self.log_sum - self.split.before - profile.at(rating).value
    }

    /// The anytime-valid set at this look, with h = 0.
    #[must_use]
    pub fn set(&self, level: Level) -> MixtureSet {
        let profile = KnownOpponents::new(&self.whole.evidence);
        not_rejected(&profile, self.log_sum, level, Method::AnytimeMixture)
    }

    /// The same, valid for any constant colour advantage, and wider.
    #[must_use]
    pub fn set_free_colour(&self, level: Level) -> MixtureSet {
        let profile = FreeColour::new(&self.whole.evidence);
        not_rejected(&profile, self.log_sum, level, Method::AnytimeMixture)
    }

    /// The split set at this look. Watched from the split on it is a
    /// confidence sequence too.
    #[must_use]
    pub fn split_set(&self, level: Level) -> MixtureSet {
        let profile = KnownOpponents::new(&self.split.evidence);
        let log_mixture = self.log_sum - self.split.before;
        not_rejected(&profile, log_mixture, level, Method::LikelihoodMixture)
    }
}

fn not_rejected(
    profile: &impl Profile,
    log_mixture: f64,
    level: Level,
    method: Method,
) -> MixtureSet {
    // E reaches 1/(1 - level) where the profile has fallen to this height.
    let height = log_mixture + (2.0 * level.tail()).ln();
    MixtureSet {
        interval: level_set(profile, summit(profile), height),
        log_mixture,
        level,
        method,
    }
}
