//! A run's games with what they can be filtered by.

use std::collections::HashMap;

use ludometer_record::{GameId, ending::Ending};
use ludometer_stats::ladder::Elo;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{Pages, outcome, tables::csv::cell};

/// A run's games.
///
/// Words stand once, in the facets and in `sayings`, and games name them by their places:
/// ten thousand games are less than a megabyte.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameList {
    /// The run, by its key.
    pub run: String,
    /// By what games can be filtered; the last two are `result` and `ending`.
    pub facets: Vec<Facet>,
    /// Sentences on how games came out.
    pub sayings: Vec<String>,
    /// The games, in the order of the plan.
    pub games: Vec<GameRow>,
}

/// Something that games can be filtered by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Facet {
    /// Its name.
    pub name: String,
    /// Its values, in the order in which they came.
    pub values: Vec<String>,
}

/// One game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GameRow {
    /// Its id.
    pub id: String,
    /// Places of its values, one a facet.
    pub facets: Vec<u32>,
    /// Place of its saying.
    pub says: u32,
    /// Answers that it has had; of an imported game, draws whose texts its file keeps.
    pub answers: u32,
}

/// A game of a list, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its id.
    pub id: String,
    /// Its values, one a facet.
    pub facets: Vec<String>,
    /// How it came out, in a sentence.
    pub says: String,
    /// Answers that it has had.
    pub answers: u32,
}

/// What an index knows of a game.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known<'a> {
    /// How it ended.
    pub ended: Option<&'a Ending>,
    /// Answers that were given.
    pub answers: u32,
    /// Rating of the opponent that was chosen, where one is chosen.
    pub opponent: Option<Elo>,
}

/// Lists all games of a plan.
pub fn list<'a, P: Pages>(bench: &P, run: &str, known: impl Fn(&GameId) -> Known<'a>) -> GameList {
    let rows = bench.plan().iter().map(|game| {
        let id = bench.id(game);
        let Known {
            ended,
            answers,
            opponent,
        } = known(id);
        let outcome = outcome::of(ended, answers as usize, &bench.sitters(game, opponent));
        let ending = match outcome.termination.as_str() {
            "" => "—".to_owned(),
            words => words.to_owned(),
        };
        let values = bench.facets(game, opponent).into_iter();
        Row {
            id: id.to_string(),
            facets: values.chain([outcome.result, ending]).collect(),
            says: outcome.says,
            answers,
        }
    });
    GameList::of(run, &bench.facet_names(), rows)
}

/// Words that are numbered as they come.
#[derive(Debug, Default)]
pub(crate) struct Words {
    pub(crate) words: Vec<String>,
    places: HashMap<String, u32>,
}

impl Words {
    pub(crate) fn place(&mut self, word: String) -> u32 {
        if let Some(place) = self.places.get(&word) {
            return *place;
        }
        let place = u32::try_from(self.words.len()).unwrap_or(u32::MAX);
        self.words.push(word.clone());
        self.places.insert(word, place);
        place
    }
}

impl GameList {
    /// A list of games as they come. `names` are the facets but the last two.
    #[must_use]
    pub fn of(run: &str, names: &[&str], rows: impl IntoIterator<Item = Row>) -> Self {
        let names = names.iter().copied().chain(["result", "ending"]);
        let mut facets: Vec<Words> = names.clone().map(|_| Words::default()).collect();
        let mut sayings = Words::default();
        let games = rows.into_iter().map(|row| GameRow {
            id: row.id,
            facets: facets
                .iter_mut()
                .zip(row.facets)
                .map(|(facet, value)| facet.place(value))
                .collect(),
            says: sayings.place(row.says),
            answers: row.answers,
        });
        let games = games.collect();
        Self {
            run: run.to_owned(),
            facets: names
                .zip(facets)
                .map(|(name, words)| Facet {
                    name: name.to_owned(),
                    values: words.words,
                })
                .collect(),
            sayings: sayings.words,
            games,
        }
    }

    /// The same as CSV, one line a game.
    #[must_use]
    pub fn csv(&self) -> String {
        let names = self.facets.iter().map(|facet| facet.name.as_str());
        let head: Vec<&str> = ["game"]
            .into_iter()
            .chain(names)
            .chain(["answers", "says"])
            .collect();
        let mut text = head.join(",");
        text.push('\n');
        for game in &self.games {
            let values = game.facets.iter().zip(&self.facets);
            let values = values.map(|(place, facet)| facet.values[*place as usize].as_str());
            let answers = game.answers.to_string();
            let cells: Vec<String> = [game.id.as_str()]
                .into_iter()
                .chain(values)
                .chain([answers.as_str(), self.sayings[game.says as usize].as_str()])
                .map(cell)
                .collect();
            text.push_str(&cells.join(","));
            text.push('\n');
        }
        text
    }
}
