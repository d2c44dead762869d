//! What happened in each game, to find the games behind a count.
//!
//! A facet is one value a game, known from the plan. A mark is something that happened in it,
//! known only once it was played again; a game has any number of them.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::Serialize;

use crate::list::Words;

/// The marks of a run's games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Marks {
    /// The run, by its key.
    pub run: String,
    /// Their names.
    pub names: Vec<String>,
    /// Places of their names, for each game of the plan. Games that are not over have none.
    pub games: Vec<Vec<u32>>,
}

/// Gathers the marks of games in the order of the plan.
#[must_use]
pub fn marks(run: &str, games: impl IntoIterator<Item = BTreeSet<String>>) -> Marks {
    let mut names = Words::default();
    let games = games
        .into_iter()
        .map(|marks| marks.into_iter().map(|name| names.place(name)).collect())
        .collect();
    Marks {
        run: run.to_owned(),
        names: names.words,
        games,
    }
}

#[cfg(test)]
mod tests {
    use super::marks;

    #[test]
    fn names_stand_once() {
        let game = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let marks = marks("r", [game(&["b", "a"]), game(&[]), game(&["b"])]);
        assert_eq!(marks.names, ["a", "b"]);
        assert_eq!(marks.games, [vec![0, 1], vec![], vec![1]]);
    }
}
