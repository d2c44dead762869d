//! Which games are played: cells, starts, seats, opponents.
//!
//! Game *i* of every cell has the same start, seat and opponent, so that cells
//! differ in nothing but what they measure.

use std::{collections::BTreeMap, fmt};

use ludometer_games::{Outcome, chopsticks::Position};
use ludometer_record::{GameId, NameError, PlayerName, Seat, Seed};
use rand::seq::{IndexedRandom, SliceRandom};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{ChopBenchTable, Mode, Opponent, Solved, Starts};
use crate::seeds::generator;

/// One model × prompt family × mode.
#[derive(
    Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
pub struct Cell {
    /// Who is measured.
    #[schemars(with = "String")]
    pub model: PlayerName,
    /// The prompt family.
    pub family: String,
    /// The way of asking.
    pub mode: Mode,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.model, self.family, self.mode)
    }
}

/// One game that is to be played.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedGame {
    /// The game.
    pub id: GameId,
    /// The cell that it belongs to.
    pub cell: Cell,
    /// The examinee's seat.
    pub examinee: Seat,
    /// Who sits across.
    pub opponent: Opponent,
    /// The first position, from the side of the seat that moves first.
    pub start: Position,
}

/// Why a study has no plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Names are too long together to name a game.
    #[error("a game cannot be named: {0}; give the player a shorter `name`")]
    Name(#[from] NameError),
    /// No win or loss is as far from the end as is wanted.
    #[error(
        "`chop_bench.min_distance` is {wanted}, but no win or loss of these rules takes more than {longest} plies"
    )]
    NoStrata {
        /// The least distance that is wanted.
        wanted: u16,
        /// The longest one of these rules.
        longest: u16,
    },
}

/// All games of a study. Those of one index come together, so that a run that is
/// stopped early has about the same number of games in every cell.
pub(super) fn plan(
    table: &ChopBenchTable,
    models: &[PlayerName],
    seed: Seed,
    solved: &Solved,
) -> Result<Vec<PlannedGame>, PlanError> {
    let strata = Strata::of(solved, table.min_distance);
    if table.starts == Starts::Strata {
        let longest = solved.solution().longest().unwrap_or(0);
        if table.min_distance > longest {
            return Err(PlanError::NoStrata {
                wanted: table.min_distance,
                longest,
            });
        }
    }
    let mut games = Vec::new();
    for index in 0..table.games_per_cell {
        let place = index as usize;
        let opponents = table.opponents.len();
        // Values come in turn too: once both have come round, the opponents are moved
        // on by one, so that each meets each value even where their numbers share a factor.
        let shift = match table.starts {
            Starts::Standard => 0,
            Starts::Strata => {
                place / least_common_multiple(opponents, strata.by_value.len().max(1))
            }
        };
        let opponent = &table.opponents[(place + shift) % opponents];
        let round = place / opponents;
        let (start, examinee) = match table.starts {
            Starts::Standard if round.is_multiple_of(2) => (solved.rules().start(), Seat::First),
            Starts::Standard => (solved.rules().start(), Seat::Second),
            Starts::Strata => (
                strata.draw(seed, place).unwrap_or(solved.rules().start()),
                Seat::First,
            ),
        };
        for mode in &table.modes {
            for family in &table.families {
                for model in models {
                    let cell = Cell {
                        model: model.clone(),
                        family: family.clone(),
                        mode: *mode,
                    };
                    games.push(PlannedGame {
                        id: GameId::new(format!("{cell}.{index:04}"))?,
                        cell,
                        examinee,
                        opponent: opponent.clone(),
                        start,
                    });
                }
            }
        }
    }
    Ok(games)
}

fn least_common_multiple(a: usize, b: usize) -> usize {
    let (mut divisor, mut rest) = (a, b);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    a / divisor * b
}

/// Positions that play can reach and in which a move is to be made, by value and
/// distance.
struct Strata {
    by_value: Vec<Vec<Vec<Position>>>,
}

impl Strata {
    fn of(solved: &Solved, min_distance: u16) -> Self {
        let mut strata: BTreeMap<(u8, u16), Vec<Position>> = BTreeMap::new();
        for position in solved.reachable() {
            if solved.rules().terminal(position).is_some() {
                continue;
            }
            let value = solved.value(position);
            let group = match value.outcome {
                Outcome::Win => 0,
                Outcome::Draw => 1,
                Outcome::Lose => 2,
            };
            // A draw has no distance; all of them are one stratum.
            let distance = value.distance.unwrap_or(u16::MAX);
            if distance >= min_distance {
                strata.entry((group, distance)).or_default().push(position);
            }
        }
        let mut by_value: BTreeMap<u8, Vec<Vec<Position>>> = BTreeMap::new();
        for ((group, _), positions) in strata {
            by_value.entry(group).or_default().push(positions);
        }
        Self {
            by_value: by_value.into_values().collect(),
        }
    }

    /// The start of game `index`: values in turn, then distances in a shuffled
    /// order without repeating one before all had their turn, then any position.
    fn draw(&self, seed: Seed, index: usize) -> Option<Position> {
        let value = self.by_value.get(index % self.by_value.len().max(1))?;
        let turn = index / self.by_value.len();
        let lap = (turn / value.len()).to_string();
        let group = (index % self.by_value.len()).to_string();
        let mut order: Vec<usize> = (0..value.len()).collect();
        order.shuffle(&mut generator(seed, &["strata", &group, &lap]));
        let stratum = &value[order[turn % value.len()]];
        stratum
            .choose(&mut generator(seed, &["start", &index.to_string()]))
            .copied()
    }
}
