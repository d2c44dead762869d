//! A player's games by their places, scored or not.

use std::collections::BTreeMap;

use ludometer_games::Color;
use ludometer_record::{PlayerName, ending::VoidCause, manifest::OpponentRecord};
use ludometer_stats::ladder::{Colour, Elo, Game, Outcome};

use super::{
    player::{EndCount, OpponentMet, PilotFindings},
    rating::{InPair, Told},
    shapes::OpponentFacts,
};
use crate::{
    ReadBack, Results, Standing,
    ladder::{EloLadder, GameRecord, PlannedGame},
    measured::{GameCounts, word},
};
use ludometer_record::ending::{Ending, TerminationKind};

/// One game as it stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Seated<'a> {
    pub(super) planned: &'a PlannedGame,
    pub(super) game: &'a ReadBack<GameRecord>,
    pub(super) opponent: Option<&'a OpponentRecord>,
}

/// All games of one player, in the order of the plan.
#[derive(Debug, Default)]
pub(super) struct PlayerGames<'a> {
    pilot: Option<Seated<'a>>,
    pairs: Vec<Seated<'a>>,
}

impl<'a> PlayerGames<'a> {
    pub(super) fn of(
        player: &PlayerName,
        ladder: &'a EloLadder,
        standing: &Standing,
        games: &'a [ReadBack<GameRecord>],
    ) -> Self {
        let mut of = Self::default();
        let planned = crate::Instrument::plan(ladder).iter();
        for (planned, game) in planned.zip(games) {
            if planned.player != *player {
                continue;
            }
            let assigned = standing.assigned.get(&planned.assign());
            let seated = Seated {
                planned,
                game,
                opponent: assigned.and_then(|assigned| ladder.opponent(assigned.rating)),
            };
            match planned.place.pair() {
                None => of.pilot = Some(seated),
                Some(_) => of.pairs.push(seated),
            }
        }
        of
    }

    /// Games of the pairs by how they stand.
    pub(super) fn counts(&self) -> GameCounts {
        let mut counts = GameCounts::default();
        for seated in &self.pairs {
            counts.add(seated.game);
        }
        counts
    }

    /// Records of the scored games of the pairs.
    pub(super) fn records(&self) -> Vec<&'a GameRecord> {
        let scored = |seated: &Seated<'a>| match seated.game {
            ReadBack::Scored(record) => Some(record),
            ReadBack::Void { .. } | ReadBack::Unfinished { .. } => None,
        };
        self.pairs.iter().filter_map(scored).collect()
    }

    /// Void games of the pairs, and those of them without an opponent.
    pub(super) fn voids(&self) -> (usize, usize) {
        let void = |seated: &&Seated<'_>| matches!(seated.game, ReadBack::Void { .. });
        let voids = || self.pairs.iter().filter(void);
        let without = voids().filter(|seated| seated.opponent.is_none());
        (voids().count(), without.count())
    }

    /// The games that count for the rating. `voids` scores void games too; `keep` chooses
    /// among the others.
    pub(super) fn told(&self, voids: Option<Outcome>, keep: impl Fn(&GameRecord) -> bool) -> Told {
        let open = self
            .pairs
            .iter()
            .find(|seated| matches!(seated.game, ReadBack::Unfinished { .. }));
        let pair = |seated: &Seated<'_>| seated.planned.place.pair().unwrap_or(0);
        let games = self.pairs.iter().filter_map(|seated| {
            let outcome = match seated.game {
                ReadBack::Scored(record) if keep(record) => record.outcome()?,
                ReadBack::Void { .. } => voids?,
                ReadBack::Scored(_) | ReadBack::Unfinished { .. } => return None,
            };
            let opponent = Elo::new(seated.opponent?.rating).ok()?;
            Some(InPair {
                pair: pair(seated),
                game: Game {
                    opponent,
                    colour: colour(seated.planned.place.color()),
                    outcome,
                },
            })
        });
        Told {
            games: games.collect(),
            whole_pairs: open.map_or(u32::MAX, pair),
        }
    }

    /// The pilot as it stands.
    pub(super) fn pilot(&self) -> Option<PilotFindings> {
        let seated = self.pilot?;
        let (result, termination) = match seated.game {
            ReadBack::Scored(record) => {
                let result = match record.outcome() {
                    Some(Outcome::Win) => "won",
                    Some(Outcome::Draw) => "drawn",
                    Some(Outcome::Loss) | None => "lost",
                };
                (result, Some(end_of(&record.ending)))
            }
            ReadBack::Void { cause, .. } => ("void", Some(cause.words())),
            ReadBack::Unfinished { .. } => ("unfinished", None),
        };
        Some(PilotFindings {
            game: seated.planned.id.to_string(),
            opponent: seated.opponent.map(OpponentFacts::of),
            result: result.to_owned(),
            termination: termination.map(str::to_owned),
        })
    }

    /// Opponents of scored games, ascending by rating.
    pub(super) fn opponents(&self) -> Vec<OpponentMet> {
        let mut met: Vec<OpponentMet> = Vec::new();
        for seated in &self.pairs {
            let (ReadBack::Scored(record), Some(opponent)) = (seated.game, seated.opponent) else {
                continue;
            };
            let Some(outcome) = record.outcome() else {
                continue;
            };
            let known =
                |one: &OpponentMet| one.opponent.rating.to_bits() == opponent.rating.to_bits();
            let at = met.iter().position(known).unwrap_or_else(|| {
                met.push(OpponentMet {
                    opponent: OpponentFacts::of(opponent),
                    white: Results::default(),
                    black: Results::default(),
                });
                met.len() - 1
            });
            let results = match record.color {
                Color::White => &mut met[at].white,
                Color::Black => &mut met[at].black,
            };
            add(results, outcome);
        }
        met.sort_by(|a, b| a.opponent.rating.total_cmp(&b.opponent.rating));
        met
    }

    /// Games of the pairs that are over, by why they ended.
    pub(super) fn terminations(&self) -> Vec<EndCount> {
        let mut counts: BTreeMap<(String, &'static str), EndCount> = BTreeMap::new();
        let mut count = |kind: TerminationKind, words: &'static str, outcome: Option<Outcome>| {
            let kind = word(kind);
            let one = counts.entry((kind.clone(), words)).or_insert(EndCount {
                kind,
                termination: words.to_owned(),
                games: 0,
                results: outcome.map(|_| Results::default()),
            });
            one.games += 1;
            if let (Some(results), Some(outcome)) = (&mut one.results, outcome) {
                add(results, outcome);
            }
        };
        for seated in &self.pairs {
            match seated.game {
                ReadBack::Scored(record) => {
                    count(
                        record.ending.kind(),
                        end_of(&record.ending),
                        record.outcome(),
                    );
                }
                ReadBack::Void { cause, .. } => {
                    count(
                        TerminationKind::Infrastructure,
                        VoidCause::words(*cause),
                        None,
                    );
                }
                ReadBack::Unfinished { .. } => {}
            }
        }
        let mut counts: Vec<EndCount> = counts.into_values().collect();
        counts.sort_by_key(|one| std::cmp::Reverse(one.games));
        counts
    }
}

pub(super) fn add(results: &mut Results, outcome: Outcome) {
    match outcome {
        Outcome::Win => results.won += 1,
        Outcome::Draw => results.drawn += 1,
        Outcome::Loss => results.lost += 1,
    }
}

fn end_of(ending: &Ending) -> &'static str {
    match ending {
        Ending::Scored { termination, .. } => termination.words(),
        Ending::Void { cause, .. } => cause.words(),
    }
}

const fn colour(color: Color) -> Colour {
    match color {
        Color::White => Colour::White,
        Color::Black => Colour::Black,
    }
}
