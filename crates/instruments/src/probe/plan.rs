//! Which games a study of the tool plays, or looks at.

use ludometer_games::ByColor;
use ludometer_record::{GameId, NameError};

use super::{
    game::Rules,
    picker::Picker,
    sweep,
    table::{Kind, ProbeTable},
};

/// One game that is to be played, or looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct PlannedGame {
    /// The game.
    pub id: GameId,
    /// Its place among the settings.
    pub cell: usize,
    /// Its number, from 0; of a real game, its place among the games.
    pub index: usize,
    /// Who chooses on each side.
    pub pickers: ByColor<Picker>,
}

/// All games. Those of one number come together, so that a run that is stopped early has
/// about the same number of games at every setting.
pub(super) fn plan(table: &ProbeTable, cells: &[Rules]) -> Result<Vec<PlannedGame>, NameError> {
    let mut games = Vec::new();
    for index in 0..table.games as usize {
        for (cell, rules) in cells.iter().enumerate() {
            let word = table.kind.word();
            let id = match table.kind {
                Kind::Grid => format!("{word}.{}.{index:04}", sweep::name(rules.setting)),
                _ => format!("{word}.{index:04}"),
            };
            games.push(PlannedGame {
                id: GameId::new(id)?,
                cell,
                index,
                pickers: pickers(table, index),
            });
        }
    }
    Ok(games)
}

/// Where it is about choice, the heuristic has White in every other game.
fn pickers(table: &ProbeTable, index: usize) -> ByColor<Picker> {
    let (white, black) = match table.kind {
        Kind::Choice if index.is_multiple_of(2) => (Picker::Heuristic, table.against),
        Kind::Choice => (table.against, Picker::Heuristic),
        Kind::Legality | Kind::Prefix | Kind::Grid => (Picker::FirstLegal, Picker::FirstLegal),
    };
    ByColor { white, black }
}
