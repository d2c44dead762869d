//! What may differ between a run and the study file that it is resumed with.
//!
//! A run is one experiment. Where to find a server, how patient to be and how
//! much to spend are not part of the question; more games are more of the same.
//! Anything else would mix two experiments and is refused.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use jiff::Timestamp;
use ludometer_instruments::Study;
use ludometer_record::{
    Contents, PlayerName,
    journal::Amendment,
    manifest::{Difference, Manifest, differences},
};

use crate::study::StudyFile;

/// Keys of a player that say nothing about what is asked.
const PLAYER_KEYS: [&str; 7] = [
    "base_url",
    "api_key_env",
    "price",
    "timeout_s",
    "retries",
    "concurrency",
    "requests_per_minute",
];

/// The differences as amendments, or an error that names the first one that cannot be.
pub fn amendments(before: &Study, file: &StudyFile, manifest: &Manifest) -> Result<Vec<Amendment>> {
    for template in &file.templates {
        let used = manifest
            .prompts
            .iter()
            .find(|prompt| prompt.family == template.family);
        if let Some(used) = used.filter(|used| used.blake3 != template.blake3) {
            bail!(
                "{}: the template of the family {:?} is not the run's (now {}, was {}); to ask in other words, start a new run with --out",
                file.path.display(),
                template.family,
                template.blake3.short(),
                used.blake3.short()
            );
        }
    }
    let (was, is) = (
        serde_json::to_value(before)?,
        serde_json::to_value(&file.study)?,
    );
    let mut accepted = Vec::new();
    for difference in differences(&was, &is) {
        if !may_change(&difference) {
            let Difference { key, was, is } = difference;
            bail!(
                "{}: {key} is {is} but the run has {was}; put it back, or start a new run with --out",
                file.path.display()
            );
        }
        let Difference {
            key,
            was: from,
            is: to,
        } = difference;
        accepted.push(Amendment {
            at: Timestamp::now(),
            key,
            from,
            to,
        });
    }
    Ok(accepted)
}

fn may_change(difference: &Difference) -> bool {
    let key = difference.key.as_str();
    if key == "question" || key.starts_with("limits.") {
        return true;
    }
    let more = [
        "chop_bench.games_per_cell",
        "token_chess.games",
        "probe.games",
        "ladder.games",
    ];
    if more.contains(&key) {
        return difference.is.as_u64() > difference.was.as_u64();
    }
    key.strip_prefix("player[")
        .and_then(|rest| rest.split_once("]."))
        .is_some_and(|(_, key)| PLAYER_KEYS.contains(&key.split('.').next().unwrap_or(key)))
}

/// Says which servers are elsewhere than in the session before.
pub fn say_moved(manifest: &Manifest, contents: &Contents, now: &BTreeMap<PlayerName, String>) {
    let first: BTreeMap<PlayerName, String> = manifest
        .players
        .iter()
        .filter_map(|player| Some((player.name.clone(), player.endpoint.clone()?)))
        .collect();
    let before = contents
        .sessions
        .last()
        .map_or(&first, |session| &session.endpoints);
    for (player, place) in now {
        if let Some(old) = before.get(player).filter(|old| *old != place) {
            note!("note: {player} was asked at {old}, and is now asked at {place}");
        }
    }
}
