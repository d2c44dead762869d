//! Who sits across, from the games that are over.
//!
//! The choice is a pure function of the results that an [`Assigned`] names, so that it can
//! be made again from the journal: [`Roster::check`] does so.

use std::collections::BTreeMap;

use ludometer_games::{ByColor, Color};
use ludometer_record::{
    GameId, PlayerName,
    desk::{Assign, Assigned},
    ending::{Ending, GameResult},
};
use ludometer_stats::ladder::{Elo, Outcome, planning::LadderError};

use super::{Design, DesignError, Pair, Pilot, PlannedGame, Played, Seat, Then, plan::Place};
use crate::{Standing, on_board::seat as seat_of};

/// The games of every player by their places, and the design that fills them.
#[derive(Debug)]
pub struct Roster {
    design: Design,
    players: BTreeMap<PlayerName, Games>,
}

#[derive(Debug, Default)]
struct Games {
    pilot: Option<GameId>,
    pairs: Vec<ByColor<GameId>>,
}

/// An opponent that the design would not have chosen.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{player}, {place}: {problem}")]
pub struct AssignError {
    /// The player.
    pub player: PlayerName,
    /// `pilot`, or which pair.
    pub place: String,
    /// What is wrong.
    pub problem: AssignProblem,
}

/// What is wrong with an opponent.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum AssignProblem {
    /// The games that are named are not those that the design waits for.
    #[error("the opponent was chosen after {found} games, the design waits for {expected} others")]
    After {
        /// Games that were named.
        found: usize,
        /// Games that should have been.
        expected: usize,
    },
    /// A game that is named was not over.
    #[error("the opponent was chosen after game {0}, which is not over")]
    Open(GameId),
    /// Another opponent.
    #[error("the opponent has {found} Elo, the design chooses {expected}")]
    Other {
        /// As recorded.
        found: f64,
        /// As chosen again.
        expected: f64,
    },
    /// The design cannot choose.
    #[error(transparent)]
    Design(#[from] DesignError),
}

impl Roster {
    /// Sorts a plan by player and place.
    #[must_use]
    pub fn new(design: Design, plan: &[PlannedGame]) -> Self {
        let mut players: BTreeMap<PlayerName, Games> = BTreeMap::new();
        for game in plan {
            let games = players.entry(game.player.clone()).or_default();
            match game.place {
                Place::Pilot => games.pilot = Some(game.id.clone()),
                Place::Pair { pair, color } => match games.pairs.get_mut(index(pair)) {
                    Some(pair) => pair[color] = game.id.clone(),
                    None => games.pairs.push(ByColor::new_with(|_| game.id.clone())),
                },
            }
        }
        Self { design, players }
    }

    /// The design.
    #[must_use]
    pub fn design(&self) -> &Design {
        &self.design
    }

    /// Whether a game may be begun.
    #[must_use]
    pub fn may_begin(&self, game: &PlannedGame, standing: &Standing) -> bool {
        let (Some(pair), Some(games)) = (game.place.pair(), self.players.get(&game.player)) else {
            return true;
        };
        let is_over = |id: &GameId| standing.over.contains_key(id);
        let open = |pair: &&ByColor<GameId>| !pair.iter().all(|(_, id)| is_over(id));
        if games.pilot.as_ref().is_some_and(|id| !is_over(id)) {
            return false;
        }
        let pair = index(pair);
        match self.design.then {
            Then::Refill { at_once } if pair >= self.design.adaptive_pairs => {
                let (adaptive, free) = games.pairs[..pair].split_at(self.design.adaptive_pairs);
                adaptive.iter().find(open).is_none() && free.iter().filter(open).count() < at_once
            }
            _ => games.pairs[..self.first_of_wave(pair)]
                .iter()
                .find(open)
                .is_none(),
        }
    }

    /// The first of the pairs that are chosen together with this one.
    fn first_of_wave(&self, pair: usize) -> usize {
        match (
            self.design.then,
            pair.checked_sub(self.design.adaptive_pairs),
        ) {
            (Then::Waves { pairs }, Some(further)) => pair - further % pairs.max(1),
            _ => pair,
        }
    }

    /// Chooses an opponent. The other game of a pair has the same.
    pub fn assign(&self, asked: &Assign, standing: &Standing) -> Result<Assigned, DesignError> {
        if let Some(chosen) = standing.assigned.get(asked) {
            return Ok(chosen.clone());
        }
        let is_over =
            |pair: &&ByColor<GameId>| pair.iter().all(|(_, id)| standing.over.contains_key(id));
        let pairs = self.pairs_before(asked).iter().filter(is_over);
        let after: Vec<GameId> = self.named(asked, pairs).cloned().collect();
        let rating = self.choose(asked, &after, standing)?;
        Ok(Assigned {
            rating: rating.get(),
            after,
        })
    }

    /// Whether an opponent is the one that the design chooses, given the games that it
    /// names.
    pub fn check(
        &self,
        asked: &Assign,
        assigned: &Assigned,
        standing: &Standing,
    ) -> Result<(), AssignError> {
        self.check_one(asked, assigned, standing)
            .map_err(|problem| AssignError {
                player: asked.player.clone(),
                place: match asked.pair {
                    None => "pilot".to_owned(),
                    Some(pair) => format!("pair {}", pair + 1),
                },
                problem,
            })
    }

    fn check_one(
        &self,
        asked: &Assign,
        assigned: &Assigned,
        standing: &Standing,
    ) -> Result<(), AssignProblem> {
        let open = assigned
            .after
            .iter()
            .find(|id| !standing.over.contains_key(*id));
        if let Some(game) = open {
            return Err(AssignProblem::Open(game.clone()));
        }
        let due: Vec<&GameId> = self.named(asked, self.pairs_before(asked)).collect();
        let refilled = matches!(self.design.then, Then::Refill { .. })
            && asked
                .pair
                .is_some_and(|pair| index(pair) >= self.design.adaptive_pairs);
        let fits = if refilled {
            // In the order of the plan, but some may be left out.
            let mut due = due.iter();
            assigned
                .after
                .iter()
                .all(|id| due.any(|other| *other == id))
        } else {
            due.iter().copied().eq(&assigned.after)
        };
        if !fits {
            return Err(AssignProblem::After {
                found: assigned.after.len(),
                expected: due.len(),
            });
        }
        let expected = self.choose(asked, &assigned.after, standing)?.get();
        if expected.to_bits() == assigned.rating.to_bits() {
            Ok(())
        } else {
            Err(AssignProblem::Other {
                found: assigned.rating,
                expected,
            })
        }
    }

    /// What one player has played so far.
    #[must_use]
    pub fn played(&self, player: &PlayerName, standing: &Standing) -> Played {
        let Some(games) = self.players.get(player) else {
            return Played::default();
        };
        let rating = |pair| {
            let asked = Assign {
                player: player.clone(),
                pair,
            };
            Elo::new(standing.assigned.get(&asked)?.rating).ok()
        };
        let seat = |id: &GameId, color| {
            let ending = standing.over.get(id);
            ending.map_or(Seat::Waiting, |ending| seat_after(ending, color))
        };
        let pilot = games.pilot.as_ref().and_then(|id| {
            Some(Pilot {
                opponent: rating(None)?,
                seat: seat(id, Color::White),
            })
        });
        // One that was not chosen yet was not begun, nor was any behind it.
        let pairs = games.pairs.iter().zip(0..).map_while(|(pair, number)| {
            Some(Pair {
                opponent: rating(Some(number))?,
                white: seat(&pair.white, Color::White),
                black: seat(&pair.black, Color::Black),
            })
        });
        Played {
            pilot,
            pairs: pairs.collect(),
        }
    }

    /// The pairs that a choice waits for.
    fn pairs_before(&self, asked: &Assign) -> &[ByColor<GameId>] {
        let pairs = self
            .players
            .get(&asked.player)
            .map(|games| &games.pairs[..]);
        let before = asked.pair.map_or(0, |pair| self.first_of_wave(index(pair)));
        pairs.and_then(|pairs| pairs.get(..before)).unwrap_or(&[])
    }

    /// The pilot and these pairs, in the order of the plan.
    fn named<'a>(
        &'a self,
        asked: &Assign,
        pairs: impl IntoIterator<Item = &'a ByColor<GameId>>,
    ) -> impl Iterator<Item = &'a GameId> {
        let games = self.players.get(&asked.player);
        let pilot = games.and_then(|games| games.pilot.as_ref());
        let pairs = pairs
            .into_iter()
            .flat_map(|pair| [&pair.white, &pair.black]);
        pilot
            .filter(|_| asked.pair.is_some())
            .into_iter()
            .chain(pairs)
    }

    fn choose(
        &self,
        asked: &Assign,
        after: &[GameId],
        standing: &Standing,
    ) -> Result<Elo, DesignError> {
        if asked.pair.is_none() {
            let lowest = self.design.ladder.ratings().next();
            return lowest.ok_or(DesignError::Ladder(LadderError::Empty));
        }
        let over = after
            .iter()
            .filter_map(|id| Some((id.clone(), standing.over.get(id)?.clone())));
        let known = Standing {
            over: over.collect(),
            assigned: standing.assigned.clone(),
        };
        self.design
            .choose(&self.played(&asked.player, &known).belief())
    }
}

/// How a game ended for the player of this colour.
#[must_use]
pub(super) fn seat_after(ending: &Ending, color: Color) -> Seat {
    match ending {
        Ending::Void { .. } => Seat::Void,
        Ending::Scored { result, .. } => Seat::Scored(match result {
            GameResult::Draw => Outcome::Draw,
            won if *won == GameResult::won_by(seat_of(color)) => Outcome::Win,
            _ => Outcome::Loss,
        }),
    }
}

fn index(pair: u32) -> usize {
    usize::try_from(pair).unwrap_or(usize::MAX)
}
