//! Which games are played: for each player a pilot and colour pairs. Who sits across in
//! them follows from the games before, so the plan has places, not opponents.

use std::collections::BTreeSet;

use ludometer_games::Color;
use ludometer_record::{GameId, NameError, PlayerName, Seat, desk::Assign};

use super::LadderTable;
use crate::on_board::seat;

/// One game that is to be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlannedGame {
    /// The game.
    pub id: GameId,
    /// Who is measured in it.
    pub player: PlayerName,
    /// Its place.
    pub place: Place,
}

/// A game's place among its player's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// The game that only serves planning, as White.
    Pilot,
    /// One of a colour pair.
    Pair {
        /// Which of the player's pairs, from 0.
        pair: u32,
        /// The player's colour.
        color: Color,
    },
}

impl Place {
    /// The player's colour.
    #[must_use]
    pub fn color(self) -> Color {
        match self {
            Self::Pilot => Color::White,
            Self::Pair { color, .. } => color,
        }
    }

    /// The player's seat.
    #[must_use]
    pub fn seat(self) -> Seat {
        seat(self.color())
    }

    /// The pair; none for the pilot.
    #[must_use]
    pub fn pair(self) -> Option<u32> {
        match self {
            Self::Pilot => None,
            Self::Pair { pair, .. } => Some(pair),
        }
    }
}

impl PlannedGame {
    /// The question of who sits across. Both games of a pair ask the same.
    #[must_use]
    pub fn assign(&self) -> Assign {
        Assign {
            player: self.player.clone(),
            pair: self.place.pair(),
        }
    }
}

/// Why a study has no plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// A name is too long to name a game.
    #[error("a game cannot be named: {0}; give the players shorter `name`s")]
    Name(#[from] NameError),
    /// Names made to collide.
    #[error("two games would be called {0}; give the players other `name`s")]
    Twice(GameId),
}

/// All games of a study. Those of one index come together, so that players are measured
/// side by side.
pub(super) fn plan(
    table: &LadderTable,
    players: &[PlayerName],
) -> Result<Vec<PlannedGame>, PlanError> {
    let examinees = table.examinees(players);
    let pilot = table.pilot.then_some(Place::Pilot);
    let pairs =
        (0..table.pairs()).flat_map(|pair| Color::ALL.map(|color| Place::Pair { pair, color }));
    let mut ids = BTreeSet::new();
    let mut games = Vec::new();
    for place in pilot.into_iter().chain(pairs) {
        for player in &examinees {
            let id = match place {
                Place::Pilot => format!("{player}.pilot"),
                Place::Pair { pair, color } => format!("{player}.{:03}.{color}", pair + 1),
            };
            let id = GameId::new(id)?;
            if !ids.insert(id.clone()) {
                return Err(PlanError::Twice(id));
            }
            games.push(PlannedGame {
                id,
                player: player.clone(),
                place,
            });
        }
    }
    Ok(games)
}
