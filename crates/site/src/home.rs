//! The list of runs, and how far each has come.

use jiff::{SignedDuration, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;

/// The first page.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct Home {
    /// Name and version of the program that made the page.
    pub program: String,
    /// Whether a program answers behind the page: it is live, and has a dream room.
    pub served: bool,
    /// Runs, the newest first.
    pub runs: Vec<RunCard>,
    /// Folders that were named and cannot be shown, with the reason.
    pub problems: Vec<String>,
    /// What else a reader should know, as which folders hold the same run.
    pub notes: Vec<String>,
}

/// A run in a few words.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct RunCard {
    /// Names the run in links.
    pub key: String,
    /// Name of the study.
    pub name: String,
    /// Its question, if the file states one.
    pub question: Option<String>,
    /// The instrument, as a study file names it.
    pub instrument: String,
    /// When it was first started.
    pub started: String,
    /// The program that started it.
    pub program: String,
    /// Who plays.
    pub players: Vec<PlayerCard>,
    /// Those of them that are people: such a run is a sitting, and stands apart from runs of
    /// models.
    pub people: Vec<String>,
    /// How far it has come.
    pub progress: Progress,
    /// What was imported, where it was not played here.
    pub imported: Option<Imported>,
}

/// What was imported, in a few words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Imported {
    /// The folder's own name that it came from, where that was kept.
    pub from: Option<String>,
    /// What it holds: numbers of files by what they are, a line each.
    pub holds: Vec<String>,
    /// Which files these are, where this program knows them.
    pub known: Option<String>,
    /// Files and folders that were left out.
    pub left_out: usize,
}

/// A player in a few words.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PlayerCard {
    /// Its name.
    pub name: String,
    /// What it is.
    pub kind: String,
    /// The model, or the built-in player.
    pub model: String,
}

/// How far a run has come.
#[derive(Debug, Clone, Default, PartialEq, Serialize, JsonSchema)]
pub struct Progress {
    /// Games in the plan.
    pub planned: usize,
    /// Over, with a result.
    pub scored: usize,
    /// Over, by an infrastructure failure.
    pub void: usize,
    /// Begun and not over.
    pub open: usize,
    /// Answers of all kinds.
    pub answers: u64,
    /// Replies of players.
    pub replies: u64,
    /// Prompt tokens, as far as servers counted them.
    pub prompt_tokens: u64,
    /// Completion tokens, as far as servers counted them.
    pub completion_tokens: u64,
    /// US dollars; absent where no player has a price.
    pub dollars: Option<f64>,
    /// Calls that came to nothing.
    pub failures: u64,
    /// Processes that worked on it.
    pub sessions: usize,
    /// When the last answer was asked for.
    pub last: Option<String>,
    /// Whether its journal grew within the last half minute.
    pub working: bool,
    /// When it may be done, by the pace of this session; absent where nothing says so.
    pub ends: Option<String>,
    /// The last few failures, the newest first.
    pub errors: Vec<String>,
    /// Games in flight, the one that was asked last first.
    pub in_flight: Vec<InFlight>,
}

/// A game in flight.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct InFlight {
    /// Its id.
    pub id: String,
    /// Its place in the plan, from 0.
    pub place: usize,
    /// Answers that it has had.
    pub answers: u32,
}

/// When a run may be done: the games that are left at the pace of those that ended since
/// `since`. Nothing is said before a few have.
#[must_use]
pub fn estimate(
    since: Timestamp,
    now: Timestamp,
    ended_since: usize,
    left: usize,
) -> Option<Timestamp> {
    const FEW: usize = 3;
    if ended_since < FEW || left == 0 {
        return None;
    }
    let passed = now.duration_since(since).as_secs_f64().max(0.0);
    let more = passed / ended_since as f64 * left as f64;
    let more = SignedDuration::try_from_secs_f64(more).ok()?;
    now.checked_add(more).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    #[test]
    fn what_is_left_goes_on_at_the_same_pace() {
        let (since, now) = (at("2026-01-01T00:00:00Z"), at("2026-01-01T00:10:00Z"));
        let ends = estimate(since, now, 5, 10);
        assert_eq!(ends, Some(at("2026-01-01T00:30:00Z")));
    }

    #[test]
    fn nothing_is_said_of_too_little() {
        let now = at("2026-01-01T00:10:00Z");
        assert_eq!(estimate(now, now, 2, 10), None);
        assert_eq!(estimate(now, now, 5, 0), None);
    }
}
