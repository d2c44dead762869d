//! What games say about the tool, as findings.

use ludometer_stats::{GameTallies, GameTally, Level};

use super::game::Game;
use super::repetition::played_before;
use super::turn::Turn;
use crate::finding::Finding;

/// The level of every interval.
pub(super) const LEVEL: Level = Level::P95;

/// Plies of the tool's moves: `first..=last`, without end where there is no last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Band {
    /// The first ply.
    pub first: usize,
    /// The last one.
    pub last: Option<usize>,
}

impl Band {
    /// The published bands: plies 0–9, 10–19, 20–29, from 30.
    pub const PUBLISHED: [Self; 4] = [
        Self {
            first: 0,
            last: Some(9),
        },
        Self {
            first: 10,
            last: Some(19),
        },
        Self {
            first: 20,
            last: Some(29),
        },
        Self {
            first: 30,
            last: None,
        },
    ];

    /// Bands of one width over the plies of a game that ends at `cap` at the latest.
    pub(super) fn of_width(width: usize, cap: usize) -> Vec<Self> {
        let band = |first| Self {
            first,
            last: Some((first + width).min(cap) - 1),
        };
        (0..cap).step_by(width).map(band).collect()
    }

    /// All plies.
    pub(super) const ALL: Self = Self {
        first: 0,
        last: None,
    };

    pub(super) fn holds(self, ply: usize) -> bool {
        ply >= self.first && self.last.is_none_or(|last| ply <= last)
    }
}

impl std::fmt::Display for Band {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.last {
            Some(last) => write!(f, "{}-{last}", self.first),
            None => write!(f, "{}+", self.first),
        }
    }
}

/// What a set of games at one setting says.
#[derive(Debug, Clone, PartialEq)]
pub struct Legality {
    /// Games that came to an ending or the cap with every move accepted.
    pub clean: Finding,
    /// The tool's moves whose first sample was legal.
    pub first_try: Finding,
    /// Samples that were legal.
    pub attempts: Finding,
    /// The tool's moves for which no sample was legal.
    pub forced: Finding,
    /// First samples that were legal, by ply of the move.
    pub by_ply: Vec<(Band, Finding)>,
    /// The tool's moves that repeat a move of the same side in the same game, by ply:
    /// a text that was legal before is easier to dream again.
    pub repeats: Vec<(Band, Finding)>,
}

impl Legality {
    /// Measures games; none at all gives findings without values.
    #[must_use]
    pub fn of(games: &[Game]) -> Self {
        let first = |turn: &Turn| turn.attempts.first().is_some_and(|attempt| attempt.legal);
        let bands = |id: &str, what: &str, hit: &dyn Fn(&Game, &Turn) -> bool| {
            let finding = |band: Band| {
                let id = format!("{id}.plies-{band}");
                let definition = format!("{what}, plies {band}");
                let tally = |game: &Game| {
                    let turns = game.turns.iter().filter(|turn| band.holds(turn.ply));
                    count(turns.map(|turn| hit(game, turn)))
                };
                (band, share(&id, &definition, games.iter().map(tally)))
            };
            Band::PUBLISHED.into_iter().map(finding).collect()
        };
        let over_turns = |id: &str, what: &str, hit: &dyn Fn(&Turn) -> bool| {
            let tally = |game: &Game| count(game.turns.iter().map(hit));
            share(id, what, games.iter().map(tally))
        };
        Self {
            clean: share(
                "probe.clean",
                "games that came to an ending or the ply cap with every move accepted / games",
                games.iter().map(|game| (u32::from(game.clean), 1)),
            ),
            first_try: over_turns(
                "probe.first-try",
                "tool moves whose first sample was legal / tool moves",
                &first,
            ),
            attempts: share(
                "probe.attempts",
                "legal samples / samples",
                games.iter().map(|game| {
                    let attempts = game.turns.iter().flat_map(|turn| &turn.attempts);
                    count(attempts.map(|attempt| attempt.legal))
                }),
            ),
            forced: over_turns(
                "probe.forced",
                "tool moves without a legal sample / tool moves",
                &|turn| turn.forced,
            ),
            by_ply: bands(
                "probe.first-try",
                "tool moves whose first sample was legal / tool moves",
                &|_, turn| first(turn),
            ),
            repeats: bands(
                "probe.repeats",
                "tool moves that the same side had played before / tool moves",
                &repeats,
            ),
        }
    }
}

/// Whether the side had played the same text before in this game.
fn repeats(game: &Game, turn: &Turn) -> bool {
    played_before(game, turn).contains(turn.played.as_str())
}

pub(super) fn count(hits: impl Iterator<Item = bool>) -> (u32, u32) {
    hits.fold((0, 0), |(hits, all), hit| (hits + u32::from(hit), all + 1))
}

/// A share over moves, with an interval that takes games as clusters and one that takes
/// moves as independent; for one trial a game they are the same, and only the second is
/// given.
pub(super) fn share(
    id: &str,
    definition: &str,
    games: impl Iterator<Item = (u32, u32)>,
) -> Finding {
    let tally = |(hits, all)| GameTally::new(hits, all).expect("hits are counted among all");
    let games: GameTallies = games.map(tally).collect();
    let mut finding = Finding::share(id, definition, &games, LEVEL, None);
    if games.total().trials() <= games.games() as u64 {
        finding.intervals.truncate(1);
    }
    finding
}
