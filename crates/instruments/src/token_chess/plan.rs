//! Which games are played: conditions, pairs, colours.

use std::collections::BTreeSet;

use ludometer_games::ByColor;
use ludometer_record::{GameId, NameError, PlayerName, study::KeyError};

use super::table::{Condition, TokenChessTable};

/// One game that is to be played.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedGame {
    /// The game.
    pub id: GameId,
    /// Its place among the conditions.
    pub condition: usize,
    /// Who sits where.
    pub players: ByColor<PlayerName>,
}

/// Why a study has no plan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// Names are too long together to name a game.
    #[error("a game cannot be named: {0}; give the players shorter `name`s")]
    Name(#[from] NameError),
    /// Names with `.vs.` in them, made to collide.
    #[error("two games would be called {0}; give the players other `name`s")]
    Twice(GameId),
    /// A key that cannot be right.
    #[error("`{}`: {}", .0.key, .0.problem)]
    Key(KeyError),
}

/// All games of a study. Those of one index come together, so that a run that is stopped
/// early has about the same number of games in every condition and of every pair.
pub(super) fn plan(
    table: &TokenChessTable,
    players: &[PlayerName],
    conditions: &[Condition],
) -> Result<Vec<PlannedGame>, PlanError> {
    let pairs = table.pairings(players);
    let mut games = Vec::new();
    let mut ids = BTreeSet::new();
    for index in 0..table.games {
        for [first, second] in &pairs {
            for (place, condition) in conditions.iter().enumerate() {
                let swept = match condition.name.as_str() {
                    "" => String::new(),
                    name => format!(".{name}"),
                };
                let (white, black) = if index.is_multiple_of(2) {
                    (first, second)
                } else {
                    (second, first)
                };
                let id = GameId::new(format!("{first}.vs.{second}{swept}.{index:04}"))?;
                // Those of a later index differ where those of the first do.
                if index == 0 && !ids.insert(id.clone()) {
                    return Err(PlanError::Twice(id));
                }
                games.push(PlannedGame {
                    id,
                    condition: place,
                    players: ByColor {
                        white: white.clone(),
                        black: black.clone(),
                    },
                });
            }
        }
    }
    Ok(games)
}
