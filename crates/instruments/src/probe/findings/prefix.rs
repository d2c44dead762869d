//! Legality after real games, by depth.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    finding::Finding,
    probe::{
        DaydreamProbe, Look,
        legality::{count, share},
    },
};

/// Legality after real games.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct PrefixFindings {
    /// Samples that were legal, over all positions.
    pub all: Finding,
    /// By depth.
    pub depths: Vec<DepthFindings>,
}

/// Legality after some plies of real games.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct DepthFindings {
    /// The plies.
    pub depth: usize,
    /// Games that went on after them.
    pub positions: usize,
    /// Samples that were legal.
    pub samples: Finding,
}

pub(super) fn measure(bench: &DaydreamProbe, games: &[Vec<Look>]) -> PrefixFindings {
    let over = |id: &str, what: &str, counts: &dyn Fn(&Look) -> bool| {
        let tally = |looks: &Vec<Look>| {
            let looks = looks.iter().filter(|look| counts(look));
            count(looks.flat_map(|look| &look.attempts).map(|one| one.legal))
        };
        let definition = format!("legal samples / samples, after {what} plies of real games");
        share(
            &format!("probe.prefix.{id}"),
            &definition,
            games.iter().map(tally),
        )
    };
    let mut depths = bench.table().depths.clone();
    depths.sort_unstable();
    depths.dedup();
    let depth = |depth: u32| {
        let depth = depth as usize;
        let here = |look: &Look| look.depth == depth;
        DepthFindings {
            depth,
            positions: games.iter().flatten().filter(|look| here(look)).count(),
            samples: over(&format!("depth-{depth}"), &depth.to_string(), &here),
        }
    };
    PrefixFindings {
        all: over("all", "all asked", &|_| true),
        depths: depths.into_iter().map(depth).collect(),
    }
}
